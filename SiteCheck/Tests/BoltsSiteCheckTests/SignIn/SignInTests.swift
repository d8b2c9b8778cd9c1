import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests in which apps a site's passwords and passkeys are offered.
struct SignInTests {
    static let app = "R2TQ9MZ7K4.dk.lakrids.kogebog"
    static let print =
        "B1:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:90"
    static let otherPrint = print.replacing("B1", with: "B2")
    static let links =
        "\"applinks\": {\"details\": [{\"appIDs\": [\"\(app)\"], \"components\": [{\"/\": \"*\"}]}]}"
    static let service = "\"webcredentials\": {\"apps\": [\"\(app)\"]}"

    static func statement(_ relations: String..., print: String = print) -> String {
        let list = relations.map { "\"delegate_permission/common.\($0)\"" }.joined(separator: ", ")
        return """
            {"relation": [\(list)], "target": {"namespace": "android_app", "package_name": "dk.lakrids.kogebog",
              "sha256_cert_fingerprints": ["\(print)"]}}
            """
    }

    static func site(apple: String?, android: String?) -> SiteAssociations {
        SiteAssociations("lakrids.dk", apple: apple.map { "{\($0)}" }, android: android.map { "[\($0)]" })
    }

    static let both = statement("get_login_creds", "handle_all_urls")
    static let right = site(apple: "\(links), \(service)", android: both)

    /// Files of a site, each with the rule about signing in that they break.
    static let cases: [(rule: String, broken: SiteAssociations)] = [
        ("signin-no-webcredentials", site(apple: links, android: both)),
        (
            "signin-webcredentials-app-missing",
            site(apple: "\(links), \"webcredentials\": {\"apps\": [\"R2TQ9MZ7K4.dk.lakrids.other\"]}", android: both)
        ),
        (
            "signin-webcredentials-patterns",
            site(apple: "\"webcredentials\": {\"apps\": [\"\(app)\"], \"details\": []}", android: both)
        ),
        ("signin-no-login-creds", site(apple: service, android: statement("handle_all_urls"))),
        ("signin-no-passkey-relation", site(apple: service, android: statement("get_login_creds"))),
        (
            "signin-certificates-differ",
            site(
                apple: service,
                android: statement("get_login_creds") + "," + statement("handle_all_urls", print: otherPrint)
            )
        ),
        ("signin-one-platform", site(apple: service, android: nil)),
    ]

    @Test(arguments: cases.map { ($0.rule, $0.broken) })
    func theFilesThatBreakARuleAreFoundAndTheFixedOnesAreNot(_ rule: String, _ site: SiteAssociations) {
        let broken = SignInAnswers(site: site).findings
        #expect(broken.contains { $0.rule.id == rule }, "\(broken)")
        for finding in broken { #expect(finding.message.last == ".", "\(finding)") }
        #expect(!SignInAnswers(site: Self.right).findings.contains { $0.rule.id.hasPrefix("signin-") })
    }

    @Test func everyRuleAboutSigningInHasItsCase() {
        // The file `webauthn` determines what a page of another host may do.
        let others: Set = [AssociationRule.signInRPHost.id]
        #expect(Set(Self.cases.map(\.rule)).union(others) == Set(AssociationRule.signInRules.map(\.id)))
    }

    @Test func nothingOfItIsSaidOfASiteThatIsAskedAboutLinks() {
        for item in Self.cases {
            let findings = LinkVerdict(site: item.broken).findings
            #expect(!findings.contains { $0.rule.id.hasPrefix("signin-") }, "\(findings)")
        }
    }

    @Test func aSiteForSigningInIsNotToldThatItLacksLinks() {
        let site = Self.site(apple: Self.service, android: Self.statement("get_login_creds"))
        let ids = Set(SignInAnswers(site: site).findings.map(\.rule.id))
        #expect(ids == ["signin-no-passkey-relation"])
    }

    @Test func eachPlatformReadsItsFile() throws {
        let signIn = SignInAnswers(site: Self.right)
        let phone = try #require(signIn.devices.first { $0.device == .iphone })
        #expect(phone.routes.map(\.kind) == [.credentials, .web])
        #expect(phone.routes[0].app == Self.app && phone.routes[0].conditions.contains(.credentialEntitlement))
        let android = try #require(signIn.devices.first { $0.device == .android })
        #expect(android.routes.map(\.kind) == [.passwords, .passkeys, .web])
        #expect(android.routes.map(\.outcome) == [.eligible, .eligible, .eligible])
        // The server knows an app's certificate by its SHA-256 in base64url.
        let origin = "android:apk-key-hash:sYoZZkMRWPWX8DNmQV_BJB9umZGbLjdjE90SChfG55A"
        #expect(android.routes[1].explanation.contains(origin), "\(android.routes[1].explanation)")
        let desktop = try #require(signIn.devices.first { $0.device == .desktop })
        #expect(desktop.routes.map(\.kind) == [.web])
        #expect(signIn.answers.map(\.outcome) == [.opens, .opens] && signIn.findings.isEmpty)
        let start = "passwords and passkeys of lakrids.dk may be offered in"
        #expect(signIn.answers.allSatisfy { $0.text.hasPrefix(start) })
    }

    @Test func oneRelationAloneIsToldApart() throws {
        func routes(_ relation: String) throws -> [LinkRoute] {
            let site = Self.site(apple: nil, android: Self.statement(relation))
            return try #require(SignInAnswers(site: site, devices: [.android]).devices.first).routes
        }
        #expect(try routes("get_login_creds").map(\.outcome) == [.eligible, .undecided, .eligible])
        #expect(try routes("handle_all_urls").map(\.outcome) == [.relationMissing, .undecided, .eligible])
        #expect(try routes("use_as_origin").map(\.outcome) == [.appNotListed, .eligible])
    }

    @Test func aFileThatIsNotReadIsTheReason() throws {
        let page = Array("<!doctype html><title>x</title>".utf8)
        let site = SiteAssociations(host: "lakrids.dk", appSiteAssociation: page, assetLinks: page)
        let signIn = SignInAnswers(site: site)
        #expect(signIn.answers.map(\.outcome) == [.closed, .closed])
        #expect(signIn.answers.allSatisfy { $0.finding?.severity == .error }, "\(signIn.answers)")
        #expect(signIn.devices[0].routes[0].outcome == .fileInvalid)
    }

    /// The files, the outcomes for Apple's devices and Android, and the rules of the findings with their severities.
    ///
    /// A platform that the site does not name is none of its errors, unless it names none at all.
    @Test(
        arguments: [
            (nil, nil, [.closed, .closed], ["link-no-app: error"]),
            (service, nil, [.opens, .notNamed], ["signin-one-platform: note"]),
            (nil, both, [.notNamed, .opens], ["signin-one-platform: note"]),
            (links, nil, [.closed, .notNamed], ["signin-no-webcredentials: error", "signin-one-platform: note"]),
            (
                nil, statement("handle_all_urls"), [.notNamed, .closed],
                ["signin-one-platform: note", "signin-no-login-creds: error"]
            ),
        ] as [(String?, String?, [LinkVerdict.Outcome], [String])]
    )
    func aPlatformIsMissingOnlyIfTheOtherIsToo(
        _ apple: String?,
        _ android: String?,
        _ outcomes: [LinkVerdict.Outcome],
        _ rules: [String]
    ) {
        let signIn = SignInAnswers(site: Self.site(apple: apple, android: android))
        let sorted = signIn.answers.sorted { $0.devices[0].isApple && !$1.devices[0].isApple }
        #expect(sorted.map(\.outcome) == outcomes)
        #expect(signIn.findings.map { "\($0.rule.id): \($0.severity.rawValue)" } == rules)
    }

    /// A misplaced file of Apple's, the apps that are given, and what is said of its content and its fix.
    @Test(arguments: [
        (service, AppClaims(), nil, "check the host itself."),
        (
            links, AppClaims(), "names no app in webcredentials.",
            "sign in: \"webcredentials\": {\"apps\": [\"\(app)\"]}."
        ),
        (
            links, apple(app, nil), "names no app in webcredentials.",
            "Add \"webcredentials\": {\"apps\": [\"\(app)\"]}."
        ),
        (service, apple(app, nil), nil, "check the host itself."),
        (
            service, apple("R2TQ9MZ7K4.dk.lakrids.other", nil), "not R2TQ9MZ7K4.dk.lakrids.other.",
            "apps of webcredentials."
        ),
        (nil, AppClaims(), nil, "check the host itself."),
    ])
    func aMisplacedFileIsTheCauseWithWhatItLacks(
        _ content: String?,
        _ claims: AppClaims,
        _ lack: String?,
        _ fix: String
    ) throws {
        let path = "apple-app-site-association"
        var site = SiteAssociations(host: "lakrids.dk", appSiteAssociation: nil, assetLinks: nil, strayPaths: [path])
        site.readMisplaced([path]) { _ in content.map { Array("{\($0)}".utf8) } }
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        let answer = try #require(signIn.answers.first)
        #expect(answer.outcome == .closed && answer.finding?.rule == .aasaRootOnly, "\(answer)")
        #expect(answer.finding?.severity == .error && answer.finding?.fix.hasSuffix(fix) == true, "\(answer)")
        #expect(answer.text.hasSuffix(lack ?? "asks for .well-known/\(path)."), "\(answer)")
        #expect(signIn.findings.filter { $0.severity > .note } == [answer.finding])
    }

    /// A mistake that links have too is shown at webcredentials.
    @Test(arguments: ["\"applinks\": {\"details\": [{\"appID\": \".a.b\", \"paths\": [\"/x\"]}]}, ", ""])
    func aMistakeIsShownWhereSignInHasIt(_ links: String) {
        let site = Self.site(apple: "\(links)\"webcredentials\": {\"apps\": [\".a.b\"]}", android: nil)
        let signIn = SignInAnswers(site: site)
        let finding = signIn.answers.compactMap(\.finding).first { $0.rule == .aasaAppIdMalformed }
        #expect(finding?.place?.pointer == "/webcredentials/apps/0", "\(signIn.answers)")
        #expect(signIn.findings.count { $0.rule == .aasaAppIdMalformed } == 1)
    }

    @Test(arguments: [
        ("github.io", true), ("co.uk", true), ("CO.UK", true), ("203.0.113.7", true), ("[2001:db8::1]", true),
        ("lakrids.github.io", false), ("lakrids.co.uk", false), ("lakrids.dk", false), ("localhost", false),
    ])
    func aHostThatIsNoRelyingPartyIsRefused(_ host: String, _ isRefused: Bool) {
        let file = Array("{\(Self.service)}".utf8)
        let site = SiteAssociations(host: host, appSiteAssociation: file, assetLinks: Array("[\(Self.both)]".utf8))
        let found = SignInAnswers(site: site).findings.contains { $0.rule == .signInRPHost && $0.severity == .error }
        #expect(found == isRefused)
        let page = URL(string: "https://203.0.113.7/login")
        let findings = SignInAnswers(site: Self.right, page: page).findings
        #expect(findings.contains { $0.message.contains("IP address") }, "\(findings)")
    }

    // MARK: - Hosts that allow others to use their passkeys

    @Test func aHostThatOnlyLendsItsPasskeysNeedsNoApp() throws {
        let list = Array(#"{"origins": ["https://shop.example"]}"#.utf8)
        let files = SignInFiles(host: "lakrids.dk", webauthn: list, passkeyEndpoints: nil, originAssociation: nil)
        let none = Self.site(apple: nil, android: nil)
        func signIn(_ page: String) -> SignInAnswers {
            SignInAnswers(site: none, files: files, page: URL(string: page))
        }
        let listed = signIn("https://shop.example/login")
        #expect(listed.findings.allSatisfy { $0.severity == .note }, "\(listed.findings)")
        let yes = try #require(listed.answers.first)
        #expect(yes.outcome == .opens && yes.devices == LinkDevice.allCases && yes.name == "All devices")
        #expect(
            yes.text == "Pages of shop.example may use the passkeys of lakrids.dk: webauthn lists https://shop.example."
        )
        let other = signIn("https://other.example/")
        #expect(other.answers.first?.outcome == .closed && other.findings.contains { $0.severity == .error })
        // An app that is asked about is expected to get them.
        let app = SignInAnswers(site: none, files: files, page: nil, claims: Self.apple(Self.app, nil))
        #expect(app.findings.contains { $0.rule == .signInNoWebcredentials && $0.severity == .error })
        // A page in place of the list is the one cause.
        let page = Array("<!doctype html><title>x</title>".utf8)
        let wrong = SignInFiles(host: "lakrids.dk", webauthn: page, passkeyEndpoints: nil, originAssociation: nil)
        let refused = SignInAnswers(site: Self.right, files: wrong, page: URL(string: "https://shop.example/"))
        #expect(refused.findings == [refused.answers.first?.finding].compactMap(\.self) && refused.findings.count == 1)
        #expect(refused.answers.first?.text.hasPrefix("Pages of shop.example may not use the passkeys of") == true)
    }

    @Test func onePageForAllFilesIsOneCause() throws {
        let page = Array("<!doctype html><title>x</title>".utf8)
        let site = SiteAssociations(host: "lakrids.dk", appSiteAssociation: page, assetLinks: page)
        let files = SignInFiles(host: "lakrids.dk", webauthn: page, passkeyEndpoints: page, originAssociation: page)
        let signIn = SignInAnswers(site: site, files: files)
        #expect(signIn.findings.map(\.rule.id) == ["link-page-for-files"], "\(signIn.findings)")
        #expect(signIn.answers.allSatisfy { $0.finding == signIn.findings.first }, "\(signIn.answers)")
        #expect(signIn.findings[0].message.contains("assetlinks.json and webauthn with a page"), "\(signIn.findings)")
    }

    @Test func aFileThatIsMissingIsWrittenForTheApp() throws {
        let claims = AppClaims(
            android: Self.android(0xB1).android.map { app in
                var app = app
                app.rank = .delivered
                return app
            },
            apple: Self.apple(Self.app, ["applinks:lakrids.dk", "webcredentials:lakrids.dk"]).apple
        )
        let site = Self.site(apple: nil, android: nil)
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        let texts = signIn.findings.compactMap { finding -> String? in
            guard finding.fix.hasPrefix("Serve /.well-known/"),
                case .file(let files, _) = Fix(of: finding, host: "lakrids.dk", claims: claims)
            else { return nil }
            return files.map(\.text).joined()
        }
        try #require(texts.count == 2, "\(signIn.findings)")
        // The file does not open links, about which nobody asked.
        #expect(!texts[0].contains("applinks"), "\(texts)")
        let served = SiteAssociations("lakrids.dk", apple: texts[0], android: texts[1])
        let after = SignInAnswers(site: served, files: nil, page: nil, claims: claims)
        #expect(after.answers.map(\.outcome) == [.opens, .opens] && after.findings.isEmpty, "\(after.findings)")
        // A session for signing in may also use everything that the files allow.
        #expect(
            after.answers[0].text.hasSuffix("Its ASWebAuthenticationSession may end at an https address of the host.")
        )
        #expect(after.answers[1].text.hasSuffix("Its Auth Tab may end at an https address of the host."))
    }

    @Test(arguments: ["lakrids.se", "http://lakrids.se", "https://lakrids.se:8443"])
    func anEntryThatIsNotQuiteThePagesOriginIsTheCause(_ entry: String) throws {
        let list = Array("{\"origins\": [\"\(entry)\"]}".utf8)
        let files = SignInFiles(host: "lakrids.dk", webauthn: list, passkeyEndpoints: nil, originAssociation: nil)
        let signIn = SignInAnswers(site: Self.right, files: files, page: URL(string: "https://lakrids.se/login"))
        #expect(signIn.findings.map(\.rule) == [.signInRPHost], "\(signIn.findings)")
        #expect(signIn.findings.first?.fix == "Write \"https://lakrids.se\"." && signIn.findings.first?.place != nil)
        #expect(signIn.answers.first?.text.contains("\"\(entry)\" in place of") == true, "\(signIn.answers)")
    }
}
