import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests whether apps whose own files are known offer a site's passwords and passkeys.
extension SignInTests {
    static func apple(_ identifier: String, _ domains: [String]?) -> AppClaims {
        AppClaims(apple: [AppleAppClaims(identifier: identifier, domains: domains, file: "a.ipa", rank: .built)])
    }

    static func android(_ octet: UInt8?, package: String = "dk.lakrids.kogebog") -> AppClaims {
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
            service, ["webcredentials://lakrids.dk"], "SERVICE:HOST", "Write \"webcredentials:lakrids.dk\".",
            ["ios-app-domain-malformed"]
        ),
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

    /// A configuration with an id of its own that the site lists too is reported, as for links.
    @Test func anotherConfigurationThatDoesNotNameTheHostIsAWarning() {
        let other = "\(Self.app).internal"
        let site = Self.site(apple: "\"webcredentials\": {\"apps\": [\"\(Self.app)\", \"\(other)\"]}", android: nil)
        var claims = Self.apple(Self.app, ["webcredentials:lakrids.dk"])
        claims.apple += Self.apple(other, []).apple
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        #expect(signIn.answers.map(\.outcome) == [.opens, .notNamed], "\(signIn.answers)")
        let warnings = signIn.findings.filter { $0.severity == .warning }
        #expect(warnings.map(\.rule) == [.iosAppDomainMissing], "\(signIn.findings)")
        #expect(warnings.first?.message.contains(other) == true && warnings.first?.change != nil)
    }

    @Test(arguments: [["webcredentials:lakrids.dk"], []])
    func anAppForSomeOfTheDevicesThatIsNotListedMakesNoAnswer(_ domains: [String]) {
        let site = Self.site(apple: "\"webcredentials\": {\"apps\": [\"\(Self.app)\"]}", android: nil)
        var claims = Self.apple(Self.app, domains)
        claims.apple += Self.apple("\(Self.app)-tv", []).apple
        claims.apple[1].devices = [.tv]
        let signIn = SignInAnswers(site: site, files: nil, page: nil, claims: claims)
        #expect(signIn.answers.filter { $0.devices[0].isApple }.count == 1, "\(signIn.answers)")
    }
}
