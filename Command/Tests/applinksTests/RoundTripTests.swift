import Foundation
import Testing

/// Tests a site that is published from a description, served by one process, and checked and explained by another over real
/// sockets, first correct and then with a mistake.
@Suite(.timeLimit(.minutes(20))) struct RoundTripTests {
    private static let link = "https://lakrids.dk/recipes/rye-bread.html"
    private static let draft = "https://lakrids.dk/recipes/drafts/1.html"
    private static let apple = "/.well-known/apple-app-site-association"
    private static let page = "recipes/rye-bread.html"

    /// The folder that `applinks publish` writes from a description, with two pages.
    private func site() async throws -> Scratch {
        let site = try Scratch()
        let source = try Scratch()
        let description = try source.file("site.yaml", PublishTests.site)
        let written = try await Tool.run(["publish", description, "--out", site.url.path])
        #expect(written.status == 0, "\(written.errors)")
        for (link, file) in [(Self.link, Self.page), (Self.draft, "recipes/drafts/1.html")] {
            let tags = try await Tool.run(["publish", description, "--page", link])
            #expect(tags.status == 0, "\(tags.errors)")
            let alternate = "android-app://dk.lakrids.kogebog/https/\(link.dropFirst(8))"
            let links = link == Self.link ? "<link rel=\"alternate\" href=\"\(alternate)\">" : ""
            try site.file(
                file,
                """
                <!doctype html>
                <html lang="da"><head><title>Kogebog</title>
                <link rel="canonical" href="\(link)">
                \(links)
                \(tags.output)</head><body></body></html>
                """
            )
        }
        return site
    }

    private func check(_ link: String, at origin: String) async throws -> (status: Int32, findings: [[String: Any]]) {
        let run = try await Tool.run(["check", link, "--origin", origin, "--allow-private", "--format", "json"])
        let inputs = run.json.first?["inputs"] as? [[String: Any]]
        let findings = inputs?.first?["findings"] as? [[String: Any]]
        return (run.status, try #require(findings, "\(run.output)\(run.errors)"))
    }

    /// The routes of one kind of device, as kind and outcome.
    private func routes(_ link: String, _ device: String, at origin: String) async throws -> [String] {
        let run = try await Tool.run([
            "explain", link, "--origin", origin, "--allow-private", "--device", device, "--json",
        ])
        #expect(run.status == 0, "\(run.errors)")
        let devices = try #require(run.json.first?["devices"] as? [[String: Any]])
        let routes = try #require(devices.first?["routes"] as? [[String: Any]])
        return routes.map { "\($0["kind"] ?? ""): \($0["outcome"] ?? "")" }
    }

    @Test func aWholeSiteHasNoFindingAndTheRoutesThatItDescribes() async throws {
        let site = try await site()
        let server = try await RunningServer(site.url.path)
        let (status, findings) = try await check(Self.link, at: server.origin)
        #expect(status == 0 && findings.isEmpty, "\(findings)")
        #expect(
            try await routes(Self.link, "iphone", at: server.origin)
                == ["universalLink: eligible", "appLinksTarget: eligible", "smartAppBanner: eligible", "web: eligible"]
        )
        #expect(
            try await routes(Self.link, "android", at: server.origin)
                == ["appLink: eligible", "appLinksTarget: eligible", "alternate: eligible", "web: eligible"]
        )
        #expect(try await routes(Self.link, "desktop", at: server.origin) == ["web: eligible"])
        #expect(
            try await routes(Self.draft, "iphone", at: server.origin) == ["universalLink: excluded", "web: eligible"]
        )
    }

    @Test(
        arguments: [
            ("aasa-invalid-json", "\"/recipes/*\"}", "\"/recipes/*\"@}", apple, nil, "@"),
            ("cross-page-excluded", "/recipes/drafts/*", "/recipes/rye-*", "/\(page)", "al:ios:url", nil),
        ] as [(String, String, String, String, String?, String?)]
    )
    func aMistakeInAFileIsFoundAtItsPlace(
        rule: String,
        text: String,
        replacement: String,
        path: String,
        element: String?,
        place: String?
    ) async throws {
        let site = try await site()
        let name = String(Self.apple.dropFirst())
        let original = try site.text(name)
        #expect(original.contains(text))
        let changed = original.replacing(text, with: replacement, maxReplacements: 1)
        try site.file(name, changed)
        let server = try await RunningServer(site.url.path)
        let (_, findings) = try await check(Self.link, at: server.origin)
        let finding = try #require(findings.first { $0["rule"] as? String == rule }, "\(findings)")
        #expect(URL(string: try #require(finding["file"] as? String))?.path() == path)
        let before = try place.map { place in
            let start = try #require(changed.range(of: place)).lowerBound
            return changed[..<start].split(separator: "\n", omittingEmptySubsequences: false)
        }
        #expect(finding["line"] as? Int == before?.count, "\(finding)")
        #expect(finding["column"] as? Int == before.map { ($0.last?.utf8.count ?? 0) + 1 }, "\(finding)")
        #expect(finding["element"] as? String == element)
    }
}
