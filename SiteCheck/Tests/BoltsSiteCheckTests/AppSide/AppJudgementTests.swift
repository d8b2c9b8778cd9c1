import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests the findings about apps whose files declare several things, or not everything.
struct AppJudgementTests: AppSideSuite {
    private typealias Input = AppSideInput
    private typealias Host = AndroidIntentFilter.Host

    private func rules(_ input: AppSideInput) -> [String] { input.claims.findings().map(\.rule.id) }

    // MARK: - Unknown parts

    @Test(arguments: [
        ("QX7SAMPLE1.org.sample.shelf", LinkVerdict.Outcome.undecided), ("QX7SAMPLE1.org.sample.other", .closed),
        ("ZZ9SAMPLE9.org.sample.shelf", .closed),
    ])
    func anIdKnownInPartOpensNothingThatItCannotBe(_ listed: String, _ expected: LinkVerdict.Outcome) throws {
        let input = Input.apple(identifier: nil, rank: .source) { app in
            let gap = SourceGap("the project does not set $(PREFIX)")
            app.bundle = SourceText(parts: [.open("$(PREFIX)"), .known(".shelf")], gap: gap)
            app.id = SourceText("QX7SAMPLE1.") + app.bundle
        }
        let answer = try answer(.iphone, input.with(apple: Input.appleFile(listed)))
        #expect(answer.outcome == expected, "\(answer)")
        if expected == .closed { #expect(answer.text.contains("QX7SAMPLE1.$(PREFIX).shelf"), "\(answer)") }
    }

    @Test func anotherModuleIsNotJudgedInThePlaceOfAnAppWithoutAnId() throws {
        var open = Input.android(package: nil, rank: .source, file: "app/AndroidManifest.xml")
        open.claims.android[0].id = .unknown(SourceGap("the application id is computed by the build script"))
        let probe = Input.android([], package: "org.sample.probe", rank: .source, file: "probe/AndroidManifest.xml")
        for input in [open.and(probe), probe.and(open)] {
            #expect(try answer(.android, input).outcome == .undecided)
            let lower = input.with(android: Input.androidFile([Input.fingerprint.lowercased()]))
            let answer = try answer(.android, lower)
            #expect(answer.finding?.rule.id == "assetlinks-fingerprint-lowercase", "\(answer)")
            #expect(!lower.verdict().findings.contains { $0.fix.contains("probe") })
        }
    }

    @Test func anotherModuleIsNotJudgedInThePlaceOfOneThatCannotBeRead() throws {
        var unread = Input.android(nil, rank: .source, file: "app/AndroidManifest.xml")
        unread.claims.android[0].gap = SourceGap("app/AndroidManifest.xml is no XML")
        let probe = Input.android([], package: "org.sample.probe", rank: .source, file: "probe/AndroidManifest.xml")
        let answer = try answer(.android, probe.and(unread))
        #expect(answer.outcome == .undecided && answer.text.contains("is no XML"), "\(answer)")
    }

    @Test func anotherTargetThatNamesTheHostAndIsNotListedIsSaid() throws {
        let lend = Input.apple(identifier: "QX7SAMPLE1.org.sample.lend", rank: .source) { $0.target = "Lend" }
        let verdict = Input.apple(rank: .source).and(lend).verdict()
        #expect(verdict.answers.first { $0.devices.contains(.iphone) }?.outcome == .opens)
        let finding = verdict.findings.first { $0.rule.id == "cross-app-not-listed" }
        #expect(finding?.severity == .warning && finding?.message.contains("QX7SAMPLE1.org.sample.lend") == true)
    }

    // MARK: - Filters that are not for links

    @Test func filtersForFilesAndSwitchedAliasesAreNoMistakes() {
        let main = Input.filter()
        let file = Input.filter(verified: false, hosts: [Host("*")]) { $0.hasType = true }
        let alias = Input.filter { filter in
            filter.isEnabled = false
            filter.component = ".RedIcon"
        }
        #expect(rules(Input.android([main, file, alias])).isEmpty)
        #expect(rules(Input.android([alias])) == ["android-app-not-exported"])
        let browser = Input.filter(verified: false, schemes: ["http", "https"], hosts: [])
        #expect(!rules(Input.android([browser])).contains("android-app-no-host"))
        #expect(rules(Input.android([browser, main])).contains("android-app-no-host"))
        let other = Input.filter { filter in
            filter.hosts = [Host("files.example")]
            filter.hasType = true
        }
        #expect(rules(Input.android([main, other])) == ["android-app-filter-incomplete"])
        // Without the main filter each is one finding, and none is an error.
        let off = Input.android([alias, alias]).claims.findings()
        #expect(
            off.map(\.severity) == [.warning] && off.first?.fix.hasSuffix("unless the app enables it itself.") == true
        )
        let sent = Input.filter(verified: false) { $0.hasType = true }
        #expect(Input.android([sent]).claims.findings().allSatisfy { $0.severity != .error })
    }

    @Test(arguments: ["example.com", "www.example.org", "*.example.net"])
    func aHostOfATemplateIsNoHost(_ host: String) {
        let claims = [Input.android(host: host), Input.apple(["applinks:\(host)"])].map(\.claims)
        for findings in claims.map({ $0.findings() }) {
            #expect(findings.count { $0.message.contains("is still a placeholder") && $0.severity == .warning } == 1)
        }
        #expect(Input.apple(["webcredentials:\(host)"]).claims.findings().isEmpty)
        #expect(Input.apple(["applinks:my\(host.drop { $0 != "e" })"]).claims.findings().isEmpty)
    }

    @Test func oneMistakeOfSeveralAliasesIsSaidOnce() {
        let filters = (1...8).map { number in
            Input.filter(paths: [.init(.prefix, "item")]) { filter in
                filter.component = ".Icon\(number)"
                filter.line = number
            }
        }
        #expect(rules(Input.android(filters)) == ["android-app-path-no-slash"])
    }

    @Test func aStarIsNoHostToVerify() throws {
        let verified = Input.android([Input.filter(hosts: [Host("*")])])
        #expect(rules(verified) == ["android-app-host-malformed"])
        #expect(verified.claims.hosts.isEmpty && verified.claims.takesAnyHost)
        let plain = Input.android([Input.filter(verified: false, hosts: [Host("*")])])
        #expect(rules(plain).isEmpty)
        for input in [verified, plain] {
            let answer = try answer(.android, input)
            #expect(answer.finding?.rule.id == "android-app-host-malformed", "\(answer)")
        }
        let limited = Input.filter(verified: false, hosts: [Host("*")], paths: [.init(.prefix, "/other/")])
        let unnamed = try answer(.android, Input.android([limited]))
        #expect(unnamed.finding?.rule.id == "android-app-host-missing", "\(unnamed)")
        #expect(unnamed.finding?.fix.contains("www.") == false, "\(unnamed)")
    }

    @Test func theServersOfOthersAreOneFindingAndNoError() {
        let others = (1...50).map { Host("server\($0).example") }
        let filters = [Input.filter(), Input.filter(verified: false, hosts: others)]
        let findings = Input.android(filters).claims.findings()
        #expect(findings.map(\.rule.id) == ["android-app-no-auto-verify"] && findings.map(\.severity) == [.note])
        #expect(findings.first?.message.contains("and 47 more hosts") == true)
        let alone = Input.android([filters[1]]).claims.findings()
        #expect(alone.map(\.severity) == [.warning])
        #expect(Input.android(filters).claims.verifiedHosts == ["shelf.example"])
    }

    // MARK: - Patterns

    @Test(arguments: [
        (AndroidIntentFilter.Path.Kind.pattern, #".*\.opml"#), (.pattern, #"/a\.b"#), (.pattern, "/.*/edit"),
        (.pattern, "/x.*x"),
        (.advancedPattern, "/item/[0-9]+"), (.advancedPattern, "/[a-f]{4}/.*"), (.suffix, ".html"), (.prefix, "/item"),
    ])
    func samplesAreTakenByTheirPatterns(_ kind: AndroidIntentFilter.Path.Kind, _ text: String) {
        let path = AndroidIntentFilter.Path(kind, text)
        let sample = PatternSample(path).text
        #expect(sample.hasPrefix("/") && IntentFilterMatch.matches(path, sample), "\(sample)")
    }

    @Test func aPatternIsTheCauseOnlyForLinksThatItWasMeantFor() throws {
        func cause(_ text: String, _ path: String) throws -> String? {
            let input = Input.android(path: .pattern, text)
            let site = SiteAssociations("shelf.example", android: input.android)
            let url = try #require(URL(string: "https://shelf.example\(path)"))
            let verdict = LinkVerdict(url: url, site: site, page: nil, claims: input.claims, others: [], now: Input.now)
            return verdict.answers.first { $0.devices.contains(.android) }?.finding?.rule.id
        }
        #expect(try cause(#".*\.opml"#, "/x.opml") == nil)
        #expect(try cause(#".*\.opml"#, "/x") == "android-app-path-missing")
        #expect(try cause(#".*\.opml"#, "/x.y.opml") == "android-app-pattern-backtrack")
        #expect(try cause("/item/*", "/item/42") == "android-app-pattern-star")
        #expect(try cause("/item/*", "/other") == "android-app-path-missing")
        #expect(try cause("/(item|list)/[0-9]{2}", "/list/42") == "android-app-pattern-group")
        #expect(try cause("/(item|list)/[0-9]+", "/other/42") == "android-app-path-missing")
    }

    @Test func aPatternWhoseRestTakesEverythingIsRight() {
        #expect(rules(Input.android(path: .pattern, "/.*/.*")).isEmpty)
    }

    @Test(arguments: [
        (AndroidIntentFilter.Path.Kind.prefix, "/token?addr="), (.pattern, #"/token\?addr=.*"#), (.pattern, "/[a-z]+"),
        (.path, "/a#b"),
    ])
    func whatNoPathHasIsAWarningAndNoLinkIsInvented(_ kind: AndroidIntentFilter.Path.Kind, _ text: String) {
        let input = Input.android(path: kind, text)
        #expect(rules(input) == ["android-app-path-literal"])
        let site = SiteAssociations("shelf.example", android: input.android)
        let urls = LinkVerdict(site: site, claims: input.claims, others: []).answers.map(\.url.absoluteString)
        #expect(!urls.contains { $0.contains("%3F") || $0.contains("%23") }, "\(urls)")
        // A prefix would take the star literally.
        let pattern = Input.android(path: .pattern, "/a/.*/b?c=d").claims.findings().map(\.fix)
        #expect(pattern == ["Write android:pathPattern=\"/a/.*/b\"."])
    }

    @Test func anActionBesideThatOfLinksIsNoCause() {
        let names = [AndroidIntentFilter.view, "${applicationId}.SCAN"].map {
            ManifestElement("action", ["android:name": $0])
        }
        let categories = [AndroidIntentFilter.default, AndroidIntentFilter.browsable].map {
            ManifestElement("category", ["android:name": $0])
        }
        func unresolved(_ names: [ManifestElement]) -> [String]? {
            let filter = ManifestElement("intent-filter", [:], names + categories)
            let activity = ManifestElement("activity", ["android:name": ".Main", "android:exported": "true"], [filter])
            let root = ManifestElement("manifest", [:], [ManifestElement("application", [:], [activity])])
            return AndroidAppClaims(manifest: root, file: "AndroidManifest.xml", rank: .source).filters?.first?
                .unresolved
        }
        #expect(unresolved(names) == [])
        #expect(unresolved([names[1]]) == ["${applicationId}.SCAN"])
    }

    // MARK: - Apple's devices

    @Test func aBrowserGetsNoUniversalLinks() throws {
        let input = Input.apple { $0.isBrowser = true }
        #expect(try answer(.iphone, input).finding?.rule.id == "ios-app-browser")
        #expect(rules(input) == ["ios-app-browser"])
        #expect(rules(Input.apple(["webcredentials:shelf.example"]) { $0.isBrowser = true }).isEmpty)
    }

    @Test func anAppThatWasStrippedNamesItsProfile() throws {
        let input = Input.apple([]) { app in
            app.profile = .init(
                file: "Shelf.ipa:embedded.mobileprovision",
                allowsAssociatedDomains: false,
                identifier: "QX7SAMPLE1.*"
            )
        }.and(Input.apple(rank: .source))
        let answer = try answer(.iphone, input)
        #expect(answer.finding?.rule.id == "ios-app-stripped", "\(answer)")
        #expect(answer.finding?.message.contains("embedded.mobileprovision") == true)
        #expect(answer.finding?.fix.contains("exportOptions.plist") == true)
    }

    @Test(
        arguments: [
            (["applinks:shelf.example"], "AAASAMPLE1", "the team AAASAMPLE1, and Release has the team QX7SAMPLE1."),
            (nil, "AAASAMPLE1", "the team AAASAMPLE1, and Release has the team QX7SAMPLE1."),
            ([], "QX7SAMPLE1", "no domain, and Release has applinks:shelf.example."),
            (
                ["applinks:shelf.example", "applinks:a.b"], "QX7SAMPLE1",
                "applinks:a.b, and Release has no other domain."
            ),
            (
                ["a", "b", "c", "shelf"].map { "applinks:\($0).example" } + ["webcredentials:shelf.example"],
                "QX7SAMPLE1",
                "applinks:a.example, applinks:b.example, applinks:c.example and 1 more, "
                    + "and Release has no other domain."
            ),
        ] as [([String]?, String, String)]
    )
    func configurationsSayOnlyWhatDiffers(_ domains: [String]?, _ team: String, _ message: String) throws {
        let debug = Input.apple(domains, identifier: "\(team).com.example.shelf", rank: .source) { app in
            (app.configuration, app.target, app.teamIdentifier) = ("Debug", "Shelf", team)
        }
        let release = Input.apple(rank: .source) { app in
            (app.configuration, app.target, app.teamIdentifier) = ("Release", "Shelf", "QX7SAMPLE1")
        }
        let findings = debug.and(release).verdict().findings.filter { $0.rule.id == "ios-app-configuration" }
        #expect(findings.map(\.message) == ["Debug has \(message)"])
        var profile = debug
        (profile.claims.apple[0].configuration, profile.claims.apple[0].file) = ("Profile", "Profile.entitlements")
        let alike = debug.and(release).and(profile).verdict().findings.filter { $0.rule.id == "ios-app-configuration" }
        #expect(alike.map(\.message) == ["Debug and Profile have \(message)"])
    }

    @Test(arguments: [
        ("applinks:a.example", "does not name applinks:shelf.example in "),
        ("applinks://shelf.example", "\"applinks://shelf.example\" must have the form SERVICE:HOST in "),
    ])
    func theFilesThatLackTheHostAreAllNamed(_ domain: String, _ text: String) throws {
        let isMissing = domain == "applinks:a.example"
        let debug = Input.apple([isMissing ? "applinks:b.example" : domain], rank: .source) {
            ($0.configuration, $0.target, $0.file) = ("Debug", "Shelf", "Debug.entitlements")
        }
        let release = Input.apple([domain], rank: .source) { ($0.configuration, $0.target) = ("Release", "Shelf") }
        let answer = try answer(.iphone, debug.and(release))
        let file = try #require(release.claims.apple.first?.file)
        #expect(answer.text.contains("\(text)\(file) and Debug.entitlements"), "\(answer.text)")
        #expect(answer.finding?.otherFiles == ["Debug.entitlements"])
        #expect(answer.finding?.fix.contains("in each") == isMissing)
    }

    @Test func theOtherHostsOfAnEntitlementAreCounted() throws {
        let answer = try answer(.iphone, Input.apple(["a", "b", "c", "d", "e"].map { "applinks:\($0).example" }))
        let hosts = "applinks:a.example, applinks:b.example, applinks:c.example and 2 more"
        #expect(answer.text.contains("names \(hosts), not applinks:shelf.example"), "\(answer.text)")
    }

    @Test func theConfigurationThatNamesTheHostIsNamed() throws {
        let debug = Input.apple(rank: .source) { ($0.configuration, $0.target) = ("Debug", "Shelf") }
        let release = Input.apple(["applinks:a.example"], rank: .source) {
            ($0.configuration, $0.target) = ("Release", "Shelf")
        }
        let answer = try answer(.iphone, debug.and(release))
        let text = "names applinks:a.example, not applinks:shelf.example (only Debug names it)"
        #expect(answer.outcome == .closed && answer.text.contains(text), "\(answer)")
    }

    @Test(arguments: [
        ("debug, release", "debug, release"), ("a, b, c, d, e, f", "a, b, c, d and 2 more"),
    ])
    func manyVariantsAreCounted(_ variants: String, _ shown: String) {
        #expect(BuildVariants(variants).shown == shown)
    }

    // MARK: - The inventory

    @Test func theInventoryHasALineForEachAppWithItsVerifiedHostsFirst() {
        let hosts = [Input.filter(verified: false, hosts: [Host("a.example")]), Input.filter()]
        var open = Input.android(nil, package: nil, rank: .source, file: "b/AndroidManifest.xml")
        open.claims.android[0].gap = SourceGap("b/AndroidManifest.xml is no XML")
        open.claims.android[0].id = .unknown(SourceGap("b/AndroidManifest.xml is no XML"))
        let claims = Input.android(hosts, rank: .source, file: "a/AndroidManifest.xml").and(open).claims
        var library = AndroidAppClaims(package: "org.sample.audio", file: "audio/build.gradle", rank: .source)
        library.role = .library
        let entries = AppInventory(claims, others: AppClaims(android: [library])).entries
        #expect(
            entries.map(\.line) == [
                "Android app com.example.shelf (a/AndroidManifest.xml); shelf.example; not verified: a.example",
                "Android app with an unknown id (b/AndroidManifest.xml); hosts not known: b/AndroidManifest.xml is no XML",
                "Android library org.sample.audio (audio/build.gradle)",
            ]
        )
        #expect(entries.map(\.role.isJudged) == [true, true, false])
    }

    @Test func variantsWithTheSameHostsAreOneEntry() {
        func app(_ variant: String, _ hosts: [Host]) -> AndroidAppClaims {
            AndroidAppClaims(
                package: "org.sample.shelf",
                file: "app/AndroidManifest.xml",
                rank: .source,
                filters: [Input.filter(hosts: hosts)],
                variant: variant
            )
        }
        let first = app("debug", [Host("a.example")])
        let second = app("release", [Host("a.example"), Host("b.example")])
        let third = app("staging", [Host("a.example")])
        let entries = AppInventory(AppClaims(android: [first, second, third])).entries
        #expect(entries.map(\.variants) == [["debug", "staging"], ["release"]])
        #expect(entries.map { $0.hosts.map(\.name) } == [["a.example"], ["a.example", "b.example"]])
    }

    @Test func aPartOfATargetForOneDeviceIsNamedByIt() {
        func app(_ target: String, _ domains: [String], _ devices: Set<LinkDevice>) -> AppleAppClaims {
            var app = AppleAppClaims(identifier: "QX7SAMPLE1.com.example.shelf", file: "A.entitlements", rank: .source)
            (app.target, app.project, app.domains, app.devices) = (target, "Shelf.xcodeproj", domains, devices)
            return app
        }
        let parts = [
            app("Shelf", ["applinks:a.example"], [.iphone, .ipad]), app("Shelf", ["applinks:b.example"], [.mac]),
            app("Helper", [], [.mac]),
        ]
        let places = AppInventory(AppClaims(apple: parts)).entries.map(\.place)
        #expect(places == ["Shelf", "Shelf for Mac", "Helper"])
    }
}
