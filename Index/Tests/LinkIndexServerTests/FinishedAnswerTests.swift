import BoltsSiteCheck
import CoreMetrics
import Foundation
import HTTPTypes
import LinkIndex
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import ServerTestClient
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(20))) struct FinishedAnswerTests {
    /// A connection as the server has it, whose cache has one answer.
    struct Connection {
        let channel = EmbeddedChannel()
        let limits: ClientLimits

        init(_ server: ServerFixture, body: String = "{}", isStale: Bool = false) throws {
            try self.init(server, Self.answers(server, body: body, isStale: isStale))
        }

        /// One answer, for ``ServerFixture/links``.
        static func answers(_ server: ServerFixture, body: String, isStale: Bool = false) -> FinishedAnswers {
            let answers = FinishedAnswers(server.index, byteCapacity: 64 << 20)
            let name = AnswerCacheKey(url: ServerFixture.page, form: .links(LinkDevice.allCases))
            let keys = server.index.keys(of: URL(string: ServerFixture.page)!)
            let now = Timestamp.now
            let end = now + (isStale ? .seconds(-1) : .seconds(3_600))
            // The answer was made an hour ago, so that a stale one was fresh once.
            let answer = FinishedAnswer(
                ByteBuffer(string: body),
                from: now + .seconds(-3_600),
                until: end,
                keys: server.options.keys
            )
            answers.keep(answer, keys: keys, since: answers.epoch, for: name)
            return answers
        }

        init(_ server: ServerFixture, _ answers: FinishedAnswers, buckets: TokenBuckets = TokenBuckets { .zero }) throws
        {
            limits = ClientLimits(options: server.options, keys: KeyRing(server.store) { .zero }, buckets: buckets)
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false
            )
            try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try channel.pipeline.syncOperations.addHandler(LastRequestHandler())
            let metrics = RequestMetrics(server.registry)
            let responder = FinishedResponder(answers, limits: limits, metrics: metrics, log: nil)
            try channel.pipeline.syncOperations.addHandler(FinishedAnswerHandler(responder))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

        /// Sends a request in one piece.
        func request(
            _ method: String = "GET",
            path: String = ServerFixture.links,
            fields: String = "",
            body: String = ""
        ) throws {
            try send("\(method) \(path) HTTP/1.1\r\nHost: index\r\n\(fields)\r\n\(body)")
        }

        func respond() throws { try channel.respond() }

        func passed() throws -> [String] { try channel.passed() }

        func received() throws -> String { try channel.received() }

        /// The responses that were sent to the client, as their statuses.
        func statuses() throws -> [String] {
            try received().split(separator: "HTTP/1.1 ").map { String($0.prefix(3)) }
        }
    }

    @Test func aFinishedAnswerIsSentWithoutPassingTheRequestOn() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server, body: "{\"a\":1}")
            for _ in 0..<3 {
                try connection.request()
                let response = try connection.received()
                #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n") && response.hasSuffix("\r\n\r\n{\"a\":1}"))
                // One of two hours remains; a few seconds may have passed since then.
                let seconds = try #require(response.firstMatch(of: /\r\nCache-Control: public, max-age=(\d+)\r\n/)?.1)
                #expect((3_000...3_600).contains(try #require(Int(seconds))) && !response.contains("\r\nAge:"))
                // The tag is half of a SHA-256 of the body.
                #expect(response.contains("\r\nETag: \"015abd7f5cc57a2dd94b7590f04ad808\"\r\n"))
            }
            #expect(try connection.passed() == [])
            #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 3"))
        }
    }

    /// Stores the counts at the time when bytes are sent.
    private final class CountsAtWrite: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        private let registry: PrometheusRegistry
        private(set) var texts: [String] = []

        init(_ registry: PrometheusRegistry) { self.registry = registry }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            texts.append(registry.text())
            context.write(data, promise: promise)
        }
    }

    /// A client that has a response may read the counts immediately.
    @Test func aResponseIsCountedBeforeItIsSent() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            let counts = CountsAtWrite(server.registry)
            try connection.channel.pipeline.syncOperations.addHandler(counts, position: .first)
            try connection.request()
            let text = try #require(counts.texts.first)
            #expect(text.contains("applinks_index_requests_total{status=\"200\"} 1"))
        }
    }

    @Test func aCacheMayKeepAnAnswerAndAsksAgainByItsTag() async throws {
        try await ServerFixture.routes { _, client in
            let first = try await client.get(ServerFixture.links)
            let tag = try #require(first.headers[.eTag])
            #expect(first.headers[.cacheControl]?.hasPrefix("public, ") == true && first.headers[.age] == nil)
            for list in [tag, "W/\(tag)", "\"a\", \(tag) , \"b\"", "*"] {
                let fresh = try await client.get(ServerFixture.links)
                let current = try #require(fresh.headers[.eTag])
                let renewed = list.replacing(tag, with: current)
                let again = try await client.get(ServerFixture.links, [.ifNoneMatch: renewed])
                #expect(again.status == .notModified && again.body.readableBytes == 0)
                #expect(again.headers[.eTag] == current && again.headers[.contentType] == nil)
                #expect(again.headers[.cacheControl] != nil)
            }
            for list in ["\"a\", a, \(tag)x", "\"a,*,b\""] {
                let other = try await client.get(ServerFixture.links, [.ifNoneMatch: list])
                #expect(other.status == .ok && other.body.readableBytes > 0)
            }
        }
    }

    @Test func whereAKeyIsNeededNoSharedCacheKeepsAnAnswer() async throws {
        let answer = FinishedAnswer(ByteBuffer(string: "{}"), until: .now + .seconds(60), keys: .required)
        let fields = try answer.response(to: HTTPFields()).head.headerFields
        #expect(fields[.cacheControl]?.hasPrefix("private, max-age=") == true && fields[.vary] == "Authorization")
        let stale = FinishedAnswer(ByteBuffer(string: "{}"), until: .now + .seconds(-1), keys: .optional)
        let others = try stale.response(to: HTTPFields()).head.headerFields
        #expect(others[.cacheControl] == "public, no-cache" && others[.vary] == nil && stale.end == nil)
    }

    /// nginx's cache ignores `Age`, so it would keep an answer for longer than the answer says.
    @Test func aCacheIsGivenTheSecondsThatRemain() throws {
        let begin = Timestamp.now
        let answer = FinishedAnswer(ByteBuffer(string: "{}"), from: begin, until: begin + .seconds(60), keys: .optional)
        for (age, value) in [
            (0, "max-age=60"), (45, "max-age=15"), (59, "max-age=1"), (60, "no-cache"), (90, "no-cache"),
        ] {
            let fields = try answer.response(to: HTTPFields(), at: begin + .seconds(age)).head.headerFields
            #expect(fields[.cacheControl] == "public, \(value)" && fields[.age] == nil)
        }
    }

    @Test func anAnswerIsNotGivenAgainAfterTheClockWasSetBack() async throws {
        try await ServerFixture.run { server in
            let answers = FinishedAnswers(server.index, byteCapacity: 1 << 20)
            let (body, now) = (ByteBuffer(string: "{}"), Timestamp.now)
            let name = AnswerCacheKey(url: "https://a.example/", form: .links([.iphone]))
            let keys = server.index.keys(of: URL(string: ServerFixture.page)!)
            let answer = FinishedAnswer(body, from: now, until: now + .seconds(60), keys: .none)
            answers.keep(answer, keys: keys, since: answers.epoch, for: name)
            #expect(answers.answer(for: name, at: now)?.body == body)
            #expect(answers.answer(for: name, at: now + .seconds(60)) == nil)
            #expect(answers.answer(for: name, at: now + .seconds(-3_600)) == nil)
        }
    }

    @Test func aStaleAnswerAndAnotherQueryArePassedOn() async throws {
        try await ServerFixture.run { server in
            let stale = try Connection(server, isStale: true)
            try stale.request()
            #expect(try stale.passed() == ["head", "end"])
            let other = try Connection(server)
            try other.request(path: ServerFixture.links + "2")
            #expect(try other.passed() == ["head", "end"])
            #expect(try other.received() == "")
        }
    }

    @Test(arguments: [
        "Authorization: Bearer key", "Cache-Control: max-age=0", "Connection: close", "Connection: close, x",
        "Upgrade: h2c", "If-Match: \"a\"", "HEAD", "body", "token",
    ])
    func aRequestWithMoreThanAURLIsPassedOnWhole(_ what: String) async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            for _ in 0..<(what.hasPrefix("Connection") || what.hasPrefix("Upgrade") ? 1 : 2) {
                switch what {
                case "HEAD": try connection.request("HEAD")
                case "token": try connection.request(path: ServerFixture.links + "&access_token=key")
                case "body": try connection.request(fields: "Content-Length: 2\r\n", body: "{}")
                default: try connection.request(fields: what + "\r\n")
                }
                #expect(try connection.passed() == (what == "body" ? ["head", "body", "end"] : ["head", "end"]))
                #expect(try connection.received() == "")
                try connection.respond()
                #expect(try connection.statuses() == ["204"])
            }
        }
    }

    @Test func whoHasTheAnswerIsToldSoWithoutPassingTheRequestOn() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server, body: "{\"a\":1}")
            for list in ["*", "\"b\", W/\"015abd7f5cc57a2dd94b7590f04ad808\""] {
                try connection.request(fields: "If-None-Match: \(list)\r\n")
                let response = try connection.received()
                #expect(response.hasPrefix("HTTP/1.1 304 ") && response.hasSuffix("\r\n\r\n"))
                #expect(response.contains("\r\nETag: \"015abd7f5cc57a2dd94b7590f04ad808\"\r\n"))
                #expect(!response.contains("Content-Type"))
            }
            try connection.request(fields: "If-None-Match: \"b\"\r\n")
            #expect(try connection.received().hasSuffix("{\"a\":1}"))
            #expect(try connection.passed() == [])
            #expect(server.registry.text().contains("applinks_index_requests_total{status=\"304\"} 2"))
        }
    }

    @Test func aConnectionThatEndsWithItsRequestIsClosedAfterTheAnswer() async throws {
        try await ServerFixture.run { server in
            try await server.alone { port in
                var answers: [String] = []
                for _ in 0..<4 {
                    let socket = try RawSocket(port: port)
                    let request = "GET \(ServerFixture.links) HTTP/1.0\r\nHost: a\r\n\r\n"
                    // Text after the last request is not answered.
                    try socket.send(answers.count == 3 ? request + request : request)
                    answers.append(await socket.waitForEnd())
                }
                #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 OK\r\n") && $0.hasSuffix("}") })
                #expect(answers.allSatisfy { $0.components(separatedBy: "HTTP/1.1 200").count == 2 })
            }
        }
    }

    @Test func responsesKeepTheOrderOfTheirRequests() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try connection.request()
            #expect(try connection.statuses() == ["200"])
            try connection.request(path: "/health")
            try connection.request()
            #expect(try connection.received() == "")
            #expect(try connection.passed() == ["head", "end", "head", "end"])
            try connection.respond()
            try connection.respond()
            #expect(try connection.statuses() == ["204", "204"])
            try connection.request()
            #expect(try connection.statuses() == ["200"])
        }
    }

    @Test func aConnectionWhoseOtherRequestsComeOneByOneIsAnsweredAgain() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            for _ in 0..<3 {
                try connection.request(path: "/health", fields: "X-Request-ID: 1\r\n")
                #expect(try connection.passed() == ["head", "end"])
                try connection.respond()
                #expect(try connection.statuses() == ["204"])
                try connection.request(fields: "X-Request-ID: 2\r\nConnection: Keep-Alive\r\n")
                #expect(try connection.statuses() == ["200"])
            }
            #expect(try connection.passed() == [])
        }
    }

    @Test func bytesThatRepeatARequestInsideAnotherOneArePartOfThat() async throws {
        try await ServerFixture.run { server in
            let request = "GET \(ServerFixture.links) HTTP/1.1\r\nHost: index\r\n\r\n"
            let connection = try Connection(server)
            try connection.send(request)
            #expect(try connection.statuses() == ["200"])
            // The body of this request is the text of the other request.
            try connection.send("POST /v1/links HTTP/1.1\r\nHost: a\r\nContent-Length: \(request.utf8.count)\r\n\r\n")
            try connection.send(request)
            #expect(try connection.received() == "")
            #expect(try connection.passed() == ["head", "body", "end"])
        }
    }

    @Test func aRequestThatIsNotAnsweredInTimeIsFollowedByItsBody() async throws {
        try await ServerFixture.run { server in
            let request = "GET \(ServerFixture.links) HTTP/1.1\r\nHost: index\r\n\r\n"
            let connection = try Connection(server)
            try connection.send(request)
            #expect(try connection.statuses() == ["200"])
            try connection.send("POST /v1/other HTTP/1.1\r\nHost: a\r\nContent-Length: \(request.utf8.count)\r\n\r\n")
            // A response may be sent before the request has ended.
            try connection.respond()
            #expect(try connection.statuses() == ["204"])
            try connection.send(request)
            #expect(try connection.received() == "")
            #expect(try connection.passed() == ["head", "body", "end"])
        }
    }

    @Test(arguments: 1...40) func aRequestInPiecesAndPipelinedRequestsGetOneResponseEach(_ size: Int) async throws {
        try await ServerFixture.run { server in
            let request = "GET \(ServerFixture.links) HTTP/1.1\r\nHost: index\r\n\r\n"
            let connection = try Connection(server)
            var rest = Substring(String(repeating: request, count: 5))
            while !rest.isEmpty {
                try connection.send(String(rest.prefix(size * 7)))
                rest = rest.dropFirst(size * 7)
            }
            #expect(try connection.statuses() == Array(repeating: "200", count: 5))
            #expect(try connection.passed() == [])
        }
    }

    @Test func aConnectionThatIsAskedToEndPassesEveryRequestOn() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            connection.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            try connection.request()
            #expect(try connection.passed() == ["head", "end"])
        }
    }

    @Test func anAddressOverItsLimitIsPassedOnAndSoIsARequiredKey() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 2
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            for _ in 0..<3 { try connection.request() }
            #expect(try connection.statuses() == ["200", "200"])
            #expect(try connection.passed() == ["head", "end"])
        }
        options.keys = .required
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            try connection.request()
            #expect(try connection.passed() == ["head", "end"])
        }
    }

    @Test func aClientThatDoesNotReadGetsNoFurtherAnswerFromMemory() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try connection.request()
            #expect(try connection.statuses() == ["200"])
            connection.channel.isWritable = false
            try connection.request()
            #expect(try connection.received() == "")
            #expect(try connection.passed() == ["head", "end"])
        }
    }

    @Test func allWaysOfAnsweringSendTheSame() async throws {
        try await ServerFixture.sockets { _, client in
            var responses: [ServerTestResponse] = []
            for _ in 0..<3 { responses.append(try await client.get(ServerFixture.links)) }
            func names(_ response: ServerTestResponse) -> [String] { response.headers.map(\.name.rawName).sorted() }
            for response in responses {
                #expect(response.status == .ok)
                #expect(try response.object["link"] != nil)
                #expect(names(response) == names(responses[0]))
                #expect(response.headers[.contentType] == responses[0].headers[.contentType])
            }
        }
    }
}
