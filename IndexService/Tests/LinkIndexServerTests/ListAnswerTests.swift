import BoltsSiteCheck
import Foundation
import HTTPTypes
import HummingbirdTesting
import LinkIndex
import LinkIndexTestSupport
import Logging
import NIOCore
import Synchronization
import Testing

@testable import LinkIndexServer

/// A `POST` of kept answers is answered in front of the decoder, as it is behind it.
@Suite(.timeLimit(.minutes(20)))
struct ListAnswerTests {
    private typealias Connection = FinishedAnswerTests.Connection

    private static let known = "{\"urls\": [\"\(ServerFixture.page)\"]}"

    private static func post(_ connection: Connection, _ body: String, fields: String = "", length: Int? = nil) throws {
        try connection.request(
            "POST",
            path: "/v1/links",
            fields: "Content-Length: \(length ?? body.utf8.count)\r\n\(fields)",
            body: body
        )
    }

    @Test func aListOfKeptAnswersIsJoinedWithoutPassingTheRequestOn() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server, body: "{\"a\":1}")
            for count in [1, 2, 50] {
                let urls = Array(repeating: "\"\(ServerFixture.page)\"", count: count).joined(separator: ",\n\t ")
                try Self.post(connection, " {\r\n \"urls\" : [ \(urls) ] , \"devices\":[],\"for\":[\"links\"]}\n")
                let list = Array(repeating: "{\"a\":1}", count: count).joined(separator: ",")
                let body = "{\"answers\":[\(list)],\"version\":1}"
                let response = try connection.received()
                #expect(response.hasPrefix("HTTP/1.1 200 OK\r\nDate: ") && response.hasSuffix("\r\n\r\n\(body)"))
                #expect(response.contains("\r\nContent-Length: \(body.utf8.count)\r\n"))
                #expect(response.contains("\r\nContent-Type: application/json\r\n"))
                #expect(!response.contains("ETag") && !response.contains("Cache-Control"))
            }
            #expect(try connection.passed() == [])
            #expect(server.registry.text().contains("applinks_index_requests_total{status=\"200\"} 3"))
        }
    }

    private static let other = [
        "{\"urls\": [\"https://unknown.example/\"]}",
        "{\"urls\": [\"\(ServerFixture.page)\", \"https://unknown.example/\"]}",
        "{\"urls\": []}", "{}", "", "[]", known + "x", "\u{b}" + known, String(known.dropLast()),
        known.replacing("]", with: ",]"), known.replacing("}", with: ",}"), known.replacing(":", with: "\\u003a"),
        known.replacing("\"urls\"", with: "\"a\": 1, \"urls\""), known.replacing("]", with: "], \"devices\": null"),
        known.replacing("]", with: "], \"devices\": [\"x\"]"), known.replacing("]", with: "], \"for\": [\"sign-in\"]"),
        known.replacing("]", with: "], \"devices\": [\"iphone\"]"), known.replacing("]", with: "], \"urls\": [\"a\"]"),
        known.replacing("[", with: "[1, "),
        "{\"urls\": [" + Array(repeating: "\"\(ServerFixture.page)\"", count: 51).joined(separator: ",") + "]}",
    ]

    @Test(arguments: other)
    func anotherListIsPassedOnWholeAndTheConnectionGoesOn(_ body: String) async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try Self.post(connection, body)
            #expect(try connection.passed() == (body.isEmpty ? ["head", "end"] : ["head", "body", "end"]))
            try connection.respond()
            #expect(try connection.statuses() == ["204"])
            try Self.post(connection, Self.known)
            #expect(try connection.statuses() == ["200"])
        }
    }

    @Test(arguments: [
        "Content-Length: 1\r\n", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "Host: b\r\n",
        "If-None-Match: *\r\n", "Authorization: Bearer a\r\nAuthorization: Bearer a\r\n",
    ])
    func aRequestThatDecodersCouldReadDifferentlyIsPassedOnAtOnce(_ fields: String) async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try? Self.post(connection, "", fields: fields, length: Self.known.utf8.count)
            try? connection.send(Self.known)
            #expect(try connection.received().contains(" 200 ") == false)
        }
    }

    @Test(arguments: [1, 7, 100])
    func aBodyInPiecesIsHeldUntilItIsWhole(_ size: Int) async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            for _ in 0..<2 {
                try Self.post(connection, "", length: Self.known.utf8.count)
                var rest = Self.known[...]
                while !rest.isEmpty {
                    #expect(try connection.received() == "")
                    try connection.send(String(rest.prefix(size)))
                    rest = rest.dropFirst(size)
                }
                #expect(try connection.statuses() == ["200"])
            }
            #expect(try connection.passed() == [])
        }
    }

    @Test func aRequestBehindAListIsPassedOnAfterIt() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            let get = "GET \(FinishedAnswerTests.target) HTTP/1.1\r\nHost: index\r\n\r\n"
            try Self.post(connection, "", length: Self.known.utf8.count)
            try connection.send(Self.known + get)
            #expect(try connection.received() == "")
            #expect(try connection.passed() == ["head", "body", "end", "head", "end"])
        }
    }

    @Test func aListWhoseClientLeavesIsPassedOnAsFarAsItCame() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 1
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            try Self.post(connection, String(Self.known.prefix(9)), length: Self.known.utf8.count)
            #expect(try connection.passed() == [])
            connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            #expect(try connection.passed() == ["head", "body"])
            // Whoever decodes it counts it.
            let client = try #require(connection.limits.remembered(nil, .empty) { "127.0.0.1" })
            #expect(connection.limits.admits(1, from: client))
        }
    }

    @Test func eachURLOfAListCountsAndOneOverTheLimitIsPassedOn() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 5
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            let urls = Array(repeating: "\"\(ServerFixture.page)\"", count: 3).joined(separator: ",")
            let three = "{\"urls\":[\(urls)]}"
            try Self.post(connection, three)
            #expect(try connection.statuses() == ["200"])
            // It would make six.
            try Self.post(connection, three)
            #expect(try connection.passed() == ["head", "body", "end"])
            try connection.respond()
            _ = try connection.received()
            for _ in 0..<2 {
                try Self.post(connection, Self.known)
                #expect(try connection.statuses() == ["200"])
            }
            try Self.post(connection, "", length: Self.known.utf8.count)
            // It is refused before its body has arrived.
            #expect(try connection.passed() == ["head"])
        }
    }

    @Test func aListNeedsAKeyThatTheNodeRemembers() async throws {
        var options = IndexServerOptions()
        options.keys = .required
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("a")
            let fields = "Authorization: Bearer \(secret.text)\r\n"
            let connection = try Connection(server)
            try Self.post(connection, "", fields: fields, length: Self.known.utf8.count)
            #expect(try connection.passed() == ["head"])
            let another = try Connection(server)
            _ = try await another.limits.key(secret, from: "127.0.0.1")
            try Self.post(another, Self.known, fields: fields)
            #expect(try another.statuses() == ["200"])
        }
    }

    @Test func aListEndsAConnectionThatAsksForIt() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try Self.post(connection, Self.known, fields: "Connection: close\r\n")
            #expect(try connection.received().contains("\r\nConnection: close\r\n"))
            #expect(!connection.channel.isActive)
        }
    }

    @Test func slashesMayBeEscaped() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            try Self.post(connection, Self.known.replacing("/", with: "\\/"))
            #expect(try connection.statuses() == ["200"])
        }
    }

    @Test func theListInFrontOfTheDecoderIsThatBehindIt() async throws {
        let lines = Mutex<[Data]>([])
        var options = IndexServerOptions()
        options.requestLog = Logger(label: "requests") { label in
            JSONLogHandler(label: label) { line in lines.withLock { $0.append(line) } }
        }
        try await ServerFixture.run(options) { server in
            let other = "https://a.example/2"
            server.sites.set(other, FakeSites.Document("<meta property=al:ios:url content=a://2>"))
            try await server.sockets { client in
                let list = "{\"urls\":[\"\(ServerFixture.page)\",\"\(other)\",\"\(ServerFixture.page)\"]}"
                // An escape of a letter is left to the decoder.
                let escaped = list.replacing("urls", with: "\\u0075rls")
                func ask(_ list: String) async throws -> TestResponse {
                    try await client.execute(uri: "/v1/links", method: .post, body: ByteBuffer(string: list))
                }
                for _ in 0..<3 { _ = try await ask(escaped) }
                let (slow, fast) = (try await ask(escaped), try await ask(list))
                #expect(slow.status == .ok && fast.status == .ok && slow.body == fast.body)
                func fields(_ response: TestResponse) -> [String: String] {
                    let fields = response.headers.map { ($0.name.canonicalName, $0.value) }
                    return Dictionary(fields) { first, _ in first }.filter { $0.key != "date" }
                }
                #expect(fields(slow) == fields(fast))
                let entries = try lines.withLock(\.self).map { line in
                    let entry = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
                    return ["method", "route", "status", "bytes", "key"].map { "\(entry[$0] ?? "")" }
                }
                #expect(entries.count == 5 && entries[3] == entries[4], "\(entries)")
                #expect(entries[4][0] == "POST" && entries[4][3] == "\(fast.body.readableBytes)")
            }
        }
    }
}
