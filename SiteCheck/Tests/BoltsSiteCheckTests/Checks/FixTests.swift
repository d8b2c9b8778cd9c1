import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// Tests the fix of each rule, applied to the smallest file that breaks it.
struct FixTests {
    private static func entry(_ rules: String) -> String { AppleRuleCases.components(rules) }

    private static func dynamic(_ rules: String) -> String { AssetLinksRuleCases.dynamic(rules) }

    /// The fixed files of rules for which the valid file in the table of cases is not the fixed one.
    private static let fixed: [String: String] = [
        "aasa-duplicate-json-key": "{\"webcredentials\": {\"apps\": [\"\(AppleRuleCases.id)\"]}}",
        "aasa-invalid-json": AppleRuleCases.path("/a"),
        "aasa-root-not-object": AppleRuleCases.path("/a"),
        "aasa-duplicate-app": AppleRuleCases.path("/a"),
        "aasa-no-patterns": AppleRuleCases.path("*"),
        "aasa-component-unconstrained": AppleRuleCases.path("*"),
        "aasa-exclude-not-boolean": entry("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}"),
        "aasa-query-string": entry("{\"?\": {\"a\": \"1\"}}"),
        "aasa-redundant-rule": AppleRuleCases.path("/a/*"),
        "aasa-only-excludes": entry("{\"/\": \"/b\", \"exclude\": true}, {\"/\": \"*\"}"),
        "aasa-undefined-variable": AppleRuleCases.variables("\"v\": [\"a\"]"),
        "aasa-unterminated-variable": AppleRuleCases.path("/$(lang)"),
        "aasa-nested-variable": AppleRuleCases.variables("\"v\": [\"en\", \"de\"]"),
        "aasa-variable-empty": AppleRuleCases.variables("\"v\": [\"a\"]"),
        "aasa-variable-unused": AppleRuleCases.path("/a"),
        "aasa-region-uk": AppleRuleCases.variables("\"land\": [\"uk\", \"de\"]", "/$(land)/a"),
        "aasa-defaults-pattern": entry("{\"/\": \"/a\", \"#\": \"a\"}"),
        "aasa-pattern-no-leading-slash": AppleRuleCases.path("/abc"),
        "aasa-pattern-single-character": AppleRuleCases.path("/a"),
        "aasa-pattern-full-url": AppleRuleCases.path("/a"),
        "aasa-pattern-contains-host": AppleRuleCases.path("/a"),
        "aasa-pattern-query-in-path": entry("{\"/\": \"/a\", \"?\": {\"id\": \"?*\"}}"),
        "aasa-pattern-fragment-in-path": entry("{\"/\": \"/a\", \"#\": \"b\"}"),
        "aasa-pattern-encoded": entry("{\"/\": \"/a b\", \"percentEncoded\": false}"),
        "aasa-pattern-overencoded": AppleRuleCases.path("/a:b"),
        "aasa-pattern-regex": AppleRuleCases.path("/?*/*"),
        "aasa-double-star": AppleRuleCases.path("/a/*"),
        "aasa-not-in-component": entry("{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}"),
        "aasa-too-complex": AppleRuleCases.path("/*a*"),
        "assetlinks-relation-misspelled": AssetLinksRuleCases.list(AssetLinksRuleCases.statement()),
        "assetlinks-fingerprint-placeholder": AssetLinksRuleCases.print(AssetLinksRuleCases.fingerprint),
        "assetlinks-dynamic-unreachable": dynamic("[{\"/\": \"/ab\"}, {\"/\": \"/a*\"}]"),
        "assetlinks-dynamic-host": dynamic("[{\"/\": \"/c\"}]"),
        "assetlinks-dynamic-never": dynamic("[{\"/\": \"/café/*\"}, {\"/\": \"/café\"}]"),
        "assetlinks-dynamic-only-excludes": dynamic("[{\"/\": \"/a\", \"exclude\": true}, {\"/\": \"*\"}]"),
        "windows-not-array": "[{\"packageFamilyName\": \"Site.App_8wekyb3d8bbwe\", \"paths\": [\"*\"]}]",
    ]

    @Test(arguments: RuleCaseTests.cases) func theFixEndsTheFindingAndBreaksNoOtherRule(_ item: RuleCase) {
        let before = RuleCaseTests.findings(item.rule, item.broken)
        let after = RuleCaseTests.findings(item.rule, Self.fixed[item.rule] ?? item.sound)
        #expect(!after.contains { $0.rule.id == item.rule }, "\(after)")
        let known = Set(before.map(\.rule.id))
        // An unreadable file had no other finding; after the fix it has only warnings and notes.
        let new = after.filter { $0.severity == .error && !known.contains($0.rule.id) }
        #expect(new.isEmpty, "\(new)")
    }

    @Test(arguments: PageRuleCases.appLinks + PageRuleCases.others)
    func theFixOfATagBreaksNoOtherRule(_ item: PageRuleCase) {
        let before = Set(PageCheck.findings(in: item.broken).map(\.rule.id))
        let after = PageCheck.findings(in: item.sound)
        #expect(!after.contains { $0.rule.id == item.rule }, "\(after)")
        #expect(!after.contains { $0.severity == .error && !before.contains($0.rule.id) }, "\(after)")
    }

    /// Rules about several answers of a server, which are tested in `SignInFilesTests`, `SignInTests`, `SiteAssociationsTests`,
    /// `IncludeWalkTests` and `DeviceReportTests`.
    private static let ofServers: Set<String> = [
        "assetlinks-single-fingerprint", "assetlinks-include-deep", "windows-missing", "windows-json-suffix",
        "device-decides-otherwise", "signin-rp-host", "webauthn-missing", "webauthn-content-type", "webauthn-html",
        "webauthn-redirect", "passkey-endpoints-redirect", "change-password-missing", "change-password-fallback",
        "change-password-form",
    ]

    @Test func theFixOfEveryRuleIsApplied() {
        var tested = Set(RuleCaseTests.cases.map(\.rule))
        tested.formUnion((PageRuleCases.appLinks + PageRuleCases.others).map(\.rule))
        tested.formUnion((AppSideCases.android + AppSideCases.apple + AppSideCases.cross).map(\.rule))
        tested.formUnion(SignInFilesTests.cases.map(\.rule))
        tested.formUnion(SignInTests.cases.map(\.rule))
        tested.formUnion((DeviceReportCases.android + DeviceReportCases.apple).compactMap(\.rule))
        tested.formUnion(SiteFixTests.pairs.map(\.rule) + SiteFixTests.servings.map(\.rule))
        tested.formUnion(SiteFixTests.ofServers)
        // Rules about code are in `ReceiverReaderTests`, with and without the missing code, and those about expected links in
        // `ExpectationTests`.
        tested.formUnion((AssociationRule.receiverRules + AssociationRule.expectationRules).map(\.id))
        let missing = AssociationRule.all.map(\.id).filter { id in
            !tested.contains(id) && !Self.ofServers.contains(id)
        }
        #expect(missing.isEmpty, "\(missing)")
    }

    /// If only the author can know the intention, the fix names the decision.
    @Test(arguments: AssociationRule.all) func aFixSaysWhatToDoOrWhatToDecide(_ rule: AssociationRule) {
        let vague = [
            "Check the spelling.", "Correct it.", "Correct the identifier.", "Compare the identifiers.",
            "Correct the type.",
        ]
        #expect(!vague.contains(rule.fix), "\(rule.id): \(rule.fix)")
    }
}
