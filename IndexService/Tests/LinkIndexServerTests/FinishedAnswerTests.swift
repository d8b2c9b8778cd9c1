import CoreMetrics
import Foundation
import HTTPTypes
import HummingbirdTesting
import LinkIndex
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LinkIndexServer

@Suite(.timeLimit(.minutes(10)))
struct FinishedAnswerTests {
    private static let target = "/v1/links?url=\(encoded(ServerFixture.page))"

    /// A connection whose cache has one answer.
    private struct Connection {
        let channel = EmbeddedChannel()

        init(_ server: ServerFixture, body: String = "{}", isStale: Bool = false) throws {
            let answers = FinishedAnswers(server.index, byteCapacity: 1 << 20)
            let query = String(FinishedAnswerTests.target.dropFirst("/v1/links?".count))
            let keys = server.index.keys(of: URL(string: ServerFixture.page)!)
            let end = Timestamp.now + (isStale ? .seconds(-1) : .seconds(3_600))
            answers.keep(ByteBuffer(string: body), until: end, keys: keys, for: query)
            let limits = ClientLimits(
                options: server.options,
                keys: KeyRing(server.store) { .zero },
                buckets: TokenBuckets { .zero }
            )
            let metrics = RequestMetrics(server.registry)
            try channel.pipeline.syncOperations.addHandler(
                FinishedAnswerHandler(answers, limits: limits, metrics: metrics) { [:] }
            )
        }

        func head(_ method: HTTPRequest.Method = .get, path: String = target, fields: HTTPFields = [:]) throws {
            var request = HTTPRequest(method: method, scheme: "http", authority: "index", path: path)
            request.headerFields = fields
            try channel.writeInbound(HTTPRequestPart.head(request))
        }

        func end() throws { try channel.writeInbound(HTTPRequestPart.end(nil)) }

        func body(_ text: String) throws { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: text))) }

        /// Answers a request as the rest of the service does.
        func respond() throws {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }

        /// The parts that were passed on, as `head`, `body` and `end`.
        func passed() throws -> [String] {
            var names: [String] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                switch part {
                case .head: names.append("head")
                case .body: names.append("body")
                case .end: names.append("end")
                }
            }
            return names
        }

        /// The parts that were sent: a head as its status, a body as its text.
        func sent() throws -> [String] {
            var texts: [String] = []
            while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
                switch part {
                case .head(let response): texts.append("\(response.status.code)")
                case .body(let buffer): texts.append(String(buffer: buffer))
                case .end: texts.append("end")
                }
            }
            return texts
        }
    }

    @Test func `a finished answer is sent without passing the request on`() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server, body: "{\"a\":1}")
            for _ in 0..<3 {
                try connection.head()
                try connection.end()
                #expect(try connection.sent() == ["200", "{\"a\":1}", "end"])
            }
            #expect(try connection.passed() == [])
            #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 3"))
        }
    }

    @Test func `a stale answer and another query are passed on`() async throws {
        try await ServerFixture.run { server in
            let stale = try Connection(server, isStale: true)
            try stale.head()
            try stale.end()
            #expect(try stale.passed() == ["head", "end"])
            let other = try Connection(server)
            try other.head(path: Self.target + "2")
            try other.end()
            #expect(try other.passed() == ["head", "end"])
            #expect(try other.sent() == [])
        }
    }

    @Test(arguments: ["authorization", "connection", "expect", "method", "body", "token"])
    func `a request with more than a URL is passed on whole`(_ what: String) async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            switch what {
            case "authorization": try connection.head(fields: [.authorization: "Bearer key"])
            case "connection": try connection.head(fields: [.connection: "close"])
            case "expect": try connection.head(fields: [.expect: "100-continue"])
            case "method": try connection.head(.head)
            case "token": try connection.head(path: Self.target + "&access_token=key")
            default: try connection.head()
            }
            if what == "body" { try connection.body("{}") }
            try connection.end()
            #expect(try connection.passed() == (what == "body" ? ["head", "body", "end"] : ["head", "end"]))
            #expect(try connection.sent() == [])
        }
    }

    @Test func `responses keep the order of their requests`() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try connection.head(path: "/health")
            try connection.end()
            try connection.head()
            try connection.end()
            #expect(try connection.sent() == [])
            #expect(try connection.passed() == ["head", "end", "head", "end"])
            try connection.respond()
            try connection.respond()
            #expect(try connection.sent() == ["200", "end", "200", "end"])
            try connection.head()
            try connection.end()
            #expect(try connection.sent() == ["200", "{}", "end"])
        }
    }

    @Test func `an address over its limit is passed on, and so is a required key`() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 2
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            for _ in 0..<3 {
                try connection.head()
                try connection.end()
            }
            #expect(try connection.sent().filter { $0 == "200" }.count == 2)
            #expect(try connection.passed() == ["head", "end"])
        }
        options.keys = .required
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            try connection.head()
            try connection.end()
            #expect(try connection.passed() == ["head", "end"])
        }
    }

    @Test func `a client that does not read gets no further answer from memory`() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            connection.channel.isWritable = false
            try connection.head()
            try connection.end()
            #expect(try connection.sent() == [])
            #expect(try connection.passed() == ["head", "end"])
        }
    }

    @Test func `both ways of answering send the same`() async throws {
        try await ServerFixture.run { server in
            try await server.sockets { client in
                let first = try await client.execute(uri: Self.target, method: .get)
                let second = try await client.execute(uri: Self.target, method: .get)
                #expect(first.status == .ok)
                #expect(second.status == .ok)
                #expect(try second.object["link"] != nil)
                func names(_ response: TestResponse) -> [String] { response.headers.map(\.name.rawName).sorted() }
                #expect(names(first) == names(second))
                #expect(first.headers[.contentType] == second.headers[.contentType])
            }
        }
    }
}
