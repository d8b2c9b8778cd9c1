import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

/// An input that breaks a rule, and one that does not: a similar one, or the same after the fix.
struct RulePair<Input: Sendable>: Sendable, CustomStringConvertible {
    let rule: String
    let broken: Input
    let sound: Input

    init(_ rule: String, _ broken: Input, _ sound: Input) {
        (self.rule, self.broken, self.sound) = (rule, broken, sound)
    }

    var description: String { rule }
}

/// A file that breaks a rule, and a similar one that does not.
typealias RuleCase = RulePair<String>

struct RuleCaseTests {
    static let cases =
        AppleRuleCases.document + AppleRuleCases.identifiers + AppleRuleCases.rules + AppleRuleCases.patterns
        + AssetLinksRuleCases.content + AssetLinksRuleCases.dynamicRules + AssetLinksRuleCases.windowsRules

    static func findings(_ rule: String, _ text: String) -> [Finding] {
        let bytes = Array(text.utf8)
        if rule.hasPrefix("aasa") { return AssociationCheck.findings(inAppSiteAssociation: bytes, file: "f") }
        if rule.hasPrefix("windows") { return AssociationCheck.findings(inWindowsWebLinks: bytes, file: "f") }
        return AssociationCheck.findings(inAssetLinks: bytes, file: "f")
    }

    @Test(arguments: cases) func theFileThatBreaksARuleIsFoundTheOneThatNearlyDoesIsNot(_ item: RuleCase) throws {
        let broken = Self.findings(item.rule, item.broken)
        #expect(broken.contains { $0.rule.id == item.rule }, "\(broken)")
        let near = Self.findings(item.rule, item.sound)
        #expect(!near.contains { $0.rule.id == item.rule }, "\(near)")
        for finding in broken {
            #expect(finding.place != nil)
            #expect(finding.message.last == "." || finding.message.last == "?", "\(finding.message)")
        }
    }

    @Test(arguments: [("path", "paths"), ("component", "components"), ("Paths", "paths")])
    func aMisspelledListOfRulesIsOneFinding(_ name: String, _ meant: String) {
        let found = Self.findings("aasa", AppleRuleCases.entry("\"\(name)\": [\"/a\"]"))
        #expect(found.map(\.rule.id) == ["aasa-unknown-key"] && found.first?.fix == "Write \"\(meant)\".", "\(found)")
    }

    @Test(arguments: [(" /a", "the beginning"), ("/a ", "the end"), (" /a ", "each end")])
    func theEndOfAPatternThatHasABlankIsNamed(_ pattern: String, _ place: String) {
        let found = Self.findings("aasa", AppleRuleCases.path(pattern)).first { $0.rule.id == "aasa-pattern-padded" }
        #expect(found?.message == "The blank at \(place) of \"\(pattern)\" is part of the pattern.")
    }

    /// Android's source text reads the second wildcard as a dot.
    @Test(arguments: [("/**", true), ("/a*?c", true), ("/a?*", false), ("/a*", false), ("/?*/x", false)])
    func aStarBeforeAnotherWildcardIsFoundInADynamicRule(_ pattern: String, _ isFound: Bool) {
        let text = AssetLinksRuleCases.dynamic("[{\"/\": \"\(pattern)\"}]")
        let found = Self.findings("assetlinks-dynamic-star-stops", text).contains { $0.message.contains("a dot in") }
        #expect(found == isFound)
    }

    /// A relation, a target that it is for, and whether the target is as it should be.
    @Test(arguments: [
        ("query_webapk", "https://site.com/a/app.webmanifest?v=1", true), ("query_webapk", "https://site.com", true),
        ("query_webapk", "/app.webmanifest", false), ("get_login_creds", "https://site.com", true),
        ("get_login_creds", "https://site.com/app.webmanifest", false), ("share_location", "https://site.com", true),
        ("handle_all_urls", nil, true), ("use_as_origin", nil, true),
    ])
    func aTargetIsAsItsRelationWantsIt(_ relation: String, _ site: String?, _ isRight: Bool) {
        let target = site.map { "\"namespace\": \"web\", \"site\": \"\($0)\"" }
        let text =
            target.map { "[{\"relation\": [\"delegate_permission/common.\(relation)\"], \"target\": {\($0)}}]" }
            ?? AssetLinksRuleCases.relation("[\"delegate_permission/common.\(relation)\"]")
        let found = Self.findings("assetlinks", text).filter { $0.severity != .note }
        #expect(found.map(\.rule) == (isRight ? [] : [.assetlinksWebSiteMalformed]), "\(found)")
    }

    @Test func everyRuleAboutAFilesContentHasItsCase() {
        let tested = Set(Self.cases.map(\.rule))
        let content =
            AssociationRule.appleDocumentRules + AssociationRule.appleIdentifierRules
            + AssociationRule.applePatternRules
            + AssociationRule.assetLinksContentRules + AssociationRule.assetLinksDynamicRules
        // Rules that need more than one file are tested with the site.
        let elsewhere: Set<String> = ["assetlinks-single-fingerprint", "assetlinks-include-deep"]
        let missing = content.map(\.id).filter { !tested.contains($0) && !elsewhere.contains($0) }
        #expect(missing.isEmpty)
    }

    @Test func idsAreUniqueAndEveryRuleHasASummaryAReasonAndAFixInWholeSentences() {
        #expect(AssociationRule.all.count == 313)
        #expect(Set(AssociationRule.all.map(\.id)).count == AssociationRule.all.count)
        for rule in AssociationRule.all {
            #expect(AssociationRule.rule(rule.id) == rule)
            for sentence in [rule.summary, rule.reason, rule.fix] { #expect(sentence.hasSuffix("."), "\(rule.id)") }
            #expect(!rule.evidence.isEmpty)
        }
    }

    @Test func patternsInDefaultsAreCheckedAndUseVariables() {
        func file(_ defaults: String, _ variables: String = "") -> [Finding] {
            let links = "\(variables)\"defaults\": {\(defaults)}, "
            return Self.findings("aasa", AppleRuleCases.components("{\"#\": \"a\"}", links: links))
        }
        #expect(file("\"/\": \"/$(part)/*\"").contains { $0.rule.id == "aasa-undefined-variable" })
        let used = file("\"/\": \"/$(part)/*\"", "\"substitutionVariables\": {\"part\": [\"a\"]}, ")
        #expect(used.map(\.rule.id) == ["aasa-defaults-pattern"], "\(used)")
        #expect(file("\"/\": \"https://site.com/*\"").contains { $0.rule.id == "aasa-pattern-full-url" })
    }

    @Test(arguments: [
        ("{\"z\": \"/x\"}", ""), ("{\"/\": \"/a\", \"path\": \"/x\"}", ""), ("{\"path\": \"/x\"}", "/"),
        ("{\"excludes\": true}", "exclude"), ("{\"exclude\": true, \"Exclude\": false}", ""),
    ])
    func aNameIsSuggestedThatSharesALetterAndIsNotThereYet(_ rule: String, _ name: String) {
        let text = AppleRuleCases.components(rule)
        let found = AssociationCheck.findings(inAppSiteAssociation: Array(text.utf8), file: "a").filter {
            $0.rule == .aasaUnknownKey
        }
        let suggestion = name.isEmpty ? "member." : "member. Did you mean \"\(name)\"?"
        #expect(found.count == 1 && found.first?.message.hasSuffix(suggestion) == true, "\(found)")
    }

    @Test func aMemberThatIsAbsentBecauseItIsMisspelledIsToldSo() {
        func fixes(_ text: String, isApple: Bool = true) -> [String] {
            let bytes = Array(text.utf8)
            let found =
                isApple
                ? AssociationCheck.findings(inAppSiteAssociation: bytes, file: "a")
                : AssociationCheck.findings(inAssetLinks: bytes, file: "a")
            return found.filter { $0.message.contains("is written for") }.map(\.fix)
        }
        let file = AppleRuleCases.path("/a")
        #expect(fixes(file).isEmpty)
        let misspelled = "Write \"appIDs\" in place of \"appIds\"."
        #expect(fixes(file.replacing("appIDs", with: "appIds")) == [misspelled])
        #expect(fixes(file.replacing("details", with: "detail")) == ["Write \"details\" in place of \"detail\"."])
        let statement = "[{\"Relation\": [\"delegate_permission/common.handle_all_urls\"], \"targets\": {}}]"
        let expected = ["Write \"relation\" in place of \"Relation\".", "Write \"target\" in place of \"targets\"."]
        #expect(fixes(statement, isApple: false).sorted() == expected)
        // The name itself is not reported a second time.
        let others = [
            Self.findings("aasa", file.replacing("appIDs", with: "appIds")),
            Self.findings("aasa", file.replacing("details", with: "detail")), Self.findings("assetlinks", statement),
        ]
        #expect(others.allSatisfy { $0.allSatisfy { !$0.rule.id.hasSuffix("-unknown-key") } }, "\(others)")
    }

    @Test func aFileThatIsAnotherDocumentIsToldSo() {
        let (apple, google) = (AppleRuleCases.path("/a"), AssetLinksRuleCases.list(AssetLinksRuleCases.statement()))
        func fixes(_ file: String, _ text: String) -> [String] { Self.findings(file, text).map(\.fix) }
        #expect(fixes("aasa", google) == ["Put the content of apple-app-site-association in its place."])
        #expect(fixes("assetlinks", apple) == ["Put the content of assetlinks.json in its place."])
        for (file, text) in [("aasa", apple), ("assetlinks", google)] {
            let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            #expect(fixes(file, "\"\(escaped)\"") == ["Serve the JSON itself: it was encoded twice."])
            let warned = Self.findings(file, "<br />\n<b>Warning</b>: Undefined variable<br />\n\(text)")
            #expect(warned.map(\.message) == ["The server sends HTML, such as a program's warning, before the file."])
            for other in [
                "Not Found", "```json\n\(text)\n```", "version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
                "applinks:\n  - a\n",
            ] {
                let found = Self.findings(file, other)
                #expect(found.map(\.fix) == ["Put the JSON in its place."], "\(found)")
                #expect(
                    found.first?.message.contains("it begins with \"\(other.prefix { $0 != "\n" }.prefix(9))") == true,
                    "\(found)"
                )
            }
        }
        let bare = Self.findings("aasa", "{\"details\": [{\"appIDs\": [\"\(AppleRuleCases.id)\"]}]}")
        #expect(bare.contains { $0.rule == .aasaNoService && $0.fix.hasPrefix("Put them into it") }, "\(bare)")
    }

    @Test func anEntryInPlaceOfTheArrayOfEntriesIsOneFinding() {
        let entry = "{\"appIDs\": [\"\(AppleRuleCases.id)\"], \"components\": [{\"/\": \"/a\"}]}"
        let findings = Self.findings("aasa", "{\"applinks\": {\"details\": \(entry)}}")
        #expect(findings.map(\.message) == ["details is an entry itself, not an array of entries."])
    }

    @Test func membersOfATargetBesideItAndWhiteSpaceAroundAFingerprintAreNamed() {
        let extra = ", \"package_name\": \"com.site.app\""
        let beside = AssetLinksRuleCases.list(AssetLinksRuleCases.statement(extra: extra))
        let misplaced = Self.findings("assetlinks", beside).map(\.message)
        #expect(misplaced == ["\"package_name\" is not a known member here. It belongs inside target."])
        let padded = Self.findings("assetlinks", AssetLinksRuleCases.print(AssetLinksRuleCases.fingerprint + " "))
        #expect(padded.first?.message.hasPrefix("A fingerprint has white space around it: ") == true, "\(padded)")
    }

    @Test func aFindingIsPrintedAsCompilersPrintTheirs() {
        let findings = AssociationCheck.findings(inAssetLinks: Array("[\n 1]".utf8), file: "assetlinks.json")
        #expect(
            findings.map(\.description)
                == ["assetlinks.json:2:2: error: A statement is not an object. [assetlinks-statement-not-object]"]
        )
    }

    @Test func aHostileFileYieldsABoundedNumberOfFindingsInBoundedTime() {
        let key = String(repeating: "k", count: 20_000)
        let entries = Array(repeating: "1", count: 30_000).joined(separator: ",")
        for text in [
            "{\"applinks\": {\"\(key)\": 1, \"details\": [\(entries)]}}",
            AppleRuleCases.components(Array(repeating: "{\"/\": \"/a*b\"}", count: 2_000).joined(separator: ",")),
            AppleRuleCases.components((0..<2_000).map { "{\"/\": \"*a*b\($0)*\"}" }.joined(separator: ",")),
        ] {
            let findings = AssociationCheck.findings(inAppSiteAssociation: Array(text.utf8), file: "f")
            #expect(findings.count <= FindingCollector.maximumCount)
        }
    }

    @Test func aSignedFileIsUnwrapped() throws {
        let content = Array(AppleRuleCases.path("/a").utf8)
        let signed = AppleRuleCases.signed(content)
        #expect(SignedContent.content(of: signed) == content)
        let findings = AssociationCheck.findings(inAppSiteAssociation: signed, file: "f")
        #expect(findings.map(\.rule.id) == ["aasa-signed"])
        for end in signed.indices { #expect(SignedContent.content(of: Array(signed[..<end])) == nil) }
    }

    /// The rules are one that was copied from Apple's file, and others that can never match with Android's comparison.
    @Test(arguments: [
        #"{"/": "/caf%C3%A9/*"}"#, ##"{"#": "a%20b"}"##, #"{"?": {"q": "a%26b"}}"#, #"{"?": {"q": "a&b"}}"#,
        #"{"?": {"a&b": "1"}}"#, #"{"/": "recipes/*"}"#,
    ])
    func dynamicRulesThatCanNeverMatchAreFound(_ rule: String) {
        #expect(dynamicFindings(rule).contains("assetlinks-dynamic-never"), "\(dynamicFindings(rule))")
    }

    @Test(arguments: [
        #"{"/": "/café/*"}"#, #"{"/": "/100%"}"#, #"{"/": "*"}"#, #"{"/": "?x"}"#, #"{"?": {"q": "a=b"}}"#,
        ##"{"#": "*"}"##,
        #"{"/": "/%zz"}"#,
    ])
    func dynamicRulesThatMayMatchAreNot(_ rule: String) {
        #expect(!dynamicFindings(rule).contains("assetlinks-dynamic-never"), "\(dynamicFindings(rule))")
    }

    private func dynamicFindings(_ rule: String) -> [String] {
        Self.findings("assetlinks", AssetLinksRuleCases.dynamic("[\(rule)]")).map(\.rule.id)
    }

    private func identifierFindings(_ identifier: String) -> [String] {
        Self.findings("aasa", AppleRuleCases.identifier("\"\(identifier)\"")).map(\.rule.id)
    }

    @Test(arguments: ["12345ABCDE", "A1B2C3D4E5", "ABCD123456", "TEAM123456", "AAAAAAAAAA", "TODO123456", "YOURTEAMID"])
    func prefixesOfTemplatesAreFound(_ prefix: String) {
        #expect(identifierFindings(prefix + ".dk.lakrids.kogebog").contains("aasa-app-id-placeholder"))
    }

    @Test(arguments: ["A1TODO2B3C", "9YOURQ2B3C", "R2TQ9MZ7K4", "1111111111"])
    func prefixesThatOnlyContainAWordAreNot(_ prefix: String) {
        #expect(!identifierFindings(prefix + ".dk.lakrids.kogebog").contains("aasa-app-id-placeholder"))
    }

    @Test func anUnderscoreInABundleIdentifierIsFound() {
        #expect(identifierFindings("R2TQ9MZ7K4.dk.lakrids.koge_bog").contains("aasa-app-id-malformed"))
        #expect(!identifierFindings("R2TQ9MZ7K4.dk.lakrids.koge-bog").contains("aasa-app-id-malformed"))
    }
}
