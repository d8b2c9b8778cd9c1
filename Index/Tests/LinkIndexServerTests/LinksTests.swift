import Foundation
import HTTPTypes
import Hummingbird
import LinkIndexServer
import LinkIndexTestSupport
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(20))) struct LinksTests {
    @Test func aURLIsAnsweredInTheWordsOfApplinksExplain() async throws {
        try await ServerFixture.routes { _, client in
            let path = "\(ServerFixture.links)&device=iphone,android"
            let response = try await client.get(path)
            #expect(response.status == .ok && response.headers[.contentType] == "application/json")
            let root = try response.object
            #expect(root["version"] as? Int == 1 && root["url"] as? String == ServerFixture.page)
            let devices = try #require(root["devices"] as? [[String: Any]])
            #expect(devices.compactMap { $0["device"] as? String } == ["iPhone", "android"])
            let route = try #require((devices.first?["routes"] as? [[String: Any]])?.first)
            #expect(Set(route.keys).isSuperset(of: ["kind", "outcome", "conditions", "explanation", "place"]))
            let link = try #require(root["link"] as? [String: Any])
            #expect((link["targets"] as? [[String: Any]])?.first?["app_name"] as? String == "A & B")
            #expect(link["should_fallback"] as? Bool == false)
            let source = try #require((root["sources"] as? [[String: Any]])?.first)
            #expect(source["origin"] as? String == "fetched" && source["read_at"] is String)
        }
    }

    @Test func aRepeatedQuestionIsAnsweredWithTheSameBytes() async throws {
        try await ServerFixture.routes { server, client in
            _ = try await client.get(ServerFixture.links)
            let second = try await client.get(ServerFixture.links)
            let third = try await client.get(ServerFixture.links)
            #expect(second.text == third.text && second.text.contains("\"origin\":\"cache\""))
            #expect(server.sites.count(ServerFixture.page) == 1)
        }
    }

    @Test func aListIsAnsweredInItsOrderWithAProblemForWhatIsNoURL() async throws {
        try await ServerFixture.routes { _, client in
            let body = #"{"urls": ["javascript:alert(1)", "\#(ServerFixture.page)", "https://missing.example/"]}"#
            let response = try await client.post("/v1/links", body)
            let answers = try #require(try response.object["answers"] as? [[String: Any]])
            #expect(answers.compactMap { $0["url"] as? String }.count == 3)
            #expect((answers[0]["problem"] as? [String: Any])?["status"] as? Int == 400)
            #expect(answers[1]["link"] != nil)
            #expect(answers[2]["link"] == nil && (answers[2]["failures"] as? [String])?.count == 1)
        }
    }

    @Test(arguments: ["a.example/1", "A.example:443/1", "https://a.example/1"])
    func aURLMayBeWrittenWithoutItsScheme(_ text: String) async throws {
        try await ServerFixture.routes { _, client in
            let one = try await client.get("/v1/links?url=\(encoded(text))").object
            #expect(one["url"] as? String == ServerFixture.page)
            let list = try await client.post("/v1/links", #"{"urls": ["\#(text)"]}"#).object
            let answers = try #require(list["answers"] as? [[String: Any]])
            #expect(answers.map { $0["url"] as? String } == [ServerFixture.page])
        }
    }

    @Test func aDeviceThatIsNamedManyTimesIsAnsweredOnce() async throws {
        try await ServerFixture.routes { _, client in
            func devices(_ answer: Any?) -> [String] {
                ((answer as? [String: Any])?["devices"] as? [[String: Any]] ?? []).compactMap {
                    $0["device"] as? String
                }
            }
            let path = "\(ServerFixture.links)&device=android,iPhone,android&device=iphone"
            let one = try await client.get(path)
            #expect(devices(try one.object) == ["android", "iPhone"])
            let names = Array(repeating: "\"iphone\"", count: 50_000).joined(separator: ",")
            let body = #"{"urls": ["\#(ServerFixture.page)"], "devices": [\#(names)]}"#
            let list = try await client.post("/v1/links", body)
            #expect(list.status == .ok && list.body.readableBytes < 100_000)
            #expect(devices((try list.object["answers"] as? [Any])?.first) == ["iPhone"])
        }
    }

    @Test(
        arguments: [
            ("/v1/links", 400, "missing-url"),
            ("/v1/links?url=", 400, "missing-url"),
            ("/v1/links?url=a", 400, "unusable-url"),
            ("/v1/links?url=page.html", 400, "unusable-url"),
            ("/v1/links?url=file%3A%2F%2F%2Fetc%2Fpasswd", 400, "unusable-url"),
            ("/v1/links?url=https%3A%2F%2Fa.example%2F%00", 400, "unusable-url"),
            ("/v1/links?url=https%3A%2F%2Fa.example%2F%FF", 400, "query-not-utf-8"),
            ("/v1/links?url=https%3A%2F%2Fa.example%2F&device=%C0%AF", 400, "query-not-utf-8"),
            ("/v1/links?%ED%A0%80=1&url=https%3A%2F%2Fa.example%2F", 400, "query-not-utf-8"),
            ("/v1/links?url=https%3A%2F%2Fa.example%2F\u{FFFD}", 400, "query-not-utf-8"),
            ("/?ids=https%253A%252F%252Fa.example%252F%25FF", 400, "query-not-utf-8"),
            ("/?ids=https%3A%2F%2Fa.example%2F%FF", 400, "query-not-utf-8"),
            ("/v1/links?url=https%3A%2F%2Fme%3Asecret%40a.example%2F", 400, "credentials-in-url"),
            ("/v1/links?url=https%3A%2F%2Fa.example%2F&device=toaster", 400, "unknown-device"),
            ("/v1/links?url=https%3A%2F%2Fa.example%2F" + String(repeating: "a", count: 8_000), 400, "url-too-long"),
            ("/v2/links?url=x", 404, "not-found"),
            ("/?ids=", 400, "number-of-ids"),
            ("/?ids=" + (1...51).map { "https://a.example/\($0)" }.joined(separator: ","), 400, "number-of-ids"),
        ]
    )
    func whatCannotBeAnsweredIsAProblemDocument(_ path: String, _ status: Int, _ code: String) async throws {
        try await ServerFixture.routes { server, client in
            let response = try await client.get(path)
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
            let problem = try response.object
            #expect(problem["type"] as? String == "urn:applinks-index:problem:\(code)")
            #expect(problem["status"] as? Int == status)
            #expect((problem["detail"] as? String)?.isEmpty == false && problem["title"] is String)
            #expect(server.sites.total == 0)
        }
    }

    @Test(
        arguments: [
            ("", 400), ("[]", 400), (#"{"urls": ["https://a.example/1"],}"#, 400),
            (#"{"urls": ["https://a.example/1"], "urls": ["https://a.example/2"]}"#, 400),
            (#"{"urls": ["https://a.example/1"], "u\u0072ls": ["https://a.example/2"]}"#, 400),
            (#"{"for": [], "urls": ["https://a.example/1"], "for": ["sign-in"]}"#, 400),
            (#"{"urls": ["https://a.example/\ud800"]}"#, 400),
            (#"{"urls": ["https://a.example/1"], "x": "# + String(repeating: "[", count: 250_000), 400),
            (
                #"{"urls": ["https://a.example/1"], "x": "# + String(repeating: "[", count: 70)
                    + String(repeating: "]", count: 70) + "}", 400
            ), (#"{"urls": []}"#, 400), (#"{"urls": "https://a.example/"}"#, 400),
            ("{\"urls\": [" + (0...50).map { "\"https://a.example/\($0)\"" }.joined(separator: ",") + "]}", 400),
            (String(repeating: " ", count: 513 << 10), 413),
        ]
    )
    func aBodyThatIsNoListOfURLsIsAProblemDocument(_ body: String, _ status: Int) async throws {
        try await ServerFixture.routes { _, client in
            let response = try await client.post("/v1/links", body)
            #expect(response.status.code == status)
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func moreWaitingURLsThanTheLimitAreRefusedAtOnce() async throws {
        try await ServerFixture.routes(.with { $0.waitingLimit = 1 }) { server, client in
            let gate = server.sites.hold()
            async let first = client.get(ServerFixture.links)
            try await server.sites.waitForRequests()
            let second = try await client.get("/v1/links?url=https%3A%2F%2Fb.example%2F")
            #expect(second.status == .serviceUnavailable && second.headers[.retryAfter] == "1")
            gate.set(result: ())
            let answer = try await first
            #expect(answer.status == .ok)
        }
    }
}
