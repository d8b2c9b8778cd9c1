import BoltsPageFetching
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization
import Testing

@testable import BoltsBrowsers

/// Tests the proxy over real connections.
@Suite(.timeLimit(.minutes(20))) struct FilteringProxyTests {
    private static let loopback = AddressPolicy.publicOnly.allowing(HostAddressRange("127.0.0.0/8")!)

    private func proxy(
        _ policy: AddressPolicy = loopback,
        hosts: any HostResolving = StubHosts([:]),
        byteLimit: Int = 1 << 20
    ) throws -> FilteringProxy {
        let proxy = try FilteringProxy(policy: policy, hosts: hosts, byteLimit: byteLimit)
        proxy.beginPage()
        return proxy
    }

    /// Sends some bytes to a proxy, and reads until it closes the connection.
    private func say(_ text: String, to proxy: FilteringProxy) throws -> String {
        let wake = try Poller()
        let deadline = ContinuousClock.now + .seconds(200)
        let descriptor = try SystemSocket.connect(to: HostAddress("127.0.0.1")!, port: proxy.port)
        defer { SystemSocket.close(descriptor) }
        var unsent = Array(text.utf8)[...]
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !unsent.isEmpty {
            #expect(wake.wait(for: descriptor, toWrite: true, until: deadline) == .ready)
            if case .moved(let count) = SystemSocket.send(descriptor, unsent) { unsent = unsent.dropFirst(count) }
        }
        while wake.wait(for: descriptor, toWrite: false, until: deadline) == .ready {
            guard case .moved(let count) = SystemSocket.receive(descriptor, into: &buffer) else { break }
            received += buffer[..<count]
        }
        return String(decoding: received, as: UTF8.self)
    }

    @Test(.tags(.l7)) func anAllowedAddressIsReached() throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "hello") }
        // The name exists only in the table.
        let proxy = try proxy(hosts: StubHosts(["page.test": [["127.0.0.1"]]]))
        let answer = try say("GET http://page.test:\(server.port)/x HTTP/1.1\r\n\r\n", to: proxy)
        #expect(answer.hasSuffix("hello"))
        #expect(server.requests.first?.target == "/x")
        #expect(server.requests.first?.values("Host") == ["page.test:\(server.port)"])
        #expect(proxy.log.failures.isEmpty && proxy.log.byteCount > 5)
    }

    /// Sends a text, and reads until the other end has answered or has closed the connection.
    private func start(_ text: String, at proxy: FilteringProxy) throws -> Int32 {
        let descriptor = try SystemSocket.connect(to: HostAddress("127.0.0.1")!, port: proxy.port)
        let wake = try Poller()
        #expect(wake.wait(for: descriptor, toWrite: true, until: .now + .seconds(200)) == .ready)
        guard case .moved(text.utf8.count) = SystemSocket.send(descriptor, Array(text.utf8)[...]) else {
            throw SystemSocket.Failure(code: EIO)
        }
        return descriptor
    }

    @Test(.tags(.th80, .l7)) func aHostThatThePageDidNotAskForIsNotReached() throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "hello") }
        let hosts = StubHosts(["page.test": [["127.0.0.1"]], "own.test": [["127.0.0.1"]], "late.test": [["127.0.0.1"]]])
        let proxy = try proxy(hosts: hosts)
        let port = server.port
        proxy.beginPage(asked: ["page.test:\(port)"])
        let own = try start("CONNECT own.test:\(port) HTTP/1.1\r\n\r\n", at: proxy)
        let late = try start("GET http://late.test:\(port)/ HTTP/1.1\r\n\r\n", at: proxy)
        defer { for descriptor in [own, late] { SystemSocket.close(descriptor) } }
        for _ in 0..<2 {
            #expect(try say("GET http://page.test:\(port)/ HTTP/1.1\r\n\r\n", to: proxy).hasSuffix("hello"))
        }
        #expect(proxy.log.unasked == ["own.test:\(port)", "late.test:\(port)"])
        #expect(server.connectionCount == 2)
        // The host is reported later, and then it is reached.
        proxy.pageAsked(for: "late.test:\(port)")
        let wake = try Poller()
        #expect(wake.wait(for: late, toWrite: false, until: .now + .seconds(200)) == .ready)
        #expect(proxy.log.unasked == ["own.test:\(port)"] && server.connectionCount == 3)
        proxy.endPage()
        #expect(wake.wait(for: own, toWrite: false, until: .now + .seconds(200)) == .ready)
        var buffer = [UInt8](repeating: 0, count: 16)
        guard case .ended = SystemSocket.receive(own, into: &buffer) else {
            Issue.record("the browser's own connection got an answer")
            return
        }
        #expect(server.connectionCount == 3)
    }

    @Test(.tags(.th80, .l7)) func fewOfTheBrowsersOwnRequestsWait() throws {
        let proxy = try proxy()
        proxy.beginPage(asked: [])
        var waiting: [Int32] = []
        defer { for descriptor in waiting { SystemSocket.close(descriptor) } }
        for number in 0..<20 { waiting.append(try start("CONNECT own\(number).test:443 HTTP/1.1\r\n\r\n", at: proxy)) }
        let wake = try Poller()
        #expect(wake.wait(for: waiting[0], toWrite: false, until: .now + .seconds(200)) == .ready)
        var buffer = [UInt8](repeating: 0, count: 64)
        guard case .moved(let count) = SystemSocket.receive(waiting[0], into: &buffer) else {
            Issue.record("the oldest was not refused")
            return
        }
        #expect(String(decoding: buffer[..<count], as: UTF8.self).hasPrefix("HTTP/1.1 403 "))
    }

    @Test(
        .tags(.th80, .l7),
        arguments: [
            ("https://a.example/x", "a.example:443"), ("http://A.example?x", "a.example:80"),
            ("wss://a.example:8/", "a.example:8"), ("ws://u:p@a.example#x", "a.example:80"),
            ("https://[::1]:81/", "[::1]:81"), ("data:text/html,//a.example/", nil), ("blob:https://a.example/x", nil),
            ("about:blank", nil), ("", nil), ("https:", nil), ("https://", nil),
        ]
    )
    func theHostOfARequestIsRead(url: String, authority: String?) {
        #expect(ProxyRequest.authority(of: url) == authority)
    }

    @Test(.tags(.l7)) func aTunnelCarriesData() throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "through") }
        let proxy = try proxy()
        let answer = try say(
            "CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n\r\nGET /tunnel HTTP/1.1\r\nHost: x\r\n\r\n",
            to: proxy
        )
        #expect(answer.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\n") && answer.hasSuffix("through"))
    }

    @Test(
        .tags(.th60, .l7),
        arguments: ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "rebound.test"]
    )
    func aRefusedAddressIsNotReached(_ host: String) throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "secret") }
        let hosts = StubHosts(["localhost": [["127.0.0.1"]], "rebound.test": [["127.0.0.1"]]])
        let proxy = try proxy(.publicOnly, hosts: hosts)
        #expect(try say("GET http://\(host):\(server.port)/ HTTP/1.1\r\n\r\n", to: proxy).hasPrefix("HTTP/1.1 403 "))
        #expect(try say("CONNECT \(host):\(server.port) HTTP/1.1\r\n\r\n", to: proxy).hasPrefix("HTTP/1.1 403 "))
        #expect(server.connectionCount == 0)
        #expect(proxy.log.failures.map(\.problem) == [.refused, .refused])
    }

    @Test(.tags(.th60, .l7)) func aNameIsResolvedAndJudgedEachTime() throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "public") }
        let policy = AddressPolicy.publicOnly.allowing(HostAddressRange("127.0.0.1/32")!)
        let proxy = try proxy(policy, hosts: StubHosts(["page.test": [["127.0.0.1"], ["127.0.0.2"]]]))
        let request = "GET http://page.test:\(server.port)/ HTTP/1.1\r\n\r\n"
        #expect(try say(request, to: proxy).hasSuffix("public"))
        #expect(try say(request, to: proxy).hasPrefix("HTTP/1.1 403 "))
    }

    @Test(.tags(.th61, .l7)) func closedPortsAreRefused() throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "driver") }
        let proxy = try proxy(.any)
        let lease = ClosedPorts.shared.close(server.port)
        let request = "GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\n\r\n"
        #expect(try say(request, to: proxy).hasPrefix("HTTP/1.1 403 "))
        #expect(try say("CONNECT 127.0.0.1:\(proxy.port) HTTP/1.1\r\n\r\n", to: proxy).hasPrefix("HTTP/1.1 403 "))
        let open = try self.proxy(.any)
        open.endPage()
        #expect(try say(request, to: open).hasPrefix("HTTP/1.1 403 "))
        #expect(server.connectionCount == 0 && lease.port == server.port)
    }

    @Test(.tags(.th61, .l7)) func aPageReachesNoDriverOrProxyOfAnotherBrowser() throws {
        let driver = try LoopbackServer { _, connection in connection.respond(body: "driver") }
        let (own, other) = (try proxy(.any), try proxy(.any))
        // The port is closed after this proxy was started, as by another browser that starts later.
        let lease = ClosedPorts.shared.close(driver.port)
        for port in [lease.port, other.port] {
            #expect(try say("GET http://127.0.0.1:\(port)/ HTTP/1.1\r\n\r\n", to: own).hasPrefix("HTTP/1.1 403 "))
            #expect(try say("CONNECT [::1]:\(port) HTTP/1.1\r\n\r\n", to: own).hasPrefix("HTTP/1.1 403 "))
        }
        #expect(driver.connectionCount == 0)
    }

    @Test(.tags(.th63, .l7)) func endingAPageClosesItsConnections() throws {
        let server = try LoopbackServer { _, connection in _ = connection.waitForClose() }
        let proxy = try proxy()
        let descriptor = try SystemSocket.connect(to: HostAddress("127.0.0.1")!, port: proxy.port)
        defer { SystemSocket.close(descriptor) }
        let poller = try Poller()
        let deadline = ContinuousClock.now + .seconds(200)
        let head = Array("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n\r\n".utf8)
        #expect(poller.wait(for: descriptor, toWrite: true, until: deadline) == .ready)
        #expect(SystemSocket.send(descriptor, head[...]) == .moved(head.count))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        #expect(poller.wait(for: descriptor, toWrite: false, until: deadline) == .ready)
        guard case .moved = SystemSocket.receive(descriptor, into: &buffer) else {
            Issue.record("no tunnel")
            return
        }
        proxy.endPage()
        proxy.beginPage()
        // The connection is closed although the next page has begun: a connection of the last page never serves the next one.
        #expect(poller.wait(for: descriptor, toWrite: false, until: deadline) == .ready)
        #expect(SystemSocket.receive(descriptor, into: &buffer) == .ended)
        #expect(proxy.log.openCount == 0 && proxy.log.byteCount == 0)
    }

    @Test(arguments: [1 << 40, Int64.max]) func veryLongDurationsAreAccepted(_ seconds: Int64) throws {
        let delay = Duration.seconds(seconds)
        let wake = try Poller()
        wake.wake()
        #expect(wake.wait(until: .now + delay) == .woken)
        #expect(WebDriverCapabilities.milliseconds(delay) == 86_400_000)
        #expect(WebDriverCapabilities.milliseconds(.zero - delay) == 1)
    }

    @Test(.tags(.th60, .l7)) func aLateAddressIsNotConnectedTo() throws {
        let server = try LoopbackServer { _, connection in connection.respond(body: "late") }
        let hosts = HostsThatEndThePage()
        let proxy = try proxy(hosts: hosts)
        hosts.proxy.withLock { $0 = proxy }
        defer { hosts.proxy.withLock { $0 = nil } }
        let answer = try say("GET http://page.test:\(server.port)/ HTTP/1.1\r\n\r\n", to: proxy)
        #expect(answer.isEmpty)
        #expect(server.connectionCount == 0)
    }

    /// Ends the page while a name is looked up.
    private final class HostsThatEndThePage: HostResolving {
        let proxy = Mutex<FilteringProxy?>(nil)

        func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
            proxy.withLock { $0 }?.endPage()
            return BoltsTask(result: [HostAddress("127.0.0.1")].compactMap(\.self))
        }
    }

    @Test(.tags(.l7)) func anUnreachableHostIsReported() throws {
        let closed = try ClosedPort()
        let proxy = try proxy()
        #expect(try say("GET http://127.0.0.1:\(closed.port)/ HTTP/1.1\r\n\r\n", to: proxy).hasPrefix("HTTP/1.1 502 "))
        #expect(try say("GET http://nowhere.test/ HTTP/1.1\r\n\r\n", to: proxy).hasPrefix("HTTP/1.1 502 "))
        #expect(proxy.log.failures.map(\.problem) == [.unreachable, .unreachable])
        withExtendedLifetime(closed) {}
    }

    @Test(.tags(.th65, .l7)) func aPageIsCutAtTheTransferLimit() throws {
        let server = try LoopbackServer { _, connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            while connection.send([UInt8](repeating: 0x78, count: 65_536)) {}
        }
        let proxy = try proxy(byteLimit: 200_000)
        let answer = try say("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\n\r\n", to: proxy)
        #expect(answer.utf8.count <= 200_000)
        #expect(proxy.log.failures.last?.problem == .exhausted)
        #expect(proxy.log.openCount == 0)
    }

    @Test(.tags(.l7)) func aStoppedProxyAcceptsNoConnection() async throws {
        let server = try LoopbackServer { _, connection in connection.waitForClose() }
        let proxy = try proxy()
        let descriptor = try SystemSocket.connect(to: HostAddress("127.0.0.1")!, port: proxy.port)
        defer { SystemSocket.close(descriptor) }
        let wake = try Poller()
        let deadline = ContinuousClock.now + .seconds(200)
        #expect(wake.wait(for: descriptor, toWrite: true, until: deadline) == .ready)
        let request = Array("GET http://127.0.0.1:\(server.port)/ HTTP/1.1\r\n\r\n".utf8)
        #expect(SystemSocket.send(descriptor, request[...]) == .moved(request.count))
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        proxy.stop()
        try await server.clientsClosed().value
        #expect(wake.wait(for: descriptor, toWrite: false, until: deadline) == .ready)
    }
}
