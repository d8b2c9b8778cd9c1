/// The rules about a page and the files of its host together.
extension AssociationRule {
    static let crossRules: [AssociationRule] = [
        .crossIosStoreId, .crossTwitterStoreId, .crossAndroidPackage, .crossAndroidPackageUnassociated,
        .crossPageExcluded, .crossPageNotMatched, .crossPageDynamic, .crossHttpsTarget, .crossHostMissing,
        .crossLinkRedirects, .crossCanonicalHost, .crossAasaAndroid, .crossIosUrl, .crossIntentPackage, .crossClip,
    ]

    static let crossIosStoreId = AssociationRule(
        id: "cross-ios-store-id",
        severity: .warning,
        summary: "al:ios:app_store_id and the banner's app-id differ.",
        reason: "The page offers two apps.",
        fix: "Use one id.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossTwitterStoreId = AssociationRule(
        id: "cross-twitter-store-id",
        severity: .warning,
        summary: "twitter:app:id:iphone differs from the page's other App Store ids.",
        reason: "The page offers two apps.",
        fix: "Use one id.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAndroidPackage = AssociationRule(
        id: "cross-android-package",
        severity: .warning,
        summary: "The page names different Android packages.",
        reason: "Users are sent to different apps.",
        fix: "Use one package.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAndroidPackageUnassociated = AssociationRule(
        id: "cross-android-package-unassociated",
        severity: .warning,
        summary: "The package of al:android is not in assetlinks.json with handle_all_urls.",
        reason: "The links of the page are not verified for it.",
        fix: "Correct the package, or add a statement for it with delegate_permission/common.handle_all_urls.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let crossPageExcluded = AssociationRule(
        id: "cross-page-excluded",
        severity: .warning,
        summary: "Apple's file excludes the page's own URL though the page has al:ios tags.",
        reason: "The tag and the file contradict each other.",
        fix: "Narrow the rule that excludes the page if the app is to show it; otherwise remove the tags.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossPageNotMatched = AssociationRule(
        id: "cross-page-not-matched",
        severity: .warning,
        summary: "No rule of Apple's file matches the page's own URL though the page has al:ios tags.",
        reason: "The tag and the file contradict each other.",
        fix: "Add a rule that allows the page if the app is to show it; otherwise remove the tags.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossPageDynamic = AssociationRule(
        id: "cross-page-dynamic",
        severity: .warning,
        summary: "Dynamic rules close the page's own URL though the page has al:android tags.",
        reason: "Android 15 and newer stay in the browser.",
        fix: "Add a rule.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossHttpsTarget = AssociationRule(
        id: "cross-https-target",
        severity: .error,
        summary: "The URL of a target is a web address on a host that is not associated with the app.",
        reason: "It opens the browser.",
        fix: "Associate the host, or use the app's own scheme.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossHostMissing = AssociationRule(
        id: "cross-host-missing",
        severity: .warning,
        summary: "Only one of the two hosts, with and without www, serves the file.",
        reason: "Each host needs its own file.",
        fix: "Serve the file at both.",
        evidence: [
            .init(.appleDocumentation, "Supporting associated domains"),
            .init(.googleDocumentation, "Troubleshoot App Links"),
        ]
    )

    static let crossLinkRedirects = AssociationRule(
        id: "cross-link-redirects",
        severity: .warning,
        summary: "The shared URL redirects to another host.",
        reason: "The association is tested for the URL that is tapped.",
        fix: "Share the final URL.",
        evidence: [.init(.appleDocumentation, "App Search Programming Guide: Universal Links")]
    )

    static let crossCanonicalHost = AssociationRule(
        id: "cross-canonical-host",
        severity: .note,
        summary: "The canonical URL or al:web:url is on a host without an association.",
        reason: "Links shared from there will not open the app.",
        fix: "Use the same host, or associate the other one.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossAasaAndroid = AssociationRule(
        id: "cross-aasa-android",
        severity: .note,
        summary: "The page's URL is open to the app on one platform and closed on the other.",
        reason: "Users of the two see different things.",
        fix: "Generate both files from one list.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossIosUrl = AssociationRule(
        id: "cross-ios-url",
        severity: .note,
        summary: "The iOS URLs of the page have different schemes.",
        reason: "One of them may be an old scheme.",
        fix: "Use one scheme.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossIntentPackage = AssociationRule(
        id: "cross-intent-package",
        severity: .note,
        summary: "The package of an intent: URL differs from al:android:package.",
        reason: "The page offers two apps.",
        fix: "Use one package.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let crossClip = AssociationRule(
        id: "cross-clip",
        severity: .error,
        summary: "The banner's App Clip is not in the appclips of Apple's file.",
        reason: "Apple requires it there, so no App Clip card is shown.",
        fix: "Add its identifier, with the team id in front, to the apps of appclips.",
        evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
    )
}
