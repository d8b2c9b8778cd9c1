import Testing

@testable import BoltsSiteCheck

struct AppleCoverTests {
    private static func findings(_ components: String) -> [Finding] {
        let text = AppleRuleCases.components(components)
        return AssociationCheck.findings(inAppSiteAssociation: Array(text.utf8), file: "file")
    }

    @Test func aRuleWhoseLinksSeveralRulesTakeTogetherIsFoundWithALink() throws {
        let start = #"{"/": "/", "exclude": true}, "#
        let found = Self.findings(start + #"{"/": "/?*", "exclude": true}, {"/": "*"}"#)
        let finding = try #require(found.first { $0.rule == .aasaUnreachableRule })
        #expect(finding.place?.pointer == "/applinks/details/0/components/2")
        #expect(finding.message.contains("together cover this one") && finding.message.contains("decides about /."))
        let open = Self.findings(start + #"{"/": "/?*", "?": {"q": "1"}, "exclude": true}, {"/": "*"}"#)
        #expect(!open.contains { $0.rule == .aasaUnreachableRule }, "\(open)")
    }

    @Test func ofRulesThatCoverEachOtherOnlySomeAreNamed() {
        let found = Self.findings(#"{"/": "/"}, {"/": "/?*"}, {"/": "*"}"#)
        let places = found.filter { $0.rule == .aasaRedundantRule }.map { $0.place?.pointer.last }
        #expect(places == ["0", "1"], "\(found)")
    }

    @Test func anExclusionThatComesTooLateNamesALinkThatIsOpened() throws {
        let found = Self.findings(#"{"/": "/a*"}, {"/": "/?b*", "exclude": true}"#)
        let finding = try #require(found.first { $0.rule == .aasaExcludeWithoutEffect }, "\(found)")
        #expect(finding.message.contains("comes after the rule at 1:") && finding.message.contains("which opens /ab"))
        let none = Self.findings(#"{"/": "/ab*", "exclude": true}, {"/": "/?b*"}, {"/": "/a*", "exclude": true}"#)
        let late = try #require(none.first { $0.rule == .aasaExcludeWithoutEffect }, "\(none)")
        #expect(!late.message.contains("which opens"), "\(late)")
    }

    /// An entry is not compared if its expanded variables would take very much memory.
    @Test func variablesOfManyValuesInManyPatternsAreNotWrittenOut() {
        let values = (0..<5_000).map { "\"v\($0)\"" }.joined(separator: ", ")
        let uses = String(repeating: "$(v)", count: 64)
        let rules = (0..<25).map { "{\"/\": \"/\(uses)\($0)\"}" }.joined(separator: ", ")
        let text = AppleRuleCases.components(rules, links: "\"substitutionVariables\": {\"v\": [\(values)]}, ")
        let found = AssociationCheck.findings(inAppSiteAssociation: Array(text.utf8), file: "file")
        #expect(!found.contains { $0.rule == .aasaRedundantRule }, "\(found.prefix(3))")
    }

    @Test func aRuleThatIsReachedIsNotNamedWhateverItsPatternsShare() {
        let found = Self.findings(
            #"{"/": "/a*b", "exclude": true}, {"/": "/a*c", "exclude": true}, {"/": "/a*"}, {"/": "/*d"}"#
        )
        #expect(!found.contains { $0.rule == .aasaUnreachableRule || $0.rule == .aasaRedundantRule }, "\(found)")
    }
}
