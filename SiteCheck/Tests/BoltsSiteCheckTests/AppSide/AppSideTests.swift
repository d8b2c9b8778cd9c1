import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests whether a link opens an app whose own files are known.
struct AppSideTests: AppSideSuite {
    private typealias Input = AppSideInput

    @Test(arguments: AppSideCases.android + AppSideCases.apple + AppSideCases.cross)
    func thePairThatBreaksARuleIsFoundAndItsFixFixes(_ item: AppSideCase) {
        let broken = item.broken.verdict().findings
        #expect(broken.contains { $0.rule.id == item.rule }, "\(broken)")
        let fixed = item.sound.verdict().findings
        #expect(!fixed.contains { $0.rule.id == item.rule }, "\(fixed)")
        for finding in broken { #expect(finding.message.last == ".", "\(finding.message)") }
    }

    @Test func everyRuleAboutAppsHasItsCase() {
        let tested = Set((AppSideCases.android + AppSideCases.apple + AppSideCases.cross).map(\.rule))
        let rules = AssociationRule.androidAppRules + AssociationRule.appleAppRules + AssociationRule.crossAppRules
        let missing = rules.map(\.id).filter { !tested.contains($0) }
        #expect(missing.isEmpty, "\(missing)")
    }

    @Test(arguments: AppSideCases.android + AppSideCases.apple + AppSideCases.cross)
    func aMistakeThatKeepsTheLinkFromTheAppDecidesTheSeverityOfTheAnswer(_ item: AppSideCase) {
        let verdict = item.broken.verdict()
        for answer in verdict.answers where answer.outcome == .closed {
            // Newer versions of Android verify each host by itself.
            let severity: AssociationRule.Severity = answer.finding?.rule == .crossAppLegacyHost ? .warning : .error
            #expect(answer.finding?.severity == severity, "\(answer)")
            #expect(verdict.findings.contains { $0 == answer.finding }, "\(answer)")
        }
        #expect(Set(verdict.findings).count == verdict.findings.count)
    }

    @Test func anAppThatIsReadOpensTheLinkAndTheAnswerSaysByWhat() throws {
        let android = try answer(.android, Input.android(certificates: [AppCertificate(fingerprint: Input.print)]))
        #expect(android.outcome == .opens && android.app == Input.package)
        #expect(
            android.text.hasSuffix(
                "; the intent filter of .Main at app.apk:12 covers it, and the certificate of app.apk is listed."
            ),
            "\(android)"
        )
        let apple = try answer(.iphone, Input.apple())
        #expect(apple.outcome == .opens && apple.app == Input.identifier, "\(apple)")
        #expect(apple.text.hasSuffix("; Shelf.ipa is signed with applinks:shelf.example."), "\(apple)")
    }

    @Test func aHostThatFailsClosesAllHostsOnAndroid11() throws {
        let hosts = [AndroidIntentFilter.Host("shelf.example"), AndroidIntentFilter.Host("other.example")]
        let two = Input.android([Input.filter(hosts: hosts)], minimum: 24)
        let broken = two.with(other: "")
        #expect(try answer(.android, broken).outcome == .opens)
        let old = try answer(.android11, broken)
        #expect(old.devices == [.android11] && old.outcome == .closed && old.finding?.severity == .warning, "\(old)")
        #expect(
            old.text.hasPrefix("opens no app without asking, because not all hosts can be verified: other.example"),
            "\(old)"
        )
        let listed = two.with(other: Input.androidFile([Input.fingerprint]))
        #expect(try answer(.android11, listed).outcome == .opens)
    }

    @Test func theAppDecidesFirstWhetherItClaimsTheHost() throws {
        // A change in somebody else's file is not a fix.
        let foreign = Input.android(host: "other.example")
            .with(android: Input.androidFile([Input.fingerprint], package: "org.example.other"))
        let answer = try answer(.android, foreign)
        #expect(answer.outcome == .closed && answer.finding?.file == "app.apk", "\(answer)")
        #expect(!answer.description.contains("Android 11 and older ask"), "\(answer)")
        // The platform of the given app comes first.
        #expect(foreign.verdict().answers.first?.devices.contains(.android) == true)
    }

    @Test(arguments: [("/old", false), ("/", true)])
    func android11AsksAboutAnAppOnlyIfAFilterTakesThePath(_ path: String, _ asks: Bool) throws {
        let paths = [AndroidIntentFilter.Path(.prefix, path)]
        let input = Input.android([Input.filter(paths: paths)])
        var site = SiteAssociations(host: "shelf.example", appSiteAssociation: nil, assetLinks: nil)
        site.findings.append(Finding(.assetlinksMissing, nil, file: site.androidResponse.url.absoluteString))
        let verdict = LinkVerdict(url: Input.url, site: site, claims: input.claims, now: Input.now)
        let texts = verdict.answers.filter { $0.devices.contains { $0.isAndroid } }.map(\.description)
        #expect(texts.contains { $0.contains("Android 11 and older ask which app to use.") } == asks, "\(texts)")
    }

    @Test func everyAppThatIsGivenIsAnswered() throws {
        func claims(_ second: String, _ certificate: AppCertificate? = nil) -> AppSideInput {
            let first = certificate.map { _ in [AppCertificate(fingerprint: Input.print)] }
            var input = Input.android(certificates: first, file: "one.apk")
                .and(Input.android(certificates: certificate.map { [$0] }, package: second, file: "two.apk"))
            input.claims.sources = ["one.apk", "two.apk"]
            return input
        }
        let two = claims("org.sample.tester").verdict()
        let android = two.answers.filter { $0.devices.contains(.android) }
        #expect(android.map(\.outcome) == [.opens, .closed], "\(android)")
        #expect(android.last?.text.contains("org.sample.tester") == true && two.severity == .error, "\(android)")
        // Several files of one app have one answer, which names the file whose certificate is missing.
        let keys = claims(Input.package, Input.other).verdict()
        #expect(keys.answers.filter { $0.devices.contains(.android) }.count == 1, "\(keys.answers)")
        let missing = try #require(keys.findings.first { $0.rule.id == "cross-app-certificate" })
        #expect(missing.message == "assetlinks.json lists the certificate of one.apk, not that of two.apk.")
        #expect(missing.severity == .error && missing.fix.contains(Input.other.fingerprint), "\(missing)")
    }

    @Test func aFileThatIsMissingIsOneAnswerForAllVersionsAndNamesItsAddress() throws {
        let site = SiteAssociations(host: "shelf.example", appSiteAssociation: nil, assetLinks: nil)
        var missing = site
        missing.findings.append(Finding(.assetlinksMissing, nil, file: site.androidResponse.url.absoluteString))
        let verdict = LinkVerdict(url: Input.url, site: missing, claims: Input.android().claims, now: Input.now)
        let android = verdict.answers.filter { $0.devices.contains { $0.isAndroid } }
        #expect(android.count == 1 && android.first?.outcome == .closed, "\(android)")
        let fix = "Serve it at https://shelf.example/.well-known/assetlinks.json, with status 200."
        #expect(android.first?.fix == fix, "\(android)")
    }

    @Test func android11DependsOnTheHostsThatWereNotRead() throws {
        let hosts = ["shelf.example", "go.ident.example"].map { AndroidIntentFilter.Host($0) }
        // Without a stated version it may be any.
        for version in [23, nil] {
            let input = Input.android([Input.filter(hosts: hosts)], minimum: version)
            let old = try answer(.android11, input)
            #expect(
                old.outcome == .opens && old.text.hasSuffix(", if go.ident.example can be verified too."),
                "\(old)"
            )
            #expect(try !answer(.android, input).text.contains("go.ident.example"))
        }
    }

    @Test func ofSeveralPathsTheOneThatTakesTheLinkIsNamed() throws {
        let paths = [AndroidIntentFilter.Path(.prefix, "/deep/"), AndroidIntentFilter.Path(.prefix, "/")]
        let text = try answer(.android, Input.android([Input.filter(paths: paths)])).text
        #expect(text.contains("covers it by its pathPrefix \"/\""), "\(text)")
    }

    @Test func conditionsThatTheAppsFilesDecideBecomeFacts() throws {
        let input = Input.android(certificates: [AppCertificate(fingerprint: Input.print)]).and(Input.apple([]))
        let site = SiteAssociations("shelf.example", apple: input.apple, android: input.android)
        let deviceRoutes = DeviceRoutes(url: Input.url, site: site).decided(
            by: AppSide(input.claims, site, now: Input.now)
        )
        let android = try #require(deviceRoutes.devices.first { $0.device == .android }?.routes.first)
        #expect(android.facts.map(\.condition) == [.manifest, .certificate] && android.facts.allSatisfy(\.holds))
        #expect(!android.conditions.contains(.manifest) && android.conditions.contains(.verified))
        let apple = try #require(deviceRoutes.devices.first { $0.device == .iphone }?.routes.first)
        #expect(apple.facts.map(\.holds) == [false] && !apple.conditions.contains(.entitlement), "\(apple)")
    }

    @Test func applinksIsAddedForTheAppThatWasGivenOrForNone() {
        let file = "{\"webcredentials\": {\"apps\": [\"\(Input.identifier)\"]}}"
        func change(_ claims: AppClaims) -> SuggestedChange? {
            let site = SiteAssociations("shelf.example", apple: file)
            let verdict = LinkVerdict(url: Input.url, site: site, claims: claims)
            return verdict.findings.first { $0.rule.id == "aasa-no-applinks" }?.change
        }
        #expect(change(AppClaims()) != nil && change(Input.apple().claims) != nil)
        #expect(change(Input.apple(identifier: "ABCDE12345.com.example.other").claims) == nil)
    }

    /// The route of a universal link on a device, decided by an app's own files.
    private func route(_ device: LinkDevice, _ input: AppSideInput, report: String? = nil) throws -> LinkRoute {
        let site = SiteAssociations("shelf.example", apple: input.apple, android: input.android)
        var claims = input.claims
        if let report { claims.deviceReports = [try DeviceReport(Array(report.utf8), file: "phone.txt")] }
        let deviceRoutes = DeviceRoutes(url: Input.url, site: site).decided(by: AppSide(claims, site, now: Input.now))
        return try #require(
            deviceRoutes.devices.first { $0.device == device }?.routes.first { $0.kind == .universalLink }
        )
    }

    @Test func anEntitlementWithAModeOnlyDependsOnWhatTheModeNeeds() throws {
        let developer = try route(.iphone, Input.apple(["applinks:shelf.example?mode=developer"], rank: .source))
        #expect(
            developer.conditions.contains(.developerMode) && !developer.conditions.contains(.appleCopy),
            "\(developer)"
        )
        let managed = try route(.ipad, Input.apple(["applinks:shelf.example?mode=managed"]))
        #expect(managed.conditions.contains(.managedDevice) && managed.conditions.contains(.appleCopy), "\(managed)")
        let both = try route(.mac, Input.apple(["applinks:shelf.example?mode=managed", "applinks:shelf.example"]))
        #expect(!both.conditions.contains(.managedDevice) && !both.conditions.contains(.developerMode), "\(both)")
        // An app from a store does not use an entry for developers, and an entry for managed devices is intentional.
        let released = Input.apple(["applinks:shelf.example?mode=developer"]) { $0.isForDevelopment = false }
        #expect(try answer(.iphone, released).finding?.rule.id == "ios-app-mode")
        let business = Input.apple(["applinks:shelf.example?mode=managed"]) { $0.isForDevelopment = false }
        #expect(try answer(.iphone, business).outcome == .opens)
        #expect(business.verdict().findings.contains { $0.rule.id == "ios-app-mode" && $0.severity == .note })
    }

    @Test func aDeviceThatApprovedAnEntryWithAModeDecidesWhatTheModeNeeds() throws {
        let report = """
            Service:              applinks
            App ID:               \(Input.identifier)
            App Version:          1
            App PI:               <LSPersistentIdentifier 0x0>
            Domain:               shelf.example?mode=developer
            User Approval:        unspecified
            Site/Fmwk Approval:   approved
            Flags:
            Last Checked:         2026-11-20 12:00:00 +0000
            """
        let route = try route(
            .iphone,
            Input.apple(["applinks:shelf.example?mode=developer"], rank: .source),
            report: report
        )
        #expect(route.facts.contains { $0.condition == .developerMode && $0.holds }, "\(route)")
        #expect(!route.conditions.contains(.developerMode), "\(route)")
    }

    @Test func cardsOfWalletAreACondition() throws {
        #expect(try route(.iphone, Input.apple()).conditions.contains(.wallet))
        for device in [LinkDevice.ipad, .mac, .watch] {
            #expect(try !route(device, Input.apple()).conditions.contains(.wallet))
        }
        #expect(try route(.iphone, Input.apple().with(apple: "{}")).conditions.isEmpty)
    }

    @Test func theLetterCaseOfABundleIdentifierIsADifferenceWithItsTwoReadings() throws {
        let input = Input.apple(identifier: "QX7SAMPLE1.com.example.Shelf")
        let answer = try answer(.iphone, input)
        #expect(answer.outcome == .closed && answer.finding?.rule.id == "cross-app-near-id", "\(answer)")
        #expect(answer.finding?.message.contains("which Apple's glossary ignores") == true, "\(answer)")
    }

    @Test func ofALinkThatIsAskedForTheSourcesDecideAsFarAsTheyGo() throws {
        let android = try answer(.android, Input.android(host: "other.example"))
        #expect(android.text.hasPrefix("opens no app: ") && android.finding?.severity == .error)
        let source = try answer(.android, Self.androidSource)
        #expect(source.outcome == .closed && source.finding?.severity == .error, "\(source)")
        #expect(source.text.hasPrefix("opens no app, as far as the sources say: "), "\(source)")
        let apple = try answer(.iphone, Input.apple([], rank: .source))
        #expect(apple.outcome == .closed && apple.finding?.rule.id == "ios-app-domain-missing", "\(apple)")
        #expect(apple.text.hasPrefix("opens no app, as far as the sources say: "), "\(apple)")
    }

    private static let androidSource = Input.android([Input.filter(hosts: [.init("other.example")])], rank: .source)

    /// An unread part that may name the host leaves the answer open.
    @Test func whatIsNotReadLeavesALinkUndecided() throws {
        var android = Self.androidSource
        android.claims.android[0].gap = SourceGap("app.config.ts is a program", fix: "Run it.")
        let first = try answer(.android, android)
        #expect(first.outcome == .undecided && first.finding?.severity != .error, "\(first)")
        #expect(first.text.contains("names shelf.example, only other.example, and app.config.ts is a program"))
        #expect(first.fix?.hasSuffix("To know, run it.") == true)
        // A program gets what was read.
        android.claims.android[0].gap?.mayChange = true
        var program = Input.apple(["applinks:other.example"], rank: .source)
        (program.claims.apple[0].gap, program.claims.apple[0].domainSource) = (
            android.claims.android[0].gap, .configuration
        )
        for (family, input, fix) in [
            (LinkDevice.android, android, "filter"),
            (.iphone, program, "add \"applinks:shelf.example\" to ios.associatedDomains of "),
        ] {
            let answer = try answer(family, input)
            #expect(answer.outcome == .undecided && answer.text.contains("other.example"), "\(answer)")
            #expect(answer.text.hasSuffix("app.config.ts is a program, and may change that."), "\(answer)")
            #expect(answer.fix?.hasPrefix("Unless the program does it: ") == true, "\(answer)")
            #expect(answer.fix?.contains(fix) == true && answer.fix?.hasSuffix("To know, run it.") == true, "\(answer)")
        }
        for change in [
            { $0.gap = SourceGap("App.entitlements does not exist") },
            { $0.unresolvedDomains = ["applinks:$(HOST)"] },
            {
                $0.domains = nil
                $0.gap = SourceGap("App.entitlements does not exist")
            },
        ] as [(inout AppleAppClaims) -> Void] {
            var apple = Input.apple([], rank: .source)
            change(&apple.claims.apple[0])
            let answer = try answer(.iphone, apple)
            #expect(answer.outcome == .undecided && answer.finding?.severity != .error, "\(answer)")
            #expect(answer.text.hasPrefix("may open an app or not: "), "\(answer)")
        }
        let rest = ", and add applinks:shelf.example to that file."
        for (domain, rest) in [("a.example", rest), ("shelf.example", ".")] {
            var near = Input.apple(nil, rank: .source)
            near.claims.apple[0].gap = SourceGap("A does not exist; B does", fix: "Name B.")
            (near.claims.apple[0].unusedFile, near.claims.apple[0].unusedDomains) = ("B", ["applinks:\(domain)"])
            let answer = try answer(.iphone, near)
            #expect(answer.outcome == .undecided && answer.fix == "Name B\(rest)", "\(answer)")
        }
        var other = Input.apple([], rank: .source)
        other.claims.apple[0].gap = SourceGap("a plugin adds other.example")
        other.claims.apple[0].gap?.hosts = .only(["other.example"])
        #expect(try answer(.iphone, other).outcome == .closed)
    }

    /// A whole site and a link of it have the same answer.
    @Test func whatTheSourcesLackClosesAWholeSiteToo() throws {
        for (input, family) in [(Self.androidSource, LinkDevice.android), (Input.apple([], rank: .source), .iphone)] {
            let site = SiteAssociations("shelf.example", apple: input.apple, android: input.android)
            let verdict = LinkVerdict(site: site, claims: input.claims, now: Input.now)
            let answer = try #require(verdict.answers.first { $0.devices.contains(family) })
            let same = try self.answer(family, input)
            #expect(answer.outcome == .closed && answer.finding == same.finding, "\(answer)")
            #expect(answer.text.hasPrefix("opens no app, as far as the sources say"), "\(answer)")
        }
    }

    @Test func ofSeveralFlavoursOfAnAppTheOneDecidesThatNamesTheHost() throws {
        var other = Self.androidSource.claims.android[0]
        other.variant = "devRelease"
        var own = Input.android(rank: .source).claims.android[0]
        own.variant = "prodRelease"
        for flavors in [[own, other], [other, own]] {
            var input = Input.android()
            input.claims = AppClaims(android: flavors)
            #expect(try answer(.android, input).outcome == .opens)
        }
    }

    @Test func ofAnAppThatWasBuiltAndItsSourcesTheBuiltOneDecides() throws {
        let source = Input.android(rank: .source, file: "AndroidManifest.xml")
        let built = Input.android([Input.filter(schemes: ["https", "exp+shelf"])])
        let answer = try answer(.android, source.and(built))
        #expect(answer.finding?.rule.id == "android-app-mixed-schemes", "\(answer)")
        #expect(answer.finding?.file == "app.apk")
    }

    /// The claims of the sources for some kinds of devices.
    private static func source(_ domains: [String], _ devices: Set<LinkDevice>?) -> AppleAppClaims {
        var app = AppleAppClaims(identifier: Input.identifier, domains: domains, file: "a.entitlements", rank: .source)
        app.devices = devices
        return app
    }

    @Test func eachKindOfDeviceIsJudgedByItsOwnEntitlements() throws {
        let (links, none) = (["applinks:shelf.example"], ["webcredentials:shelf.example"])
        var input = Input.apple()
        input.claims.apple = [Self.source(none, nil), Self.source(links, [.mac])]
        #expect(try answer(.iphone, input).finding?.rule == .iosAppDomainMissing)
        #expect(try answer(.vision, input).outcome == .closed && answer(.mac, input).outcome == .opens)
        input.claims.apple = [Self.source(links, nil), Self.source(none, [.mac])]
        #expect(try answer(.iphone, input).outcome == .opens && answer(.mac, input).outcome == .closed)
        // A Mac without its own app uses that of the iPhone; an iPhone does not use an app of the Mac.
        input.claims.apple = [Self.source(links, nil)]
        #expect(try answer(.mac, input).outcome == .opens)
        input.claims.apple = [Self.source(links, [.mac])]
        #expect(try answer(.mac, input).outcome == .opens)
        #expect(!input.verdict().answers.contains { $0.devices.contains(.iphone) })
    }

    /// The target for the Mac in a framework's template names no host, which is no mistake beside an app for iPhone.
    @Test(
        arguments: [
            ([], true, LinkVerdict.Outcome.notNamed), ([], false, .notNamed),
            (["webcredentials:shelf.example"], true, .closed),
            (["applinks:other.example"], true, .closed), (["aplinks:shelf.example"], true, .closed),
        ] as [([String], Bool, LinkVerdict.Outcome)]
    )
    func aTargetWithoutAnyHostIsExcused(_ domains: [String], _ isNamed: Bool, _ expected: LinkVerdict.Outcome) throws {
        for (isOfLink, path) in [(true, "*"), (true, "/other/*"), (false, "*")] where isOfLink || expected == .notNamed
        {
            var input = Input.apple().with(apple: Input.appleFile(Input.identifier, path: path))
            input.claims.apple = [
                Self.source([isNamed ? "applinks:shelf.example" : "applinks:other.example"], nil),
                Self.source(domains, [.mac]),
            ]
            let verdict = input.verdict(isOfLink: isOfLink)
            let answer = try #require(verdict.answers.first { $0.devices.contains(.mac) })
            #expect(answer.outcome == expected, "\(answer)")
            guard expected == .notNamed else { continue }
            #expect(answer == verdict.answers.last && answer.text.contains("its target names no host"), "\(answer)")
            let found = verdict.findings.filter { $0.rule == .iosAppDomainMissing }
            #expect(found.map(\.severity).sorted() == (isNamed ? [.note] : [.note, .error]), "\(found)")
            #expect(answer.finding?.severity == .note && found.contains { $0 == answer.finding }, "\(found)")
            let site = SiteAssociations("shelf.example", apple: input.apple, android: nil)
            let alone = LinkVerdict(url: Input.url, site: site, claims: input.claims, devices: [.mac])
            #expect(alone.answers.map(\.outcome) == [.closed])
        }
    }

    @Test func anAppThatIsNamedForSomethingElseIsToldSo() throws {
        var input = Input.android()
        let file = Input.androidFile([Input.fingerprint])
        let passwords = file.replacing("handle_all_urls", with: "get_login_creds")
        let beside = Input.androidFile([Input.fingerprint], package: Input.package + ".beta")
        for text in [passwords, "\(passwords.dropLast()), \(beside.dropFirst())"] {
            input.android = text
            let answer = try answer(.android, input)
            #expect(answer.outcome == .closed && answer.text.contains("get_login_creds, not "), "\(answer)")
            #expect(answer.finding?.place?.position.column == 2 && answer.finding?.rule == .crossAppNotListed)
            #expect(answer.finding?.fix.contains("common.handle_all_urls to the relation") == true, "\(answer)")
        }
        var apple = Input.apple()
        apple.apple = Input.appleFile("QX7SAMPLE1.com.example.other", passwords: [Input.identifier])
        let finding = try answer(.iphone, apple).finding
        #expect(
            finding?.message.contains("for webcredentials, not for applinks") == true,
            "\(String(describing: finding))"
        )
    }

    @Test func aMistakeAboutAHostBelowIsANoteAndNotTheCause() throws {
        let input = Input.apple(["applinks:https://www.shelf.example"])
        let notes = input.verdict().findings.filter { $0.rule == .iosAppDomainMalformed }
        #expect(notes.map(\.severity) == [.note], "\(notes)")
        // Without a link, the check of the app reports it as an error.
        #expect(!input.verdict(isOfLink: false).findings.contains { $0.rule == .iosAppDomainMalformed })
        let finding = try answer(.iphone, input).finding
        #expect(finding?.rule == .iosAppDomainMissing, "\(String(describing: finding))")
        #expect(finding?.fix.contains("Add applinks:shelf.example") == true, "\(String(describing: finding))")
    }

    @Test func anEntitlementThatIsATextIsAWarning() throws {
        var input = Input.apple()
        input.claims.apple = [Self.source(["applinks:shelf.example"], nil)]
        input.claims.apple[0].hasDomainsAsText = true
        #expect(try answer(.iphone, input).outcome == .opens)
        let found = input.verdict().findings.filter { $0.rule == .iosAppDomainMalformed }
        #expect(found.map(\.severity) == [.warning], "\(found)")
    }

    @Test(arguments: ["b\u{FC}cher.example", "B\u{DC}CHER.example", "xn--bcher-kva.example"])
    func hostsOfOtherScriptsAreComparedInASCII(_ host: String) throws {
        func answers(_ name: String) -> [LinkVerdict.Answer] {
            let input = Input.android(host: name).and(Input.apple(["applinks:\(name)"]))
            return input.verdict(host: host).answers.filter { !$0.devices.contains(.windows) }
        }
        let right = answers("xn--bcher-kva.example")
        #expect(!right.isEmpty && right.allSatisfy { $0.outcome == .opens }, "\(right)")
        // The host that an app names is compared as written, and the fix names the right spelling.
        let wrong = answers("b\u{FC}cher.example")
        #expect(wrong.allSatisfy { $0.outcome == .closed && $0.fix?.contains("xn--bcher-kva.example") == true })
        #expect(
            AppClaims(android: Input.android(host: "b\u{FC}cher.example").claims.android).hosts == [
                "xn--bcher-kva.example"
            ]
        )
    }

    @Test func aDotAtTheEndOfAHostIsForNoAppToName() throws {
        let input = Input.android(host: "shelf.example").and(Input.apple())
        for answer in input.verdict(host: "shelf.example.").answers where !answer.devices.contains(.windows) {
            #expect(answer.outcome == .closed, "\(answer)")
            #expect(answer.fix?.hasPrefix("Link to shelf.example, without the dot") == true, "\(answer)")
        }
    }

    @Test func anAppClipIsListedUnderAppclips() throws {
        func findings(_ service: String) -> [Finding] {
            var clip = AppleAppClaims(
                identifier: "\(Input.identifier).Clip",
                domains: ["appclips:shelf.example"],
                file: "Clip.entitlements",
                rank: .source
            )
            clip.parentIdentifiers = [Input.identifier]
            var input = Input.apple()
            input.claims.apple.append(clip)
            let file = Input.appleFile(Input.identifier).dropLast()
            return input.with(apple: "\(file), \"\(service)\": {\"apps\": [\"\(Input.identifier).Clip\"]}}").verdict()
                .findings
                .filter { $0.rule.id.hasPrefix("cross-app-") }
        }
        #expect(findings("appclips").isEmpty)
        let missing = findings("webcredentials")
        #expect(missing.count == 1 && missing[0].fix.contains("appclips"), "\(missing)")
    }

    /// What the app names, whether the site's file is about signing in, and the answer.
    @Test(
        arguments: [
            (["webcredentials:shelf.example"], true, .notNamed), ([], true, .notNamed), ([], false, .closed),
            (["applinks:shelf.example"], true, .closed), (nil, true, .closed),
        ] as [([String]?, Bool, LinkVerdict.Outcome)]
    )
    func aFileForSigningInIsNoErrorUnlessTheAppNamesTheHostForLinks(
        _ domains: [String]?,
        _ signsIn: Bool,
        _ outcome: LinkVerdict.Outcome
    ) throws {
        let service = signsIn ? "webcredentials" : "applinks"
        let content = signsIn ? "{\"apps\": [\"\(Input.identifier)\"]}" : "{\"details\": []}"
        let answer = try answer(.iphone, Input.apple(domains).with(apple: "{\"\(service)\": \(content)}"))
        #expect(answer.outcome == outcome, "\(answer)")
        #expect(answer.text.contains("--for sign-in") == (outcome == .notNamed), "\(answer)")
    }

    @Test func aMalformedDomainIsCorrectedAsItWasMeant() {
        let meant = [
            "applinks:https://shelf.example": "applinks:shelf.example",
            "applink:shelf.example/": "applinks:shelf.example",
            "shelf.example": "applinks:shelf.example", "applinks: shelf.example": "applinks:shelf.example",
            "applinks:shelf.example:443": "applinks:shelf.example",
            "webcredentials:shelf.example/login": "webcredentials:shelf.example",
        ]
        let check = AppleAppCheck(app: AppleAppClaims(identifier: nil, file: "a.ipa", rank: .built), now: Date())
        for (written, corrected) in meant { #expect(check.corrected(written) == corrected, "\(written)") }
    }
}
