/// The rules about the links of an app for Apple's devices.
extension AssociationRule {
    static let appleAppRules: [AssociationRule] = [
        .iosAppDomainMissing, .iosAppDomainMalformed, .iosAppWildcardFile, .iosAppMode, .iosAppConfiguration,
        .iosAppProfile, .iosAppStripped, .iosAppBrowser, .iosAppPrefix, .iosAppClipParent, .iosAppScheme,
    ]

    static let iosAppDomainMissing = Severity.error.rule(
        "ios-app-domain-missing",
        summary:
            "The app's entitlement does not name the host with applinks: for links, or with webcredentials: for signing in.",
        reason:
            "The system never asks for the site's file: it opens no link of the host in the app, or offers no password there.",
        fix:
            "Add the service, a colon and the host to com.apple.developer.associated-domains, and build the app again.",
        evidence: [.init(.appleDocumentation, "Supporting associated domains")]
    )

    static let iosAppDomainMalformed = Severity.error.rule(
        "ios-app-domain-malformed",
        summary: "A value of the app's entitlement does not have the form SERVICE:HOST.",
        reason: "It is ignored, or the store refuses the app.",
        fix: "Write the service, a colon and the bare host, such as applinks:example.com.",
        evidence: [.init(.appleDocumentation, "Associated domains entitlement")]
    )

    static let iosAppWildcardFile = Severity.warning.rule(
        "ios-app-wildcard-file",
        summary: "The app's entitlement covers the host by a wildcard only.",
        reason: "For a wildcard the file of the name after the star is read, not that of the host.",
        fix: "Serve the file there too, or name the host itself.",
        evidence: [.init(.appleDocumentation, "Associated domains entitlement")]
    )

    static let iosAppMode = Severity.error.rule(
        "ios-app-mode",
        summary: "The app's entitlement names the host for developers or for managed devices only.",
        reason:
            "An app from the store does not use an entry with ?mode=developer, and ?mode=managed counts on managed devices only. "
            + "It is an error in an app that is signed for the store, a warning in a release build of a project, and "
            + "a note in a build for developers or managed devices.",
        fix: "Name the host without ?mode= too.",
        evidence: [.init(.appleDocumentation, "Associated domains entitlement")]
    )

    static let iosAppConfiguration = Severity.warning.rule(
        "ios-app-configuration",
        summary: "The configurations of the project differ in entitlements, team or identifier.",
        reason: "A link that works in one of them does not in another.",
        fix: "Give them the same values, unless the difference is meant."
    )

    static let iosAppProfile = Severity.error.rule(
        "ios-app-profile",
        summary: "The app's provisioning profile does not allow what the app needs.",
        reason: "The entitlement cannot be signed, or the app cannot be started.",
        fix: "Make a new profile with Associated Domains for this app identifier.",
        evidence: [.init(.appleDocumentation, "Associated domains entitlement")]
    )

    static let iosAppStripped = Severity.error.rule(
        "ios-app-stripped",
        summary: "The sources name hosts that the signed app does not.",
        reason: "The entitlement was lost when the app was signed.",
        fix: "Sign the app with the entitlements of its sources."
    )

    static let iosAppBrowser = Severity.error.rule(
        "ios-app-browser",
        summary: "An app that may be the default browser names hosts for universal links.",
        reason: "Apps with com.apple.developer.web-browser may not register universal links.",
        fix: "Remove the applinks: entries, or the entitlement of a browser.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links")]
    )

    static let iosAppPrefix = Severity.warning.rule(
        "ios-app-prefix",
        summary: "The prefix of the app's identifier is not its team's.",
        reason: "The site's file needs the prefix.",
        fix: "List the identifier with its prefix.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let iosAppClipParent = Severity.error.rule(
        "ios-app-clip-parent",
        summary: "The App Clip does not name exactly its app as its parent.",
        reason: "It belongs to no app then.",
        fix: "Let Xcode write com.apple.developer.parent-application-identifiers.",
        evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
    )

    static let iosAppScheme = Severity.warning.rule(
        "ios-app-scheme",
        summary: "The app does not declare a scheme that the page uses.",
        reason: "Nothing opens the URL; LSApplicationQueriesSchemes only lets the app ask.",
        fix: "Add the scheme to CFBundleURLTypes.",
        evidence: [.init(.appleDocumentation, "Defining a custom URL scheme for your app")]
    )
}
