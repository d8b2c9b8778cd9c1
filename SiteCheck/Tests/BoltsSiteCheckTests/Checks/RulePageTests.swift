import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@testable import BoltsSiteCheck

struct RulePageTests {
    private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../docs/rules.md").standardizedFileURL

    @Test func docsRulesMdMatchesTheRules() throws {
        if ProcessInfo.processInfo.environment["BOLTS_UPDATE_DOCUMENTATION"] == "1" {
            try Data(RulePage.markdown.utf8).write(to: Self.page)
        }
        let text = String(decoding: try Data(contentsOf: Self.page), as: UTF8.self)
        #expect(text == RulePage.markdown)
        for rule in AssociationRule.all { #expect(text.contains("\n### \(rule.id)\n")) }
    }
}
