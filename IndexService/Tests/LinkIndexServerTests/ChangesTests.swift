import Foundation
import HTTPTypes
import HummingbirdTesting
import LinkIndex
import LinkIndexTestSupport
import NIOCore
import Testing

@testable import LinkIndexServer

/// `GET /v1/changes`: what changed for links and apps of a host.
@Suite(.timeLimit(.minutes(20)))
struct ChangesTests {
    private static let changes = "/v1/changes?host=a.example"
    private static let file = "https://a.example/.well-known/apple-app-site-association"

    /// Has files with these paths read, one after another.
    private static func read(_ paths: [String], _ server: ServerFixture) async throws {
        let url = try #require(URL(string: ServerFixture.page))
        for path in paths {
            let app = #"{"appIDs": ["K7Q2M9X4ZP.com.example.a"], "components": [{"/": "\#(path)"}]}"#
            server.sites.set(Self.file, FakeSites.Document(#"{"applinks": {"details": [\#(app)]}}"#))
            _ = await server.index.answer(for: url, renews: true)
            await server.index.settleVersions()
        }
    }

    @Test func anAnswerHasEachChangeInTheFormOfTheCommandAndFieldsForCaches() async throws {
        try await ServerFixture.run { server in
            try await Self.read(["/old/*", "/new/*"], server)
            try await server.routes { client in
                let response = try await client.execute(uri: Self.changes, method: .get)
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/json")
                #expect(response.headers[.cacheControl]?.hasPrefix("public, max-age=") == true)
                let object = try response.object
                #expect(Set(object.keys) == ["version", "host", "first_read_at", "changes"])
                #expect(object["host"] as? String == "a.example" && object["version"] as? Int == 1)
                let all = try #require(object["changes"] as? [[String: Any]])
                let change = try #require(all.first)
                #expect(all.count == 1 && change["from"] as? String == object["first_read_at"] as? String)
                #expect(Set(change.keys) == ["version", "from", "to", "host", "links", "entries", "omitted"])
                let links = try #require(change["links"] as? [[String: Any]])
                #expect(links.compactMap { $0["effect"] as? String }.sorted() == ["gained", "lost"])
                #expect(links.allSatisfy { ($0["example"] as? String)?.hasPrefix("https://a.example/") == true })
                // The tag is that of the bytes, so a client that has them is told so.
                let tag = try #require(response.headers[.eTag])
                let again = try await client.execute(uri: Self.changes, method: .get, headers: [.ifNoneMatch: tag])
                #expect(again.status == .notModified && again.body.readableBytes == 0)
                let head = try await client.execute(uri: Self.changes, method: .head)
                #expect(head.status == .ok && head.body.readableBytes == 0 && head.headers[.eTag] == tag)
                let post = try await client.execute(uri: Self.changes, method: .post)
                #expect(post.status == .methodNotAllowed && post.headers[.allow] == "GET, HEAD")
            }
        }
    }

    @Test func aHostIsKnownOnceItsFilesWereReadAndIsNotFetched() async throws {
        try await ServerFixture.run { server in
            try await server.routes { client in
                let unknown = try await client.execute(uri: Self.changes, method: .get)
                #expect(unknown.status == .notFound)
                #expect(try unknown.object["type"] as? String == "urn:applinks-index:problem:unknown-host")
                #expect(server.sites.total == 0)
                let links = "/v1/links?url=\(encoded(ServerFixture.page))"
                #expect(try await client.execute(uri: links, method: .get).status == .ok)
                await server.index.settleVersions()
                let known = try await client.execute(uri: Self.changes, method: .get)
                #expect(known.status == .ok)
                #expect(try (known.object["changes"] as? [Any])?.isEmpty == true)
            }
        }
    }

    @Test func pagesAreTakenOneAfterAnotherAndATimeLeavesOutWhatWasBefore() async throws {
        try await ServerFixture.run { server in
            try await Self.read((1...5).map { "/\($0)/*" }, server)
            try await server.routes { client in
                var times: [String] = []
                var query = "&limit=3"
                for expected in [3, 1] {
                    let object = try await client.execute(uri: Self.changes + query, method: .get).object
                    let page = try #require(object["changes"] as? [[String: Any]])
                    #expect(page.count == expected)
                    times += page.compactMap { $0["to"] as? String }
                    query = "&limit=3&cursor=\(object["next"] as? String ?? "none")"
                }
                #expect(query.hasSuffix("none"), "the last page has none")
                #expect(times == times.sorted() && Set(times).count == 4)
                let later = try await client.execute(uri: Self.changes + "&since=\(times[1])", method: .get).object
                let found = (later["changes"] as? [[String: Any]])?.compactMap { $0["to"] as? String }
                #expect(found == Array(times[2...]))
                let none = try await client.execute(uri: Self.changes + "&since=2100-01-01T00:00:00Z", method: .get)
                #expect(try (none.object["changes"] as? [Any])?.isEmpty == true)
            }
        }
    }

    @Test func everyTimeIsReadAsTheMillisecondThatWasWritten() throws {
        for milliseconds in (1_764_102_723_000...1_764_102_723_999).map({ Int64($0) }) + [0, 1, 999] {
            let time = Timestamp(milliseconds: milliseconds)
            let question = try ChangesQuestion(try Query("host=a.example&since=\(time.text)"))
            #expect(question.since == time, "\(time.text)")
        }
    }

    @Test(arguments: [
        ("/v1/changes", "missing-host"), ("/v1/changes?host=", "missing-host"),
        ("/v1/changes?host=a.example/1", "unusable-host"), ("/v1/changes?host=a%20b", "unusable-host"),
        ("/v1/changes?host=u:p@a.example", "unusable-host"), ("/v1/changes?host=a.example%3Fx", "unusable-host"),
        ("/v1/changes?host=ftp://a.example", "unusable-host"),
        ("/v1/changes?host=\(String(repeating: "a", count: 301))", "unusable-host"),
        ("/v1/changes?host=a.example&since=yesterday", "unusable-time"),
        ("/v1/changes?host=a.example&limit=0", "unusable-limit"),
        ("/v1/changes?host=a.example&limit=17", "unusable-limit"),
        ("/v1/changes?host=a.example&cursor=-1", "unusable-cursor"),
        ("/v1/changes?host=a.example&cursor=zzzzzzzzzzzzzz", "unusable-cursor"),
    ])
    func aQuestionThatCannotBeReadIsToldWhy(_ uri: String, _ code: String) async throws {
        try await ServerFixture.run { server in
            try await server.routes { client in
                let response = try await client.execute(uri: uri, method: .get)
                #expect(response.status == .badRequest)
                #expect(try response.object["type"] as? String == "urn:applinks-index:problem:\(code)")
                #expect(try response.object["error"] == nil, "Meta's member is for Meta's paths")
            }
        }
    }

    @Test func aHostIsFoundInAnySpelling() async throws {
        try await ServerFixture.run { server in
            try await Self.read(["/old/*"], server)
            try await server.routes { client in
                for host in [
                    "A.EXAMPLE", "a.example:443", "https://a.example", "https://a.example/", "a.example:8443",
                ] {
                    let response = try await client.execute(uri: "/v1/changes?host=\(encoded(host))", method: .get)
                    #expect(response.status == .ok, "\(host)")
                    #expect(try response.object["host"] as? String == "a.example", "\(host)")
                }
                let other = try await client.execute(uri: "/v1/changes?host=www.a.example", method: .get)
                #expect(other.status == .notFound)
            }
        }
    }

    @Test func keysAndLimitsHoldAsForOtherRoutes() async throws {
        var options = IndexServerOptions()
        options.keys = .required
        options.keyRequestsPerMinute = 2
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("reader")
            let fields: HTTPFields = [.authorization: "Bearer \(secret.text)"]
            try await Self.read(["/old/*"], server)
            try await server.routes { client in
                #expect(try await client.execute(uri: Self.changes, method: .get).status == .unauthorized)
                for _ in 0..<2 {
                    let response = try await client.execute(uri: Self.changes, method: .get, headers: fields)
                    #expect(response.status == .ok && response.headers[.vary] == "Authorization")
                    #expect(response.headers[.cacheControl]?.hasPrefix("private, ") == true)
                }
                let over = try await client.execute(uri: Self.changes, method: .get, headers: fields)
                #expect(over.status == .tooManyRequests && over.headers[.retryAfter] != nil)
            }
        }
    }

    @Test func whatIsForgottenIsGoneFromMemoryToo() async throws {
        var options = IndexServerOptions()
        options.forgettingKeys = ["editor"]
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("editor")
            try await Self.read(["/old/*", "/new/*"], server)
            try await server.routes { client in
                #expect(try await client.execute(uri: Self.changes, method: .get).status == .ok)
                let forgotten = try await client.execute(
                    uri: "/v1/links?url=\(encoded(ServerFixture.page))",
                    method: .delete,
                    headers: [.authorization: "Bearer \(secret.text)"]
                )
                #expect(forgotten.status == .noContent)
                #expect(try await client.execute(uri: Self.changes, method: .get).status == .notFound)
            }
        }
    }

    @Test func anAnswerThatIsKeptNeedsNoDatabaseAndOtherwiseItsAbsenceIsSaid() async throws {
        try await ServerFixture.run { server in
            try await Self.read(["/old/*", "/new/*"], server)
            let store = CountingStore(server.store)
            let index = AppLinkIndex(store: store, fetcher: server.sites)
            let application = IndexServer(index).application(address: .hostname("127.0.0.1", port: 0))
            try await application.test(.router) { client in
                #expect(try await client.execute(uri: Self.changes, method: .get).status == .ok)
                #expect(store.calls == ["versions": 1, "payloads": 2])
                store.isAway = true
                #expect(try await client.execute(uri: Self.changes, method: .get).status == .ok)
                let other = try await client.execute(uri: Self.changes + "&limit=1", method: .get)
                #expect(other.status == .serviceUnavailable && other.headers[.retryAfter] == "5")
                store.isAway = false
                // The difference is kept, also for another question.
                store.reset()
                #expect(try await client.execute(uri: Self.changes + "&limit=1", method: .get).status == .ok)
                #expect(store.calls == ["versions": 1])
            }
        }
    }

    @Test func requestsAreCounted() async throws {
        try await ServerFixture.run { server in
            try await server.routes { client in
                _ = try await client.execute(uri: Self.changes, method: .get)
                let metrics = try await client.execute(uri: "/metrics", method: .get).text
                #expect(metrics.contains("applinks_index_requests_total{status=\"404\"} 1"))
            }
        }
    }

    /// Files that are made to be compared for ever: the answer comes, and says what was not decided.
    @Test(.timeLimit(.minutes(20))) func hostileFilesAreNotDecidedInBoundedTime() async throws {
        try await ServerFixture.run { server in
            let url = try #require(URL(string: ServerFixture.page))
            for version in ["a", "b"] {
                server.sites.set(Self.file, FakeSites.Document(Self.hostile(version)))
                _ = await server.index.answer(for: url, renews: true)
                await server.index.settleVersions()
            }
            try await server.routes { client in
                let response = try await client.execute(uri: Self.changes, method: .get)
                let change = try #require((try response.object["changes"] as? [[String: Any]])?.first)
                let links = try #require(change["links"] as? [[String: Any]])
                #expect(links.contains { $0["effect"] as? String == "undecided" && $0["example"] == nil })
                #expect(response.body.readableBytes < 100_000 && change["omitted"] as? Int ?? 0 > 0)
            }
        }
    }

    /// A file of nearly 512 KiB with many apps, each with rules of its own that take long to compare.
    private static func hostile(_ version: String) -> String {
        let stars = String(repeating: "*a*?b", count: 12)
        var details: [String] = []
        var count = 0
        for app in 0... {
            let rules = (0..<12).map { #"{"/": "/\#(stars)\#(version)\#(app)\#($0)*", "?": {"q\#($0)": "*\#($0)*"}}"# }
            let apps = (0..<4).map { #""K7Q2M9X4ZP.com.example.a\#(app).b\#($0)""# }.joined(separator: ",")
            let entry = #"{"appIDs": [\#(apps)], "components": [\#(rules.joined(separator: ","))]}"#
            count += entry.utf8.count + 1
            if count > 500_000 { break }
            details.append(entry)
        }
        return #"{"applinks": {"details": [\#(details.joined(separator: ","))]}}"#
    }
}
