import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests what is said of hosts and generators of sites that keep the files from being served.
@Suite
struct HostingTests {
    /// The settings, whether they publish the files, and the settings with the edit; `nil` if no edit is certain.
    static let settings: [(String, Bool, String?)] = [
        ("title: a\n", false, "title: a\ninclude: [\".well-known\"]\n"),
        ("title: a", false, "title: a\ninclude: [\".well-known\"]\n"),
        ("# include: [.well-known]\n", false, "# include: [.well-known]\ninclude: [\".well-known\"]\n"),
        ("exclude:\n  - .well-known\n", false, "exclude:\n  - .well-known\ninclude: [\".well-known\"]\n"),
        (
            "defaults:\n  include: [.well-known]\n", false,
            "defaults:\n  include: [.well-known]\ninclude: [\".well-known\"]\n"
        ),
        ("include: []\n", false, "include: [\".well-known\"]\n"),
        ("include: [_pages]\n", false, "include: [_pages, \".well-known\"]\n"),
        ("include:\n", false, "include:\n  - \".well-known\"\n"),
        (
            "include:\n- _pages # .well-known\ntheme: a\n", false,
            "include:\n- _pages # .well-known\n- \".well-known\"\ntheme: a\n"
        ),
        ("include: _pages\n", false, nil),
        ("include: [_pages, '.well-known']\n", true, nil),
        ("include:\n  - .well-known\n", true, nil),
        ("include: .well-known\n", true, nil),
        ("include: [\".*\"]\n", true, nil),
    ]

    @Test(arguments: settings)
    func jekyllPublishesTheFilesThatItsSettingsInclude(_ text: String, _ publishes: Bool, _ fixed: String?) {
        let bytes = Array(text.utf8)
        #expect(JekyllSettings(bytes).publishesFiles == publishes)
        let apple = Array(AppleRuleCases.path("/a").utf8)
        var site = SiteAssociations(host: "site.com", appSiteAssociation: apple, assetLinks: nil)
        #expect(LinkVerdict(site: site).answers.first?.outcome == .opens)
        site.addUnpublished(by: "_config.yml")
        let answers = LinkVerdict(site: site).answers
        #expect(answers.map(\.outcome) == [.closed, .notNamed], "\(answers)")
        #expect(SignInAnswers(site: site).answers.first?.finding?.rule == .linkFilesUnpublished)
        guard !publishes, let finding = answers.first?.finding else { return }
        let fix = FindingFix(finding, in: bytes, file: "_config.yml")
        let after = fix.map { String(decoding: $0.applied(to: bytes), as: UTF8.self) }
        #expect(after == fixed)
        if let after { #expect(JekyllSettings(Array(after.utf8)).publishesFiles) }
    }

    @Test(
        arguments: [
            ("{\"applinks\":{\"apps\":[],\"details\":[]}}", "[]", true, true),
            ("{\"applinks\":{\"apps\":[],\"details\":[]}}\n", nil, true, false),
            ("{\"applinks\": {\"details\": []}}", "[]", false, false),
            (AppleRuleCases.path("/a"), "[]", false, false),
        ] as [(String, String?, Bool, Bool)]
    )
    func theFilesThatFirebaseMakesAreKnown(_ apple: String, _ android: String?, _ isApple: Bool, _ isAndroid: Bool) {
        let site = SiteAssociations(
            host: "site.com",
            appSiteAssociation: Array(apple.utf8),
            assetLinks: android.map { Array($0.utf8) }
        )
        func isKnown(_ rule: AssociationRule) -> Bool {
            site.findings.contains { $0.rule == rule && $0.fix.contains("\"appAssociation\": \"NONE\"") }
        }
        #expect(isKnown(.aasaNoDetails) == isApple)
        #expect(isKnown(.assetlinksEmpty) == isAndroid)
    }

    /// The server's name, and what its fix must contain.
    @Test(arguments: [
        ("Kestrel", "ServeUnknownFileTypes = true"), ("Microsoft-IIS/10.0", "<mimeMap fileExtension=\".\""),
        ("nginx", "status 200."),
    ])
    func aServerThatLeavesOutNamesWithoutAnExtensionIsToldHowToServeThem(_ name: String, _ fix: String) async throws {
        let server = try LoopbackServer { request, connection in
            let isAndroid = request.target == "/.well-known/assetlinks.json"
            let text = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())
            connection.respond(isAndroid ? 200 : 404, ["Server: \(name)"], bytes: Array((isAndroid ? text : "no").utf8))
        }
        defer { server.stop() }
        var options = SiteFetchOptions()
        options.page = .loopback
        if let range = HostAddressRange("127.0.0.0/8") {
            options.page.addressPolicy = .publicOnly.allowing(range).allowing(ports: server.port)
        }
        options.origin = server.url("")
        let site = await SiteAssociations.fetch("site.com", options: options)
        let verdict = LinkVerdict(site: site, claims: AppClaims(apple: [Self.app]))
        let finding = try #require(verdict.answers.first?.finding)
        #expect(finding.fix.contains(fix) && (name != "nginx" || finding.fix.hasSuffix(fix)), "\(finding)")
    }

    private static var app: AppleAppClaims {
        AppleAppClaims(identifier: AppleRuleCases.id, domains: ["applinks:site.com"], file: "a", rank: .source)
    }

    /// Where the files are redirected to, and a part of the fix.
    @Test(arguments: [
        ("https://site.com/.well-known/assetlinks.json", "take www.site.com out of the app"),
        ("https://www.site.com/login", "before the login"), ("/login", "before the login"),
    ])
    func aRedirectOfTheFilesToAnotherHostIsNotALogin(_ target: String, _ fix: String) {
        var site = SiteAssociations(host: "www.site.com", appSiteAssociation: nil, assetLinks: nil)
        site.appleResponse.redirect = target
        site.androidResponse.redirect = target
        let verdict = LinkVerdict(site: site, claims: AppClaims(apple: [Self.app]))
        let finding = verdict.findings.first { $0.rule == .linkPageForFiles }
        #expect(finding?.fix.contains(fix) == true, "\(verdict.findings)")
    }
}
