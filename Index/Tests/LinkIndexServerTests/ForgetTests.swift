import Foundation
import HTTPTypes
import LinkIndex
import LinkIndexTestSupport
import NIOCore
import ServerTestClient
import Testing

@testable import LinkIndexServer

/// Tests how the service is made to request a site again before its answer is stale.
@Suite(.timeLimit(.minutes(20))) struct ForgetTests {
    private static let graph = "/?ids=\(encoded(ServerFixture.page))"
    private static let files = "https://a.example/.well-known/assetlinks.json"

    private static func fields(_ secret: APIKeySecret) -> HTTPFields { [.authorization: "Bearer \(secret.text)"] }

    @Test func aKeyThatMayForgetsAURLInMemoryAndInTheDatabase() async throws {
        try await ServerFixture.run(.with { $0.forgettingKeys = ["editor"] }) { server in
            let secret = try await server.addKey("editor")
            try await server.routes { client in
                for _ in 0..<3 {
                    _ = try await client.get(ServerFixture.links)
                    _ = try await client.get(Self.graph)
                }
                #expect(server.sites.count(ServerFixture.page) == 1)
                server.sites.set(ServerFixture.page, "<meta property=al:ios:url content=a://new>")
                let forgotten = try await client.forget(Self.fields(secret))
                #expect(forgotten.status == .noContent && forgotten.body.readableBytes == 0)
                let keys = AppLinkIndex.recordKeys(of: try #require(URL(string: ServerFixture.page)))
                #expect(try await server.store.records(for: keys).isEmpty)
                #expect(try await client.get(ServerFixture.links).text.contains("a://new"))
                #expect(try await client.get(Self.graph).text.contains("a://new"))
                #expect(server.sites.count(ServerFixture.page) == 2 && server.sites.count(Self.files) == 2)
            }
        }
    }

    @Test(arguments: IndexServerOptions.Keys.allCases)
    func nobodyElseForgetsAURL(_ keys: IndexServerOptions.Keys) async throws {
        var options = IndexServerOptions()
        options.keys = keys
        options.forgettingKeys = keys == .none ? ["reader"] : ["editor"]
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("reader")
            try await server.routes { client in
                _ = try await client.get(ServerFixture.links, Self.fields(secret))
                let without = try await client.forget()
                #expect(without.status == (keys == .required ? .unauthorized : .forbidden))
                let with = try await client.forget(Self.fields(secret))
                #expect(with.status == .forbidden)
                _ = try await client.get(ServerFixture.links, Self.fields(secret))
                #expect(server.sites.count(ServerFixture.page) == 1)
            }
        }
    }

    /// RFC 9110, section 13: a condition applies to each method, not only to those that read.
    @Test func aURLIsForgottenOnlyIfTheConditionOfItsRequestHolds() async throws {
        try await ServerFixture.run(.with { $0.forgettingKeys = ["editor"] }) { server in
            let secret = try await server.addKey("editor")
            try await server.routes { client in
                var tag = ""
                for _ in 0..<2 {
                    tag = try #require(try await client.get(ServerFixture.links).headers[.eTag])
                }
                @Sendable func status(_ name: HTTPField.Name, _ value: String) async throws -> Int {
                    var fields = Self.fields(secret)
                    fields[name] = value
                    return try await client.forget(fields).status.code
                }
                for value in ["\"a\"", "W/\(tag)", "a", "", "\"a,*,b\""] {
                    #expect(try await status(.ifMatch, value) == 412, "\(value)")
                }
                for value in [tag, "W/\(tag)", "*", "\"a\", \(tag)"] {
                    #expect(try await status(.ifNoneMatch, value) == 412, "\(value)")
                }
                let keys = AppLinkIndex.recordKeys(of: try #require(URL(string: ServerFixture.page)))
                #expect(
                    try await !server.store.records(for: keys).isEmpty && server.sites.count(ServerFixture.page) == 1
                )
                #expect(try await status(.ifMatch, "\"a\", \(tag)") == 204)
                #expect(try await server.store.records(for: keys).isEmpty)
                #expect(try await status(.ifMatch, "*") == 204 && server.sites.count(ServerFixture.page) == 1)
                #expect(try await status(.ifNoneMatch, "\"a\"") == 204)
            }
        }
    }

    @Test func anAnswerIsGivenOnlyIfTheConditionOfItsRequestHolds() async throws {
        try await ServerFixture.run { server in
            // The test uses a socket, so that kept answers are also requested before requests are decoded.
            try await server.sockets { client in
                for uri in [ServerFixture.links, Self.graph] {
                    var tag = ""
                    for _ in 0..<2 {
                        tag = try #require(try await client.get(uri).headers[.eTag])
                    }
                    let fields: [(HTTPFields, Int)] = [
                        ([.ifMatch: tag], 200), ([.ifMatch: "*"], 200), ([.ifMatch: "W/\(tag)"], 412),
                        ([.ifMatch: "\"a\""], 412), ([.ifMatch: "\"a\"", .ifNoneMatch: tag], 412),
                        ([.ifMatch: tag, .ifNoneMatch: tag], 304),
                    ]
                    for (fields, status) in fields {
                        let response = try await client.get(uri, fields)
                        #expect(response.status.code == status, "\(fields)")
                    }
                }
            }
        }
    }

    @Test func anAnswerSaysThatItWasFetchedAnew() async throws {
        try await ServerFixture.routes { server, client in
            @Sendable func origins(_ fields: HTTPFields = [:]) async throws -> [String] {
                let response = try await client.get(ServerFixture.links, fields)
                let sources = try #require(try response.object["sources"] as? [[String: Any]])
                return sources.compactMap { $0["origin"] as? String }
            }
            #expect(Set(try await origins()) == ["fetched"])
            for _ in 0..<2 { #expect(Set(try await origins()) == ["cache"]) }
            server.sites.set(ServerFixture.page, "<meta property=al:ios:url content=a://new>")
            #expect(Set(try await origins([.cacheControl: "no-cache"])) == ["fetched"])
            // The earlier kept answer is not used again.
            for _ in 0..<2 {
                let response = try await client.get(ServerFixture.links)
                #expect(response.text.contains("a://new"))
            }
            server.sites.isDown = true
            #expect(Set(try await origins([.cacheControl: "no-cache"])) == ["stale"])
        }
    }

    @Test func anAnswerThatWasBegunBeforeIsNotKept() async throws {
        try await ServerFixture.run { server in
            let answers = FinishedAnswers(server.index, byteCapacity: 1 << 20)
            let name = AnswerCacheKey(url: ServerFixture.page, form: .links([.iphone]))
            let keys = server.index.keys(of: try #require(URL(string: ServerFixture.page)))
            let answer = FinishedAnswer(.init(string: "{}"), until: .now + .seconds(600), keys: .none)
            let epoch = answers.epoch
            answers.keep(answer, keys: keys, since: epoch, for: name)
            #expect(answers.answer(for: name) != nil)
            answers.forgetAll()
            #expect(answers.answer(for: name) == nil)
            answers.keep(answer, keys: keys, since: epoch, for: name)
            #expect(answers.answer(for: name) == nil)
        }
    }

    @Test(arguments: ["no-cache", "max-age=0 , No-Cache"])
    func aClientMayHaveAPageFetchedAnewWithinItsLimit(_ value: String) async throws {
        var options = IndexServerOptions()
        options.renewalsPerMinute = 2
        options.proxies = try #require(TrustedProxies(["0.0.0.0/0"]))
        try await ServerFixture.sockets(options) { server, client in
            for _ in 0..<3 { _ = try await client.get(ServerFixture.links) }
            var fields: HTTPFields = [.cacheControl: value]
            let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
            fields[forwarded] = "1.1.1.1"
            var counts: [Int] = []
            for _ in 0..<3 {
                let response = try await client.get(ServerFixture.links, fields)
                #expect(response.status == .ok && response.text.contains("\"app_store_id\":\"12\""))
                counts.append(server.sites.count(ServerFixture.page))
            }
            // Above its limit the client gets the same answers as others.
            #expect(counts == [2, 3, 3] && server.sites.count(Self.files) == 3)
            fields[forwarded] = "1.1.1.2"
            _ = try await client.get(ServerFixture.links, fields)
            #expect(server.sites.count(ServerFixture.page) == 4)
            _ = try await client.get(ServerFixture.links, [.cacheControl: "max-age=0"])
            #expect(server.sites.count(ServerFixture.page) == 4)
        }
    }
}

extension ServerTestClient {
    fileprivate func forget(_ fields: HTTPFields = [:]) async throws -> ServerTestResponse {
        try await execute(uri: ServerFixture.links, method: .delete, headers: fields)
    }
}
