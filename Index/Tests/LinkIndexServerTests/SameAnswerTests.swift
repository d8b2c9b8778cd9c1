@_spi(Bolts) import BoltsSiteCheck
import Foundation
import HTTPTypes
import LinkIndexServer
import LinkIndexTestSupport
import Testing

/// Tests that the index gives the same answers as the engine gives the command.
@Suite(.timeLimit(.minutes(20))) struct SameAnswerTests {
    private static let apple = [
        #"{"applinks": {"details": [{"appIDs": ["R2TQ9MZ7K4.example.a"], "components": [{"/": "/p/*"}]}]}}"#,
        #"{"applinks": {"details": [{"appID": "R2TQ9MZ7K4.example.a", "paths": ["NOT /p/1", "/p/*"]}]}}"#,
        #"{"applinks": {"details": [{"appIDs": ["R2TQ9MZ7K4.example.a"], "components": [{"/": "/q/*", "exclude": true}]}]}}"#,
        #"{"applinks": {"details": []}}"#, #"{"webcredentials": {"apps": ["R2TQ9MZ7K4.example.a"]}}"#, "{", "[]",
        "<html>",
    ]

    private static let fingerprint = Array(repeating: "5F", count: 32).joined(separator: ":")

    private static func statement(_ fingerprint: String, _ relation: String = "handle_all_urls") -> String {
        """
        [{"relation": ["delegate_permission/common.\(relation)"], "target": {"namespace": "android_app",
          "package_name": "example.a", "sha256_cert_fingerprints": ["\(fingerprint)"]}}]
        """
    }

    private static let android = [
        statement(fingerprint), statement(fingerprint.lowercased()), statement(fingerprint, "get_login_creds"), "[]",
        "{", nil,
    ]

    private static let pages = [
        "<meta property=al:ios:url content=a://1>", "<meta name=apple-itunes-app content='app-id=12'>", nil,
        "<link rel=alternate href='android-app://example.a/a/1'>",
    ]

    @Test func forManyURLsTheAnswerIsThatOfTheEngine() async throws {
        try await ServerFixture.run { server in
            let hosts = Self.serve(on: server.sites)
            let urls = hosts.flatMap { host in
                ["/p/1", "/p/2", "/q/1", "/", "/p/1?x=y#z"].map { "https://\(host)\($0)" }
            }
            #expect(urls.count >= 200)
            try await server.routes { client in
                for url in urls {
                    let answer = try await client.get("/v1/links?url=\(encoded(url))").object
                    let expected = try await Self.answer(for: try #require(URL(string: url)), server.sites)
                    for name in ["answers", "devices"] {
                        let texts = try [answer[name], expected[name]].map { value in
                            try JSONSerialization.data(withJSONObject: [try #require(value)], options: [.sortedKeys])
                        }
                        #expect(texts[0] == texts[1], "\(name) of \(url)")
                    }
                }
            }
        }
    }

    /// The text of a failure is that of one of the files, which the index requests again only together.
    @Test func ofAHostThatCannotBeReachedTheVerdictIsThatOfTheEngine() async throws {
        try await ServerFixture.run { server in
            server.sites.isDown = true
            let url = "https://down.example/p/1"
            try await server.routes { client in
                let answer = try await client.get("/v1/links?url=\(encoded(url))").object
                let expected = try await Self.answer(for: try #require(URL(string: url)), server.sites)
                let verdicts = try [answer, expected].map { answer in
                    let rows = try #require(answer["answers"] as? [[String: Any]])
                    return rows.map { row in ["name", "outcome", "rule", "severity"].map { row[$0] as? String } }
                }
                #expect(verdicts[0] == verdicts[1] && !verdicts[0].isEmpty)
                #expect((answer["failures"] as? [String])?.isEmpty == false)
            }
        }
    }

    /// The answer of the engine, called like the command calls it.
    private static func answer(for url: URL, _ sites: FakeSites) async throws -> [String: Any] {
        struct Answer: Encodable {
            let answers: [LinkVerdict.Answer.Document]
            let devices: [DeviceRoutes.Device]
        }
        var options = SiteFetchOptions()
        options.triesAppleCrawler = false
        let report = await FetchedLink.fetch(url, options: options, fetcher: sites)
        let failure = report.pageError.map { "\($0)" }
        let verdict = LinkVerdict(url: url, site: report.site, page: report.page, pageFailure: failure)
        let data = try JSONEncoder().encode(
            Answer(answers: verdict.answers.map { .init($0) }, devices: verdict.devices)
        )
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Serves a host for each pair of files.
    private static func serve(on sites: FakeSites) -> [String] {
        var hosts: [String] = []
        for apple in apple.indices {
            for android in android.indices {
                let host = "h\(apple)-\(android).example"
                hosts.append(host)
                sites.set("https://\(host)/.well-known/apple-app-site-association", Self.apple[apple])
                if let text = Self.android[android] {
                    sites.set("https://\(host)/.well-known/assetlinks.json", text)
                }
                for (number, path) in ["/p/1", "/p/2", "/q/1", "/"].enumerated() {
                    guard let page = pages[(apple + android + number) % pages.count] else { continue }
                    sites.set("https://\(host)\(path)", page)
                }
            }
        }
        return hosts
    }
}
