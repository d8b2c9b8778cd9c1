/// The rules about App Links tags.
extension AssociationRule {
    static let tagAppLinksRules: [AssociationRule] = [
        .alIosNoUrl, .alAndroidNoPackage, .alWindowsNoUrl, .alNameAttribute, .alLetterCase, .alUnknownProperty,
        .alEmptyContent, .alTemplateLeak, .alAppStoreId, .alWindowsAppId, .alPackage, .alIosScheme, .alUrlNoScheme,
        .alUrlSchemeOnly, .alUrlWeb, .alUrlDangerous, .alUnequalGroups, .alDuplicateGroup, .alWebUrlRelative,
        .alWebUrlSample, .alWebUrlCanonical, .alWebUrlHome, .alShouldFallbackFalse, .alShouldFallbackValue,
        .alWebRepeated,
    ]

    static let alIosNoUrl = Severity.error.rule(
        "al-ios-no-url",
        summary: "A group of al:ios, al:iphone or al:ipad tags has no url.",
        reason: "The target cannot be used.",
        fix: "Add al:ios:url.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alAndroidNoPackage = Severity.error.rule(
        "al-android-no-package",
        summary: "A group of al:android tags has no package.",
        reason: "The target cannot be used.",
        fix: "Add al:android:package.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alWindowsNoUrl = Severity.error.rule(
        "al-windows-no-url",
        summary: "A group of al:windows tags has no url.",
        reason: "The target cannot be used.",
        fix: "Add the url.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alNameAttribute = Severity.warning.rule(
        "al-name-attribute",
        summary: "An App Links tag uses name instead of property.",
        reason: "Many readers look at property only.",
        fix: "Write <meta property=… content=…>.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alLetterCase = Severity.warning.rule(
        "al-letter-case",
        summary: "The property of an App Links tag has capitals.",
        reason: "Properties are compared literally.",
        fix: "Write it in lower case.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alUnknownProperty = Severity.warning.rule(
        "al-unknown-property",
        summary: "A property begins with al: but is not a known one.",
        reason: "It is ignored.",
        fix: "Write a property of the App Links protocol, such as al:ios:url, or remove the tag.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alEmptyContent = Severity.warning.rule(
        "al-empty-content",
        summary: "An App Links tag has no content.",
        reason: "It has no value.",
        fix: "Fill or remove it.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alTemplateLeak = Severity.error.rule(
        "al-template-leak",
        summary: "A tag holds the text of a template that was not run, or text that was escaped twice.",
        reason: "Apps and browsers get that text instead of a value.",
        fix: "Fix the renderer.",
        evidence: [.init(.observed, "TikTok")]
    )

    static let alAppStoreId = Severity.error.rule(
        "al-app-store-id",
        summary: "An App Store id is not made of digits.",
        reason: "The store page is not found.",
        fix: "Write the digits that follow id in the App Store's URL of the app.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alWindowsAppId = Severity.warning.rule(
        "al-windows-app-id",
        summary: "A Windows app id is not a GUID.",
        reason: "The app is not found.",
        fix: "Write the GUID.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alPackage = Severity.error.rule(
        "al-package",
        summary: "A package is not an Android application id.",
        reason: "No such app can exist.",
        fix: "Copy the id from the Play Store's URL.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alIosScheme = Severity.error.rule(
        "al-ios-scheme",
        summary: "The URL of an iOS target has no scheme, or one with a forbidden character.",
        reason: "It cannot be opened.",
        fix: "Write the scheme that the app declares, of letters, digits, plus, minus and dots, such as recipes://42.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alUrlNoScheme = Severity.error.rule(
        "al-url-no-scheme",
        summary: "The URL of an Android or Windows target has no scheme.",
        reason: "It cannot be opened.",
        fix: "Write the scheme that the app declares, such as recipes://42.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alUrlSchemeOnly = Severity.warning.rule(
        "al-url-scheme-only",
        summary: "The URL of a target is only a scheme.",
        reason: "It opens the app's start screen instead of the content.",
        fix: "Add the path of the content.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alUrlWeb = Severity.note.rule(
        "al-url-web",
        summary: "The URL of an iOS target is a web address.",
        reason: "It opens the app only as a universal link.",
        fix: "Check that the file of its host allows it.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alUrlDangerous = Severity.error.rule(
        "al-url-dangerous",
        summary: "The URL of a target or of al:web:url has a scheme or a character that is not opened from a page.",
        reason: "Readers refuse it.",
        fix:
            "Write a URL with the app's own scheme, or https in al:web:url, and percent-encode all but letters, digits and "
            + "the marks of a URL.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alUnequalGroups = Severity.warning.rule(
        "al-unequal-groups",
        summary: "Groups of one platform have different numbers of url, app_store_id, app_name or package.",
        reason: "Readers that pair values by position pair the wrong ones.",
        fix: "Separate the groups by a bare tag and complete each.",
        evidence: [.init(.observed, "Apple Music")]
    )

    static let alDuplicateGroup = Severity.note.rule(
        "al-duplicate-group",
        summary: "Two groups are the same.",
        reason: "The second has no effect.",
        fix: "Remove it.",
        evidence: [.init(.observed, "YouTube")]
    )

    static let alWebUrlRelative = Severity.warning.rule(
        "al-web-url-relative",
        summary: "al:web:url is not an absolute URL.",
        reason: "Readers disagree on what it means.",
        fix: "Write an absolute URL.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alWebUrlSample = Severity.error.rule(
        "al-web-url-sample",
        summary: "al:web:url is a sample from the documentation.",
        reason: "Users are sent to somebody else's site.",
        fix: "Write the page's own URL.",
        evidence: [.init(.observed, "TED")]
    )

    static let alWebUrlCanonical = Severity.warning.rule(
        "al-web-url-canonical",
        summary: "al:web:url is not the page's canonical URL.",
        reason: "The fallback leads to another page.",
        fix: "Use the canonical URL."
    )

    static let alWebUrlHome = Severity.warning.rule(
        "al-web-url-home",
        summary: "al:web:url of a content page is the home page.",
        reason: "The content is lost.",
        fix: "Use the page's own URL.",
        evidence: [.init(.observed, "Meetup")]
    )

    static let alShouldFallbackFalse = Severity.warning.rule(
        "al-should-fallback-false",
        summary: "al:web:should_fallback is false.",
        reason: "Without the app, the navigation fails.",
        fix: "Remove it, unless that is meant.",
        evidence: [.init(.observed, "SoundCloud")]
    )

    static let alShouldFallbackValue = Severity.warning.rule(
        "al-should-fallback-value",
        summary: "al:web:should_fallback is neither true nor false.",
        reason: "Everything but false, no and 0 counts as true.",
        fix: "Write true or false.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alWebRepeated = Severity.note.rule(
        "al-web-repeated",
        summary: "There is a second group of al:web tags.",
        reason: "Only the first counts.",
        fix: "Remove it.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )
}
