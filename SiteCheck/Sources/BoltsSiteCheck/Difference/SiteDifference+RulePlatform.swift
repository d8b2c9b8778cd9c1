extension SiteDifference.Platform {
    /// The prefixes of the ids of rules about only one platform.
    private static let prefixes: KeyValuePairs<Self, [String]> = [
        .apple: [
            "aasa-", "ios-app-", "banner-", "al-ios-", "al-app-store-id", "cross-ios-", "cross-app-clip-", "cross-clip",
            "cross-page-excluded", "cross-page-not-matched", "device-not-approved", "signin-no-webcredentials",
            "signin-webcredentials-",
        ],
        .android: [
            "assetlinks-", "android-app-", "al-android-", "al-package", "alternate-android-app", "intent-",
            "cross-android-", "cross-intent-package", "cross-page-dynamic", "cross-app-certificate",
            "cross-app-upload-key", "cross-app-legacy-host", "cross-app-dynamic-outside", "device-not-verified",
            "signin-no-login-creds", "signin-no-passkey-relation", "signin-certificates-differ",
        ],
        .windows: ["windows-", "al-windows-"],
    ]

    /// The platform that a rule is about, or `nil` if it is about several or none.
    @_spi(Bolts) public init?(of rule: AssociationRule) {
        let found = Self.prefixes.first { $0.value.contains(where: rule.id.hasPrefix) }
        guard let found else { return nil }
        self = found.key
    }
}
