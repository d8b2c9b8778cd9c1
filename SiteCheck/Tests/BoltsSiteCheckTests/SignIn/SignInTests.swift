import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests in which apps a site's passwords and passkeys are offered.
struct SignInTests {
    private static let app = "R2TQ9MZ7K4.dk.lakrids.kogebog"
    private static let print =
        "B1:8A:19:66:43:11:58:F5:97:F0:33:66:41:5F:C1:24:1F:6E:99:91:9B:2E:37:63:13:DD:12:0A:17:C6:E7:90"
    private static let otherPrint = print.replacing("B1", with: "B2")
    private static let links =
        "\"applinks\": {\"details\": [{\"appIDs\": [\"\(app)\"], \"components\": [{\"/\": \"*\"}]}]}"
    private static let service = "\"webcredentials\": {\"apps\": [\"\(app)\"]}"

    private static func statement(_ relations: String..., print: String = print) -> String {
        let list = relations.map { "\"delegate_permission/common.\($0)\"" }.joined(separator: ", ")
        return """
            {"relation": [\(list)], "target": {"namespace": "android_app", "package_name": "dk.lakrids.kogebog",
              "sha256_cert_fingerprints": ["\(print)"]}}
            """
    }

    private static func site(apple: String?, android: String?) -> SiteAssociations {
        SiteAssociations("lakrids.dk", apple: apple.map { "{\($0)}" }, android: android.map { "[\($0)]" })
    }

    private static let both = statement("get_login_creds", "handle_all_urls")
    private static let right = site(apple: "\(links), \(service)", android: both)

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

    // MARK: - Apps whose own files are known

    private static func apple(_ identifier: String, _ domains: [String]?) -> AppClaims {
        AppClaims(apple: [AppleAppClaims(identifier: identifier, domains: domains, file: "a.ipa", rank: .built)])
    }

    private static func android(_ octet: UInt8?, package: String = "dk.lakrids.kogebog") -> AppClaims {
        let own = print.split(separator: ":").compactMap { UInt8($0, radix: 16) }
        let certificates = octet.map { [AppCertificate(fingerprint: [$0] + own.dropFirst())] }
        return AppClaims(android: [
            AndroidAppClaims(package: package, file: "a.apk", rank: .built, certificates: certificates)
        ])
    }

    static let apps: [(AppClaims, String, String?)] = [
        (apple(app, ["webcredentials:lakrids.dk"]), "a.ipa is signed with webcredentials:lakrids.dk", nil),
        (apple(app, nil), "may be offered in \(app).", nil),
        (apple(app, ["applinks:lakrids.dk"]), "not webcredentials:lakrids.dk", "ios-app-domain-missing"),
        (apple("R2TQ9MZ7K4.dk.lakrids.other", nil), "not R2TQ9MZ7K4.dk.lakrids.other", "cross-app-not-listed"),
        (apple("ABCDE12345.dk.lakrids.kogebog", nil), "the prefixes", "cross-app-near-id"),
        (android(0xB1), "its certificate is listed", nil), (android(nil), "may be offered in dk.lakrids.kogebog;", nil),
        (android(0xB2), "The certificate of a.apk is not among", "cross-app-certificate"),
        (android(nil, package: "dk.lakrids.other"), "not dk.lakrids.other", "cross-app-not-listed"),
    ]

    @Test(arguments: apps)
    func anAppIsJudgedByItsEntitlementItsIdAndItsCertificate(_ claims: AppClaims, _ text: String, _ rule: String?)
        throws
    {
        let signIn = SignInAnswers(site: Self.right, files: nil, page: nil, claims: claims)
        let answer = try #require(signIn.answers.first { $0.devices[0].isApple == !claims.apple.isEmpty })
        let identifier = claims.apple.first?.identifier ?? claims.android.first?.package ?? ""
        #expect(answer.text.lowercased().contains(text.lowercased()) && answer.text.contains(identifier), "\(answer)")
        #expect(answer.outcome == (rule == nil ? .opens : .closed), "\(answer)")
        #expect(answer.finding?.rule.id == rule, "\(answer)")
        if let finding = answer.finding {
            #expect(finding.severity == .error && signIn.findings.contains(finding), "\(signIn.findings)")
            #expect(signIn.findings.count == Set(signIn.findings).count)
        }
        let other = signIn.answers.filter { $0 != answer }
        #expect(other.map(\.outcome) == [.opens])
    }

    @Test func aPlatformWithoutAnAppComesLastAndHasNoFix() {
        let site = Self.site(apple: nil, android: Self.both)
        let claims = Self.android(0xB1, package: "dk.lakrids.other")
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        #expect(signIn.answers.map(\.outcome) == [.closed, .notNamed], "\(signIn.answers)")
        #expect(signIn.answers.last?.finding == nil && signIn.findings.count == 1, "\(signIn.findings)")
    }

    /// The octet that the app's key begins with, the packages of the statement and of another app that is given, and whether the
    /// statement may be of the app's old name.
    @Test(
        arguments: [
            (0xB1, nil, true), (0xB2, nil, false), (nil, nil, false), (0xB1, "dk.lakrids.kogebog", false),
        ] as [(UInt8?, String?, Bool)]
    )
    func anAppThatIsNotNamedGetsAStatementAndItsOldNameIsAsked(_ octet: UInt8?, _ given: String?, _ isAsked: Bool) {
        var claims = Self.android(octet, package: "dk.lakrids.other")
        if let given { claims.android += Self.android(octet, package: given).android }
        let site = Self.site(apple: Self.service, android: Self.both)
        let side = AppSide(claims, site, now: Date())
        let app = side.android.first { $0.identifier == "dk.lakrids.other" }
        let question =
            " If dk.lakrids.kogebog, which has the same key, is the app's old name, write dk.lakrids.other in its place."
        #expect(app.map { side.renaming($0, in: site) } == (isAsked ? question : ""))
        guard given == nil else { return }
        let finding = SignInAnswers(site: site, files: nil, page: nil, claims: claims).answers.first {
            $0.outcome == .closed
        }?.finding
        let prints = claims.android.flatMap { $0.certificates ?? [] }.map(\.fingerprint)
        let change = SuggestedChange.list(app: "dk.lakrids.other", fingerprints: prints, instead: nil, signsIn: true)
        #expect(
            finding?.change == change && finding?.fix.hasSuffix(question) == isAsked,
            "\(String(describing: finding))"
        )
    }

    @Test func eachRelationHasItsCertificates() throws {
        let statements =
            Self.statement("get_login_creds") + "," + Self.statement("handle_all_urls", print: Self.otherPrint)
        let site = Self.site(apple: Self.service, android: statements)
        func text(_ octet: UInt8) -> String? {
            SignInAnswers(site: site, files: nil, page: nil, claims: Self.android(octet)).answers.last?.text
        }
        #expect(text(0xB1)?.hasPrefix("passwords, but no passkeys, of") == true)
        #expect(text(0xB2)?.hasPrefix("passkeys, but no passwords, of") == true)
        let all = "(passwords, passkeys, https callbacks)"
        #expect(text(0xB3)?.hasPrefix("not offered in dk.lakrids.kogebog \(all):") == true)
    }

    @Test(arguments: [AppClaims(), android(nil)])
    func aStatementThatIsDroppedIsTheCauseAndAListThatWasNotReadDecidesNothing(_ claims: AppClaims) {
        func answer(_ android: String) -> LinkVerdict.Answer? {
            let site = Self.site(apple: Self.service, android: android)
            let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
            #expect(!signIn.findings.contains { $0.rule == .signInNoLoginCreds }, "\(signIn.findings)")
            return signIn.answers.last
        }
        let dropped = answer(Self.statement("get_login_creds", "handle_all_urls", print: Self.print.lowercased()))
        #expect(dropped?.outcome == .closed && dropped?.finding?.rule == .assetlinksFingerprintLowercase)
        let open = answer("{\"include\": \"https://other.dk/list.json\"}")
        #expect(open?.outcome == .undecided && open?.finding?.rule == .linkUndecided, "\(String(describing: open))")
    }

    /// A half that is missing on the site or in the app, the cause and the fix in the answer, and the rules of all findings.
    static let halves: [(String?, [String], String, String, [String])] = [
        (
            links, ["applinks:lakrids.dk"], "Its entitlement does not name webcredentials:lakrids.dk either.",
            "Add \"webcredentials\": {\"apps\": [\"\(app)\"]}.", ["signin-no-webcredentials", "ios-app-domain-missing"]
        ),
        (
            links, ["webcredentials:https://lakrids.dk"],
            "Its entitlement does not name webcredentials:lakrids.dk either.",
            "Add \"webcredentials\"", ["signin-no-webcredentials", "ios-app-domain-malformed"]
        ),
        (
            links, ["webcredentials:lakrids.dk"], "names no app in webcredentials", "Add \"webcredentials\"",
            ["signin-no-webcredentials"]
        ),
        (
            links, ["webcredentials:login.lakrids.dk"],
            "The app names webcredentials:login.lakrids.dk, not lakrids.dk.",
            "Set the relying party's id to login.lakrids.dk,", ["signin-no-webcredentials"]
        ),
        (
            nil, ["webcredentials:login.lakrids.dk"], "The app names webcredentials:login.lakrids.dk, not lakrids.dk.",
            "or publish both files at lakrids.dk, and add webcredentials:lakrids.dk to the app.",
            ["signin-no-webcredentials"]
        ),
        (
            service, ["webcredentials:login.lakrids.dk"], "not webcredentials:lakrids.dk",
            "Add webcredentials:lakrids.dk to",
            ["ios-app-domain-missing"]
        ),
        (service, ["lakrids.dk"], "SERVICE:HOST", "Write \"webcredentials:lakrids.dk\".", ["ios-app-domain-malformed"]),
        (
            "\"webcredentials\": {\"details\": [{\"appIDs\": [\"\(app)\"]}]}", ["webcredentials:lakrids.dk"],
            "webcredentials has \"details\" and no apps", "Write \"webcredentials\": {\"apps\": [\"\(app)\"]}.",
            ["signin-no-webcredentials"]
        ),
        (
            "\"webcredentials\": {\"apps\": [\"dk.lakrids.kogebog\"]}", ["webcredentials:lakrids.dk"],
            "lacks the prefix R2TQ9MZ7K4", "Write \(app) in place of dk.lakrids.kogebog.", ["cross-app-near-id"]
        ),
    ]

    @Test(arguments: halves)
    func eachMissingHalfIsNamedOnce(
        _ apple: String?,
        _ domains: [String],
        _ text: String,
        _ fix: String,
        _ rules: [String]
    )
        throws
    {
        let site = Self.site(apple: apple, android: Self.both)
        let claims = Self.apple(Self.app, domains)
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        let answer = try #require(signIn.answers.first)
        #expect(answer.outcome == .closed && answer.text.contains(text), "\(answer.text)")
        #expect(
            answer.text.hasPrefix("not offered in \(Self.app) (passwords, passkeys, https callbacks): "),
            "\(answer.text)"
        )
        #expect(answer.finding?.fix.contains(fix) == true, "\(answer.finding?.fix ?? "")")
        #expect(signIn.findings.map(\.rule.id) == rules, "\(signIn.findings)")
    }

    @Test(
        arguments: [
            (["https://lakrids.dk"], "Write \"lakrids.dk\"."), (["lakrids.dk:8443"], "Write \"lakrids.dk\"."),
            (
                ["login.lakrids.dk"],
                "Write \"lakrids.dk\" in the code, or add webcredentials:login.lakrids.dk to the app"
            ),
            (["lakrids.dk"], nil), (["lakrids.dk", "login.lakrids.dk"], nil), ([], nil),
        ] as [([String], String?)]
    )
    func codeSignsInAtAHostThatTheAppNames(_ hosts: [String], _ fix: String?) throws {
        var claims = Self.apple(Self.app, ["webcredentials:lakrids.dk"])
        for host in hosts { claims.signInHosts[host] = SourcePlace(file: "SignIn.swift", line: 5) }
        let signIn = SignInAnswers(site: Self.right, files: nil, page: nil, claims: claims)
        let answer = try #require(signIn.answers.first)
        // The code may also sign in at a host that the sources do not state.
        let isOther = hosts == ["login.lakrids.dk"]
        #expect(answer.outcome == (fix == nil ? .opens : isOther ? .undecided : .closed), "\(answer.text)")
        #expect((answer.finding?.fix).map { $0.hasPrefix(fix ?? "-") } ?? (fix == nil), "\(answer)")
        #expect(answer.text.contains("SignIn.swift:5") == (fix != nil), "\(answer.text)")
    }

    /// An https callback needs handle_all_urls only, so the other relation is missing only in an app that may need it.
    @Test(arguments: [
        ("lakrids.dk", false, false, true), ("lakrids.dk", true, false, false), ("lakrids.dk", false, true, false),
        ("other.dk", false, false, false),
    ])
    func anAppThatUsesOnlyACallbackNeedsNoPasswords(
        _ host: String,
        _ usesCredentials: Bool,
        _ hasStatements: Bool,
        _ isEnough: Bool
    ) throws {
        var claims = Self.android(nil)
        claims.androidCallbacks[host] = SourcePlace(file: "SignIn.kt", line: 7)
        claims.usesCredentials = usesCredentials
        claims.android[0].hasAssetStatements = hasStatements
        let site = Self.site(apple: Self.service, android: Self.statement("handle_all_urls"))
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        let answer = try #require(signIn.answers.last)
        let start =
            isEnough
            ? "no passwords, but https callbacks (SignIn.kt:7) of lakrids.dk may be offered in"
            : "not offered in dk.lakrids.kogebog (passwords, perhaps passkeys): "
        #expect(answer.text.hasPrefix(start), "\(answer.text)")
        #expect(answer.outcome == (isEnough ? .opens : .closed))
        #expect(signIn.findings.contains { $0.severity == .error } != isEnough, "\(signIn.findings)")
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
