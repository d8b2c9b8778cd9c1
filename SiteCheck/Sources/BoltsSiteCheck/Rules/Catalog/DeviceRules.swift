/// The rules about a device that prevents a link from opening an app although the site and the app's files allow it.
extension AssociationRule {
    static let deviceRules: [AssociationRule] = [
        .deviceAppMissing, .deviceHostNotDeclared, .deviceNotVerified, .deviceNotAnswered, .deviceNotApproved,
        .deviceLinksOff, .deviceBrowserChosen, .deviceOtherApp, .deviceAsks, .deviceDecidesOtherwise,
    ]

    static let deviceAppMissing = Severity.error.rule(
        "device-app-missing",
        summary: "The device does not list the app.",
        reason: "It is not installed there, is installed under another identifier, or has no associated domain.",
        fix: "Install the app whose identifier the site's file names, and make the report again.",
        evidence: [
            .init(.appleDocumentation, "TN3155: Debugging universal links"),
            .init(.observed, "DomainVerificationShell of the Android Open Source Project"),
        ]
    )

    static let deviceHostNotDeclared = Severity.error.rule(
        "device-host-not-declared",
        summary: "The app on the device does not name the host for links.",
        reason: "The installed build is older than the sources, or building and signing took the host away.",
        fix: "Name the host in the app, and install the new build on the device.",
        evidence: [
            .init(.appleDocumentation, "TN3155: Debugging universal links"),
            .init(.googleDocumentation, "Verify App Links"),
        ]
    )

    static let deviceNotVerified = Severity.error.rule(
        "device-not-verified",
        summary: "Android on the device did not verify the host for the app.",
        reason: "Links to the host then open the browser, unless the user chooses the app in the settings.",
        fix:
            "Fix what the check finds wrong with the file, then run: adb shell pm verify-app-links --re-verify PACKAGE. "
            + "Wait 20 seconds and make the report again.",
        evidence: [.init(.googleDocumentation, "Verify App Links")]
    )

    static let deviceNotAnswered = Severity.warning.rule(
        "device-not-answered",
        summary: "The device has not yet verified or refused the host.",
        reason: "Verification runs after the installation, and needs a network that reaches the site.",
        fix: "Wait until the device has asked, and make the report again.",
        evidence: [
            .init(.googleDocumentation, "Verify App Links"),
            .init(.appleDocumentation, "TN3155: Debugging universal links"),
        ]
    )

    static let deviceNotApproved = Severity.error.rule(
        "device-not-approved",
        summary: "The device did not approve the host for the app.",
        reason: "It got no file from Apple's servers, or one that does not name the app.",
        fix: "Compare the site's file with Apple's copy (applinks check HOST --apple-cdn). Once the copy is right, "
            + "install the app again.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links")]
    )

    static let deviceLinksOff = Severity.error.rule(
        "device-links-off",
        summary: "The user does not let the app open its links.",
        reason: "No link opens the app then, verified or not.",
        fix: "In the device's settings of the app, under Open by default, let it open supported links.",
        evidence: [.init(.googleDocumentation, "Verify App Links")]
    )

    static let deviceBrowserChosen = Severity.error.rule(
        "device-browser-chosen",
        summary: "The user chose the browser for the host.",
        reason: "The device remembers the choice for all links to the host.",
        fix: "Press and hold a link to the host, and choose to open it in the app.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links")]
    )

    static let deviceOtherApp = Severity.error.rule(
        "device-other-app",
        summary: "The device starts another app for the link.",
        reason: "The manifest of the installed app does not take the link, or another app was preferred.",
        fix: "Compare the intent filters of the installed build with the link, and look into the device's settings for "
            + "apps that open links.",
        evidence: [.init(.observed, "the package manager of the Android Open Source Project")]
    )

    static let deviceAsks = Severity.warning.rule(
        "device-asks",
        summary: "The device asks the user which app to use.",
        reason: "On Android 11 and older an app that is not verified is one choice among others.",
        fix: "Let all hosts of the app's filters be verified, or choose the app and \"always\" in the dialog.",
        evidence: [.init(.googleDocumentation, "Verify App Links")]
    )

    static let deviceDecidesOtherwise = Severity.warning.rule(
        "device-decides-otherwise",
        summary: "Apple's tool and the checked file disagree about the link.",
        reason:
            "The tool was given another version of the file, or its version of the system reads the file in another way.",
        fix: "Run swcutil verify with the file that was checked here. If it still differs, trust swcutil.",
        evidence: [.init(.appleTool, "swcutil verify")]
    )
}
