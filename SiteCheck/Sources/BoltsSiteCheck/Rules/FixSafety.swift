/// Whether a program can apply a rule's fix without knowing what the author meant.
@_spi(Bolts)
public enum FixSafety: String, Sendable, Hashable {
    /// Each app keeps exactly its links, except that an app may get the links of its own entry, which the platform refused because
    /// of a misspelling.
    case safe
    /// Other links may open an app afterwards, or the author may want to keep what the fix removes.
    case unsafe
}

extension AssociationRule {
    /// Whether a program can fix a violation of the rule, or `nil` if a person must decide how.
    ///
    /// Even if the rule has a safe fix, single findings may have an unsafe one, or none.
    @_spi(Bolts)
    public var fixSafety: FixSafety? {
        if Self.safelyFixed.contains(id) { return .safe }
        return Self.unsafelyFixed.contains(id) ? .unsafe : nil
    }

    private static let safelyFixed: Set<String> = [
        "aasa-bom", "aasa-too-large", "aasa-invalid-json", "aasa-duplicate-json-key", "aasa-details-dictionary",
        "aasa-apps-not-empty",
        "aasa-details-both-app-ids", "aasa-app-id-malformed", "aasa-app-id-lowercase-prefix", "aasa-duplicate-app",
        "aasa-appids-with-paths", "aasa-exclude-not-boolean", "aasa-flag-not-boolean", "aasa-redundant-rule",
        "aasa-pattern-no-leading-slash", "aasa-double-star",
        "assetlinks-bom", "assetlinks-invalid-json", "assetlinks-duplicate-json-key", "assetlinks-relation-malformed",
        "assetlinks-package-malformed", "assetlinks-fingerprint-lowercase", "assetlinks-fingerprint-malformed",
        "assetlinks-duplicate-statement", "assetlinks-web-site-malformed", "assetlinks-dynamic-unreachable",
        "windows-invalid-json", "windows-pfn-malformed",
        "webauthn-origin-path",
    ]

    private static let unsafelyFixed: Set<String> = [
        "aasa-root-not-object", "aasa-unknown-service", "aasa-service-misplaced", "aasa-details-wrong-type",
        "aasa-unknown-key", "aasa-no-details", "aasa-details-no-app-id", "aasa-service-apps-missing",
        "aasa-components-with-paths", "aasa-components-wrong-type", "aasa-component-not-object",
        "aasa-query-predicate-not-string", "aasa-query-string", "aasa-unreachable-rule", "aasa-slash-star",
        "aasa-exclude-without-effect", "aasa-undefined-variable", "aasa-variable-unused",
        "aasa-pattern-single-character", "aasa-pattern-padded", "aasa-pattern-full-url", "aasa-pattern-contains-host",
        "aasa-pattern-encoded", "aasa-pattern-not-encoded", "aasa-pattern-overencoded", "aasa-not-in-component",
        "aasa-not-malformed",
        "assetlinks-not-array", "assetlinks-statement-not-object",
        "assetlinks-unknown-key", "assetlinks-missing-relation", "assetlinks-missing-target",
        "assetlinks-relation-not-array", "assetlinks-relation-misspelled", "assetlinks-namespace-unknown",
        "assetlinks-fingerprints-not-array", "assetlinks-include-insecure", "assetlinks-dynamic-only-excludes",
        "assetlinks-dynamic-apple-key", "assetlinks-dynamic-host",
        "windows-not-array", "windows-unknown-key",
        "webauthn-self", "passkey-endpoints-unknown",
    ]
}
