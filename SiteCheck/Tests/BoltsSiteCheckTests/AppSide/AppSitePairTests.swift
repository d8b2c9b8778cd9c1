import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests each rule about apps together with each rule about a site's files: one cause has one finding.
struct AppSitePairTests {
    private typealias Input = AppSideInput

    private static func own(_ text: String) -> String {
        text.replacing(AppleRuleCases.id, with: Input.identifier).replacing("com.site.app", with: Input.package)
            .replacing(AssetLinksRuleCases.fingerprint, with: Input.fingerprint)
            .replacing("\"/a\"", with: "\"/item/*\"")
    }

    /// The rules whose findings say that an entry counts for no app, from which it follows that the app is not listed.
    private static let voids: Set<String> = [
        "aasa-no-details", "aasa-details-no-app-id", "aasa-details-wrong-type", "aasa-app-id-placeholder",
        "aasa-app-id-wildcard", "assetlinks-empty", "assetlinks-missing-target", "assetlinks-package-malformed",
        "assetlinks-statement-not-object", "assetlinks-include-url", "assetlinks-include-insecure",
    ]

    @Test(arguments: [true, false]) func oneCauseIsOneFinding(isApple: Bool) {
        let sites =
            isApple
            ? AppleRuleCases.document + AppleRuleCases.identifiers + AppleRuleCases.rules + AppleRuleCases.patterns
            : AssetLinksRuleCases.content + AssetLinksRuleCases.dynamicRules
        var pairCount = 0
        for app in AppSideCases.android + AppSideCases.apple + AppSideCases.cross {
            if isApple ? app.broken.claims.apple.isEmpty : app.broken.claims.android.isEmpty { continue }
            for site in sites where site.broken.utf8.count < 20_000 {
                let text = Self.own(site.broken)
                let input = isApple ? app.broken.with(apple: text) : app.broken.with(android: text)
                let findings = input.verdict().findings.filter { $0.severity != .note }
                pairCount += 1
                for finding in findings where finding.rule.id == "cross-app-not-listed" {
                    let void = findings.first { $0.file == finding.file && Self.voids.contains($0.rule.id) }
                    #expect(void == nil, "\(app) and \(site): \(finding) \(void.map(String.init(describing:)) ?? "")")
                }
                for finding in findings where finding.rule.id == "cross-app-dynamic-outside" {
                    let other = findings.first {
                        $0 != finding && $0.file == finding.file && $0.place != nil && $0.place == finding.place
                    }
                    #expect(other == nil, "\(app) and \(site): \(finding) \(other.map(String.init(describing:)) ?? "")")
                }
            }
        }
        #expect(pairCount > 1_000)
    }
}
