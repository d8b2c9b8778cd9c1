/// The rules about a page and the files of its host together.
extension AssociationRule {
    static let crossRules: [AssociationRule] = [
        .crossIosStoreId, .crossTwitterStoreId, .crossAndroidPackage, .crossAndroidPackageUnassociated,
        .crossPageExcluded, .crossPageNotMatched, .crossPageDynamic, .crossHttpsTarget, .crossHostMissing,
        .crossLinkRedirects, .crossCanonicalHost, .crossAasaAndroid, .crossIosUrl, .crossIntentPackage, .crossClip,
    ]

    static let crossIosStoreId = Severity.warning.rule(
        "cross-ios-store-id",
        summary: "al:ios:app_store_id and the banner's app-id differ.",
        reason: "The page offers two apps.",
        fix: "Use one id."
    )

    static let crossTwitterStoreId = Severity.warning.rule(
        "cross-twitter-store-id",
        summary: "twitter:app:id:iphone differs from the page's other App Store ids.",
        reason: "The page offers two apps.",
        fix: "Use one id."
    )

    static let crossAndroidPackage = Severity.warning.rule(
        "cross-android-package",
        summary: "The page names different Android packages.",
        reason: "Users are sent to different apps.",
        fix: "Use one package."
    )

    static let crossAndroidPackageUnassociated = Severity.warning.rule(
        "cross-android-package-unassociated",
        summary: "The package of al:android is not in assetlinks.json with handle_all_urls.",
        reason: "The links of the page are not verified for it.",
        fix: "Correct the package, or add a statement for it with delegate_permission/common.handle_all_urls.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let crossPageExcluded = Severity.warning.rule(
        "cross-page-excluded",
        summary: "Apple's file excludes the page's own URL though the page has al:ios tags.",
        reason: "The tag and the file contradict each other.",
        fix: "Narrow the rule that excludes the page if the app is to show it; otherwise remove the tags."
    )

    static let crossPageNotMatched = Severity.warning.rule(
        "cross-page-not-matched",
        summary: "No rule of Apple's file matches the page's own URL though the page has al:ios tags.",
        reason: "The tag and the file contradict each other.",
        fix: "Add a rule that allows the page if the app is to show it; otherwise remove the tags."
    )

    static let crossPageDynamic = Severity.warning.rule(
        "cross-page-dynamic",
        summary: "Dynamic rules close the page's own URL though the page has al:android tags.",
        reason: "Android 15 and newer stay in the browser.",
        fix: "Add a rule."
    )

    static let crossHttpsTarget = Severity.error.rule(
        "cross-https-target",
        summary: "The URL of a target is a web address on a host that is not associated with the app.",
        reason: "It opens the browser.",
        fix: "Associate the host, or use the app's own scheme."
    )

    static let crossHostMissing = Severity.warning.rule(
        "cross-host-missing",
        summary: "Only one of the two hosts, with and without www, serves the file.",
        reason: "Each host needs its own file.",
        fix: "Serve the file at both.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Troubleshoot App Links"),
        ]
    )

    static let crossLinkRedirects = Severity.warning.rule(
        "cross-link-redirects",
        summary: "The shared URL redirects to another host.",
        reason: "The association is tested for the URL that is tapped.",
        fix: "Share the final URL.",
        evidence: [.init(.appleDocumentation, "App Search Programming Guide: Universal Links")]
    )

    static let crossCanonicalHost = Severity.note.rule(
        "cross-canonical-host",
        summary: "The canonical URL or al:web:url is on a host without an association.",
        reason: "Links shared from there will not open the app.",
        fix: "Use the same host, or associate the other one."
    )

    static let crossAasaAndroid = Severity.note.rule(
        "cross-aasa-android",
        summary: "The page's URL is open to the app on one platform and closed on the other.",
        reason: "Users of the two see different things.",
        fix: "Generate both files from one list."
    )

    static let crossIosUrl = Severity.note.rule(
        "cross-ios-url",
        summary: "The iOS URLs of the page have different schemes.",
        reason: "One of them may be an old scheme.",
        fix: "Use one scheme."
    )

    static let crossIntentPackage = Severity.note.rule(
        "cross-intent-package",
        summary: "The package of an intent: URL differs from al:android:package.",
        reason: "The page offers two apps.",
        fix: "Use one package."
    )

    static let crossClip = Severity.error.rule(
        "cross-clip",
        summary: "The banner's App Clip is not in the appclips of Apple's file.",
        reason: "Apple requires it there, so no App Clip card is shown.",
        fix: "Add its identifier, with the team id in front, to the apps of appclips.",
        evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
    )
}
