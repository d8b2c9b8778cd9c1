import BoltsSiteCheck
import Foundation
import HTTPTypes
import LinkIndex
import LinkIndexTestSupport
import NIOCore
import Synchronization
import Testing

@testable import LinkIndexServer

/// Tests that answers from the memory of the connection and of the routes are the same for every form of request.
@Suite(.timeLimit(.minutes(20))) struct FastPathTests {
    private typealias Connection = FinishedAnswerTests.Connection

    private static let url = encoded(ServerFixture.page)
    private static let other = "https://a.example/2"

    /// The status of the response to a request that has a key, or `nil` if the request was passed on.
    private static func ask(_ connection: Connection, path: String, key: APIKeySecret? = nil) throws -> String? {
        try connection.request(path: path, fields: key.map { "authorization:  bearer \($0.text) \r\n" } ?? "")
        if try connection.passed().isEmpty { return try connection.received() }
        try connection.respond()
        _ = try connection.received()
        return nil
    }

    @Test func aRememberedKeyGetsAFinishedAnswerAndCountsAgainstItsOwnLimit() async throws {
        try await ServerFixture.run(.with { ($0.keys, $0.keyRequestsPerMinute) = (.required, 3) }) { server in
            let secret = try await server.addKey("a")
            let connection = try Connection(server)
            // The node does not know the key yet.
            #expect(try Self.ask(connection, path: ServerFixture.links, key: secret) == nil)
            _ = try await connection.limits.key(secret, from: "127.0.0.1")
            let first = try #require(try Self.ask(connection, path: ServerFixture.links, key: secret))
            #expect(first.contains("Vary: Authorization") && first.contains("Cache-Control: private, "))
            #expect(try Self.ask(connection, path: "\(ServerFixture.links)&access_token=\(secret.text)") != nil)
            #expect(try Self.ask(connection, path: ServerFixture.links) == nil)
            #expect(try Self.ask(connection, path: ServerFixture.links, key: .random()) == nil)
            #expect(try Self.ask(connection, path: ServerFixture.links, key: secret) != nil)
            // This is the fourth request in a minute.
            #expect(try Self.ask(connection, path: ServerFixture.links, key: secret) == nil)
        }
    }

    @Test func aRevokedKeyIsRefusedOnceItIsForgotten() async throws {
        try await ServerFixture.run(.with { $0.keys = .required }) { server in
            let secret = try await server.addKey("a")
            let clock = TestClock()
            let limits = ClientLimits(
                options: server.options,
                keys: KeyRing(server.store) { clock.now },
                buckets: TokenBuckets { clock.now }
            )
            _ = try await limits.key(secret, from: "a")
            func isKnown() -> Bool { limits.remembered("Bearer \(secret.text)", .empty) { "a" } != nil }
            #expect(isKnown())
            _ = try await server.store.revokeAPIKey(named: "a")
            clock.advance(KeyRing.memory)
            #expect(!isKnown())
            #expect(try await limits.key(secret, from: "a") == nil)
            #expect(!isKnown())
        }
    }

    @Test func clientsBehindATrustedProxyHaveALimitEach() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 2
        options.proxies = try #require(TrustedProxies(["127.0.0.1"]))
        try await ServerFixture.run(options) { server in
            let connection = try Connection(server)
            func statuses(_ client: String) throws -> [String] {
                try connection.request(fields: "X-Forwarded-For: 9.9.9.9, \(client)\r\n")
                if try connection.passed().isEmpty { return try connection.statuses() }
                try connection.respond()
                return try connection.statuses()
            }
            // The first address does not count, because the client itself may have written it.
            #expect(try statuses("1.1.1.1") == ["200"])
            #expect(try statuses("1.1.1.1") == ["200"])
            #expect(try statuses("1.1.1.1") == ["204"])
            #expect(try statuses("1.1.1.2") == ["200"])
        }
    }

    @Test func otherSpellingsOfAQueryHaveOneAnswer() async throws {
        try await ServerFixture.run { server in
            let connection = try Connection(server)
            let names = LinkDevice.allCases.map(\.rawValue)
            let paths = [
                "/v1/links?url=\(ServerFixture.page)", "/v1/links?x=1&url=\(Self.url)&y",
                "/v1/links?url=\(Self.url)&device=\(names.joined(separator: ",").uppercased())",
                "/v1/links?" + names.map { "device=\($0)&" }.joined() + "url=\(Self.url)",
            ]
            for path in paths { #expect(try Self.ask(connection, path: path) != nil, "\(path)") }
            for path in ["device=iphone", "device=windows,\(names.dropLast().joined(separator: ","))", "device=x"] {
                #expect(try Self.ask(connection, path: "/v1/links?url=\(Self.url)&\(path)") == nil, "\(path)")
            }
        }
    }

    /// The paths; each is requested until its answer is kept.
    private static let paths = [
        "/v1/links?url=\(url)", "/v1/links?device=iphone,android&url=\(url)", "/?ids=\(url)&fields=app_links",
        "/v18.0/?fields=app_links%7Bios%7D&ids=\(url)", "/?ids=\(encoded(other)),\(url)",
    ]

    @Test(arguments: paths) func theAnswerOfTheConnectionIsThatOfTheRoute(_ path: String) async throws {
        try await ServerFixture.run { server in
            server.sites.set(Self.other, "<meta property=al:ios:url content=a://2>")
            try await server.sockets { client in
                for _ in 0..<3 { #expect(try await client.get(path).status == .ok) }
                // The second of these requests reaches the route.
                let fast = try await client.get(path)
                let slow = try await client.get(path, [.cacheControl: "max-age=0"])
                #expect(fast.body == slow.body)
                for name in [HTTPField.Name.contentType, .contentLength, .vary] {
                    #expect(fast.headers[name] == slow.headers[name], "\(name)")
                }
                // A second may begin between the two.
                let lifetimes = [fast, slow].map { $0.headers[.cacheControl]?.filter { !$0.isNumber } }
                #expect(lifetimes[0] == "public, max-age=" && lifetimes[1] == lifetimes[0])
                #expect(fast.headers[.eTag] == slow.headers[.eTag])
            }
        }
    }

    @Test(arguments: paths) func anAnswerFromMemoryIsWhatANodeWithoutMemoryWrites(_ path: String) async throws {
        try await ServerFixture.run { server in
            server.sites.set(Self.other, "<meta property=al:ios:url content=a://2>")
            let kept = try await Self.bodies(path, server)
            let made = try await Self.bodies(path, server.with { $0.answerBytes = 0 })
            #expect(kept[2] == made[2] && kept[1] == made[2])
        }
    }

    @Test func aListIsJoinedFromTheAnswersForItsURLs() async throws {
        try await ServerFixture.run { server in
            let urls = [
                ServerFixture.page, "https://b.example/é", "nothing", ServerFixture.page, "https://missing.example/",
            ]
            let list = String(decoding: try JSONEncoder().encode(["urls": urls]), as: UTF8.self)
            let kept = try await Self.bodies("/v1/links", body: list, server)
            let made = try await Self.bodies("/v1/links", body: list, server.with { $0.answerBytes = 0 })
            #expect(kept[2] == made[2])
            let object = try JSONSerialization.jsonObject(with: Data(kept[2].utf8)) as? [String: Any]
            let answers = try #require(object?["answers"] as? [[String: Any]])
            #expect(answers.map { $0["url"] as? String } == [urls[0], "https://b.example/%C3%A9"] + urls[2...])
            #expect(answers[2]["problem"] != nil && object?["version"] as? Int == 1)
            // A single URL has the same text.
            let one = try await Self.bodies("/v1/links?url=\(Self.url)", server)
            #expect(kept[2].contains(one[2]))
        }
    }

    /// The bodies of three responses to the same request, without the times in them, which are rounded.
    private static func bodies(_ path: String, body: String? = nil, _ server: ServerFixture) async throws -> [String] {
        let bodies = Collected()
        try await server.routes { client in
            for _ in 0..<3 {
                let buffer = body.map { ByteBuffer(string: $0) }
                let response = try await client.execute(uri: path, method: body == nil ? .get : .post, body: buffer)
                #expect(response.status == .ok)
                bodies.append(response.text.replacing(/"20[^"]*Z"/, with: "\"TIME\""))
            }
        }
        return bodies.all
    }

    @Test func metasFormMayBeKeptByACacheAsLongAsItsPages() async throws {
        try await ServerFixture.routes { _, client in
            for path in ["/?ids=\(Self.url)", "/?ids=\(Self.url),\(encoded("https://b.example/"))"] {
                let first = try await client.get(path)
                #expect(first.headers[.eTag] != nil)
                let isWhole = !path.contains(",")
                // An unreadable page is requested again.
                #expect(first.headers[.cacheControl]?.contains("max-age=") == isWhole)
                #expect(first.headers[.cacheControl]?.contains("no-cache") == !isWhole)
                let tag = try #require(first.headers[.eTag])
                let again = try await client.get(path, [.ifNoneMatch: tag])
                #expect(again.status == .notModified)
            }
        }
    }
}

/// Texts in the order of their arrival.
private final class Collected: Sendable {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func append(_ text: String) { texts.withLock { $0.append(text) } }
}
