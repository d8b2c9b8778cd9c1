import Foundation
import HTTPTypes
import Hummingbird
import LinkIndexServer
import LinkIndexTestSupport
import NIOCore
import ServerTestClient
import Testing

/// Tests that the index and the command give the same answers: for one site, each member that both write has the same value.
///
/// `Command/Tests/ExampleAnswers` has the output of the command, which the tests of the command compare with these files.
@Suite(.timeLimit(.minutes(20))) struct ExampleAnswerTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let host = "https://lakrids.dk"
    private static let page = "\(host)/recipes/rye-bread.html"

    @Test func theAnswerIsThatOfExplain() async throws {
        try await withExampleSite { client in
            let example = try Self.example("explain.json")
            let answer = try await client.get("/v1/links?url=\(encoded(Self.page))").object
            for name in example.keys { try expectSame(name, answer, example) }
            #expect(Set(answer.keys).subtracting(example.keys) == ["link", "sources"])
        }
    }

    @Test func theAnswerForSigningInIsThatOfExplain() async throws {
        try await withExampleSite { client in
            let example = try Self.example("explain-sign-in.json")
            let path = "/v1/links?url=\(encoded(Self.page))&for=sign-in"
            let answer = try await client.get(path).object
            for name in ["version", "url", "failures"] { try expectSame(name, answer, example) }
            let part = try #require(answer["sign_in"] as? [String: Any])
            for name in ["answers", "devices"] { try expectSame(name, part, example) }
        }
    }

    @Test func theLinkIsThatOfResolve() async throws {
        try await withExampleSite { client in
            let example = try Self.example("resolve.json")
            let answer = try await client.get("/v1/links?url=\(encoded(Self.page))").object
            let link = try #require(answer["link"] as? [String: Any])
            #expect(Set(link.keys) == ["targets", "web_url", "should_fallback", "final_url", "truncated"])
            for name in link.keys { try expectSame(name, link, example) }
        }
    }

    private static func example(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: root.appendingPathComponent("Command/Tests/ExampleAnswers/\(name)"))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func expectSame(_ name: String, _ one: [String: Any], _ other: [String: Any]) throws {
        let texts = try [one, other].map { answer in
            let value = try #require(answer[name], "\(name) is missing")
            let data = try JSONSerialization.data(withJSONObject: [value], options: [.sortedKeys, .prettyPrinted])
            // The command reads a folder and the index a server; only from a server an absent file has a status.
            return String(decoding: data, as: UTF8.self)
                .replacing("The server answered with status 404.", with: "There is no such file.").split(
                    separator: "\n"
                )
        }
        #expect(texts[0].difference(from: texts[1]).map { "\($0)" } == [], "\(name)")
    }

    /// Runs a test with a server whose only site is that of `Examples/Site`.
    private func withExampleSite(_ body: @escaping @Sendable (ServerTestClient) async throws -> Void) async throws {
        try await ServerFixture.run { server in
            let folder = Self.root.appendingPathComponent("Examples/Site")
            for path in [
                "/.well-known/apple-app-site-association", "/.well-known/assetlinks.json", "/recipes/rye-bread.html",
            ] {
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                server.sites.set("\(Self.host)\(path)", text)
            }
            try await server.routes { try await body($0) }
        }
    }
}
