@_spi(Bolts) import BoltsPageFetching
import BoltsPageMetadata
import Testing

@testable import BoltsBrowsers

/// Tests a proxy's reactions to the bytes that browsers and other clients send.
@Suite struct ProxyConnectionTests {
    private func request(_ text: String) throws -> ProxyRequest { try ProxyRequest(head: Array(text.utf8)) }

    @Test(.tags(.l7)) func plainRequestsAreForwarded() throws {
        let request = try request(
            "GET http://Example.com/a?b HTTP/1.1\r\nHost: evil.example\r\nProxy-Connection: keep-alive\r\n"
                + "Connection: keep-alive\r\nUpgrade: h2c\r\nAccept: */*\r\nProxy-Authorization: x\r\n\r\n"
        )
        #expect(request.host == .name("example.com") && request.port == 80)
        guard case .forward(let head, let bodyLength) = request.kind else { return #expect(Bool(false)) }
        #expect(bodyLength == 0)
        #expect(
            String(decoding: head, as: UTF8.self)
                == "GET /a?b HTTP/1.1\r\nHost: Example.com\r\nAccept: */*\r\nConnection: close\r\n\r\n"
        )
        let bare = try self.request("POST http://1.2.3.4:8080?q#f HTTP/1.1\r\nContent-Length: 3\r\n\r\n")
        guard case .forward(let bareHead, 3) = bare.kind else { return #expect(Bool(false)) }
        #expect(bare.port == 8_080)
        #expect(String(decoding: bareHead, as: UTF8.self).hasPrefix("POST /?q HTTP/1.1\r\nHost: 1.2.3.4:8080\r\n"))
    }

    @Test(.tags(.l7)) func connectOpensATunnel() throws {
        let tunnel = try request("CONNECT 0x7f.1:443 HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(tunnel.kind == .tunnel && tunnel.host == .address(HostAddress("127.0.0.1")!) && tunnel.port == 443)
        #expect(try request("CONNECT [::1]:80 HTTP/1.1\r\n\r\n").host == .address(HostAddress("::1")!))
    }

    @Test(
        .tags(.l7),
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET https://a/ HTTP/1.1\r\n\r\n", "GET ftp://a/ HTTP/1.1\r\n\r\n", "\r\n\r\n",
            "CONNECT example.com HTTP/1.1\r\n\r\n", "CONNECT :443 HTTP/1.1\r\n\r\n", "CONNECT a:0 HTTP/1.1\r\n\r\n",
            "CONNECT a:99999 HTTP/1.1\r\n\r\n", "CONNECT a:b HTTP/1.1\r\n\r\n", "GET http://u@a/ HTTP/1.1\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\nx\r\n\r\n", "GET http://a/ HTTP/1.1\r\nX: a\nY: b\r\n\r\n",
            "POST http://a/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST http://a/ HTTP/1.1\r\nTransfer-Encoding : chunked\r\n\r\n",
            "POST http://a/ HTTP/1.1\r\nA: b\r\n Transfer-Encoding: chunked\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\nHost : b\r\n\r\n", "GET http://a/ HTTP/1.1\r\n: b\r\n\r\n",
            "POST http://a/ HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n",
            "POST http://a/ HTTP/1.1\r\nContent-Length: +3\r\n\r\n",
            "POST http://a/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "GET http://a b/ HTTP/1.1\r\n\r\n",
            "GET http:///x HTTP/1.1\r\n\r\n", "GET http://300.1.1.1/ HTTP/1.1\r\n\r\n",
        ]
    )
    func otherRequestsAreRefused(_ text: String) {
        #expect(throws: ProxyRequest.Malformed.self) { try request(text) }
        var connection = ProxyConnection(refusalPage: ProxyRefusalPage())
        #expect(connection.receivedFromClient(Array(text.utf8)[...]) == .none)
        #expect(String(decoding: connection.toClient, as: UTF8.self).hasPrefix("HTTP/1.1 400 "))
    }

    @Test(.tags(.th60, .l7)) func addressesAndPortsAreJudged() throws {
        let place = try request("CONNECT example.com:443 HTTP/1.1\r\n\r\n")
        let strict = ConnectDecision(policy: .publicOnly)
        let both = strict.judge([HostAddress("8.8.8.8")!, HostAddress("10.0.0.1")!], for: place)
        #expect(throws: ConnectDecision.Failure.self) { try both.get() }
        let ordered = try strict.judge([HostAddress("2606:4700::1")!, HostAddress("8.8.8.8")!], for: place).get()
        #expect(ordered.map(\.description) == ["8.8.8.8", "2606:4700::1"])
        #expect(throws: ConnectDecision.Failure.self) { try strict.judge([], for: place).get() }

        let port = try request("CONNECT example.com:8443 HTTP/1.1\r\n\r\n")
        guard case .failure(let refused) = strict.judge([HostAddress("8.8.8.8")!], for: port) else {
            return #expect(Bool(false))
        }
        #expect(refused.problem == .port)
        let metadata = try request("CONNECT metadata.google.internal:443 HTTP/1.1\r\n\r\n")
        #expect(strict.refusal(of: metadata)?.problem == .refused)

        let ports = ClosedPorts()
        let lease = ports.close(4_444)
        let open = ConnectDecision(policy: .any, ports: ports)
        for text in ["127.0.0.1", "[::1]", "0.0.0.0", "[::ffff:127.0.0.2]", "[::]"] {
            let driver = try request("CONNECT \(text):4444 HTTP/1.1\r\n\r\n")
            guard case .address(let address) = driver.host else { return #expect(Bool(false)) }
            #expect(throws: ConnectDecision.Failure.self) { try open.judge([address], for: driver).get() }
        }
        let elsewhere = try request("CONNECT 10.0.0.1:4444 HTTP/1.1\r\n\r\n")
        #expect(try open.judge([HostAddress("10.0.0.1")!], for: elsewhere).get().count == 1)
        #expect(lease.port == 4_444)
    }

    @Test(.tags(.th61, .l7)) func aPortIsClosedWhileAnyLeaseOfItExists() {
        let ports = ClosedPorts()
        var leases = [ports.close(7), ports.close(7), ports.close(8)]
        leases.removeFirst()
        #expect(ports.all == [7, 8])
        leases.removeFirst()
        #expect(ports.all == [8])
        leases = []
        #expect(ports.all.isEmpty)
    }

    private func connection(_ head: String) -> (ProxyConnection, ProxyConnection.Action) {
        var connection = ProxyConnection(refusalPage: ProxyRefusalPage())
        var action = ProxyConnection.Action.none
        // The head arrives byte by byte, as it may on a network.
        for byte in head.utf8 where action == .none { action = connection.receivedFromClient([byte]) }
        return (connection, action)
    }

    @Test(.tags(.l7)) func addressesAreTriedInTurn() throws {
        var (connection, action) = connection("CONNECT example.com:443 HTTP/1.1\r\n\r\n")
        guard case .judge(let request) = action else { return #expect(Bool(false)) }
        #expect(request.authority == "example.com:443")
        let (first, second) = (HostAddress("1.1.1.1")!, HostAddress("8.8.8.8")!)
        #expect(connection.judged(.success([first, second])) == .connect(first, port: 443))
        #expect(connection.connectFailed() == .connect(second, port: 443))
        #expect(connection.connectFailed() == .none)
        #expect(connection.failure?.problem == .unreachable)
        #expect(String(decoding: connection.toClient, as: UTF8.self).hasPrefix("HTTP/1.1 502 "))
        connection.sentToClient(connection.toClient.count)
        #expect(connection.isFinished)
    }

    @Test(.tags(.l7)) func aTunnelCarriesBothWays() {
        var (connection, _) = connection("CONNECT example.com:443 HTTP/1.1\r\n\r\n")
        #expect(!connection.wantsFromClient)
        _ = connection.judged(.success([HostAddress("1.1.1.1")!]))
        connection.connected()
        #expect(String(decoding: connection.toClient, as: UTF8.self) == "HTTP/1.1 200 Connection established\r\n\r\n")
        #expect(!connection.wantsFromServer)
        connection.sentToClient(connection.toClient.count)
        #expect(connection.wantsFromServer && connection.wantsFromClient)
        _ = connection.receivedFromClient([1, 2, 3])
        #expect(connection.toServer == [1, 2, 3] && !connection.wantsFromClient)
        connection.sentToServer(3)
        connection.clientEnded()
        #expect(connection.endsServer && !connection.isFinished)
        connection.receivedFromServer([4])
        connection.serverEnded()
        #expect(!connection.endsClient && !connection.isFinished)
        connection.sentToClient(1)
        #expect(connection.endsClient && connection.isFinished)
    }

    @Test(.tags(.l7)) func aTunnelEndsWhenItsServerTakesNoMoreBytes() {
        var (connection, _) = connection("CONNECT example.com:443 HTTP/1.1\r\n\r\n")
        _ = connection.judged(.success([HostAddress("1.1.1.1")!]))
        connection.connected()
        connection.sentToClient(connection.toClient.count)
        _ = connection.receivedFromClient([1, 2, 3])
        connection.receivedFromServer([4])
        connection.sendingFailed()
        // Otherwise the loop would be woken for as long as there are bytes to send.
        #expect(connection.toServer.isEmpty && !connection.wantsFromClient && !connection.wantsFromServer)
        #expect(!connection.isFinished)
        connection.sentToClient(1)
        #expect(connection.isFinished)
    }

    @Test(
        .tags(.th66, .l7),
        arguments: [
            // Each case has the bytes of the browser, of the server, and of the browser again, and whether they are not TLS.
            ([22, 3, 1], [22, 3, 3], [], true), ([22, 3, 1], [22, 3, 3], [21, 3, 3, 0, 2, 2, 42], true),
            ([22, 3, 1], [22, 3, 3], [20, 3, 3, 0, 1, 1], true),
            ([22, 3, 1], [22, 3, 3], [20, 3, 3, 0, 1, 1, 21, 3, 3, 0, 2, 2, 42], true),
            ([22, 3, 1], [72, 84, 84, 80], [], true), ([22, 3, 1], [], [], false), ([], [22], [], false),
            ([22, 3, 1], [22, 3, 3], [20, 3, 3, 0, 1, 1, 23, 3, 3], false),
            ([22, 3, 1], [22, 3, 3], [22, 3, 3], false), ([71, 69, 84], [72, 84, 84, 80], [], false),
        ] as [([UInt8], [UInt8], [UInt8], Bool)]
    )
    func brokenHandshakesAreRefused(_ opening: [UInt8], _ answer: [UInt8], _ reply: [UInt8], _ isBroken: Bool) {
        for isWhole in [true, false] {
            var (connection, _) = connection("CONNECT example.com:443 HTTP/1.1\r\n\r\n")
            _ = connection.judged(.success([HostAddress("1.1.1.1")!]))
            connection.connected()
            func send(_ bytes: [UInt8]) {
                for part in isWhole ? [bytes] : bytes.map({ [$0] }) where !part.isEmpty {
                    _ = connection.receivedFromClient(part[...])
                }
            }
            send(opening)
            if !answer.isEmpty { connection.receivedFromServer(answer[...]) }
            send(reply)
            #expect((connection.brokenHandshake == "example.com:443") == isBroken)
        }
    }

    @Test(.tags(.th60, .l7)) func aConnectionCarriesOneRequest() {
        var (connection, _) = connection("GET http://example.com/ HTTP/1.1\r\n\r\n")
        _ = connection.judged(.success([HostAddress("1.1.1.1")!]))
        connection.connected()
        connection.sentToServer(connection.toServer.count)
        _ = connection.receivedFromClient(Array("GET http://10.0.0.1/ HTTP/1.1\r\n\r\n".utf8)[...])
        #expect(connection.toServer.isEmpty && connection.isFinished)
    }

    @Test(.tags(.l7)) func bodiesAreForwardedAndLongHeadersRefused() {
        var (connection, action) = connection("POST http://example.com/ HTTP/1.1\r\nContent-Length: 3\r\n\r\n")
        guard case .judge = action else { return #expect(Bool(false)) }
        _ = connection.judged(.success([HostAddress("1.1.1.1")!]))
        connection.connected()
        connection.sentToServer(connection.toServer.count)
        _ = connection.receivedFromClient([1, 2, 3])
        #expect(connection.toServer == [1, 2, 3])

        var long = ProxyConnection(refusalPage: ProxyRefusalPage())
        _ = long.receivedFromClient(Array(repeating: UInt8(ascii: "x"), count: 70_000)[...])
        #expect(String(decoding: long.toClient, as: UTF8.self).hasPrefix("HTTP/1.1 431 "))
    }

    @Test(.tags(.l7)) func refusalPagesAreRecognizedByTheirSecret() {
        let page = ProxyRefusalPage()
        let failure = ConnectDecision.Failure(problem: .refused, authority: "10.0.0.1:80", detail: "private")
        let answer = String(decoding: page.answer(failure), as: UTF8.self)
        let body = answer.split(separator: "\r\n\r\n").last.map { Array($0.utf8) } ?? []
        let tags = PageMetadataReader.read(body).tags
        #expect(page.failure(in: tags)?.authority == "10.0.0.1:80")
        #expect(page.failure(in: tags)?.problem == .refused)
        #expect(ProxyRefusalPage().failure(in: tags) == nil)
        #expect(page.failure(in: [MetaTag(property: "al:bolts:refusal", content: "x refused a:1")]) == nil)
    }
}
