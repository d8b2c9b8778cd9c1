/// The rules about banners, cards, alternates and intents.
extension AssociationRule {
    static let tagBannerRules: [AssociationRule] = [
        .bannerNoAppId, .bannerAppId, .bannerSeparator, .bannerUnknownParameter, .bannerArgumentUrl,
        .bannerArgumentComma, .bannerClipId, .bannerRepeated, .bannerProperty, .twitterAppId, .twitterAppUrl,
        .twitterAppCard, .alternateAndroidApp, .intentSyntax, .intentNoFallback, .intentFallbackUrl,
        .manifestRelatedApplication,
    ]

    static let bannerNoAppId = Severity.error.rule(
        "banner-no-app-id",
        summary: "The banner tag has neither app-id nor app-clip-bundle-id.",
        reason: "No banner is shown.",
        fix: "Add app-id with the App Store id.",
        evidence: [.init(.appleDocumentation, "Promoting apps with Smart App Banners")]
    )

    static let bannerAppId = Severity.error.rule(
        "banner-app-id",
        summary: "The app-id of the banner is not made of digits.",
        reason: "No banner is shown.",
        fix: "Write the digits of the App Store id.",
        evidence: [.init(.appleDocumentation, "Promoting apps with Smart App Banners")]
    )

    static let bannerSeparator = Severity.error.rule(
        "banner-separator",
        summary: "Parameters of the banner are not separated by commas.",
        reason: "The rest is taken for part of the first value.",
        fix: "Separate them by commas.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let bannerUnknownParameter = Severity.warning.rule(
        "banner-unknown-parameter",
        summary: "The banner has a parameter that Safari does not know.",
        reason: "It is ignored.",
        fix: "Write app-id, app-argument, app-clip-bundle-id, app-clip-display or affiliate-data, or remove the "
            + "parameter.",
        evidence: [.init(.appleDocumentation, "Promoting apps with Smart App Banners")]
    )

    static let bannerArgumentUrl = Severity.error.rule(
        "banner-argument-url",
        summary: "The app-argument of the banner is not an absolute URL.",
        reason: "It is not passed to the app.",
        fix: "Write an absolute URL.",
        evidence: [.init(.appleDocumentation, "Promoting apps with Smart App Banners")]
    )

    static let bannerArgumentComma = Severity.warning.rule(
        "banner-argument-comma",
        summary: "The app-argument of the banner seems to contain a raw comma.",
        reason: "A comma ends the value and begins another parameter.",
        fix: "Encode the comma as %2C.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let bannerClipId = Severity.error.rule(
        "banner-clip-id",
        summary: "The app-clip-bundle-id of the banner has a team prefix.",
        reason: "No App Clip is found.",
        fix: "Write the bundle identifier only.",
        evidence: [.init(.appleDocumentation, "App Clips: supporting invocations")]
    )

    static let bannerRepeated = Severity.warning.rule(
        "banner-repeated",
        summary: "The page has more than one banner tag.",
        reason: "It is open which one counts.",
        fix: "Keep one."
    )

    static let bannerProperty = Severity.warning.rule(
        "banner-property",
        summary: "The banner tag uses property instead of name.",
        reason: "Safari does not read it.",
        fix: "Use name.",
        evidence: [.init(.appleDocumentation, "Promoting apps with Smart App Banners")]
    )

    static let twitterAppId = Severity.error.rule(
        "twitter-app-id",
        summary: "A Twitter app id does not have the store's format.",
        reason: "The app is not found.",
        fix: "Write digits for iphone and ipad, the package name for googleplay."
    )

    static let twitterAppUrl = Severity.error.rule(
        "twitter-app-url",
        summary: "A Twitter app URL has no scheme, or a scheme in front of a whole URL.",
        reason: "It cannot be opened.",
        fix: "Write the app's scheme, :// and a path.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let twitterAppCard = Severity.warning.rule(
        "twitter-app-card",
        summary: "A card of the type app has no app ids.",
        reason: "The card is dropped.",
        fix: "Add the ids for iphone, ipad and googleplay."
    )

    static let alternateAndroidApp = Severity.error.rule(
        "alternate-android-app",
        summary: "An android-app alternate is not android-app://PACKAGE with a scheme and a host after it.",
        reason: "It is ignored.",
        fix: "Write android-app://PACKAGE/SCHEME/HOST/PATH.",
        evidence: [.init(.googleDocumentation, "App Indexing")]
    )

    static let intentSyntax = Severity.error.rule(
        "intent-syntax",
        summary: "An intent: URL has no #Intent; or does not end in ;end.",
        reason: "It is not an intent.",
        fix: "Write intent:…#Intent;…;end.",
        evidence: [.init(.googleDocumentation, "Android intents with Chrome")]
    )

    static let intentNoFallback = Severity.warning.rule(
        "intent-no-fallback",
        summary: "An intent: URL has neither a package nor a fallback URL.",
        reason: "Without the app, nothing happens.",
        fix: "Add package or S.browser_fallback_url.",
        evidence: [.init(.googleDocumentation, "Android intents with Chrome")]
    )

    static let intentFallbackUrl = Severity.error.rule(
        "intent-fallback-url",
        summary: "The fallback of an intent: URL is not an encoded absolute http or https URL.",
        reason: "It is ignored.",
        fix: "Write an encoded absolute URL.",
        evidence: [.init(.googleDocumentation, "Android intents with Chrome")]
    )

    static let manifestRelatedApplication = Severity.warning.rule(
        "manifest-related-application",
        summary: "A related application lacks its platform, or both url and id.",
        reason: "It is ignored.",
        fix: "Complete it.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )
}
