import Testing

@testable import BoltsSiteCheck

@Suite
struct AppleCoverTests {
    private static func findings(_ components: String) -> [Finding] {
        let text = """
            {"applinks": {"details": [{"appIDs": ["R2TQ9MZ7K4.dk.lakrids.app"], "components": [\(components)]}]}}
            """
        return AssociationCheck.findings(inAppSiteAssociation: Array(text.utf8), file: "file")
    }

    @Test
    func aRuleWhoseLinksSeveralRulesTakeTogetherIsFoundWithALink() throws {
        let start = #"{"/": "/", "exclude": true}, "#
        let found = Self.findings(start + #"{"/": "/?*", "exclude": true}, {"/": "*"}"#)
        let finding = try #require(found.first { $0.rule == .aasaUnreachableRule })
        #expect(finding.place?.pointer == "/applinks/details/0/components/2")
        #expect(finding.message.contains("together cover this one") && finding.message.contains("decides about /."))
        let open = Self.findings(start + #"{"/": "/?*", "?": {"q": "1"}, "exclude": true}, {"/": "*"}"#)
        #expect(!open.contains { $0.rule == .aasaUnreachableRule }, "\(open)")
    }

    @Test
    func ofRulesThatCoverEachOtherOnlySomeAreNamed() {
        let found = Self.findings(#"{"/": "/"}, {"/": "/?*"}, {"/": "*"}"#)
        let places = found.filter { $0.rule == .aasaRedundantRule }.map { $0.place?.pointer.last }
        #expect(places == ["0", "1"], "\(found)")
    }

    @Test
    func aRuleThatIsReachedIsNotNamedWhateverItsPatternsShare() {
        let found = Self.findings(
            #"{"/": "/a*b", "exclude": true}, {"/": "/a*c", "exclude": true}, {"/": "/a*"}, {"/": "/*d"}"#
        )
        #expect(!found.contains { $0.rule == .aasaUnreachableRule || $0.rule == .aasaRedundantRule }, "\(found)")
    }
}
