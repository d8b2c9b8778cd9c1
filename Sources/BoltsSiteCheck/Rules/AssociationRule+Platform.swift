extension AssociationRule {
    /// The beginnings of the ids of rules that are about one platform only.
    private static let prefixes: [(platform: SiteDifference.Platform, ids: [String])] = [
        (
            .apple,
            [
                "aasa-", "ios-app-", "banner-", "al-ios-", "al-app-store-id", "cross-ios-", "cross-app-clip-",
                "cross-clip", "cross-page-excluded", "cross-page-not-matched", "device-not-approved",
                "signin-no-webcredentials", "signin-webcredentials-",
            ]
        ),
        (
            .android,
            [
                "assetlinks-", "android-app-", "al-android-", "al-package", "alternate-android-app", "intent-",
                "cross-android-", "cross-intent-package", "cross-page-dynamic", "cross-app-certificate",
                "cross-app-upload-key", "cross-app-legacy-host", "cross-app-dynamic-outside", "device-not-verified",
                "signin-no-login-creds", "signin-no-passkey-relation", "signin-certificates-differ",
            ]
        ),
        (.windows, ["windows-", "al-windows-"]),
    ]

    /// The platform that the rule is about, or `nil` if it is about several or about none.
    @_spi(Platforms) public var platform: SiteDifference.Platform? {
        Self.prefixes.first { $0.ids.contains(where: id.hasPrefix) }?.platform
    }
}
