import Foundation
import HTTPTypes
import Hummingbird
import LinkIndex
import LinkIndexServer
import Logging
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct RequestLogTests {
    /// Keeps the lines of a log.
    private final class Lines: Sendable {
        private let data = Mutex<[Data]>([])

        var logger: Logger {
            Logger(label: "test.requests") { label in
                JSONLogHandler(label: label) { line in self.data.withLock { $0.append(line) } }
            }
        }

        var text: String { data.withLock { $0.map { String(decoding: $0, as: UTF8.self) }.joined() } }

        var objects: [[String: Any]] {
            get throws {
                try data.withLock { $0 }.map {
                    try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
                }
            }
        }
    }

    @Test func aRequestIsLoggedWithoutWhatItAskedFor() async throws {
        let lines = Lines()
        try await ServerFixture.run(.with { $0.requestLog = lines.logger }) { server in
            let secret = try await server.addKey("the owner")
            let key = try #require(try await server.store.apiKeys().first)
            try await server.sockets { client in
                // The third request is answered before it reaches the routes.
                for _ in 0..<3 { _ = try await client.get(ServerFixture.links) }
                let fields: HTTPFields = [.authorization: "Bearer \(secret.text)"]
                _ = try await client.get(ServerFixture.links, fields)
                let query = "source.web.site=https://a.example&target.android_app.package_name=com.example.a"
                _ = try await client.get("/v1/assetlinks:check?\(query)&relation=a/b")
                let missing = try await client.execute(uri: "/secret/path", method: .init("PROPFIND") ?? .get)
                let objects = try lines.objects
                try #require(objects.count == 6)
                #expect(objects.map { $0["status"] as? Int } == [200, 200, 200, 200, 400, 404])
                #expect(objects.prefix(4).allSatisfy { $0["route"] as? String == "/v1/links" })
                #expect(objects.prefix(4).allSatisfy { $0["method"] as? String == "GET" })
                #expect(objects.prefix(4).allSatisfy { ($0["bytes"] as? Int).map { $0 > 100 } ?? false })
                #expect(objects.map { $0["key"] as? String } == ["none", "none", "none", key.id, "none", "none"])
                #expect(objects[5]["method"] as? String == "OTHER" && objects[5]["route"] is String)
                let field = HTTPField.Name("X-Request-Id").flatMap { missing.headers[$0] }
                #expect(field != nil && objects[5]["request_id"] as? String == field)
                #expect(Set(objects.compactMap { $0["request_id"] as? String }).count == 6)
                for word in ["example", "secret", "owner", "com.", "%3A", secret.text] {
                    #expect(!lines.text.contains(word), "\(word)")
                }
            }
        }
    }

    @Test func aLineIsOneObjectWhateverItSays() throws {
        let lines = Lines()
        var logger = lines.logger
        logger[metadataKey: "node"] = "a"
        logger.warning(
            "two\nlines \"quoted\"",
            metadata: ["level": "not this", "ratio": .stringConvertible(Double.nan), "list": ["a", ["b": "c"]]]
        )
        let text = lines.text
        #expect(text.hasSuffix("}\n") && text.dropLast().firstIndex(of: "\n") == nil)
        let object = try #require(try lines.objects.first)
        #expect(object["level"] as? String == "warning" && object["message"] as? String == "two\nlines \"quoted\"")
        #expect(object["node"] as? String == "a" && object["ratio"] as? String == "nan")
        #expect(object["logger"] as? String == "test.requests" && object["time"] is String)
    }
}
