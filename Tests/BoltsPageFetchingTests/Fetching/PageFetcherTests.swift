import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests that use sockets run one after the other: on Linux all sessions of the process share one queue.
@Suite(.serialized) enum FetchingOverSockets {}

extension FetchingOverSockets {
    /// Tests fetching from friendly and careless servers; names come from a table, and every connection goes to this machine.
    @Suite(.tags(.l7), .timeLimit(.minutes(20))) struct PageFetcherTests {
        @Test(arguments: Transport.available) func pageAndResponseArrive(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.respond(200, ["Content-Type: text/html; charset=ISO-8859-1"], bytes: [0x61, 0xe9])
            }
            let collector = PageCollector()
            let url = server.url("/page?a=b#part", host: "page.test")
            let page = try await transport.fetch(url, into: collector)
            #expect(collector.bytes == [0x61, 0xe9])
            #expect(collector.responses == [page.response])
            #expect(page.requestedURL == url)
            #expect(page.response.url == server.url("/page?a=b", host: "page.test"))
            #expect(page.response.contentType == PageContentType(mediaType: "text/html", charset: "ISO-8859-1"))
            #expect(page.byteCount == 2)
            #expect(!page.isTruncated)
            #expect(server.requests.first?.target == "/page?a=b")
        }

        @Test(.tags(.th33, .th34), arguments: Transport.available)
        func requestRevealsNothing(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "x") }
            _ = try await transport.fetch(server.url("/", host: "page.test")) {
                $0.userAgent = "Reader/1\r\nX-Evil: yes"
            }
            let request = try #require(server.requests.first)
            #expect(request.method == "GET")
            #expect(request.values("Prefer-Html-Meta-Tags") == ["al"])
            #expect(request.values("User-Agent") == ["Reader/1X-Evil: yes"])
            #expect(request.values("Accept").first?.hasPrefix("text/html") == true)
            for name in ["Cookie", "Authorization", "Referer", "X-Evil", "Origin"] {
                #expect(request.values(name).isEmpty, "\(name)")
            }
        }

        @Test(.tags(.th88), arguments: Transport.available)
        func fieldsForAnOriginLeaveItWithNoRedirect(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                let port = request.values("Host")[0].split(separator: ":")[1]
                switch request.target {
                case "/a": connection.redirect(302, to: "/b")
                case "/b": connection.redirect(302, to: "//other.test:\(port)/c")
                case "/c": connection.redirect(302, to: "//page.test:\(port)/d")
                default: connection.respond(body: "arrived")
                }
            }
            let origin = server.url("/anything?x", host: "page.test")
            func fetch(_ path: String, host: String) async throws {
                let fields = try OriginHeaderFields(origin: origin, [("X-Token", "secret"), ("Cookie", "a=b; c=d")])
                _ = try await transport.fetch(server.url(path, host: host)) { $0.originFields = fields }
            }
            try await fetch("/a", host: "page.test")
            #expect(server.requests.map { $0.values("X-Token") } == [["secret"], ["secret"], [], []])
            #expect(server.requests.map { $0.values("Cookie") } == [["a=b; c=d"], ["a=b; c=d"], [], []])
            let count = server.requests.count
            // A fetch that begins at another origin has no credentials, even if it is redirected to this origin.
            try await fetch("/c", host: "other.test")
            #expect(server.requests.dropFirst(count).map { $0.values("X-Token") } == [[], []])
        }

        @Test(arguments: Transport.available) func theHostFieldKeepsTheName(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "x") }
            let page = try await transport.fetch(server.url("/", host: "page.test"))
            #expect(server.requests.first?.values("Host") == ["page.test:\(server.port)"])
            #expect(page.response.url.host() == "page.test")
        }

        @Test(arguments: Transport.available) func redirectsAreRecordedHopByHop(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                switch request.target {
                case "/a": connection.redirect(301, to: "b")
                case "/b":
                    connection.redirect(302, to: "//other.test:\(request.values("Host")[0].split(separator: ":")[1])/c")
                case "/c": connection.redirect(303, to: "./d?e#f")
                case "/d?e": connection.redirect(307, to: "/g")
                case "/g": connection.redirect(308, to: "/h")
                default: connection.respond(body: "arrived")
                }
            }
            let collector = PageCollector()
            let page = try await transport.fetch(server.url("/a", host: "page.test"), into: collector)
            #expect(collector.text == "arrived")
            #expect(page.hops.map(\.status) == [301, 302, 303, 307, 308, 200])
            #expect(page.response.url == server.url("/h", host: "other.test"))
            #expect(server.requests.map(\.method) == Array(repeating: "GET", count: 6))
        }

        @Test(.tags(.th33), arguments: Transport.available)
        func cookiesAreNotSentOn(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                if request.target == "/" {
                    connection.respond(302, ["Location: /page", "Set-Cookie: id=1; Path=/"])
                } else {
                    connection.respond(body: "x")
                }
            }
            for _ in 0..<2 { _ = try await transport.fetch(server.url("/", host: "page.test")) }
            #expect(server.requests.count == 4)
            #expect(server.requests.allSatisfy { $0.values("Cookie").isEmpty })
        }

        @Test(.tags(.th33), arguments: Transport.available)
        func otherOriginsLearnNothing(_ transport: Transport) async throws {
            let second = try LoopbackServer { _, connection in connection.respond(body: "x") }
            let place = second.url("/page", host: "other.test").absoluteString
            let first = try LoopbackServer { _, connection in
                connection.respond(
                    302,
                    [
                        "Location: \(place)", "Set-Cookie: id=1; Domain=test", "WWW-Authenticate: Basic realm=x",
                        "Authentication-Info: x", "ETag: \"v\"", "Alt-Svc: h2=\":443\"", "Refresh: 0; url=/x",
                    ]
                )
            }
            let start = first.url("/?token=secret", host: "page.test")
            _ = try await transport.fetch(start) {
                $0.validator = PageValidator(url: start, entityTag: "\"v\"")
            }
            let told = try #require(second.requests.first)
            #expect(first.requests.first?.values("If-None-Match") == ["\"v\""])
            #expect(second.requests.count == 1)
            #expect(!told.fields.contains { $0.value.contains("secret") || $0.value.contains("page.test") })
            let names = Set(told.fields.map { $0.name.lowercased() })
            #expect(
                names.isSubset(of: [
                    "host", "user-agent", "accept", "prefer-html-meta-tags", "accept-encoding", "accept-language",
                    "connection",
                ]),
                "\(names)"
            )
        }

        @Test(.tags(.gx18), arguments: Transport.available, [400, 401, 403, 404, 407, 410, 418, 500, 503])
        func errorStatusIsAnError(_ transport: Transport, _ status: Int) async throws {
            let server = try LoopbackServer { _, connection in
                connection.respond(status, ["WWW-Authenticate: Basic realm=\"x\""], body: "sorry")
            }
            let error = await #expect(throws: PageError.self) { _ = try await transport.fetch(server.url()) }
            #expect(error?.code == .httpStatus)
            #expect(error?.httpStatus == status)
            #expect(error?.description.contains("\(status)") == true)
        }

        @Test(arguments: Transport.available) func errorPagesAreReadOnRequest(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(404, body: "sorry") }
            let collector = PageCollector()
            let page = try await transport.fetch(server.url(), into: collector) { $0.readsErrorPages = true }
            #expect(page.response.status == 404)
            #expect(collector.text == "sorry")
        }

        @Test(arguments: [(404, true), (500, true), (503, false), (429, false)])
        func anErrorPageIsNotReadWhereTheRequestMayBeRepeated(_ status: Int, _ isRead: Bool) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(status, body: "sorry") }
            let collector = PageCollector()
            let page = try? await Transport.available[0].fetch(server.url(), into: collector) {
                $0.readsLastingErrorPages = true
            }
            #expect((page?.response.status == status) == isRead && (collector.text == "sorry") == isRead)
        }

        @Test(arguments: Transport.available)
        func satisfiedConsumerEndsTheFetch(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\r\n0123456789")
                connection.waitForClose()
            }
            let collector = PageCollector(limit: 5)
            let page = try await transport.fetch(server.url(), into: collector)
            #expect(page.isTruncated)
            #expect(collector.text == "0123456789")
            try await server.clientsClosed().value
        }

        @Test(arguments: Transport.available) func consumerErrorEndsTheFetch(_ transport: Transport) async throws {
            struct Refusal: Error {}
            final class Refuser: PageConsuming {
                let atOnce: Bool
                init(atOnce: Bool) { self.atOnce = atOnce }
                func begin(_ response: PageResponse) throws { if atOnce { throw Refusal() } }
                func consume(_ chunk: Span<UInt8>) throws -> Bool { throw Refusal() }
            }
            let server = try LoopbackServer { _, connection in
                connection.send("HTTP/1.1 200 OK\r\n\r\n0123456789")
                connection.waitForClose()
            }
            for atOnce in [true, false] {
                let task = try transport.fetcher().start(server.url(), into: Refuser(atOnce: atOnce))
                await #expect(throws: Refusal.self) { _ = try await task.value }
            }
            try await server.clientsClosed(2).value
        }

        @Test(arguments: Transport.available)
        func cancellationClosesTheConnection(_ transport: Transport) async throws {
            let arrived = TaskCompletionSource<Void>()
            let server = try LoopbackServer { _, connection in
                arrived.trySet(result: ())
                connection.waitForClose()
            }
            let source = CancellationTokenSource()
            let task = try transport.fetcher().start(server.url(), token: source.token)
            try await arrived.task.value
            source.cancel()
            // The task is cancelled when `cancel` returns.
            #expect(task.isCancelled)
            try await server.clientsClosed().value
        }

        @Test(arguments: Transport.available)
        func cancellingTheSwiftTaskClosesTheConnection(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.waitForClose() }
            let fetcher = try transport.fetcher()
            let url = server.url()
            let task = Task { try await fetcher.fetch(url, options: .loopback, into: PageCollector()) }
            while server.activeRequestCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
            #expect(server.activeRequestCount == 1)
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            try await server.clientsClosed().value
            #expect(server.activeRequestCount == 0)
        }

        @Test(arguments: Transport.available) func awaitingAFetchReturnsThePage(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "page") }
            let collector = PageCollector()
            let page = try await transport.fetcher().fetch(server.url(), options: .loopback, into: collector)
            #expect(page.body == .complete)
            #expect(collector.text == "page")
        }

        @Test(arguments: Transport.available)
        func notModifiedPagesAreNotSentAgain(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in
                guard request.values("If-None-Match") == ["\"v1\""] else { return connection.respond(body: "page") }
                connection.send("HTTP/1.1 304 X\r\nETag: \"v1\"\r\n\r\n")
            }
            let collector = PageCollector()
            let page = try await transport.fetch(server.url(), into: collector) {
                $0.validator = PageValidator(url: server.url(), entityTag: "\"v1\"")
            }
            #expect(page.body == .notModified)
            #expect(page.hops.last?.cacheFields.entityTag == "\"v1\"")
            #expect(collector.responses.isEmpty)
        }

        @Test func awaitingALookUpCanBeCancelled() async throws {
            struct Silent: HostResolving {
                let asked = TaskCompletionSource<Void>()
                func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
                    let source = TaskCompletionSource<[HostAddress]>()
                    cancellationToken.register { source.tryCancel() }
                    asked.trySet(result: ())
                    return source.task
                }
            }
            let hosts = Silent()
            let task = Task {
                try await withCancellationToken { hosts.addresses(of: "page.test", cancellationToken: $0) }
            }
            try await hosts.asked.task.value
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }

        @Test(arguments: Transport.available) func cancelledTokenSendsNothing(_ transport: Transport) async throws {
            let server = try LoopbackServer { _, connection in connection.respond(body: "x") }
            let source = CancellationTokenSource()
            source.cancel()
            let task = try transport.fetcher().start(server.url(), token: source.token)
            #expect(task.isCancelled)
            #expect(server.connectionCount == 0)
        }

        /// A resolver that does not answer and cannot be cancelled.
        private struct Deaf: HostResolving {
            let answer = TaskCompletionSource<[HostAddress]>()
            func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
                answer.task
            }
        }

        @Test(arguments: Transport.available)
        func cancellationDoesNotWaitForALookUp(_ transport: Transport) async throws {
            let hosts = Deaf()
            let source = CancellationTokenSource()
            let url = try #require(URL(string: "http://page.test/"))
            let task = try transport.fetcher(hosts: hosts).start(url, token: source.token)
            #expect(!task.isCompleted)
            source.cancel()
            #expect(task.isCancelled)
            hosts.answer.trySet(result: [])
        }

        @Test(arguments: Transport.available) func unansweredLookUpTimesOut(_ transport: Transport) async throws {
            let hosts = Deaf()
            let url = try #require(URL(string: "http://page.test/"))
            let task = try transport.fetcher(hosts: hosts).start(url) { $0.totalTimeout = .milliseconds(50) }
            let error = await #expect(throws: PageError.self) { _ = try await task.value }
            #expect(error?.code == .timedOut)
            hosts.answer.trySet(result: [])
        }

        @Test func systemResolverFindsLocalhost() async throws {
            let addresses = try await SystemHostResolver().addresses(of: "localhost", cancellationToken: .none).value
            #expect(!addresses.isEmpty)
            #expect(addresses.allSatisfy { !AddressPolicy.publicOnly.allows($0) })
        }

        @Test(arguments: Transport.available)
        func aHundredSimultaneousFetchesArrive(_ transport: Transport) async throws {
            let server = try LoopbackServer { request, connection in connection.respond(body: request.target) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let collector = PageCollector()
                        _ = try await transport.fetch(server.url("/\(number)"), into: collector) { options in
                            options.responseTimeout = .seconds(200)
                            options.totalTimeout = .seconds(200)
                        }
                        #expect(collector.text == "/\(number)")
                    }
                }
                try await group.waitForAll()
            }
            #expect(server.connectionCount == 100)
        }
    }
}
