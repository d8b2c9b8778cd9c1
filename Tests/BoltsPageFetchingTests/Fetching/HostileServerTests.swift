import BoltsBase
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

extension FetchingOverSockets {
    /// Tests fetching from hostile servers: every case ends within its limits, with an error that names the reason.
    @Suite(.tags(.l7), .timeLimit(.minutes(20))) struct HostileServerTests {
        // MARK: - Time

        @Test(.tags(.th40), arguments: Transport.available)
        func silentServerTimesOut(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.waitForClose() }
            let (error, limit) = await transport.failure(
                of: server,
                within: .milliseconds(100),
                setting: { $0.responseTimeout = $1 },
                until: { _ in !server.requests.isEmpty }
            )
            #expect(error?.code == .timedOut)
            #expect(error?.description.contains("within \(limit.plainSeconds)") == true)
            try await server.clientsClosed().value
        }

        @Test(.tags(.th40), arguments: Transport.available)
        func tricklingHeaderTimesOut(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.trickle(
                    "HTTP/1.1 200 OK\r\nX-Slow: " + String(repeating: "a", count: 10_000),
                    milliseconds: 10
                )
            }
            let (error, _) = await transport.failure(
                of: server,
                within: .milliseconds(200),
                setting: { $0.responseTimeout = $1 },
                until: { _ in !server.requests.isEmpty }
            )
            #expect(error?.code == .timedOut)
            try await server.clientsClosed().value
        }

        @Test(.tags(.th40), arguments: Transport.available)
        func tricklingBodyTimesOut(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\r\n")
                connection.trickle(String(repeating: "a", count: 10_000), milliseconds: 10)
            }
            let (error, _) = await transport.failure(
                of: server,
                within: .seconds(1),
                setting: { $0.totalTimeout = $1 },
                until: { $0?.description.contains("whole page") == true }
            )
            #expect(error?.code == .timedOut)
            #expect(error?.description.contains("whole page") == true)
            try await server.clientsClosed().value
        }

        @Test(.tags(.th40), arguments: Transport.available)
        func totalTimeoutCoversAllHops(_ transport: Transport) async throws {
            let pause = Mutex<Int32>(0)
            let server = try LoopbackServer { request, connection in
                // Each hop alone would be within the limit.
                guard !connection.waitForClose(milliseconds: pause.withLock { $0 }) else { return }
                connection.redirect(to: request.target + "a")
            }
            let (error, _) = await transport.failure(
                of: server,
                within: .seconds(1),
                setting: { options, limit in
                    options.totalTimeout = limit
                    options.redirectLimit = 1_000
                    pause.withLock { $0 = Int32(300 * limit.components.seconds) }
                },
                until: { $0?.hops.isEmpty == false }
            )
            #expect(error?.code == .timedOut)
            #expect((1...3).contains(error?.hops.count ?? 0))
        }

        @Test(arguments: Transport.available) func redirectWithEndlessBodyEnds(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                guard request.target == "/" else { return connection.respond(body: "x") }
                connection.send("HTTP/1.1 302 Found\r\nLocation: /page\r\n\r\nmoved")
                connection.waitForClose()
            }
            // A transport may wait for the body, but not forever. A busy machine may need longer than the limit to send the
            // request.
            var limit = Duration.milliseconds(200)
            repeat {
                do {
                    let page = try await transport.fetch(server.url(), into: PageCollector()) {
                        $0.responseTimeout = limit
                    }
                    #expect(page.response.url.path == "/page")
                } catch let error as PageError {
                    #expect(error.code == .timedOut)
                }
                limit *= 2
            } while server.requests.isEmpty && limit < .seconds(100)
            try await server.clientsClosed().value
        }

        // MARK: - Size

        @Test(.tags(.th38, .gx18), arguments: Transport.available, [100_000, 0, -1])
        func endlessBodyIsCut(_ transport: Transport, limit: Int) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
                let chunk = [UInt8](repeating: 0x61, count: 4_096)
                while connection.send(chunk) {}
            }
            let collector = PageCollector()
            let page = try await transport.fetch(server.url(), into: collector) { $0.bodyLimit = limit }
            #expect(page.isTruncated)
            #expect(page.byteCount == max(0, limit))
            #expect(collector.bytes.count == max(0, limit))
            try await server.clientsClosed().value
        }

        /// The body is eight kilobytes that inflate to eight megabytes.
        @Test(.tags(.th36), arguments: Transport.available)
        func bodyLimitCountsDecompressedBytes(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n")
                connection.send(GzipBomb.header)
                for _ in 0..<8 { connection.send(GzipBomb.megabyte) }
                connection.waitForClose()
            }
            let collector = PageCollector()
            let page = try await transport.fetch(server.url(), into: collector) { $0.bodyLimit = 300_000 }
            #expect(page.isTruncated)
            #expect(page.byteCount == 300_000)
            #expect(collector.bytes == [UInt8](repeating: 0x61, count: 300_000))
            try await server.clientsClosed().value
        }

        @Test(.tags(.th39), arguments: Transport.available)
        func largeHeaderIsRefused(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.respond(200, ["X-Long: " + String(repeating: "a", count: 70_000)], body: "x")
            }
            #expect(await transport.failure(of: server)?.code == .headerTooLarge)
            let collector = PageCollector()
            _ = try await transport.fetch(server.url(), into: collector) { $0.headerLimit = 80_000 }
            #expect(collector.text == "x")
        }

        @Test(.tags(.th39), arguments: Transport.available)
        func endlessHeaderIsRefused(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n")
                let lines = Array(String(repeating: "X-More: and more\r\n", count: 100).utf8)
                while connection.send(lines) {}
            }
            let error = await transport.failure(of: server) { $0.responseTimeout = .seconds(10) }
            #expect([.headerTooLarge, .malformedResponse, .timedOut].contains(error?.code))
            try await server.clientsClosed().value
        }

        @Test(.tags(.th39), arguments: Transport.available)
        func endlessInformationalResponsesAreBounded(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                while connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n") {}
            }
            let error = await transport.failure(of: server) { $0.responseTimeout = .seconds(2) }
            #expect([.headerTooLarge, .malformedResponse, .timedOut].contains(error?.code))
            try await server.clientsClosed().value
        }

        @Test(arguments: Transport.available)
        func informationalResponsesAreSkipped(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
                connection.respond(body: "page")
            }
            let collector = PageCollector()
            let page = try await transport.fetch(server.url(), into: collector)
            #expect(page.response.status == 200)
            #expect(collector.text == "page")
        }

        // MARK: - Responses that do not follow HTTP

        @Test(
            .tags(.th44),
            arguments: Transport.available,
            [
                "", "hello\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nabc",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nabc", "\u{0}\u{1}\u{2}\u{3}",
            ]
        )
        func nonHTTPResponseIsAnError(_ transport: Transport, _ answer: String) async throws {
            let server = try LoopbackServer { _, connection in connection.send(answer) }
            let error = await transport.failure(of: server)
            #expect([.malformedResponse, .interrupted].contains(error?.code), "\(String(describing: error))")
        }

        @Test(
            .tags(.th44),
            arguments: Transport.available,
            [
                "Content-Length: 100\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nab",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\nab",
                "Content-Encoding: gzip\r\nContent-Length: 12\r\n\r\nabcdefghijkl",
            ]
        )
        func truncatedBodyIsAnError(_ transport: Transport, _ rest: String) async throws {
            let server = try LoopbackServer { _, connection in connection.send("HTTP/1.1 200 OK\r\n" + rest) }
            let error = await transport.failure(of: server)
            #expect([.malformedResponse, .interrupted].contains(error?.code), "\(String(describing: error))")
        }

        @Test(
            .tags(.th48),
            arguments: Transport.available,
            [
                "Content-Length: 31, 500", "Content-Length: 3 junk", "Content-Length: +3", "Content-Length: 0x3",
                "Content-Length: 99999999999999999999", "Content-Length: 3\r\nTransfer-Encoding: chunked",
                "Content-Length:",
            ]
        )
        func ambiguousLengthIsMalformed(_ transport: Transport, _ fields: String) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
            }
            let collector = PageCollector()
            let error = await transport.failure(of: server, into: collector)
            #expect([.malformedResponse, .interrupted].contains(error?.code), "\(String(describing: error))")
        }

        @Test(.tags(.th44), arguments: Transport.available)
        func bytesAfterContentLengthAreIgnored(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdefgh")
            }
            let collector = PageCollector()
            _ = try await transport.fetch(server.url(), into: collector)
            #expect(collector.text == "abc")
        }

        // MARK: - Redirects

        @Test(.tags(.th43, .gx18), arguments: Transport.available)
        func redirectToItselfIsALoop(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in connection.redirect(to: request.target) }
            let error = await transport.failure(of: server)
            #expect(error?.code == .redirectLoop)
            #expect(server.requests.count == 1)
        }

        @Test(.tags(.th43, .gx18), arguments: Transport.available)
        func redirectBackIsALoop(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                connection.redirect(to: request.target == "/a" ? "/b" : "/a")
            }
            let error = await transport.failure(at: "/a", of: server)
            #expect(error?.code == .redirectLoop)
            #expect(error?.hops.count == 2)
            #expect(server.requests.count == 2)
        }

        @Test(.tags(.th43), arguments: Transport.available)
        func endlessRedirectsMeetTheLimit(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in connection.redirect(to: request.target + "a") }
            let error = await transport.failure(of: server)
            #expect(error?.code == .tooManyRedirects)
            #expect(server.requests.count == 6)
        }

        @Test(.tags(.gx18), arguments: Transport.available, [300, 301, 302, 303, 307, 308])
        func redirectWithoutLocationIsAnError(_ transport: Transport, _ status: Int) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(status, [], body: "elsewhere") }
            let error = await transport.failure(of: server)
            #expect(error?.code == .redirectWithoutLocation)
        }

        @Test(
            .tags(.th27),
            arguments: Transport.available,
            ["file:///etc/hostname", "example://x", "javascript:alert(1)", "data:text/html,x"]
        )
        func redirectToAnotherSchemeIsRefused(_ transport: Transport, _ location: String) async throws {
            let server = try LoopbackServer { _, connection in connection.redirect(to: location) }
            let error = await transport.failure(of: server)
            #expect(error?.code == .redirectRefused)
            #expect(error?.description.contains(location.prefix { $0 != ":" } + ":") == true)
        }

        @Test(.tags(.th34), arguments: Transport.available, ["/a\rb", "/a\u{1}b", "http://[bad", "/a\\b"])
        func invalidLocationIsRefused(_ transport: Transport, _ location: String) async throws {
            let server = try LoopbackServer { _, connection in connection.redirect(to: location) }
            let error = await transport.failure(of: server)
            #expect([.malformedRedirect, .malformedResponse].contains(error?.code), "\(String(describing: error))")
            #expect(server.requests.count == 1)
        }

        @Test(.tags(.th34), arguments: Transport.available)
        func splitLocationNeverReachesARequest(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                guard request.target == "/" else { return connection.respond(body: "x") }
                connection.send("HTTP/1.1 302 X\r\nLocation: /a\r\nX-Injected: yes\r\nContent-Length: 0\r\n\r\n")
            }
            _ = try await transport.fetch(server.url(), into: PageCollector())
            #expect(server.requests.allSatisfy { $0.values("X-Injected").isEmpty })
        }

        // MARK: - Addresses

        @Test(
            .tags(.th25, .th26),
            arguments: Transport.available,
            [
                "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.",
                "0.0.0.0", "0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
                "[2002:7f00:1::]", "private.test", "private.test.", "PRIVATE.test", "mixed.test", "six.test",
            ]
        )
        func privateAddressesGetNoConnection(_ transport: Transport, _ host: String) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "secret") }
            let hosts = StubHosts([
                "private.test": [["127.0.0.1"]], "mixed.test": [["93.184.216.34", "127.0.0.1"]], "six.test": [["::1"]],
            ])
            let error = await #expect(throws: PageError.self) {
                _ = try await transport.fetch(server.url(host: host), into: PageCollector(), hosts: hosts) {
                    $0.addressPolicy = .publicOnly.allowing(ports: server.port)
                }
            }
            #expect(error?.code == .notReachableOrNotAllowed)
            #expect(server.connectionCount == 0)
        }

        @Test(
            .tags(.th27),
            arguments: Transport.available,
            ["http://127.0.0.2", "http://private.test", "//127.2", "http://[::ffff:127.0.0.2]"]
        )
        func redirectToAPrivateAddressIsRefused(_ transport: Transport, _ place: String) async throws {
            let inner = try LoopbackServer { _, connection in connection.respond(body: "secret") }
            let server = try LoopbackServer { _, connection in connection.redirect(to: "\(place):\(inner.port)/") }
            let allowed = try #require(HostAddressRange("127.0.0.1"))
            let hosts = StubHosts(["private.test": [["127.0.0.2"]]])
            let error = await #expect(throws: PageError.self) {
                _ = try await transport.fetch(server.url(), into: PageCollector(), hosts: hosts) {
                    $0.addressPolicy = .publicOnly.allowing(allowed)
                }
            }
            #expect(error?.code == .notReachableOrNotAllowed)
            #expect(error?.hops.map(\.status) == [302])
            #expect(inner.connectionCount == 0)
        }

        @Test(.tags(.th28), arguments: Transport.available)
        func dnsRebindingIsDefeated(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                if request.target == "/" {
                    connection.redirect(to: "/again")
                } else {
                    connection.respond(body: "secret")
                }
            }
            let hosts = StubHosts(["rebinding.test": [["127.0.0.1"], ["10.0.0.1"]]])
            let error = await #expect(throws: PageError.self) {
                _ = try await transport.fetch(server.url(host: "rebinding.test"), into: PageCollector(), hosts: hosts)
            }
            #expect(error?.code == .notReachableOrNotAllowed)
            #expect(hosts.names == ["rebinding.test", "rebinding.test"])
            #expect(server.requests.map(\.target) == ["/"])
        }

        @Test(.tags(.th31), arguments: Transport.available)
        func refusedAndMissingHostsShareOneError(_ transport: Transport) async throws {
            // The server listens at another address of this machine.
            let server = try LoopbackServer { _, connection in connection.respond(body: "x") }
            let refused = try #require(URL(string: "http://host.test:\(server.port)/"))
            var options = PageFetchOptions.loopback
            options.addressPolicy = .publicOnly.allowing(try #require(HostAddressRange("127.0.0.9")))
            var descriptions: Set<String> = []
            var details: Set<String> = []
            // The hosts are refused by the policy, unknown, or refused by the machine because nothing listens there.
            for answer in [["10.0.0.1"], [], ["127.0.0.9"]] {
                let fetcher = try transport.fetcher(hosts: StubHosts(["host.test": [answer]]))
                let task = fetcher.fetch(refused, options: options, into: PageCollector(), cancellationToken: .none)
                let error = await #expect(throws: PageError.self) { _ = try await task.value }
                #expect(error?.code == .notReachableOrNotAllowed)
                descriptions.insert(error?.description ?? "")
                details.insert(error?.detail ?? "")
            }
            #expect(descriptions.count == 1)
            #expect(details.count == 3)
            #expect(server.connectionCount == 0)
        }
    }
}
