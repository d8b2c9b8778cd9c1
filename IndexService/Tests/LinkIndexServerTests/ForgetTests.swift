import Foundation
import HTTPTypes
import HummingbirdTesting
import LinkIndex
import LinkIndexTestSupport
import NIOCore
import Testing

@testable import LinkIndexServer

/// What makes the service ask a site again before its answer is stale.
@Suite(.timeLimit(.minutes(20)))
struct ForgetTests {
    private static let links = "/v1/links?url=\(encoded(ServerFixture.page))"
    private static let graph = "/?ids=\(encoded(ServerFixture.page))"
    private static let files = "https://a.example/.well-known/assetlinks.json"

    private static func fields(_ secret: APIKeySecret) -> HTTPFields { [.authorization: "Bearer \(secret.text)"] }

    @Test func aKeyThatMayForgetsAURLInMemoryAndInTheDatabase() async throws {
        var options = IndexServerOptions()
        options.forgettingKeys = ["editor"]
        try await ServerFixture.run(options) { server in
            let secret = try await server.addKey("editor")
            try await server.routes { client in
                for _ in 0..<3 {
                    _ = try await client.execute(uri: Self.links, method: .get)
                    _ = try await client.execute(uri: Self.graph, method: .get)
                }
                #expect(server.sites.count(ServerFixture.page) == 1)
                server.sites.set(ServerFixture.page, FakeSites.Document("<meta property=al:ios:url content=a://new>"))
                let forgotten = try await client.execute(
                    uri: Self.links,
                    method: .delete,
                    headers: Self.fields(secret)
                )
                #expect(forgotten.status == .noContent && forgotten.body.readableBytes == 0)
                let keys = AppLinkIndex.recordKeys(of: try #require(URL(string: ServerFixture.page)))
                #expect(try await server.store.records(for: keys).isEmpty)
                #expect(try await client.execute(uri: Self.links, method: .get).text.contains("a://new"))
                #expect(try await client.execute(uri: Self.graph, method: .get).text.contains("a://new"))
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
                _ = try await client.execute(uri: Self.links, method: .get, headers: Self.fields(secret))
                let without = try await client.execute(uri: Self.links, method: .delete)
                #expect(without.status == (keys == .required ? .unauthorized : .forbidden))
                let with = try await client.execute(uri: Self.links, method: .delete, headers: Self.fields(secret))
                #expect(with.status == .forbidden)
                _ = try await client.execute(uri: Self.links, method: .get, headers: Self.fields(secret))
                #expect(server.sites.count(ServerFixture.page) == 1)
            }
        }
    }

    @Test func anAnswerThatWasBegunBeforeIsNotKept() async throws {
        try await ServerFixture.run { server in
            let answers = FinishedAnswers(server.index, byteCapacity: 1 << 20)
            let name = AnswerName(url: ServerFixture.page, form: .links([.iphone]))
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
        options.proxies = try #require(TrustedProxies(["0.0.0.0/0"], field: .xForwardedFor))
        try await ServerFixture.run(options) { server in
            try await server.sockets { client in
                for _ in 0..<3 { _ = try await client.execute(uri: Self.links, method: .get) }
                var fields: HTTPFields = [.cacheControl: value]
                let forwarded = try #require(HTTPField.Name("X-Forwarded-For"))
                fields[forwarded] = "1.1.1.1"
                var counts: [Int] = []
                for _ in 0..<3 {
                    let response = try await client.execute(uri: Self.links, method: .get, headers: fields)
                    #expect(response.status == .ok && response.text.contains("\"app_store_id\":\"12\""))
                    counts.append(server.sites.count(ServerFixture.page))
                }
                // Above its limit it gets what others get.
                #expect(counts == [2, 3, 3] && server.sites.count(Self.files) == 3)
                fields[forwarded] = "1.1.1.2"
                _ = try await client.execute(uri: Self.links, method: .get, headers: fields)
                #expect(server.sites.count(ServerFixture.page) == 4)
                _ = try await client.execute(uri: Self.links, method: .get, headers: [.cacheControl: "max-age=0"])
                #expect(server.sites.count(ServerFixture.page) == 4)
            }
        }
    }
}
