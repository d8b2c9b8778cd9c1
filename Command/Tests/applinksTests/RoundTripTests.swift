import Foundation
import LoopbackServer
import Testing

/// A site that is published from a description, served by one process, and checked and explained by another over real
/// sockets: first whole, then with one mistake at a time.
@Suite(.timeLimit(.minutes(20))) struct RoundTripTests {
    private static let link = "https://lakrids.dk/recipes/rye-bread.html"
    private static let draft = "https://lakrids.dk/recipes/drafts/1.html"
    private static let apple = "/.well-known/apple-app-site-association"
    private static let android = "/.well-known/assetlinks.json"
    private static let page = "recipes/rye-bread.html"

    /// The folder that `applinks publish` makes of a description, with two pages.
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

    @Test func aWholeSiteHasNoFindingAndTheOutlookThatItDescribes() async throws {
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

    /// One mistake in a file of the site.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let rule: String
        /// The file that is changed, and what of it.
        let file: String
        let text: String
        let replacement: String
        /// The path of the URL that the finding names.
        let path: String
        /// Where in the changed file the finding is: at the first place of this text.
        var place: String?
        /// The element of the page that it is about.
        var element: String?

        var testDescription: String { rule }
    }

    static let mistakes = [
        Mistake(
            rule: "aasa-app-id-placeholder",
            file: apple,
            text: "R2TQ9MZ7K4",
            replacement: "ABCDE12345",
            path: apple,
            place: "\"ABCDE12345"
        ),
        Mistake(
            rule: "assetlinks-fingerprint-lowercase",
            file: android,
            text: "B1:8A",
            replacement: "b1:8a",
            path: android,
            place: "\"b1:8a"
        ),
        Mistake(
            rule: "aasa-unreachable-rule",
            file: apple,
            text: "{\"/\": \"/recipes/drafts/*\"",
            replacement: "{\"/\": \"/recipes/*\"},\n          {\"/\": \"/recipes/drafts/*\"",
            path: apple,
            place: "{\"/\": \"/recipes/drafts/*\""
        ),
        Mistake(
            rule: "aasa-invalid-json",
            file: apple,
            text: "\"/recipes/*\"}",
            replacement: "\"/recipes/*\"@}",
            path: apple,
            place: "@"
        ),
        Mistake(
            rule: "cross-ios-store-id",
            file: page,
            text: "app-id=1180541216",
            replacement: "app-id=1180541217",
            path: "/" + page,
            element: "al:ios:app_store_id"
        ),
        Mistake(
            rule: "cross-android-package-unassociated",
            file: page,
            text: "property=\"al:android:package\" content=\"dk.lakrids.kogebog\"",
            replacement: "property=\"al:android:package\" content=\"dk.lakrids.kogebok\"",
            path: "/" + page,
            element: "al:android:package"
        ),
        Mistake(
            rule: "cross-android-package",
            file: page,
            text: "android-app://dk.lakrids.kogebog/",
            replacement: "android-app://dk.lakrids.other/",
            path: "/" + page,
            element: "al:android:package"
        ),
        Mistake(
            rule: "cross-page-excluded",
            file: apple,
            text: "/recipes/drafts/*",
            replacement: "/recipes/rye-*",
            path: "/" + page,
            element: "al:ios:url"
        ),
    ]

    @Test(arguments: mistakes) func aMistakeInAFileIsFoundAtItsPlace(_ mistake: Mistake) async throws {
        let site = try await site()
        let name = mistake.file.hasPrefix("/") ? String(mistake.file.dropFirst()) : mistake.file
        let text = try String(contentsOf: site.url.appendingPathComponent(name), encoding: .utf8)
        #expect(text.contains(mistake.text))
        let changed = text.replacing(mistake.text, with: mistake.replacement, maxReplacements: 1)
        try site.file(name, changed)
        let server = try await RunningServer(site.url.path)
        try await expect(mistake, at: server.origin, position: mistake.place.map { try position(of: $0, in: changed) })
    }

    /// The line and column of a text, from 1 on.
    private func position(of part: String, in text: String) throws -> (line: Int, column: Int) {
        let start = try #require(text.range(of: part)).lowerBound
        let before = text[..<start].split(separator: "\n", omittingEmptySubsequences: false)
        return (before.count, (before.last?.utf8.count ?? 0) + 1)
    }

    @Test func aRedirectedFileIsFound() async throws {
        let site = try await site()
        let file = site.url.appendingPathComponent(String(Self.apple.dropFirst()))
        let text = try String(contentsOf: file, encoding: .utf8)
        try FileManager.default.removeItem(at: file)
        // A folder with an index page is served with a redirect to the slash, as by most servers.
        try site.file(String(Self.apple.dropFirst()) + "/index.html", text)
        let server = try await RunningServer(site.url.path)
        try await expect(
            Mistake(rule: "aasa-redirect", file: "", text: "", replacement: "", path: Self.apple),
            at: server.origin
        )
    }

    @Test func aWrongMediaTypeIsFound() async throws {
        let site = try await site()
        let server = try await RunningServer(site.url.path)
        // In front of the server stands another that does not keep the media type.
        var answers: [String: String] = [:]
        for path in [Self.apple, Self.android, "/" + Self.page] { answers[path] = try await server.get(path).body }
        let bodies = answers
        let front = try LoopbackServer { request, connection in
            guard let body = bodies[request.target] else { return connection.respond(404, body: "no") }
            connection.respond(200, ["Content-Type: text/plain"], body: body)
        }
        defer { front.stop() }
        try await expect(
            Mistake(rule: "assetlinks-content-type", file: "", text: "", replacement: "", path: Self.android),
            at: front.url("").absoluteString
        )
    }

    private func expect(
        _ mistake: Mistake,
        at origin: String,
        position: (line: Int, column: Int)? = nil
    ) async throws {
        let (_, findings) = try await check(Self.link, at: origin)
        let finding = try #require(
            findings.first { $0["rule"] as? String == mistake.rule },
            "\(mistake.rule) is not among \(findings.map { $0["rule"] ?? "" })"
        )
        let file = try #require(finding["file"] as? String)
        #expect(URL(string: file)?.path() == mistake.path)
        #expect(
            finding["line"] as? Int == position?.line && finding["column"] as? Int == position?.column,
            "\(finding)"
        )
        #expect(finding["element"] as? String == mistake.element)
    }
}
