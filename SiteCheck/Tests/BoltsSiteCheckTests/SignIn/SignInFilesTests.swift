import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsPageFetching
@testable import BoltsSiteCheck

/// The content of a file that breaks a rule, and one that does not.
struct SignInFileCase: Sendable, CustomStringConvertible {
    let rule: String
    let file: String
    let broken: String
    let fixed: String

    init(_ rule: String, _ file: String, _ broken: String, _ fixed: String) {
        (self.rule, self.file, self.broken, self.fixed) = (rule, file, broken, fixed)
    }

    var description: String { "\(rule): \(broken.prefix(60))" }

    func findings(_ text: String) -> [Finding] {
        let bytes = Array(text.utf8)
        return SignInFiles(
            host: "lakrids.dk",
            webauthn: file == "webauthn" ? bytes : nil,
            passkeyEndpoints: file == "passkey-endpoints" ? bytes : nil,
            originAssociation: file == "web-app-origin-association" ? bytes : nil
        ).findings
    }
}

@Suite(.timeLimit(.minutes(20))) struct SignInFilesTests {
    private static func origins(_ list: [String]) -> String {
        "{\"origins\": [\(list.map { "\"\($0)\"" }.joined(separator: ", "))]}"
    }

    private static let good = origins(["https://lakrids.se", "https://lakrids.de:8443"])
    private static let many = origins((1...5).map { "https://shop\($0).dk" })

    static let cases: [SignInFileCase] = [
        SignInFileCase("webauthn-invalid", "webauthn", "[\"https://lakrids.se\"]", good),
        SignInFileCase("webauthn-invalid", "webauthn", "{\"origins\": [\"https://lakrids.se\", 1]}", good),
        SignInFileCase("webauthn-invalid", "webauthn", "{\"origins\": \"https://lakrids.se\"}", good),
        SignInFileCase("webauthn-invalid", "webauthn", "<!doctype html><p>", good),
        SignInFileCase("webauthn-origin", "webauthn", origins(["lakrids.se"]), good),
        SignInFileCase("webauthn-origin", "webauthn", origins(["http://lakrids.se"]), good),
        SignInFileCase("webauthn-origin", "webauthn", origins(["https://192.0.2.1"]), good),
        SignInFileCase("webauthn-origin-path", "webauthn", origins(["https://lakrids.se/"]), good),
        SignInFileCase("webauthn-self", "webauthn", origins(["https://LAKRIDS.dk"]), good),
        SignInFileCase("webauthn-self", "webauthn", origins(["https://login.lakrids.dk"]), good),
        SignInFileCase("webauthn-app-origin", "webauthn", origins(["android:apk-key-hash:sYoZZkMRWPWX8DNm"]), good),
        SignInFileCase(
            "webauthn-labels",
            "webauthn",
            origins((1...6).map { "https://shop\($0).dk" }),
            origins(
                (1...5).flatMap { ["https://shop\($0).dk", "https://shop\($0).co.uk", "https://www.shop\($0).dk"] }
            )
        ),
        SignInFileCase(
            "webauthn-labels",
            "webauthn",
            origins((1...6).map { "https://shop\($0).github.io" }),
            origins((1...6).map { "https://github.com:\($0)" })
        ),
        SignInFileCase(
            "webauthn-too-large",
            "webauthn",
            good + String(repeating: " ", count: RelatedOrigins.maximumBytes),
            good + String(repeating: " ", count: RelatedOrigins.maximumBytes - good.utf8.count)
        ),
        SignInFileCase(
            "passkey-endpoints-invalid",
            "passkey-endpoints",
            "{\"enroll\": \"/passkeys\"}",
            "{\"enroll\": \"https://lakrids.dk/passkeys\"}"
        ),
        SignInFileCase("passkey-endpoints-invalid", "passkey-endpoints", "[]", "{}"),
        SignInFileCase(
            "passkey-endpoints-unknown",
            "passkey-endpoints",
            "{\"enrol\": \"https://lakrids.dk/passkeys\"}",
            "{\"manage\": \"https://lakrids.dk/passkeys\", \"_note\": 1}"
        ),
        SignInFileCase(
            "origin-association-format",
            "web-app-origin-association",
            "{\"web_apps\": []}",
            "{\"https://app.lakrids.dk/\": {}}"
        ),
        SignInFileCase(
            "origin-association-format",
            "web-app-origin-association",
            "{\"/app\": {}}",
            "{ /* ours */ \"https://app.lakrids.dk/\": {}}"
        ),
        SignInFileCase(
            "origin-association-scope",
            "web-app-origin-association",
            "{\"https://app.lakrids.dk/\": {\"scope\": \"https://other.dk/\"}}",
            "{\"https://app.lakrids.dk/\": {\"scope\": \"/shop\"}}"
        ),
    ]

    @Test(arguments: cases) func theFileThatBreaksARuleIsFoundAndTheFixedOneIsNot(_ item: SignInFileCase) {
        let broken = item.findings(item.broken)
        #expect(broken.map(\.rule.id) == [item.rule], "\(broken)")
        for finding in broken {
            #expect(".?".contains(finding.message.last ?? " ") && finding.file.contains("lakrids.dk"), "\(finding)")
        }
        #expect(item.findings(item.fixed).isEmpty, "\(item.findings(item.fixed))")
    }

    @Test(arguments: [
        ("https://lakrids.se/login", true), ("https://lakrids.se:443", true), ("https://LAKRIDS.se", true),
        ("https://lakrids.se:8443", false), ("http://lakrids.se", false), ("https://lakrids.de:8443/x", true),
        ("https://lakrids.de", false), ("https://xn--bcher-kva.example", true), ("https://b\u{FC}cher.example", true),
        ("https://xn--caf-dma.fr", true), ("https://caf\u{E9}.fr/x", true),
    ])
    func originsAreComparedByTheirSchemeHostAndPort(_ page: String, _ isListed: Bool) throws {
        let list = [
            "https://lakrids.se", "https://lakrids.de:8443", "https://b\u{FC}cher.example", "https://xn--caf-dma.fr",
        ]
        let origins = try #require(RelatedOrigins(JSONDocument(Array(Self.origins(list).utf8))))
        #expect(origins.answer(for: try #require(URL(string: page))) == (isListed ? .listed : .notListed))
    }

    /// By the specification an entry with http is never the page's origin, and its label counts.
    @Test func entriesWithHTTPTakeLabels() throws {
        let list = (1...5).map { "http://site\($0).example" } + ["https://lakrids.se", "https://site1.example"]
        let origins = try #require(RelatedOrigins(JSONDocument(Array(Self.origins(list).utf8))))
        for (page, answer) in [
            ("https://lakrids.se/", RelatedOrigins.Answer.beyondLabels), ("https://site1.example", .listed),
            ("https://site2.example", .notListed),
        ] {
            #expect(origins.answer(for: try #require(URL(string: page))) == answer, "\(page)")
        }
        #expect(origins.firstBeyondLabels?.origin == "https://lakrids.se")
    }

    // MARK: - Serving

    private static let webauthn = "/.well-known/webauthn"
    private static let endpoints = "/.well-known/passkey-endpoints"
    private static let change = "/.well-known/change-password"
    private static let json = ["Content-Type: application/json"]
    private static let html = ["Content-Type: text/html"]

    /// The answers of a server for some paths; for others it answers 404, or the page of a single-page site.
    private static func site(
        _ answers: [String: (Int, [String], String)],
        fallback: String? = nil
    ) async throws -> (files: SignInFiles, ids: Set<String>) {
        let server = try LoopbackServer { request, connection in
            if let (status, fields, body) = answers[request.target] {
                connection.respond(status, fields, body: body)
            } else if let fallback {
                connection.respond(200, html, body: fallback)
            } else {
                connection.respond(404, body: "no")
            }
        }
        defer { server.stop() }
        let options = SiteFetchOptions.reading(server.url("", host: "127.0.0.1"))
        let files = await SignInFiles.fetch("lakrids.dk", options: options)
        return (files, Set(files.findings.map(\.rule.id)))
    }

    private static let right: [String: (Int, [String], String)] = [
        webauthn: (200, json, good), endpoints: (200, json, "{\"manage\": \"https://lakrids.dk/keys\"}"),
        change: (302, ["Location: /account/password"], ""),
    ]

    private static func served(_ path: String, _ status: Int, _ fields: [String], _ body: String) async throws -> Set<
        String
    > {
        var answers = right
        answers[path] = (status, fields, body)
        return try await site(answers).ids
    }

    @Test func aSiteThatServesThemRightHasNoFindingAndLeadsPasswordManagers() async throws {
        let site = try await Self.site(Self.right)
        #expect(site.ids.isEmpty, "\(site.files.findings)")
        #expect(site.files.directions.count == 2)
        #expect(site.files.directions[0].hasSuffix("/account/password."), "\(site.files.directions)")
        #expect(site.files.directions[1].hasSuffix("https://lakrids.dk/keys."), "\(site.files.directions)")
    }

    @Test func whatIsMissingIsANoteAndNothingElse() async throws {
        let site = try await Self.site([:])
        #expect(site.ids == ["webauthn-missing", "change-password-missing"])
        #expect(site.files.findings.allSatisfy { $0.severity == .note } && site.files.directions.isEmpty)
    }

    @Test func theMediaTypesAreThoseOfTheSpecifications() async throws {
        #expect(
            try await Self.served(Self.webauthn, 200, ["Content-Type: text/plain"], Self.good) == [
                "webauthn-content-type"
            ]
        )
        #expect(try await Self.served(Self.webauthn, 200, Self.html, "<!doctype html><p>Hej") == ["webauthn-html"])
        let charset = ["Content-Type: application/json; charset=utf-8"]
        #expect(try await Self.served(Self.webauthn, 200, charset, Self.good) == [])
        let plain = ["Content-Type: text/plain"]
        #expect(try await Self.served(Self.endpoints, 200, plain, "{}") == ["passkey-endpoints-invalid"])
    }

    @Test func redirectsAreThoseThatClientsFollow() async throws {
        let elsewhere = ["Location: https://lakrids.invalid/x"]
        #expect(try await Self.served(Self.endpoints, 302, elsewhere, "") == ["passkey-endpoints-redirect"])
        #expect(try await Self.served(Self.endpoints, 301, ["Location: /x"], "") == ["passkey-endpoints-redirect"])
        #expect(try await Self.served(Self.webauthn, 301, ["Location: /x"], "") == ["webauthn-redirect"])
        #expect(try await Self.served(Self.change, 200, Self.html, "<form>") == ["change-password-form"])
        let refresh = "<meta content='0;url=/p' http-equiv='Refresh'>"
        #expect(try await Self.served(Self.change, 200, Self.html, refresh) == [])
    }

    @Test func aPageForEveryAddressIsOneCause() async throws {
        let site = try await Self.site([:], fallback: "<!doctype html><p>Hej")
        #expect(site.ids == ["change-password-fallback"], "\(site.files.findings)")
        #expect(site.files.directions.isEmpty)
    }

    // MARK: - Pages of other hosts

    private static func answer(_ page: String, _ list: String) -> (LinkRoute?, [String]) {
        let files = SignInFiles(
            host: "lakrids.dk",
            webauthn: Array(list.utf8),
            passkeyEndpoints: nil,
            originAssociation: nil
        )
        let site = SiteAssociations(host: "lakrids.dk", appSiteAssociation: nil, assetLinks: nil)
        let signIn = SignInAnswers(site: site, files: files, page: URL(string: page), devices: [.desktop])
        let ids = signIn.findings.map(\.rule.id).filter { $0 == "signin-rp-host" }
        return (signIn.devices.first?.routes.first { $0.kind == .relatedOrigin }, ids)
    }

    @Test(arguments: [
        ("https://lakrids.se/login", good, LinkRoute.Outcome.eligible), ("https://LAKRIDS.de:8443/", good, .eligible),
        ("https://lakrids.de/", good, .originNotListed), ("http://lakrids.se/", good, .originNotListed),
        ("https://lakrids.no/", good, .originNotListed), ("https://lakrids.se/", "{\"origins\": [1]}", .fileInvalid),
        ("https://late.dk/", origins((1...5).map { "https://shop\($0).dk" } + ["https://late.dk"]), .labelLimit),
        ("https://a.shop1.dk/", origins((1...6).map { "https://s\($0).dk" } + ["https://a.shop1.dk"]), .labelLimit),
        ("https://b.s1.dk/", origins((1...6).map { "https://s\($0).dk" } + ["https://b.s1.dk"]), .eligible),
    ])
    func aPageOfAnotherHostNeedsItsOriginInTheList(_ page: String, _ list: String, _ outcome: LinkRoute.Outcome) throws
    {
        let (route, ids) = Self.answer(page, list)
        #expect(try #require(route).outcome == outcome, "\(route?.explanation ?? "")")
        // What is wrong in the file itself is the cause.
        #expect(ids == ([.eligible, .fileInvalid].contains(outcome) ? [] : ["signin-rp-host"]))
    }

    @Test(arguments: ["https://lakrids.dk/", "https://login.lakrids.dk/", "https://LAKRIDS.DK/x"])
    func aPageOfTheHostNeedsNoList(_ page: String) {
        let (route, ids) = Self.answer(page, "{\"origins\": []}")
        #expect(route == nil && ids.isEmpty)
    }

    @Test func aHostThatOnlyEndsLikeTheOtherIsNotBelowIt() throws {
        let (route, ids) = Self.answer("https://evillakrids.dk/", Self.good)
        #expect(route?.outcome == .originNotListed && ids == ["signin-rp-host"])
    }

    @Test func everyRuleAboutTheFilesHasItsCase() {
        let served: Set = [
            "webauthn-missing", "webauthn-content-type", "webauthn-html", "webauthn-redirect",
            "passkey-endpoints-redirect", "change-password-missing", "change-password-fallback", "change-password-form",
        ]
        #expect(served.union(Self.cases.map(\.rule)) == Set(AssociationRule.signInFileRules.map(\.id)))
    }

    @Test(arguments: [
        ("www.example.com", "example.com"), ("www.example.co.uk", "example.co.uk"), ("example.com", "example.com"),
        ("a.b.s1.dk", "s1.dk"), ("A.GITHUB.io", "a.github.io"), ("localhost", "localhost"), ("", ""),
    ])
    func theDomainThatOneOwnerRegistersIsKnown(_ host: String, _ domain: String) {
        #expect(SiteDomain.registrable(host, nil) == domain)
        #expect(SiteDomain.registrable(host, Self.suffixes) == domain)
    }

    private static let suffixes = PublicSuffixes(
        """
        // ===BEGIN ICANN DOMAINS===
        com
        uk
        co.uk  // and what follows
        // ck
        *.ck
        !www.ck
        jp
        *.kawasaki.jp
        !city.kawasaki.jp
        公司.cn
        github.io
        """
    )

    /// The cases of the list's own test data.
    @Test(arguments: [
        ("a.b.kawasaki.jp", "a.b.kawasaki.jp"), ("x.a.b.kawasaki.jp", "a.b.kawasaki.jp"),
        ("www.city.kawasaki.jp", "city.kawasaki.jp"), ("a.b.test.ck", "b.test.ck"), ("www.www.ck", "www.ck"),
        ("x.shop.xn--55qx5d.cn", "shop.xn--55qx5d.cn"), ("b.example.nothing", "example.nothing"),
    ])
    func theWholeListHasWildcardsAndExceptions(_ host: String, _ domain: String) {
        #expect(SiteDomain.registrable(host, Self.suffixes) == domain)
    }

    @Test(arguments: [
        ("com", true), ("example.com", false), ("co.uk", true), ("b.kawasaki.jp", true), ("city.kawasaki.jp", false),
        ("kawasaki.jp", false), ("test.ck", true), ("www.ck", false), ("xn--55qx5d.cn", true), ("github.io", true),
        ("a.github.io", false), ("localhost", false), ("", false), ("nothing", true),
    ])
    func aSuffixOfTheListIsNoSite(_ host: String, _ isSuffix: Bool) {
        #expect(SiteDomain.isPublicSuffix(host, Self.suffixes) == isSuffix)
    }

    @Test func aFindingByTheShortListSaysSo() {
        #expect(SiteDomain.caveat(nil).contains("short list") && SiteDomain.caveat(Self.suffixes).isEmpty)
        #expect(PublicSuffixes(atPath: "/dev/null") == nil && PublicSuffixes(atPath: "/none") == nil)
        if let system = PublicSuffixes.system {
            #expect(SiteDomain.isPublicSuffix("co.uk", system) && !SiteDomain.isPublicSuffix("example.co.uk", system))
        }
    }
}
