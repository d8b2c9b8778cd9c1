import BoltsPageMetadata
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the answer to the question whether a link opens an app.
struct LinkVerdictTests {
    private static let url = URL(string: "https://site.com/recipes/42")!
    private static let android = AssetLinksRuleCases.list(AssetLinksRuleCases.statement())

    private func site(_ apple: String?, _ android: String? = android, windows: String? = nil) -> SiteAssociations {
        SiteAssociations("site.com", apple: apple, android: android, windows: windows)
    }

    private func verdict(_ apple: String?, _ android: String? = android, page: PageTags? = nil) -> LinkVerdict {
        LinkVerdict(url: Self.url, site: site(apple, android), page: page)
    }

    private func answer(_ device: LinkDevice, _ verdict: LinkVerdict) throws -> LinkVerdict.Answer {
        try #require(verdict.answers.first { $0.devices.contains(device) })
    }

    @Test func anOpenLinkNamesTheAppAndTheRuleThatLetsItAndHasNoFinding() throws {
        let verdict = verdict(AppleRuleCases.path("/recipes/*"))
        let apple = try answer(.iphone, verdict)
        #expect(apple.outcome == .opens && apple.app == AppleRuleCases.id && apple.finding == nil)
        #expect(
            apple.text.contains("may open it, by the rule for path \"/recipes/*\" at apple-app-site-association:1:")
        )
        #expect(try answer(.android11, verdict).name == "Android")
        #expect(verdict.severity == nil && verdict.findings.isEmpty)
    }

    @Test func anEntryWithoutRulesIsAnsweredForTheWholeSiteToo() throws {
        let file = AppleRuleCases.path("/a").replacing("{\"/\": \"/a\"}", with: "")
        #expect(file.contains("\"components\": []") || file.contains("\"components\":[]"), "\(file)")
        let whole = LinkVerdict(site: site(file))
        #expect(try answer(.iphone, whole).outcome == .closed && whole.severity == .error, "\(whole.answers)")
    }

    @Test func aMalformedNameOfAWindowsPackageOpensNothing() throws {
        let file = { (name: String) in "[{\"packageFamilyName\": \"\(name)\", \"paths\": [\"/*\"]}]" }
        func outcome(_ name: String) throws -> LinkVerdict.Answer {
            try answer(.windows, LinkVerdict(url: Self.url, site: site(nil, windows: file(name))))
        }
        #expect(try outcome("Example.Shelf_8wekyb3d8bbwe").outcome == .opens)
        let wrong = try outcome("Example.Shelf")
        #expect(wrong.outcome == .closed && wrong.finding?.rule.id == "windows-pfn-malformed", "\(wrong)")
    }

    @Test(arguments: [("UK", "GB"), ("uk", "gb")])
    func theUnitedKingdomIsGBInTheListOfRegions(_ region: String, _ right: String) throws {
        let url = try #require(URL(string: "https://site.com/en_\(region)/x"))
        let verdict = LinkVerdict(url: url, site: site(AppleRuleCases.path("/$(lang)_$(region)/*")))
        let apple = try answer(.iphone, verdict)
        #expect(
            apple.outcome == .closed && apple.text.contains("UK is not in the list of $(region), GB is"),
            "\(apple)"
        )
        #expect(apple.fix?.contains("https://site.com/en_\(right)/x") == true, "\(apple)")
    }

    @Test func aClosedLinkHasOneCauseOneChangeAndASeverity() throws {
        let verdict = verdict(AppleRuleCases.path("/Recipes/*"))
        let apple = try answer(.ipad, verdict)
        let fix = "Link to /Recipes/42, write /recipes/*, or add \"caseSensitive\": false."
        #expect(apple.outcome == .closed && apple.fix == fix)
        #expect(apple.text.hasPrefix("opens no app: the path differs in letter case from /Recipes/* at "), "\(apple)")
        #expect(verdict.findings == [try #require(apple.finding)])
        #expect(verdict.severity == .error)
    }

    @Test func aMistakeOfARuleThatWouldNotMatchOtherwiseEitherIsNotTheCause() throws {
        let verdict = verdict(AppleRuleCases.path("/books/* "))
        let apple = try answer(.iphone, verdict)
        #expect(apple.finding?.rule.id == "link-no-match", "\(apple)")
        #expect(verdict.findings.contains { $0.rule.id == "aasa-pattern-padded" && $0.severity == .warning })
    }

    @Test func aFileThatIsAbsentIsANoteBesideAnotherAndAnErrorAlone() throws {
        let one = verdict(nil)
        #expect(try answer(.iphone, one).outcome == .notNamed)
        #expect(one.severity == nil)
        let none = verdict(nil, nil)
        #expect(none.findings.map(\.rule.id) == ["link-no-app"] && none.severity == .error)
        let tags = verdict(nil, nil, page: PageRuleCases.page("al:ios:url=app://a"))
        #expect(!tags.findings.contains { $0.rule.id == "link-no-app" }, "\(tags.findings)")
    }

    @Test func aStatementThatIsDroppedIsRaisedToTheCauseAndReportedOnce() throws {
        let print = AssetLinksRuleCases.fingerprint.lowercased()
        let verdict = verdict(AppleRuleCases.path("*"), AssetLinksRuleCases.print(print))
        let android = try answer(.android, verdict)
        #expect(android.outcome == .closed && android.finding?.rule.id == "assetlinks-fingerprint-lowercase")
        #expect(verdict.findings.filter { $0.rule.id == "assetlinks-fingerprint-lowercase" }.count == 1)
    }

    @Test(arguments: [
        ("assetlinks-namespace-unknown", #""namespace": "ios_app", "appid": "x""#, "handle_all_urls"),
        ("assetlinks-relation-malformed", #""namespace": "web", "site": "https://site.com""#, "handle_ALL"),
        ("assetlinks-web-site-malformed", #""namespace": "web", "site": "site.com""#, "handle_all_urls"),
        (
            "assetlinks-fingerprints-empty",
            #""namespace": "android_app", "package_name": "a.b", "sha256_cert_fingerprints": []"#, "handle_all_urls"
        ),
    ])
    func aStatementForWhichAndroidsVerifierDropsTheFileLeavesTheAnswerOpen(
        _ rule: String,
        _ target: String,
        _ relation: String
    ) throws {
        let bad = #"{"relation": ["delegate_permission/common.\#(relation)"], "target": {\#(target)}}"#
        let verdict = verdict(AppleRuleCases.path("*"), "[\(AssetLinksRuleCases.statement()), \(bad)]")
        let answer = try answer(.android, verdict)
        #expect(answer.outcome == .undecided && answer.finding?.rule.id == rule, "\(answer)")
        #expect(answer.text.contains("Android's own verifier then drops every statement of the file"), "\(answer)")
        #expect(verdict.findings.filter { $0.rule.id == rule }.count == 1 && verdict.severity == .error)
    }

    // MARK: - Links that lead to another host

    private func tracker(_ site: SiteAssociations? = nil, _ claims: AppClaims = AppClaims()) throws -> LinkVerdict {
        let link = try #require(URL(string: "https://click.mail.example/ls/1"))
        let target = try #require(URL(string: "https://shelf.example/item/42"))
        let own = SiteAssociations(host: "click.mail.example", appSiteAssociation: nil, assetLinks: nil)
        return LinkVerdict(
            url: link,
            site: own,
            page: PageTags(url: target, requestedURL: link, metas: []),
            pageFailure: nil,
            claims: claims,
            leadsTo: site.map { LinkVerdict(url: target, site: $0, claims: claims) }
        )
    }

    @Test func aLinkOfAnotherHostIsFixedByTheAddressThatItLeadsTo() throws {
        let site = SiteAssociations("shelf.example", apple: AppSideInput.appleFile(AppSideInput.identifier))
        let open = try #require(try tracker(site).findings.first { $0.rule == .linkNoApp })
        #expect(
            open.fix.hasPrefix(
                "Share https://shelf.example/item/42, which may open \(AppSideInput.identifier) on iPhone"
            ),
            "\(open.fix)"
        )
        let none = SiteAssociations(host: "shelf.example", appSiteAssociation: nil, assetLinks: nil)
        let closed = try #require(try tracker(none).findings.first { $0.rule == .linkNoApp })
        #expect(closed.fix.contains("once that host lets the app open it"), "\(closed.fix)")
        #expect(try tracker().findings.contains { $0.fix == "Share https://shelf.example/item/42." })
        #expect(try tracker().findings.allSatisfy { $0.rule != .crossLinkRedirects })
    }

    @Test func aHostThatIsNoneOfTheAppsIsNotToldToServeFiles() throws {
        let link = try #require(URL(string: "https://click.mail.example/ls/1"))
        let own = SiteAssociations(host: "click.mail.example", appSiteAssociation: nil, assetLinks: nil)
        let claims = AppSideInput.android().and(AppSideInput.apple()).claims
        let verdict = LinkVerdict(url: link, site: own, claims: claims, now: AppSideInput.now)
        let finding = try #require(verdict.findings.first { $0.rule == .linkNoApp })
        #expect(finding.message.contains("the app names shelf.example"), "\(finding)")
        #expect(finding.fix.hasPrefix("Link to a host that the app names"), "\(finding.fix)")
        guard case .question = Fix(of: finding, host: "click.mail.example", claims: claims) else {
            return #expect(Bool(false), "a host of others is to serve no file")
        }
    }

    /// The apps of a project that name no host, the files to serve, and the rules of what the apps lack.
    @Test(arguments: [
        (AppSideInput.android([]), "Serve /.well-known/assetlinks.json, and name the host in the app.", "android-app"),
        (
            AppSideInput.apple([]), "Serve /.well-known/apple-app-site-association, and name the host in the app.",
            "ios-app"
        ),
        (
            AppSideInput.android([]).and(AppSideInput.apple([])),
            "Serve /.well-known/apple-app-site-association and /.well-known/assetlinks.json, and name the host in the apps.",
            "android-app ios-app"
        ),
    ])
    func whereNeitherSideNamesTheOtherBothAreToBeSetUp(_ input: AppSideInput, _ fix: String, _ rules: String) throws {
        let own = SiteAssociations(host: "shelf.example", appSiteAssociation: nil, assetLinks: nil)
        let link = try #require(URL(string: "https://shelf.example/item/42"))
        let verdict = LinkVerdict(url: link, site: own, claims: input.claims, now: AppSideInput.now)
        let finding = try #require(verdict.findings.first { $0.rule == .linkNoApp })
        #expect(finding.fix == fix)
        #expect(finding.message.contains("not name it"), "\(finding)")
        let sides = verdict.findings.filter { $0.severity == .warning }.map {
            $0.rule.id.split(separator: "-").prefix(2)
        }
        #expect(Set(sides.map { $0.joined(separator: "-") }) == Set(rules.split(separator: " ").map(String.init)))
    }

    /// A page whose tags name an app, on a host without files.
    private static let tagged = AppSideInput(apple: nil, android: nil, page: PageRuleCases.page("al:ios:url=app://a"))

    /// Files and apps, a device whose answer has no finding, the host, and a part of the advice; `nil` if there is none.
    @Test(
        arguments: [
            (
                tagged, .iphone, "shelf.example",
                "https://shelf.example/.well-known/apple-app-site-association; applinks"
            ),
            (tagged, .android11, "shelf.example", "If an Android app is to open it, serve https://shelf.ex"),
            (tagged, .android, "name.github.io", "from the repository name.github.io, not from a project's."),
            (tagged, .android, "a.name.github.io", "prints the whole file."),
            (AppSideInput(apple: nil), .iphone, "shelf.example", nil),
            (AppSideInput(android: nil), .android11, "shelf.example", nil),
            (AppSideInput.apple().with(android: nil), .android, "shelf.example", nil),
            (AppSideInput(), .iphone, "shelf.example", "the app may lack the entitlement applinks:shelf.example;"),
            (AppSideInput.apple(), .iphone, "shelf.example", nil),
            (
                AppSideInput(), .android, "shelf.example",
                "1. a key other than \(AppSideInput.fingerprint.prefix(11))… may sign"
            ),
            (
                AppSideInput(), .android, "shelf.example",
                "add --app-id com.example.shelf --fingerprint SHA256. 2. The app may lack"
            ),
            (AppSideInput.android(), .android, "shelf.example", "add --fingerprint SHA256. 2. Android may not"),
            (
                AppSideInput.android(certificates: [AppCertificate(fingerprint: AppSideInput.print)]), .android,
                "shelf.example", nil
            ),
        ] as [(AppSideInput, LinkDevice, String, String?)]
    )
    func anAnswerWithoutAFindingSaysWhatToDoIfItIsNotSo(
        _ input: AppSideInput,
        _ device: LinkDevice,
        _ host: String,
        _ part: String?
    ) throws {
        let answer = try answer(device, input.verdict(host: host))
        #expect(answer.finding == nil && !answer.text.contains("Android 11"), "\(answer)")
        #expect(
            answer.advice == nil ? part == nil : answer.advice?.contains(part ?? "-") == true,
            "\(answer.advice ?? "")"
        )
        #expect(answer.fix == (answer.outcome == .opens ? nil : answer.advice))
    }

    private static let exclusion = "{\"/\": \"*\", \"exclude\": true}, "

    /// Rules for a link to /recipes/42, whether they are in a list of entries, the outcome, and the end of the fix.
    @Test(
        arguments: [
            (exclusion + "{\"/\": \"/recipes/*\"}", false, .closed, "comes first and keeps the link in the browser."),
            ("{\"/\": \"/books/*\"}", false, .closed, " Then no rule allows the link."),
            ("{\"/\": \"/recipes/*\"}", false, .closed, "Write an array of objects."),
            (exclusion + "{\"/\": \"/recipes/*\"}", true, .closed, "the first rule that matches decides."),
            (exclusion + "{\"/\": \"/books/*\"}", true, .excluded, "if the app is to open the URL."),
        ] as [(String, Bool, LinkVerdict.Outcome, String)]
    )
    func anExclusionOfTheLinkIsNamedEvenBehindAnotherMistake(
        _ rules: String,
        _ isList: Bool,
        _ outcome: LinkVerdict.Outcome,
        _ end: String
    ) throws {
        let entry = "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [\(rules)]}"
        let verdict = verdict("{\"applinks\": {\"details\": \(isList ? "[\(entry)]" : entry)}}")
        let apple = try answer(.iphone, verdict)
        #expect(apple.outcome == outcome && apple.fix?.hasSuffix(end) == true, "\(apple)")
        #expect(verdict.findings.filter { $0 == apple.finding }.count == 1, "\(verdict.findings)")
    }

    @Test func aListThatIsIncludedAndNotReadLeavesTheAnswerOpen() throws {
        let include = #"[{"include": "https://lists.example/links.json"}]"#
        let verdict = verdict(AppleRuleCases.path("*"), include)
        let answer = try answer(.android, verdict)
        #expect(answer.outcome == .undecided && answer.finding?.rule.id == "link-undecided", "\(answer)")
        #expect(answer.text.contains("https://lists.example/links.json, was not read"))
        #expect(answer.fix == "Check the host itself in place of its files, so that the list is read.")
        #expect(verdict.severity == .warning)
        let site = site(AppleRuleCases.path("*"), include)
        let deviceRoutes = DeviceRoutes(url: Self.url, site: site, apps: ["dk.lakrids.kogebog"], devices: [.android])
        #expect(deviceRoutes.devices[0].routes.first?.outcome == .undecided)
    }

    @Test func ofSeveralAppsThatTakeNoLinkTheOneWithTheNearestRuleIsTheCause() throws {
        let file = """
            {"applinks": {"details": [
              {"appIDs": ["R2TQ9MZ7K4.dk.lakrids.first"], "components": [{"/": "/other/*"}]},
              {"appIDs": ["R2TQ9MZ7K4.dk.lakrids.second"], "components": [{"/": "/recipes/*", "?": {"id": "??*"}}]}
            ]}}
            """
        let site = SiteAssociations("site.com", apple: file)
        let url = try #require(URL(string: "https://site.com/recipes/42?id=1"))
        let answer = try answer(.iphone, LinkVerdict(url: url, site: site))
        #expect(answer.app == "R2TQ9MZ7K4.dk.lakrids.second" && answer.finding?.place?.position.line == 3, "\(answer)")
    }

    @Test func aPageForBothFilesIsOneFinding() throws {
        let html = Array("<!doctype html><title>Log in</title>".utf8)
        let site = SiteAssociations(host: "site.com", appSiteAssociation: html, assetLinks: html)
        let verdict = LinkVerdict(url: Self.url, site: site)
        #expect(verdict.findings.map(\.rule.id) == ["link-page-for-files"])
        #expect(verdict.answers.allSatisfy { $0.outcome == .closed && $0.finding == verdict.findings.first })
        let three = SiteAssociations(
            host: "site.com",
            appSiteAssociation: html,
            assetLinks: html,
            windowsWebLinks: html
        )
        #expect(LinkVerdict(url: Self.url, site: three).findings.map(\.rule.id) == ["link-page-for-files"])
    }

    @Test func anExclusionIsDeliberateUnlessItHidesARuleForTheSameURLs() throws {
        let draft = "{\"/\": \"/recipes/42\", \"exclude\": true}, {\"/\": \"/recipes/*\"}"
        let deliberate = verdict(AppleRuleCases.components(draft))
        #expect(try answer(.iphone, deliberate).outcome == .excluded && deliberate.severity == .note)
        let hiding = "{\"/\": \"/recipes/*\", \"exclude\": true}, {\"/\": \"/recipes/42\"}"
        let mistaken = verdict(AppleRuleCases.components(hiding))
        #expect(try answer(.iphone, mistaken).outcome == .closed)
        #expect(mistaken.findings.first { $0.rule.id == "aasa-unreachable-rule" }?.severity == .error)
    }

    @Test(arguments: [
        ("/recipes/*", "/recipes/x"), ("/a/?*/b", "/a/x/b"), ("/$(lang)/x", "/en/x"), ("/s%C3%B8g/*", "/s%C3%B8g/x"),
        ("*", "/x"), ("/test/connect.asp", "/test/connect.asp"), ("/test/", "/test/"), ("/", "/"),
    ])
    func aWholeSiteIsJudgedByALinkThatItsOwnRuleAllows(_ pattern: String, _ path: String) throws {
        let verdict = LinkVerdict(site: site(AppleRuleCases.path(pattern)))
        let apple = try answer(.iphone, verdict)
        #expect(apple.outcome == .opens && apple.url.absoluteString == "https://site.com\(path)", "\(apple)")
        #expect(verdict.severity == nil)
    }

    @Test func aSampleHasTheQueryAndTheFragmentThatItsRuleWants() throws {
        let rule = "{\"/\": \"/r/*\", \"?\": {\"id\": \"?*\"}, \"#\": \"top\"}"
        let url = try #require(SiteSamples.apple(site(AppleRuleCases.components(rule))))
        #expect(url.absoluteString == "https://site.com/r/x?id=x#top")
    }

    /// A query in the pattern of a path was meant as that of the link, which the pattern does not match.
    @Test func aPathWithAQueryIsJudgedByTheLinkThatWasMeant() throws {
        let file = AppleRuleCases.path("/route?query=*")
        #expect(SiteSamples.apple(site(file))?.absoluteString == "https://site.com/route?query=x")
        let apple = try answer(.iphone, LinkVerdict(site: site(file)))
        #expect(apple.outcome == .closed && apple.finding?.rule == .aasaPatternQueryInPath, "\(apple)")
    }

    @Test func aWholeSiteThatServesOtherServicesIsNotToldThatItLacksLinks() throws {
        let file = "{\"webcredentials\": {\"apps\": [\"\(AppleRuleCases.id)\"]}}"
        let verdict = LinkVerdict(site: site(file))
        #expect(try answer(.iphone, verdict).outcome == .notNamed && verdict.severity == nil)
        let asked = LinkVerdict(url: Self.url, site: site(file))
        #expect(try answer(.iphone, asked).finding?.rule.id == "aasa-no-applinks" && asked.severity == .error)
    }

    /// Each proposed change was tried, so writing it makes the rule match.
    @Test(arguments: [
        ("/Recipes/*", "recipes/42"), ("/recipes", "recipes/42"), ("https://site.com/recipes/*", "recipes/42"),
        ("site.com/recipes/*", "recipes/42"), ("*.site.com/recipes/*", "recipes/42"), ("/recipes/* ", "recipes/42"),
        ("^/recipes/(.*)$", "recipes/42"), ("/s\u{F8}g", "s%C3%B8g"), ("/recipes/42#top", "recipes/42"),
    ])
    func theChangeOfTheNearestRuleMatches(_ pattern: String, _ path: String) throws {
        let url = try #require(URL(string: "https://www.site.com/\(path)"))
        let host = pattern.hasPrefix("site.com") ? try #require(URL(string: "https://site.com/\(path)")) : url
        let file = try AppSiteAssociation(bytes: Array(AppleRuleCases.path(pattern).utf8))
        let nearest = try #require(file.nearestRule(to: host.absoluteString, app: AppleRuleCases.id))
        let written: String
        switch nearest.change {
        case .writePath(let path), .writePathOrIgnoreCase(let path): written = path
        default:
            Issue.record("\(nearest)")
            return
        }
        let fixed = try AppSiteAssociation(bytes: Array(AppleRuleCases.path(written).utf8))
        #expect(fixed.decision(for: host, app: AppleRuleCases.id).outcome == .match, "\(written)")
    }

    @Test(arguments: [
        ("The file is a program", "the file is a program in app/Project.swift."),
        ("The file is a program, which is not run", "the file is a program, which is not run (app/Project.swift)."),
    ])
    func theFileOfAnUnreadPartFollowsItsMessage(_ message: String, _ text: String) {
        let finding = Finding(.linkUndecided, message + ".", file: "app/Project.swift", detail: .unread)
        #expect(VerdictBuilder.placed(finding) == text)
    }

    @Test func theNearestRuleOfALargeFileIsSearchedWithinAFixedNumberOfSteps() throws {
        let rules = (0..<5_000).map { "{\"/\": \"/*a*a*a*A\($0)\"}" }.joined(separator: ",")
        let file = try AppSiteAssociation(bytes: Array(AppleRuleCases.components(rules).utf8))
        let url = try #require(URL(string: "https://site.com/" + String(repeating: "a", count: 2_000)))
        let nearest = try #require(file.nearestRule(to: url.absoluteString, app: AppleRuleCases.id))
        #expect(nearest.cause.hasPrefix("no rule allows the path "))
    }
}
