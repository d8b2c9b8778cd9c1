/// The rules about an app and the files of a host together.
extension AssociationRule {
    static let crossAppRules: [AssociationRule] = [
        .crossAppHostUnserved,
        .crossAppNotDeployed,
        .crossAppNotListed,
        .crossAppNearId,
        .crossAppCertificate,
        .crossAppUploadKey,
        .crossAppVariant,
        .crossAppLegacyHost,
        .crossAppDynamicOutside,
        .crossAppPathsDiffer,
        .crossAppCredentials,
        .crossAppClipNotListed,
    ]

    static let crossAppHostUnserved = AssociationRule(
        id: "cross-app-host-unserved",
        severity: .error,
        summary: "The app names a host that serves no association file.",
        reason: "The host is not verified, so its links open the browser.",
        fix: "Serve the file on that host.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let crossAppNotDeployed = AssociationRule(
        id: "cross-app-not-deployed",
        severity: .warning,
        summary: "The association file of the project is not the one that the host serves.",
        reason: "Changes in the project reach nobody before they are deployed.",
        fix: "Deploy the project's file, or change it to what the host serves.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAppNotListed = AssociationRule(
        id: "cross-app-not-listed",
        severity: .error,
        summary: "The host's file does not name the app.",
        reason: "The app is not associated with the host.",
        fix: "Add the app to the file.",
        evidence: [
            .init(.appleDocumentation, "applinks reference"), .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let crossAppNearId = AssociationRule(
        id: "cross-app-near-id",
        severity: .warning,
        summary: "The host's file names an app that differs only a little.",
        reason: "It is a typing error, another team or another variant of the app.",
        fix: "Write the identifier of the app exactly.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAppCertificate = AssociationRule(
        id: "cross-app-certificate",
        severity: .error,
        summary: "The host's file names the app with other certificates than the one that signs it.",
        reason: "Android does not verify the host for the app.",
        fix: "Add the fingerprint to sha256_cert_fingerprints.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let crossAppUploadKey = AssociationRule(
        id: "cross-app-upload-key",
        severity: .warning,
        summary: "The host's file lists only the certificate of a package that was built here.",
        reason: "If Google Play signs the app, users have another one, and their links open the browser.",
        fix: "Add the fingerprint that Play shows under App signing too; --fingerprint checks it.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let crossAppVariant = AssociationRule(
        id: "cross-app-variant",
        severity: .note,
        summary: "The host's file does not list a variant of the app.",
        reason: "Links do not open that variant.",
        fix:
            "If its testers need links, list the variant with its own key, in the file or in the settings of the link provider that "
            + "serves it. Or give the variant another host by a placeholder of the manifest.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAppLegacyHost = AssociationRule(
        id: "cross-app-legacy-host",
        severity: .warning,
        summary: "Another host of the app's verified filters cannot be verified.",
        reason: "Android 11 and older verify all hosts of an app or none.",
        fix:
            "Serve a file there that names the app, or leave the host out of filters with autoVerify; write the activity of a library "
            + "anew, with tools:node=\"replace\".",
        evidence: [.init(.googleDocumentation, "Verify App Links")]
    )

    static let crossAppDynamicOutside = AssociationRule(
        id: "cross-app-dynamic-outside",
        severity: .warning,
        summary: "A dynamic rule allows paths that no intent filter covers.",
        reason: "Dynamic rules cannot allow more paths than the manifest.",
        fix: "Widen the intent filter, and narrow by rules.",
        evidence: [.init(.googleDocumentation, "App Links: frequently asked questions")]
    )

    static let crossAppPathsDiffer = AssociationRule(
        id: "cross-app-paths-differ",
        severity: .note,
        summary: "The link opens the app on one platform only.",
        reason: "People with different devices see different things.",
        fix: "Use the same paths on both sides.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAppCredentials = AssociationRule(
        id: "cross-app-credentials",
        severity: .error,
        summary: "The app names the host for signing in, but the host's file does not name the app.",
        reason:
            "Passwords and passkeys of the site are not offered in the app, and no ASWebAuthenticationSession ends at an https "
            + "address of the host.",
        fix: "Add the app to webcredentials.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let crossAppClipNotListed = AssociationRule(
        id: "cross-app-clip-not-listed",
        severity: .warning,
        summary: "The App Clip names the host, but the host's file does not name the App Clip.",
        reason:
            "No website opens it, nor anything up to iOS 16.3; NFC tags and App Clip Codes need no file from iOS 16.4 on.",
        fix: "Add the App Clip to appclips, or accept that only physical invocations open it.",
        evidence: [.init(.appleDocumentation, "Associating your App Clip with your website")]
    )
}
