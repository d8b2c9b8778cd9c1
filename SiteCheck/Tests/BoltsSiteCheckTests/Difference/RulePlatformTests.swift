@_spi(Bolts) import BoltsSiteCheck
import Testing

struct RulePlatformTests {
    /// A new rule that is about several platforms must be added here.
    @Test func theRulesAboutSeveralPlatformsAreThese() {
        let ids = AssociationRule.all.filter { SiteDifference.Platform(of: $0) == nil }.map(\.id)
        #expect(Set(ids) == Self.several, "\(Set(ids).symmetricDifference(Self.several).sorted())")
    }

    @Test(
        arguments: [
            ("aasa-html", .apple), ("assetlinks-not-array", .android), ("windows-invalid-json", .windows),
            ("cross-app-certificate", .android), ("signin-no-webcredentials", .apple), ("link-no-app", nil),
        ] as [(String, SiteDifference.Platform?)]
    )
    func aRuleIsAboutItsPlatform(_ id: String, _ platform: SiteDifference.Platform?) throws {
        let rule = try #require(AssociationRule.all.first { $0.id == id })
        #expect(SiteDifference.Platform(of: rule) == platform)
    }

    private static let several: Set<String> = [
        "al-duplicate-group", "al-empty-content", "al-letter-case", "al-name-attribute", "al-should-fallback-false",
        "al-should-fallback-value", "al-template-leak", "al-unequal-groups", "al-unknown-property", "al-url-dangerous",
        "al-url-no-scheme", "al-url-scheme-only", "al-url-web", "al-web-repeated", "al-web-url-canonical",
        "al-web-url-home", "al-web-url-relative", "al-web-url-sample", "change-password-fallback",
        "change-password-form", "change-password-missing", "cross-aasa-android", "cross-app-credentials",
        "cross-app-host-unserved", "cross-app-near-id", "cross-app-not-deployed", "cross-app-not-listed",
        "cross-app-paths-differ", "cross-app-variant", "cross-canonical-host", "cross-host-missing",
        "cross-https-target", "cross-link-redirects", "cross-twitter-store-id", "device-app-missing", "device-asks",
        "device-browser-chosen", "device-decides-otherwise", "device-host-not-declared", "device-links-off",
        "device-not-answered", "device-other-app", "flutter-app-link-double", "link-excluded", "link-files-unpublished",
        "link-must-open", "link-must-stay", "link-no-app", "link-no-match", "link-not-listed", "link-page-for-files",
        "link-page-unreadable", "link-site-unreachable", "link-undecided", "manifest-related-application",
        "origin-association-format", "origin-association-scope", "passkey-endpoints-invalid",
        "passkey-endpoints-redirect", "passkey-endpoints-unknown", "signin-one-platform", "signin-rp-host",
        "twitter-app-card", "twitter-app-id", "twitter-app-url", "webauthn-app-origin", "webauthn-content-type",
        "webauthn-html", "webauthn-invalid", "webauthn-labels", "webauthn-missing", "webauthn-origin",
        "webauthn-origin-path", "webauthn-redirect", "webauthn-self", "webauthn-too-large",
    ]
}
