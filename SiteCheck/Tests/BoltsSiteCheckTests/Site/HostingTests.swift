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
        site.addSettings(["_config.yml", "_posts"]) { _ in bytes }
        let answers = LinkVerdict(site: site).answers
        #expect(answers.map(\.outcome) == [publishes ? .opens : .closed, .notNamed], "\(answers)")
        guard !publishes, let finding = answers.first?.finding else { return }
        #expect(SignInAnswers(site: site).answers.first?.finding?.rule == .linkFilesUnpublished)
        let fix = FindingFix(finding, in: bytes, file: "_config.yml")
        let after = fix.map { String(decoding: $0.applied(to: bytes), as: UTF8.self) }
        #expect(after == fixed)
        if let after { #expect(JekyllSettings(Array(after.utf8)).publishesFiles) }
    }

    private static let server = "<configuration><system.webServer>0</system.webServer></configuration>"

    /// The files in a site's folder, and how severe it is that they keep the association files from being served.
    static let folders: [([String: String], AssociationRule.Severity?)] = [
        (["_config.yml": "title: a\n"], .warning),
        (["_config.yml": "title: a\ntheme: minima\n"], .error),
        (["_config.yml": "title: a\n", "_layouts": ""], .error),
        (["_config.yml": "theme: minima\n", ".nojekyll": ""], nil),
        (["CNAME": "site.com\n"], .note),
        (["CNAME": "site.com\n", ".nojekyll": ""], nil),
        (["CNAME": "site.com\n", "_config.yml": "include: [.well-known]\n"], nil),
        (["web.config": server], .warning),
        (["web.config": server.replacing("0", with: FindingFolding.iisType)], nil),
        (["web.config": server.replacing("0", with: "<handlers><add name=\"node\" path=\"*\" /></handlers>")], nil),
        (["web.config": "<configuration><appSettings /></configuration>"], nil),
        (["_redirects": "/* /index.html 200\n"], nil),
        (["_redirects": "/old /new 301!\n/*\t/index.html  200! # all\r\n"], .error),
        (["_redirects": "/.well-known/* /.well-known/:splat 200\n/* /index.html 200!\n"], nil),
        (["_redirects": "https://site.com/* https://www.site.com/:splat 301!\n"], .error),
        (["_redirects": "http://site.com/* https://site.com/:splat 301!\n"], nil),
        (["_redirects": "/.well-known/apple-app-site-association https://files.example/x 301!\n"], nil),
        (["_redirects": "http://other.com/* https://www.site.com/:splat 301!\n"], nil),
        (["_redirects": "/* /index.html 200! Country=dk\n# /* /a 301!\n"], nil),
        (["_redirects": "/.well-known/apple-app-site-association /aasa.json 200!\n"], nil),
    ]

    @Test(arguments: folders)
    func settingsOfHostsThatKeepTheFilesBackAreReported(
        _ folder: [String: String],
        _ severity: AssociationRule.Severity?
    ) {
        let apple = Array(AppleRuleCases.path("/a").utf8)
        var site = SiteAssociations(host: "site.com", appSiteAssociation: apple, assetLinks: nil)
        site.addSettings(Set(folder.keys)) { folder[$0].map { Array($0.utf8) } }
        let verdict = LinkVerdict(site: site)
        let finding = verdict.findings.first { $0.rule == .linkFilesUnpublished }
        #expect(finding?.severity == severity, "\(verdict.findings)")
        // What only the host knows decides nothing.
        #expect(verdict.answers.first?.outcome == (severity == .error ? .closed : .opens), "\(verdict.answers)")
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

    /// A server that does not send the file: its answer for Apple's file, or for both, and how its fix must end.
    struct Server: Sendable, CustomTestStringConvertible {
        let field: String
        var status = 404
        /// A single-page site.
        var sendsPage = false
        /// Whether the answer for Android's file is the same.
        var isForBoth = false
        var body = "no"
        let fix: String

        var testDescription: String {
            "\(field), \(status)\(sendsPage ? ", page" : "")\(isForBoth ? ", both" : "") \(body.prefix(12))"
        }
    }

    private static let express = ", with the folder of the files, before all other routes."
    private static let serve = "\"!/.well-known/**\", \"destination\": \"/index.html\"}]} into serve.json."
    private static let html = "<!doctype html><title>a</title>"
    private static let otherStatus = "devices ignore what comes with another status."
    private static let page = "itself, as JSON, before the fallback."

    @Test(arguments: [
        Server(field: "Server: Kestrel", fix: "DefaultContentType = \"application/json\" });"),
        Server(field: "Server: Microsoft-IIS/10.0", fix: "in <system.webServer> of web.config."),
        Server(field: "Server: nginx", fix: "with status 200."),
        Server(field: "Server: nginx", body: "{\"error\": \"not found\"}", fix: "with status 200."),
        Server(field: "Server: nginx", body: AppleRuleCases.path("/a"), fix: otherStatus),
        Server(field: "Server: nginx", isForBoth: true, body: AppleRuleCases.path("/a"), fix: otherStatus),
        Server(field: "X-Powered-By: Express", fix: express),
        Server(field: "X-Powered-By: Express", status: 200, sendsPage: true, fix: express),
        Server(field: "X-Powered-By: Express", status: 200, sendsPage: true, isForBoth: true, fix: express),
        Server(field: "Content-Disposition: inline; filename=\"index.html\"", status: 200, sendsPage: true, fix: serve),
        Server(field: "Server: nginx", status: 200, sendsPage: true, fix: page),
        Server(field: "Server: nginx/1.24.0", status: 403, isForBoth: true, fix: "its error log says so."),
        Server(field: "Server: nginx/1.24.0", status: 403, fix: "the check for robots."),
        Server(field: "Server: AmazonS3", status: 403, fix: "let everybody read it: S3 refuses missing files too."),
        Server(field: "Server: cloudflare", status: 403, isForBoth: true, fix: "the check for robots."),
    ])
    func aKnownServerThatDoesNotSendTheFileIsToldHowToSendIt(_ item: Server) async throws {
        let server = try LoopbackServer { request, connection in
            let isAndroid = request.target == "/.well-known/assetlinks.json"
            if isAndroid, !item.isForBoth {
                let text = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())
                return connection.respond(200, ["Content-Type: application/json", item.field], body: text)
            }
            guard request.target.hasPrefix("/.well-known/") else { return connection.respond(404, body: "no") }
            connection.respond(item.status, [item.field], body: item.sendsPage ? Self.html : item.body)
        }
        defer { server.stop() }
        var options = SiteFetchOptions()
        options.page = .loopback
        if let range = HostAddressRange("127.0.0.0/8") {
            options.page.addressPolicy = .publicOnly.allowing(range).allowing(ports: server.port)
        }
        options.origin = server.url("")
        let site = await SiteAssociations.fetch("site.com", options: options)
        let claims = AppClaims(apple: [Self.app])
        let finding = try #require(LinkVerdict(site: site, claims: claims).answers.first?.finding)
        #expect(finding.fix.hasSuffix(item.fix), "\(finding) \(finding.fix)")
        // A file that is printed in place of a page is to be checked too.
        guard item.sendsPage else { return }
        let fix = Fix(of: finding, host: "site.com", claims: claims)
        guard case .file(_, let proof) = fix else { return #expect(Bool(false), "\(fix)") }
        #expect(proof?.hasPrefix("curl -sS ") == true, "\(fix)")
    }

    private static var app: AppleAppClaims {
        AppleAppClaims(identifier: AppleRuleCases.id, domains: ["applinks:site.com"], file: "a", rank: .source)
    }

    /// Where the files are redirected to, and a part of the fix.
    @Test(arguments: [
        ("https://site.com/.well-known/assetlinks.json", "take www.site.com out of the app"),
        ("https://www.site.com/login", "before the login"), ("/login", "before the login"),
        ("/en/.well-known/apple-app-site-association", "that puts /en before every path"),
        ("https://www.site.com/en/.well-known/assetlinks.json", "that puts /en before every path"),
        ("/.well-known/apple-app-site-association/", "Let the server serve the file at this path"),
        ("https://login.site.com/?next=/.well-known/assetlinks.json", "before the login"),
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
