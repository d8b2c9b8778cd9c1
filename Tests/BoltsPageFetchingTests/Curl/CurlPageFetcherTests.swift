#if os(Linux)
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import SharedData
import Testing

@testable import BoltsPageFetching

extension FetchingOverSockets {
    /// Tests the advantages of libcurl over `URLSession`: hostile pages do not delay other transfers, and connections go to the
    /// judged address, even over https.
    @Suite(
        .tags(.l7),
        .timeLimit(.minutes(20)),
        .enabled(if: Transport.available.contains(.curl), "libcurl cannot be loaded")
    )
    struct CurlPageFetcherTests {
        private let curl = Transport.curl

        @Test func libcurlIsTheDefaultTransport() {
            #expect(SystemPageFetcher().fetcher is CurlPageFetcher)
            #expect(CurlPageFetcher.libraryVersion?.split(separator: ".").count == 3)
        }

        @Test func unsuitableLibcurlIsNotUsed() {
            let all = UInt32(1 << 2 | 1 << 7)
            #expect(CurlLibrary.suffices(number: 0x07_4400, features: all))
            #expect(!CurlLibrary.suffices(number: 0x07_43ff, features: all))
            #expect(!CurlLibrary.suffices(number: 0x08_0000, features: 1 << 7))
            #expect(!CurlLibrary.suffices(number: 0x08_0000, features: 1 << 2))
        }

        @Test func withoutLibcurlAFetchSaysWhatToInstall() async throws {
            let url = try #require(URL(string: "https://page.test/"))
            let task = MissingPageFetcher().start(url)
            let error = await #expect(throws: PageError.self) { try await task.value }
            #expect(error?.code == .notInstalled)
            #expect(error?.description.contains("libcurl4 on Debian") == true)
        }

        @Test func anEmptyFieldIsSent() async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "x") }
            let url = server.url("/", host: "page.test")
            let fields = try OriginHeaderFields(origin: url, [("X-Empty", ""), ("X-Full", "1")])
            _ = try await curl.fetch(url) { ($0.originFields, $0.userAgent) = (fields, "") }
            let request = try #require(server.requests.first)
            #expect(request.values("X-Empty") == [""] && request.values("X-Full") == ["1"])
            #expect(request.values("User-Agent").isEmpty && request.values("Accept").count == 1)
        }

        // MARK: - Other transfers

        /// A consumer that takes the whole body.
        private final class Sink: PageConsuming {
            let began = TaskCompletionSource<Void>()
            func begin(_ response: PageResponse) {}
            func consume(_ chunk: Span<UInt8>) -> Bool {
                began.trySet(result: ())
                return true
            }
        }

        @Test(.tags(.th36), arguments: ["gzip", "identity"])
        func endlessPageLeavesOtherTransfersAlone(_ coding: String) async throws {
            let bomb = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\r\n")
                if coding == "gzip" { connection.send(GzipBomb.header) }
                let chunk = coding == "gzip" ? GzipBomb.megabyte : [UInt8](repeating: 0x61, count: 65_536)
                // The body is sent slowly, to leave the processor to other tests.
                while connection.send(chunk), !connection.waitForClose(milliseconds: 20) {}
            }
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            let source = CancellationTokenSource()
            let sink = Sink()
            // There is no limit, so that only the transport itself protects other transfers.
            let task = try curl.fetcher().start(bomb.url(), into: sink, token: source.token) { $0.bodyLimit = .max }
            try await sink.began.task.value
            for transport in Transport.available {
                for _ in 0..<3 {
                    let collector = PageCollector()
                    _ = try await transport.fetch(server.url(), into: collector)
                    #expect(collector.text == "page")
                }
            }
            #expect(!task.isCompleted)
            source.cancel()
            #expect(task.isCancelled)
            try await bomb.clientsClosed().value
        }

        @Test(.tags(.th36)) func endlessGzipBombIsCut() async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
                connection.send(GzipBomb.header)
                while connection.send(GzipBomb.megabyte) {}
            }
            let collector = PageCollector()
            let page = try await curl.fetch(server.url(), into: collector) { $0.bodyLimit = 300_000 }
            #expect(page.isTruncated)
            #expect(page.byteCount == 300_000)
            #expect(collector.bytes == [UInt8](repeating: 0x61, count: 300_000))
            try await server.clientsClosed().value
        }

        // MARK: - Bodies that are not read

        @Test(.tags(.th42)) func redirectBodyIsNotRead() async throws {
            let sent = TaskCompletionSource<Int>()
            let server = try LoopbackServer { request, connection in
                guard request.target == "/" else { return connection.respond(body: "arrived") }
                connection.send("HTTP/1.1 302 Found\r\nLocation: /page\r\nContent-Length: 1000000000\r\n\r\n")
                let chunk = [UInt8](repeating: 0x61, count: 65_536)
                while connection.sentCount < 1_000_000_000, connection.send(chunk) {}
                sent.trySet(result: connection.sentCount)
            }
            let collector = PageCollector()
            _ = try await curl.fetch(server.url(), into: collector)
            #expect(collector.text == "arrived")
            // Only the buffers of both sides' sockets are filled.
            #expect(try await sent.task.value < 16_000_000)
            try await server.clientsClosed().value
        }

        @Test(.tags(.th42)) func refusedBodyIsNotRead() async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 404 Not Found\r\n\r\n")
                while connection.send([UInt8](repeating: 0x61, count: 65_536)) {}
            }
            #expect(await curl.failure(of: server)?.httpStatus == 404)
            try await server.clientsClosed().value
        }

        // MARK: - Codings

        @Test(arguments: ["gzip", "x-gzip", "GZIP", "identity, gzip", " gzip "])
        func requestedContentCodingIsDecoded(_ coding: String) async throws {
            let server = try LoopbackServer { request, connection in
                connection.respond(
                    200,
                    ["Content-Encoding: \(coding)"],
                    bytes: GzipBomb.header + GzipBomb.megabyte + GzipBomb.end
                )
            }
            let collector = PageCollector()
            let page = try await curl.fetch(server.url(), into: collector)
            #expect(page.byteCount == 1_000_000)
            #expect(!page.isTruncated)
            #expect(server.requests.first?.values("Accept-Encoding") == ["gzip, deflate"])
        }

        @Test(
            .tags(.th37),
            arguments: [
                "Content-Encoding: gzip, gzip", "Content-Encoding: gzip\r\nContent-Encoding: gzip",
                "content-encoding: deflate\r\nCONTENT-ENCODING: gzip", "Content-Encoding: gzip,\r\n gzip",
                "Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip", "Content-Encoding: br",
                "Content-Encoding: zstd", "Content-Encoding: br, gzip", "Content-Encoding: compress",
                "Content-Encoding : gzip, gzip", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: gzip",
                "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: deflate\r\nContent-Encoding: gzip",
            ]
        )
        func nestedAndUnrequestedCodingsAreRefused(_ field: String) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
                connection.send(GzipBomb.header)
                while connection.send(GzipBomb.megabyte) {}
            }
            let collector = PageCollector()
            let error = await curl.failure(of: server, into: collector)
            #expect(error?.code == .malformedResponse)
            #expect(collector.responses.isEmpty)
            try await server.clientsClosed().value
        }

        // MARK: - Framing of bodies

        @Test(.tags(.th39)) func endlessChunkExtensionTimesOut() async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;")
                while connection.send([UInt8](repeating: 0x61, count: 4_096)) {}
            }
            let (error, _) = await curl.failure(
                of: server,
                within: .milliseconds(300),
                setting: { $0.totalTimeout = $1 },
                until: { _ in !server.requests.isEmpty }
            )
            #expect([.timedOut, .malformedResponse].contains(error?.code), "\(String(describing: error))")
            try await server.clientsClosed().value
        }

        @Test(.tags(.th39)) func endlessTrailersAreTooLarge() async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n")
                let lines = Array(String(repeating: "X-More: and more\r\n", count: 100).utf8)
                while connection.send(lines) {}
            }
            #expect(await curl.failure(of: server)?.code == .headerTooLarge)
            try await server.clientsClosed().value
        }

        @Test(.tags(.th39)) func endlessHeadersAreTooLarge() async throws {
            for (start, more) in [
                ("HTTP/1.1 200 OK\r\n", "X-More: and more\r\n"), ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
                ("HTTP/1.1 200 OK\r\nX-Long: ", "aaaaaaaaaaaaaaaa"), ("HTTP/1.1 200 ", "OKOKOKOKOKOK"),
            ] {
                let server = try LoopbackServer { _, connection in
                    connection.send(start)
                    let lines = Array(String(repeating: more, count: 100).utf8)
                    while connection.send(lines) {}
                }
                #expect(await curl.failure(of: server)?.code == .headerTooLarge, "\(start)\(more)")
                try await server.clientsClosed().value
            }
        }

        @Test func switchingProtocolsIsRefused() async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n")
                while connection.send("HTTP/1.1 200 OK\r\n\r\n<title>no</title>") {}
            }
            let collector = PageCollector()
            #expect(await curl.failure(of: server, into: collector)?.code == .malformedResponse)
            #expect(collector.bytes.isEmpty)
        }

        @Test(
            .tags(.th44),
            arguments: ["Location: /a\r\nLocation: /b", "Location: /a\r\nContent-Length: 0\r\nContent-Length: 5"]
        )
        func contradictoryFieldsAreRefused(_ fields: String) async throws {
            let server = try LoopbackServer { _, connection in connection.send("HTTP/1.1 302 X\r\n\(fields)\r\n\r\n") }
            #expect(await curl.failure(of: server)?.code == .malformedResponse)
            #expect(server.connectionCount == 1)
        }

        /// Every response ends with a page or an error.
        @Test(.tags(.th44)) func mangledResponsesAllEnd() async throws {
            let answer = Array(
                """
                HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\nContent-Encoding: identity\r
                Location: /a?b\r\nCache-Control: max-age=5\r\n\r\n6;x=y\r\n<html>\r\n3\r\nabc\r\n0\r\nX-Trailer: z\r\n\r\n
                """.utf8
            )
            let server = try LoopbackServer { request, connection in
                var random = SeededRandom(seed: UInt64(request.target.dropFirst()) ?? 0)
                var bytes = answer
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: place)
                    case 2: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
                    default: bytes.insert(contentsOf: [13, 10, 0, 58, 44].shuffled(using: &random), at: place)
                    }
                }
                connection.send(bytes)
            }
            var outcomes: [String: Int] = [:]
            for number in 1...300 {
                do {
                    _ = try await curl.fetch(server.url("/\(number)"))
                    outcomes["page", default: 0] += 1
                } catch let error as PageError {
                    outcomes[error.code.description, default: 0] += 1
                    #expect(
                        error.code != .timedOut && error.code != .notReachableOrNotAllowed,
                        "\(number): \(error) \(error.detail ?? "")"
                    )
                }
            }
            #expect(outcomes.count >= 3, "\(outcomes)")
        }

        // MARK: - Connecting

        @Test(.tags(.th41)) func connectTimeoutHolds() async throws {
            let silent = try SilentPort()
            let url = try #require(URL(string: "http://127.0.0.1:\(silent.port)/"))
            let error = await #expect(throws: PageError.self) {
                _ = try await curl.fetch(url) { $0.connectTimeout = .milliseconds(300) }
            }
            #expect(error?.code == .timedOut)
            #expect(error?.description.contains("no connection within 0.3 s") == true)
        }

        @Test func nextAddressFollowsASilentOne() async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            let silent = try SilentPort(at: "127.0.0.2", port: server.port)
            let collector = PageCollector()
            let hosts = StubHosts(["page.test": [["127.0.0.2", "127.0.0.1"]]])
            let url = server.url(host: "page.test")
            // The addresses share the limit, and a busy machine may need more for the second one.
            var limit = Duration.milliseconds(600)
            while collector.text.isEmpty, limit < .seconds(100) {
                _ = try? await curl.fetch(url, into: collector, hosts: hosts) { $0.connectTimeout = limit }
                limit *= 2
            }
            #expect(collector.text == "page")
            #expect(silent.port == server.port)
        }

        @Test(.tags(.th41)) func hangingHandshakeTimesOut() async throws {
            let server = try LoopbackServer { _, _ in }
            let error = await #expect(throws: PageError.self) {
                _ = try await curl.fetch(server.url(scheme: "https")) { $0.connectTimeout = .milliseconds(300) }
            }
            #expect(error?.code == .timedOut)
            #expect(server.requests.isEmpty)
        }

        @Test(.tags(.th35)) func plainTextIsNoHandshake() async throws {
            let server = try LoopbackServer(greeting: "HTTP/1.1 200 OK\r\n\r\nplain") { _, _ in }
            let error = await #expect(throws: PageError.self) { _ = try await curl.fetch(server.url(scheme: "https")) }
            #expect(error?.code == .untrustedConnection)
        }

        @Test func connectionsUseOurLookUpUnderAnyPolicy() async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            let hosts = StubHosts(["page.test": [["127.0.0.1"]]])
            _ = try await curl.fetch(server.url(host: "page.test"), hosts: hosts) { $0.addressPolicy = .any }
            #expect(hosts.names == ["page.test"])
            #expect(server.requests.first?.values("Host") == ["page.test:\(server.port)"])
        }

        // MARK: - Waiting

        @Test(.tags(.th45)) func transfersBeyondTheLimitWait() async throws {
            let server = try LoopbackServer { _, connection in connection.waitForClose() }
            let fetcher = try #require(CurlPageFetcher(hosts: StubHosts([:]), pool: TransferPool(limit: 4)))
            let sources = (0..<4).map { _ in CancellationTokenSource() }
            let tasks = sources.map { fetcher.start(server.url(), token: $0.token) }
            while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(server.connectionCount == 2)
            // Nothing starts instead of a cancelled waiting transfer.
            sources[2].cancel()
            #expect(tasks[2].isCancelled)
            // After a running transfer is cancelled, the next one starts.
            sources[0].cancel()
            #expect(tasks[0].isCancelled)
            while server.requests.count < 3 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(server.connectionCount == 3)
            for source in sources { source.cancel() }
            #expect(tasks.allSatisfy { $0.isCancelled })
            try await server.clientsClosed(3).value
        }

        @Test(.tags(.th45)) func waitingCountsTowardTheTotalTimeout() async throws {
            let server = try LoopbackServer { _, connection in connection.waitForClose() }
            let fetcher = try #require(CurlPageFetcher(hosts: StubHosts([:]), pool: TransferPool(limit: 1)))
            let source = CancellationTokenSource()
            let first = fetcher.start(server.url(), token: source.token)
            let second = fetcher.start(server.url("/second")) { $0.totalTimeout = .milliseconds(100) }
            let error = await #expect(throws: PageError.self) { _ = try await second.value }
            #expect(error?.code == .timedOut)
            #expect(error?.description.contains("too many pages are being fetched at once") == true)
            #expect(server.requests.allSatisfy { $0.target == "/" })
            source.cancel()
            #expect(first.isCancelled)
        }

        // MARK: - Certificates

        @Test(
            .tags(.th35),
            .enabled(if: SelfSignedCertificate.openssl != nil, "there is no openssl to make a certificate with")
        )
        func untrustedCertificateIsRefused() async throws {
            let server = try await HTTPSServer(name: "page.test")
            let error = await #expect(throws: PageError.self) {
                _ = try await curl.fetch(server.url(host: "page.test"))
            }
            #expect(error?.code == .untrustedConnection)
            #expect(error?.description.contains("certificate") == true)
        }

        /// No name server knows the name, so the connection must use the judged address.
        ///
        /// The server shows the certificate only to clients that send the name.
        @Test(
            .tags(.th28),
            .enabled(if: SelfSignedCertificate.openssl != nil, "there is no openssl to make a certificate with")
        )
        func httpsConnectsToTheJudgedAddress() async throws {
            let server = try await HTTPSServer(
                name: "page.test",
                ["-servername", "page.test", "-servername_fatal", "-cert2", "certificate.pem", "-key2", "key.pem"]
            )
            let hosts = StubHosts(["page.test": [["127.0.0.1"]], "other.test": [["127.0.0.1"]]])
            let fetcher = try #require(CurlPageFetcher(hosts: hosts, certificateAuthorities: server.certificate))
            let collector = PageCollector()
            let url = try server.url(host: "page.test")
            let page = try await fetcher.start(url, into: collector).value
            #expect(page.response.status == 200)
            #expect(page.response.url == url)
            #expect(collector.text.contains("s_server"))
            // The same server under another name is not trusted.
            for name in ["other.test", "127.0.0.1"] {
                let other = try fetcher.start(server.url(host: name))
                let error = await #expect(throws: PageError.self) { _ = try await other.value }
                #expect(error?.code == .untrustedConnection, "\(name)")
            }
        }
    }
}
#endif
