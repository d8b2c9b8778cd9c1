/// The rules about an app and the files of a host together.
extension AssociationRule {
    static let crossAppRules: [AssociationRule] = [
        .crossAppHostUnserved, .crossAppNotDeployed, .crossAppNotListed, .crossAppNearId, .crossAppCertificate,
        .crossAppUploadKey, .crossAppVariant, .crossAppLegacyHost, .crossAppDynamicOutside, .crossAppPathsDiffer,
        .crossAppCredentials, .crossAppClipNotListed,
    ]

    static let crossAppHostUnserved = Severity.error.rule(
        "cross-app-host-unserved",
        summary: "The app names a host that serves no association file.",
        reason: "The host is not verified, so its links open the browser.",
        fix: "Serve the file on that host.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let crossAppNotDeployed = Severity.warning.rule(
        "cross-app-not-deployed",
        summary: "The association file of the project is not the one that the host serves.",
        reason: "Changes in the project reach nobody before they are deployed.",
        fix: "Deploy the project's file, or change it to what the host serves."
    )

    static let crossAppNotListed = Severity.error.rule(
        "cross-app-not-listed",
        summary: "The host's file does not name the app.",
        reason: "The app is not associated with the host.",
        fix: "Add the app to the file.",
        evidence: [
            .init(.appleDocumentation, "applinks reference"), .init(.googleDocumentation, "Configure assetlinks.json"),
        ]
    )

    static let crossAppNearId = Severity.warning.rule(
        "cross-app-near-id",
        summary: "The host's file names an app that differs only a little.",
        reason: "It is a typing error, another team or another variant of the app.",
        fix: "Write the identifier of the app exactly."
    )

    static let crossAppCertificate = Severity.error.rule(
        "cross-app-certificate",
        summary: "The host's file names the app with other certificates than the one that signs it.",
        reason: "Android does not verify the host for the app.",
        fix: "Add the fingerprint to sha256_cert_fingerprints.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let crossAppUploadKey = Severity.warning.rule(
        "cross-app-upload-key",
        summary: "The host's file lists only the certificate of a package that was built here.",
        reason: "If Google Play signs the app, users have another one, and their links open the browser.",
        fix: "Add the fingerprint that Play shows under App signing too; --fingerprint checks it.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let crossAppVariant = Severity.note.rule(
        "cross-app-variant",
        summary: "The host's file does not list a variant of the app.",
        reason: "Links do not open that variant.",
        fix:
            "If users or testers of such a build need links, list its id too, on Android with its own key, or give the build "
            + "another host."
    )

    static let crossAppLegacyHost = Severity.warning.rule(
        "cross-app-legacy-host",
        summary: "Another host of the app's verified filters cannot be verified.",
        reason: "Android 11 and older verify all hosts of an app or none.",
        fix:
            "Serve a file there that names the app, or leave the host out of filters with autoVerify; write the activity of a library "
            + "anew, with tools:node=\"replace\".",
        evidence: [.init(.googleDocumentation, "Verify App Links")]
    )

    static let crossAppDynamicOutside = Severity.warning.rule(
        "cross-app-dynamic-outside",
        summary: "A dynamic rule allows paths that no intent filter covers.",
        reason: "Dynamic rules cannot allow more paths than the manifest.",
        fix: "Widen the intent filter, and narrow by rules.",
        evidence: [.init(.googleDocumentation, "App Links: frequently asked questions")]
    )

    static let crossAppPathsDiffer = Severity.note.rule(
        "cross-app-paths-differ",
        summary: "The link opens the app on one platform only.",
        reason: "People with different devices see different things.",
        fix: "Use the same paths on both sides."
    )

    static let crossAppCredentials = Severity.error.rule(
        "cross-app-credentials",
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

    static let crossAppClipNotListed = Severity.warning.rule(
        "cross-app-clip-not-listed",
        summary: "The App Clip names the host, but the host's file does not name the App Clip.",
        reason:
            "No website opens it, nor anything up to iOS 16.3; NFC tags and App Clip Codes need no file from iOS 16.4 on.",
        fix: "Add the App Clip to appclips, or accept that only physical invocations open it.",
        evidence: [.init(.appleDocumentation, "Associating your App Clip with your website")]
    )
}
