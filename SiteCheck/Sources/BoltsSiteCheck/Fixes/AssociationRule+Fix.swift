extension AssociationRule {
    /// How a violation of the rule is fixed, or `nil` for a rule that is missing from every table, which is a bug.
    ///
    /// Which edits and which files depends on the finding, so the rule's fix has none. The proof has placeholders.
    @_spi(Bolts)
    public var usualFix: Fix? {
        if let safety = fixSafety ?? Self.editsWithApp[id] { return .edit([], safety) }
        if Self.files.contains(id) { return .file([]) }
        if let proof = Self.proofs[id] { return .instruction(proof: proof) }
        return Self.questions[id].map { .question($0) }
    }

    /// The question to ask if no edit for a finding passes the trial, or `nil` if there is nothing to decide.
    @_spi(Bolts)
    public var question: FixQuestion? { Self.questions[id] }

    /// The rules whose edits need the link or the app in addition to the file, or edit a file of the app.
    static let editsWithApp: [String: FixSafety] = [
        "link-files-unpublished": .safe, "cross-app-credentials": .unsafe, "cross-app-clip-not-listed": .unsafe,
        "signin-no-webcredentials": .unsafe, "signin-no-login-creds": .unsafe,
        "link-no-match": .unsafe, "aasa-no-applinks": .unsafe, "cross-app-not-listed": .unsafe,
        "cross-app-near-id": .unsafe,
        "cross-app-certificate": .unsafe, "assetlinks-fingerprint-placeholder": .unsafe,
        "assetlinks-fingerprint-sample": .unsafe, "assetlinks-fingerprint-sha1": .unsafe,
        "assetlinks-empty": .unsafe, "aasa-app-id-placeholder": .unsafe, "aasa-app-id-wildcard": .unsafe,
        "aasa-pattern-query-in-path": .unsafe, "aasa-pattern-fragment-in-path": .unsafe, "aasa-pattern-regex": .unsafe,
        "android-app-host-missing": .unsafe, "android-app-path-missing": .unsafe,
        "android-app-filter-incomplete": .unsafe, "android-app-no-auto-verify": .unsafe,
        "android-app-mixed-schemes": .unsafe, "android-app-not-exported": .unsafe,
        "android-app-prefix-wildcard": .unsafe, "android-app-pattern-star": .unsafe,
        "android-app-host-malformed": .unsafe, "android-app-host-case": .safe, "android-app-scheme-case": .unsafe,
        "android-app-path-no-slash": .unsafe, "android-app-path-encoded": .unsafe,
        "ios-app-domain-missing": .unsafe, "ios-app-domain-malformed": .unsafe, "ios-app-mode": .unsafe,
        "ios-app-wildcard-file": .unsafe, "flutter-app-link-double": .unsafe,
    ]

    private static let files: Set<String> = [
        "aasa-missing", "assetlinks-missing", "link-no-app", "cross-app-host-unserved",
    ]
}
