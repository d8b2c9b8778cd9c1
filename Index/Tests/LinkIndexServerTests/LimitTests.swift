import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import LinkIndexTestSupport
import NIOCore
import ServerTestClient
import Synchronization
import Testing

@testable import LinkIndexServer

extension KeyRing {
    convenience init(_ store: any IndexStore, revoked: RevokedKeys? = nil, now: @escaping @Sendable () -> Duration) {
        self.init(StoreGuard(store, limit: .seconds(60)), revoked: revoked, now: now)
    }
}

/// A clock that a test advances.
final class TestClock: Sendable {
    private let time = Mutex(Duration.zero)
    var now: Duration { time.withLock { $0 } }
    func advance(_ duration: Duration) { time.withLock { $0 += duration } }
}

@Suite(.timeLimit(.minutes(20))) struct LimitTests {
    @Test func aBucketHoldsAMinutesTokensAndFillsUpEvenly() {
        let clock = TestClock()
        let buckets = TokenBuckets { clock.now }
        #expect(buckets.take(60, from: "a", perMinute: 60) == nil)
        #expect(
            buckets.take(1, from: "a", perMinute: 60).map { $0 > .milliseconds(900) && $0 < .milliseconds(1_100) }
                == true
        )
        #expect(buckets.take(1, from: "b", perMinute: 60) == nil)
        clock.advance(.seconds(2))
        #expect(buckets.take(2, from: "a", perMinute: 60) == nil)
        #expect(buckets.take(1, from: "a", perMinute: 60) != nil)
    }

    @Test func aRequestForMoreThanABucketHoldsTakesAllOfIt() {
        let clock = TestClock()
        let buckets = TokenBuckets { clock.now }
        #expect(buckets.take(50, from: "a", perMinute: 10) == nil)
        #expect(buckets.take(1, from: "a", perMinute: 10) != nil)
    }

    @Test func anyNumberOfClientsNeedsBoundedMemory() {
        let clock = TestClock()
        let buckets = TokenBuckets(clientLimit: 100) { clock.now }
        for client in 0..<10_000 {
            _ = buckets.take(1, from: "\(client)", perMinute: 10)
            clock.advance(.milliseconds(1))
        }
        #expect(buckets.count <= 100)
    }

    @Test func anAddressOverItsLimitIsToldWhenToAskAgain() async throws {
        try await ServerFixture.routes(.with { $0.requestsPerMinute = 2 }) { _, client in
            for _ in 0..<2 { #expect(try await client.get(ServerFixture.links).status == .ok) }
            let response = try await client.get(ServerFixture.links)
            #expect(response.status == .tooManyRequests)
            #expect(response.headers[.retryAfter].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
            #expect(try await client.get("/health").status == .ok)
        }
    }

    @Test func aKeyIsNeededWhereKeysAreAndHasItsOwnLimit() async throws {
        try await ServerFixture.run(.with { ($0.keys, $0.requestsPerMinute) = (.required, 0) }) { server in
            let secret = APIKeySecret.random()
            let key = APIKey(hash: secret.hash, name: "test", createdAt: .now, requestsPerMinute: 2)
            #expect(try await server.store.addAPIKey(key) == true)
            try await server.routes { client in
                let without = try await client.get(ServerFixture.links)
                #expect(without.status == .unauthorized && without.headers[.wwwAuthenticate] == "Bearer")
                let wrong = try await client.get(ServerFixture.links, [.authorization: "Bearer no"])
                #expect(wrong.status == .unauthorized)
                let spaced: HTTPFields = [.authorization: "bearer   \(secret.text)"]
                #expect(try await client.get(ServerFixture.links, spaced).status == .ok)
                let right: HTTPFields = [.authorization: "Bearer \(secret.text)"]
                let graph = "/?ids=\(encoded(ServerFixture.page))&fields=app_links&access_token=\(secret.text)"
                #expect(try await client.get(graph).status == .ok)
                let third = try await client.get(ServerFixture.links, right)
                #expect(third.status == .tooManyRequests)
                #expect(try await client.get("/ready").status == .ok)
            }
        }
    }

    @Test func anAddressThatGuessesKeysIsRefused() async throws {
        try await ServerFixture.run(.with { $0.requestsPerMinute = 30 }) { server in
            let secret = try await server.addKey("test")
            try await server.routes { (client: ServerTestClient) async throws in
                func status(_ key: String) async throws -> HTTPResponse.Status {
                    try await client.get(ServerFixture.links, [.authorization: "Bearer \(key)"]).status
                }
                for _ in 0..<5 { #expect(try await status(secret.text) == .ok) }
                for guess in 0..<3 { #expect(try await status("guess-\(guess)") == .unauthorized) }
                #expect(try await status("guess-3") == .tooManyRequests)
                #expect(try await status("guess-3") == .unauthorized, "the same wrong key again costs nothing")
                #expect(try await status(secret.text) == .ok)
                #expect(try await client.get(ServerFixture.links).status == .ok)
            }
        }
    }

    @Test(arguments: [600, 0])
    func oneWrongKeySentAgainAndAgainDoesNotLockOutAKeyOfTheSameAddress(_ addressLimit: Int) async throws {
        var options = IndexServerOptions()
        options.keys = .required
        options.requestsPerMinute = addressLimit
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("test")
            let later = try await server.addKey("later")
            try await server.routes { (client: ServerTestClient) async throws in
                func status(_ key: String) async throws -> HTTPResponse.Status {
                    try await client.get(ServerFixture.links, [.authorization: "Bearer \(key)"]).status
                }
                for _ in 0..<200 { #expect(try await status("wrong") == .unauthorized) }
                #expect(try await status(secret.text) == .ok)
                // Guesses are limited even if addresses have no limit of URLs.
                var guesses = 0
                let start = ContinuousClock.now
                while guesses < 1_000, try await status("guess-\(guesses)") == .unauthorized { guesses += 1 }
                // One more guess is allowed each second, so a slow machine makes more of them.
                let seconds = Int((ContinuousClock.now - start).components.seconds)
                #expect((50...70 + seconds).contains(guesses), "\(guesses) in \(seconds) s")
                #expect(try await status(later.text) == .ok, "a key that the node has not seen yet")
                #expect(try await status(secret.text) == .ok)
            }
        }
    }

    /// The state is that after a start behind a proxy: every client has the address of the proxy, and no key is known.
    @Test func manyKeysThatArriveAtOnceWhileSomebodyGuessesAreAllFound() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 20
        try await ServerFixture.run(options) { [options] (server) async throws in
            let clock = TestClock()
            let store = CountingStore(server.store)
            let limits = ClientLimits(
                options: options,
                keys: KeyRing(store) { clock.now },
                buckets: TokenBuckets { clock.now }
            )
            var secrets: [APIKeySecret] = []
            for number in 0..<40 { secrets.append(try await server.addKey("client \(number)")) }
            let outcomes = await withTaskGroup(of: String.self) { [secrets] group in
                for number in 0..<400 {
                    group.addTask {
                        let isGuess = number.isMultiple(of: 2)
                        do {
                            let secret = isGuess ? .random() : secrets[number / 2 % secrets.count]
                            let key = try await limits.key(secret, from: "proxy")
                            return isGuess
                                ? "guess: \(key == nil ? "unknown" : "found")"
                                : "key: \(key == nil ? "unknown" : "found")"
                        } catch {
                            return "\(isGuess ? "guess" : "key"): \((error as? Problem)?.status.code ?? 0)"
                        }
                    }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(outcomes == ["key: found": 200, "guess: unknown": 2, "guess: 429": 198])
        }
    }

    @Test func guessesCostTheDatabaseOneStatementAtATime() async throws {
        try await ServerFixture.run { server in
            let clock = TestClock()
            let store = CountingStore(server.store)
            let ring = KeyRing(store) { clock.now }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<1_000 { group.addTask { try #expect(await ring.key(.random()) == nil) } }
                try await group.waitForAll()
            }
            #expect(store.calls["apiKeys(withHashes:)", default: 0] < 500)
        }
    }

    @Test func aKeyThatCouldNotBeLookedUpIsNoGuess() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 20
        try await ServerFixture.run(options) { [options] (server) async throws in
            let clock = TestClock()
            let store = CountingStore(server.store)
            store.isAway = true
            let ring = KeyRing(store) { clock.now }
            let buckets = TokenBuckets { clock.now }
            let limits = ClientLimits(options: options, keys: ring, buckets: buckets)
            for _ in 0..<10 {
                let problem = await #expect(throws: Problem.self) { try await limits.key(.random(), from: "a") }
                #expect(problem?.status == .serviceUnavailable)
            }
            store.isAway = false
            let secret = try await server.addKey("test")
            let key = try await limits.key(secret, from: "a")
            #expect(key?.name == "test")
        }
    }

    @Test func aBodyIsReadOnlyForAClientThatMayAsk() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 2
        let malformed = try await Self.statuses(["{", "{", "{"], options)
        #expect(malformed == [400, 400, 429])
        // A list counts as its URLs.
        let page = "\"\(ServerFixture.page)\""
        let list = "{\"urls\": [\(page), \(page)]}"
        let lists = try await Self.statuses([list, list, "{"], options)
        #expect(lists == [200, 429, 429])
        options.keys = .required
        let withoutKey = try await Self.statuses(["{"], options)
        #expect(withoutKey == [401])
    }

    /// A client whose limit is lower than its request gets an error, even if its bucket is full.
    @Test func noRequestAsksForMoreThanAMinutesURLs() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 3
        options.proxies = try #require(TrustedProxies(["0.0.0.0/0"]))
        let pages = (1...4).map { "https://a.example/\($0)" }
        let urls = pages.map { "\"\($0)\"" }
        let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
        try await ServerFixture.sockets(options) { server, client in
            /// The statuses for a list, for ids, and for questions, each from a client with its first request.
            @Sendable func statuses(_ count: Int, _ name: String) async throws -> [Int] {
                let list = "{\"urls\": [\(urls.prefix(count).joined(separator: ","))]}"
                let ids = pages.prefix(count).map(encoded).joined(separator: ",")
                let asked = #""relation": "a/b", "target": {"web": {"site": "https://b.example"}}"#
                let questions = (1...count).map {
                    "{\"source\": {\"web\": {\"site\": \"https://\($0).example\"}}, \(asked)}"
                }
                let bulk = "{\"statements\": [\(questions.joined(separator: ","))]}"
                let (one, two, three) = ("10.\(name).1.1", "10.\(name).1.2", "10.\(name).1.3")
                return [
                    try await client.post("/v1/links", list, [forwarded: one]).status.code,
                    try await client.get("/?ids=\(ids)", [forwarded: two]).status.code,
                    try await client.post("/v1/assetlinks:bulkCheck", bulk, [forwarded: three]).status.code,
                ]
            }
            // The first round uses the pages, and the others use kept answers.
            for round in 0..<3 {
                let found = try await statuses(3, "\(round)")
                #expect(found == [200, 200, 200])
            }
            let total = server.sites.total
            let refused = try await statuses(4, "9")
            #expect(refused == [400, 400, 400])
            #expect(server.sites.total == total)
        }
    }

    /// The statuses of the responses to successive bodies.
    private static func statuses(_ bodies: [String], _ options: IndexServerOptions) async throws -> [Int] {
        let statuses = Mutex<[Int]>([])
        try await ServerFixture.routes(options) { _, client in
            for body in bodies {
                let response = try await client.post("/v1/links", body)
                statuses.withLock { $0.append(response.status.code) }
            }
        }
        return statuses.withLock { $0 }
    }

    @Test func aKeyThatCannotBeCheckedIsAReasonToAskAgainLater() async throws {
        try await ServerFixture.run { server in
            await server.store.close()
            try await server.routes { client in
                let response = try await client.get(
                    ServerFixture.links,
                    [.authorization: "Bearer \(APIKeySecret.random().text)"]
                )
                #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "5")
            }
        }
    }

    @Test func aKnownKeyStaysValidWhileTheDatabaseIsAway() async throws {
        try await ServerFixture.run { server in
            let clock = TestClock()
            let counting = CountingStore(server.store)
            let ring = KeyRing(counting) { clock.now }
            let secret = try await server.addKey("test")
            #expect(try await ring.key(secret)?.name == "test")
            clock.advance(KeyRing.memory)
            await server.store.close()
            for _ in 0..<3 { #expect(try await ring.key(secret)?.name == "test") }
            // The key was looked up once when it was new, and once when the answer was too old.
            #expect(counting.calls["apiKeys(withHashes:)"] == 2)
            await #expect(throws: IndexStoreError.self) { _ = try await ring.key(.random()) }
        }
    }

    @Test func aKeyInTheFileOfRevokedOnesIsRefusedWhileTheDatabaseIsAway() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await ServerFixture.run { server in
            let clock = TestClock()
            let counting = CountingStore(server.store)
            let ring = KeyRing(counting, revoked: try RevokedKeys(path: file.path)) { clock.now }
            let (revoked, other) = (try await server.addKey("revoked"), try await server.addKey("other"))
            let key = try #require(try await ring.key(revoked))
            #expect(try await ring.key(other) != nil)
            counting.isAway = true
            try RevokedKeys(path: file.path).add(key)
            clock.advance(KeyRing.memory)
            #expect(try await ring.key(other)?.name == "other")
            #expect(try await ring.key(revoked) == nil)
            // The next request is also refused, and it uses only the node's memory.
            let remembered = try #require(ring.remembered(revoked))
            #expect(remembered == nil)
        }
    }

    @Test func noKeyIsValidWhileTheFileOfRevokedOnesCannotBeRead() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("revoked-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await ServerFixture.run { server in
            let clock = TestClock()
            let ring = KeyRing(server.store, revoked: try RevokedKeys(path: file.path)) { clock.now }
            let secret = try await server.addKey("test")
            #expect(try await ring.key(secret) != nil)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            clock.advance(KeyRing.memory)
            for _ in 0..<2 {
                await #expect(throws: IndexStoreError.self) { _ = try await ring.key(secret) }
                #expect(ring.remembered(secret) == nil)
            }
        }
    }

    @Test func theDayOfAKeysLastUseIsWrittenOnce() async throws {
        try await ServerFixture.run { server in
            let clock = TestClock()
            let counting = CountingStore(server.store)
            let secret = try await server.addKey("test")
            for _ in 0..<2 {
                let ring = KeyRing(counting) { clock.now }
                for _ in 0..<3 {
                    #expect(try await ring.key(secret) != nil)
                    clock.advance(KeyRing.memory)
                }
            }
            #expect(counting.calls["noteUse"] == 1)
            let last = try #require(try await server.store.apiKeys().first?.lastUsedOn)
            #expect(last == last.startOfDay && last <= .now && last > .now + .seconds(-2 * 86_400))
        }
    }

    @Test func aRevokedKeyEndsWithTheMemoryOfIt() async throws {
        try await ServerFixture.run { server in
            let clock = TestClock()
            let ring = KeyRing(server.store) { clock.now }
            let secret = try await server.addKey("test")
            #expect(try await ring.key(secret) != nil)
            #expect(try await server.store.revokeAPIKey(named: "test") == true)
            #expect(try await ring.key(secret) != nil)
            clock.advance(KeyRing.memory)
            #expect(try await ring.key(secret) == nil)
            clock.advance(KeyRing.memory)
            await server.store.close()
            await #expect(throws: IndexStoreError.self, "a revoked key does not stay valid without the database") {
                _ = try await ring.key(secret)
            }
        }
    }

    @Test func keysAreLongDifferentAndNeverStoredThemselves() {
        let keys = (0..<100).map { _ in APIKeySecret.random() }
        #expect(Set(keys.map(\.text)).count == 100)
        #expect(keys.allSatisfy { $0.text.hasPrefix("ali_") && $0.text.utf8.count == 47 && $0.hash.count == 32 })
    }

    @Test func aClientThatNeverFinishesItsRequestIsDisconnected() async throws {
        try await ServerFixture.sockets(.with { $0.requestTimeout = 1 }) { server, client in
            let port = try #require(client.port)
            for start in ["", "GET / HT", "POST /v1/links HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc"] {
                let socket = try RawSocket(port: port)
                try socket.send(start)
                // This returns when the server closes the connection, and would hang otherwise.
                await socket.waitForEnd()
            }
        }
    }

    @Test func aClientWaitsWhileOthersHaveAllConnections() async throws {
        try await ServerFixture.run(.with { ($0.connectionLimit, $0.requestTimeout) = (1, 1) }) { server in
            try await server.alone { (port: Int) async throws in
                let first = try RawSocket(port: port)
                try first.send("GET /health HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(await first.receive().hasPrefix("HTTP/1.1 200"))
                let second = try RawSocket(port: port)
                try second.send("GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(await second.waitForEnd().hasPrefix("HTTP/1.1 200"))
                // The second connection was served only after the first one had been idle for too long.
                #expect(first.readsEnd())
            }
        }
    }
}
