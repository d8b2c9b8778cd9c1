@_spi(Bolts) import BoltsPageFetching
import BoltsPageMetadata
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests the fixes of rules about a link, a page with its site, or the serving of files, each applied to the smallest broken site.
@Suite(.timeLimit(.minutes(20))) struct SiteFixTests {
    /// A page with the files of its hosts, or a link, before and after the fix.
    typealias Pair = RulePair<Input>

    struct Input: Sendable {
        var page = PageRuleCases.page()
        var apple: String? = SiteFixTests.appleFile
        var android: String? = SiteFixTests.androidFile
        /// Another host with or without the files.
        var other: (host: String, hasFiles: Bool)?
        var pageFailure: String?
        var apps: [String]?

        private func site(_ host: String, _ apple: String?, _ android: String?) -> SiteAssociations {
            SiteAssociations(host, apple: apple, android: android)
        }

        var findings: [Finding] {
            let own = site("site.com", apple, android)
            let sites =
                [own] + (other.map { [$0.hasFiles ? site($0.host, apple, android) : site($0.host, nil, nil)] } ?? [])
            let verdict = LinkVerdict(
                url: PageRuleCases.url,
                site: own,
                page: page,
                pageFailure: pageFailure,
                apps: apps
            )
            return PageCheck.findings(in: page, sites: sites) + verdict.findings
        }
    }

    static let appleFile = AppleRuleCases.path("/recipes/*")
    static let androidFile = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())
    private static let excluding = AppleRuleCases.components(
        "{\"/\": \"/recipes/*\", \"exclude\": true}, {\"/\": \"*\"}"
    )
    private static let android = "al:android:package=com.site.app"
    private static let closing = AssetLinksRuleCases.dynamic("[{\"/\": \"/other\"}]")

    private static func page(_ tags: String..., hyperlinks: [String] = [], canonical: String? = nil) -> Input {
        var page = PageRuleCases.page(
            links: canonical.map { [.init(rel: "canonical", href: $0)] } ?? [],
            hyperlinks: hyperlinks
        )
        for tag in tags { page.metas += PageRuleCases.page(tag).metas }
        return Input(page: page)
    }

    private static func files(_ apple: String? = appleFile, _ android: String? = androidFile, _ tags: String...)
        -> Input
    {
        var input = Input(apple: apple, android: android)
        for tag in tags { input.page.metas += PageRuleCases.page(tag).metas }
        return input
    }

    private static func changed(_ input: Input, _ change: (inout Input) -> Void) -> Input {
        var input = input
        change(&input)
        return input
    }

    static let pairs: [Pair] = [
        Pair(
            "cross-ios-store-id",
            page("al:ios:app_store_id=1", "name:apple-itunes-app=app-id=2"),
            page("al:ios:app_store_id=2", "name:apple-itunes-app=app-id=2")
        ),
        Pair(
            "cross-twitter-store-id",
            page("al:ios:app_store_id=1", "name:twitter:app:id:iphone=2"),
            page("al:ios:app_store_id=1", "name:twitter:app:id:iphone=1")
        ),
        Pair(
            "cross-android-package",
            page(android, "twitter:app:id:googleplay=com.site.x"),
            page(android, "twitter:app:id:googleplay=com.site.app")
        ),
        Pair("cross-android-package-unassociated", page("al:android:package=com.site.other"), page(android)),
        Pair(
            "cross-page-excluded",
            files(excluding, nil, "al:ios:url=app://a"),
            files(appleFile, nil, "al:ios:url=app://a")
        ),
        Pair(
            "cross-page-not-matched",
            files(AppleRuleCases.path("/other"), nil, "al:ios:url=app://a"),
            files(appleFile, nil, "al:ios:url=app://a")
        ),
        Pair("cross-page-dynamic", files(nil, closing, android), files(nil, androidFile, android)),
        Pair(
            "cross-https-target",
            changed(page("al:ios:url=https://site.com/a")) { $0.apple = nil },
            page("al:ios:url=https://site.com/a")
        ),
        Pair(
            "cross-host-missing",
            changed(Input()) { $0.other = ("www.site.com", false) },
            changed(Input()) { $0.other = ("www.site.com", true) }
        ),
        Pair(
            "cross-link-redirects",
            changed(Input()) { $0.page.requestedURL = URL(string: "https://short.link/a") },
            changed(Input()) { $0.page.requestedURL = URL(string: "https://site.com/a") }
        ),
        Pair(
            "cross-canonical-host",
            changed(page(canonical: "https://m.site.com/a")) { $0.other = ("m.site.com", false) },
            changed(page(canonical: "https://m.site.com/a")) { $0.other = ("m.site.com", true) }
        ),
        Pair("cross-aasa-android", files(appleFile, closing), files(appleFile, androidFile)),
        Pair(
            "cross-ios-url",
            page("al:ios:url=app://a", "twitter:app:url:iphone=old://a"),
            page("al:ios:url=app://a", "twitter:app:url:iphone=app://a")
        ),
        Pair(
            "cross-intent-package",
            page(android, hyperlinks: ["intent:x#Intent;package=com.other.app;end"]),
            page(android, hyperlinks: ["intent:x#Intent;package=com.site.app;end"])
        ),
        Pair(
            "cross-clip",
            page("name:apple-itunes-app=app-clip-bundle-id=com.x.Clip"),
            changed(page("name:apple-itunes-app=app-clip-bundle-id=com.x.Clip")) {
                $0.apple = "{\"appclips\": {\"apps\": [\"QX7SAMPLE1.com.x.Clip\"]}, " + appleFile.dropFirst()
            }
        ),
        Pair("link-no-app", files(nil, nil), files()),
        Pair("link-no-match", files(AppleRuleCases.path("/other")), files()),
        Pair("link-excluded", files(excluding), files()),
        Pair(
            "link-not-listed",
            changed(Input()) { $0.apps = ["com.site.other"] },
            changed(Input()) { input in
                input.apps = ["com.site.other"]
                input.apple = nil
                input.android = androidFile.replacing("com.site.app", with: "com.site.other")
            }
        ),
        Pair(
            "link-undecided",
            files(
                "{\"applinks\": {\"details\": [{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [{\"/\": \"/x\"}]}, "
                    + "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [{\"/\": \"/recipes/*\"}]}]}}"
            ),
            files(AppleRuleCases.components("{\"/\": \"/x\"}, {\"/\": \"/recipes/*\"}"))
        ),
        Pair("link-page-unreadable", changed(Input()) { $0.pageFailure = "The page has status 404." }, Input()),
    ]

    @Test(arguments: pairs) func theFixOfALinkOrAPageEndsTheFinding(_ pair: Pair) {
        let before = pair.broken.findings
        #expect(before.contains { $0.rule.id == pair.rule }, "\(before)")
        let after = pair.sound.findings
        #expect(!after.contains { $0.rule.id == pair.rule }, "\(after)")
        let known = Set(before.map(\.rule.id))
        let new = after.filter { $0.severity == .error && !known.contains($0.rule.id) }
        #expect(new.isEmpty, "\(new)")
    }

    // MARK: - Servers

    /// An answer of a server.
    struct Reply: Sendable {
        var status = 200
        var fields = ["Content-Type: application/json"]
        var bytes: [UInt8] = []
        var redirect: String?
        /// The agents that get the answer; others get the right file.
        var agent: String?

        static func file(_ text: String, padding: Int = 0) -> Reply {
            Reply(bytes: Array(text.utf8) + Array(repeating: 0x20, count: padding))
        }

        static func typed(_ type: String, _ text: String) -> Reply {
            Reply(fields: ["Content-Type: \(type)"], bytes: Array(text.utf8))
        }
    }

    /// A server that breaks a rule: its answers instead of the right files; `nil` for no answer.
    struct Serving: Sendable, CustomStringConvertible {
        let rule: String
        let replies: [String: Reply?]
        /// The answers that still differ from the right files once the fix is applied.
        var fixed: [String: Reply] = [:]

        init(_ rule: String, _ replies: [String: Reply?], fixed: [String: Reply] = [:]) {
            self.rule = rule
            self.replies = replies
            self.fixed = fixed
        }

        var description: String { rule }
    }

    private static let applePath = "/.well-known/apple-app-site-association"
    private static let androidPath = "/.well-known/assetlinks.json"
    private static let copyPath = "/cdn/a/v1/site.com"
    private static let login = Reply.typed("text/html", "<!doctype html><title>Log in</title>")

    static let servings: [Serving] = [
        Serving("aasa-missing", [applePath: nil]),
        Serving("aasa-root-only", [applePath: nil, "/apple-app-site-association": .file(appleFile)]),
        Serving("aasa-redirect", [applePath: Reply(redirect: "/moved"), "/moved": .file(appleFile)]),
        Serving("aasa-file-extension", [applePath: nil, applePath + ".json": .file(appleFile)]),
        Serving("aasa-html", [applePath: login]),
        Serving("aasa-content-type", [applePath: .typed("text/plain", appleFile)]),
        Serving("aasa-bom", [applePath: .file("\u{FEFF}" + appleFile)]),
        Serving("aasa-too-large", [applePath: .file(appleFile, padding: 131_073)]),
        Serving("aasa-near-limit", [applePath: .file(appleFile, padding: 131_000 - appleFile.utf8.count)]),
        Serving("aasa-client-blocked", [applePath: Reply(status: 403, agent: "AASA-Bot")]),
        Serving(
            "aasa-cdn-failure",
            [
                copyPath: Reply(
                    status: 404,
                    fields: ["Apple-Failure-Reason: SWCERR00101 Bad HTTP Response: 404", "Apple-Try-Direct: false"]
                )
            ]
        ),
        Serving("aasa-cdn-stale", [copyPath: .file(AppleRuleCases.path("/old"))]),
        Serving("aasa-signed", [applePath: Reply(bytes: SignedFile.bytes(around: appleFile))]),
        Serving("assetlinks-missing", [androidPath: nil]),
        Serving("assetlinks-redirect", [androidPath: Reply(redirect: "/moved"), "/moved": .file(androidFile)]),
        Serving("assetlinks-content-type", [androidPath: .typed("text/html", androidFile)]),
        Serving("assetlinks-too-large", [androidPath: .file(androidFile, padding: 1_048_577)]),
        Serving("assetlinks-client-blocked", [androidPath: Reply(status: 403, agent: "GoogleAssociationService")]),
        Serving("link-page-for-files", [applePath: login, androidPath: login]),
    ]

    /// Rules whose fix no reply shows: a certificate that is trusted, a server that answers, or fast, and another host.
    ///
    /// `TransportRuleTests`, `HostingTests` and the test below test them.
    static let ofServers: Set<String> = [
        "link-files-unpublished",
        "aasa-not-https", "assetlinks-not-https", "aasa-slow", "assetlinks-slow", "aasa-private-host",
        "assetlinks-host-with-dot", "link-site-unreachable",
    ]

    private static let right: [String: Reply] = [
        applePath: .file(appleFile), androidPath: .file(androidFile), copyPath: .file(appleFile),
    ]

    private static func findings(_ replies: [String: Reply]) async throws -> [Finding] {
        let server = try LoopbackServer { request, connection in
            guard var reply = replies[request.target] else { return connection.respond(404, body: "no") }
            if let agent = reply.agent, !request.values("User-Agent").joined().contains(agent) {
                reply = right[request.target] ?? reply
            }
            if let target = reply.redirect { return connection.redirect(301, to: target) }
            connection.respond(reply.status, reply.fields, bytes: reply.bytes)
        }
        defer { server.stop() }
        return await findings(origin: server.url(""))
    }

    private static func findings(origin: URL) async -> [Finding] {
        var options = SiteFetchOptions.reading(origin)
        options.appleCDN = URL(string: "/cdn", relativeTo: origin)?.absoluteURL ?? origin
        options.asksAppleCDN = true
        options.triesAppleCrawler = true
        options.triesGoogleService = true
        let site = await SiteAssociations.fetch("site.com", options: options)
        return site.findings + LinkVerdict(url: PageRuleCases.url, site: site).findings
    }

    @Test(arguments: servings) func theFixOfAServerEndsTheFinding(_ item: Serving) async throws {
        var broken = Self.right
        for (path, reply) in item.replies { broken[path] = reply }
        let before = try await Self.findings(broken)
        #expect(before.contains { $0.rule.id == item.rule }, "\(before)")
        let after = try await Self.findings(Self.right.merging(item.fixed) { $1 })
        #expect(after.isEmpty, "\(after)")
    }

    @Test func aServerThatAnswersAgainEndsTheFindingThatItDoesNot() async throws {
        let closed = try ClosedPort()
        let origin = try #require(URL(string: "http://127.0.0.1:\(closed.port)"))
        let before = await Self.findings(origin: origin)
        #expect(before.contains { $0.rule == .linkSiteUnreachable }, "\(before)")
        withExtendedLifetime(closed) {}
        #expect(try await Self.findings(Self.right).isEmpty)
    }

    @Test func everyRuleOfALinkAPageOrAServerHasItsFix() {
        let tested = Set(Self.pairs.map(\.rule) + Self.servings.map(\.rule)).union(Self.ofServers)
        let served = AssociationRule.appleTransportRules + AssociationRule.assetLinksTransportRules
        let rules = AssociationRule.verdictRules + AssociationRule.crossRules + served
        let missing = rules.map(\.id).filter { !tested.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }
}

/// A signed file, as servers for iOS 8 served it.
private enum SignedFile {
    static func bytes(around text: String) -> [UInt8] {
        let content = Array(text.utf8)
        func wrapped(_ tag: UInt8, _ value: [UInt8]) -> [UInt8] {
            [tag, 0x82, UInt8(value.count >> 8), UInt8(value.count & 255)] + value
        }
        // ContentInfo { signedData, [0] SignedData { version, digests, { data, [0] OCTET STRING } } }
        func identifier(_ last: UInt8) -> [UInt8] {
            [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, last]
        }
        let encapsulated = wrapped(0x30, identifier(1) + wrapped(0xA0, wrapped(0x04, content)))
        let signed = wrapped(0x30, [0x02, 0x01, 0x01, 0x31, 0x00] + encapsulated)
        return wrapped(0x30, identifier(2) + wrapped(0xA0, signed))
    }
}
