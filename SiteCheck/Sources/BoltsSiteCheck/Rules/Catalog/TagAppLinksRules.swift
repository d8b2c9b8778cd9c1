/// The rules about App Links tags.
extension AssociationRule {
    static let tagAppLinksRules: [AssociationRule] = [
        .alIosNoUrl, .alAndroidNoPackage, .alWindowsNoUrl, .alNameAttribute, .alLetterCase, .alUnknownProperty,
        .alEmptyContent, .alTemplateLeak, .alAppStoreId, .alWindowsAppId, .alPackage, .alIosScheme, .alUrlNoScheme,
        .alUrlSchemeOnly, .alUrlWeb, .alUrlDangerous, .alUnequalGroups, .alDuplicateGroup, .alWebUrlRelative,
        .alWebUrlSample, .alWebUrlCanonical, .alWebUrlHome, .alShouldFallbackFalse, .alShouldFallbackValue,
        .alWebRepeated,
    ]

    static let alIosNoUrl = AssociationRule(
        id: "al-ios-no-url",
        severity: .error,
        summary: "A group of al:ios, al:iphone or al:ipad tags has no url.",
        reason: "The target cannot be used.",
        fix: "Add al:ios:url.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alAndroidNoPackage = AssociationRule(
        id: "al-android-no-package",
        severity: .error,
        summary: "A group of al:android tags has no package.",
        reason: "The target cannot be used.",
        fix: "Add al:android:package.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alWindowsNoUrl = AssociationRule(
        id: "al-windows-no-url",
        severity: .error,
        summary: "A group of al:windows tags has no url.",
        reason: "The target cannot be used.",
        fix: "Add the url.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alNameAttribute = AssociationRule(
        id: "al-name-attribute",
        severity: .warning,
        summary: "An App Links tag uses name instead of property.",
        reason: "Many readers look at property only.",
        fix: "Write <meta property=… content=…>.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alLetterCase = AssociationRule(
        id: "al-letter-case",
        severity: .warning,
        summary: "The property of an App Links tag has capitals.",
        reason: "Properties are compared literally.",
        fix: "Write it in lower case.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alUnknownProperty = AssociationRule(
        id: "al-unknown-property",
        severity: .warning,
        summary: "A property begins with al: but is not a known one.",
        reason: "It is ignored.",
        fix: "Write a property of the App Links protocol, such as al:ios:url, or remove the tag.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alEmptyContent = AssociationRule(
        id: "al-empty-content",
        severity: .warning,
        summary: "An App Links tag has no content.",
        reason: "It has no value.",
        fix: "Fill or remove it.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alTemplateLeak = AssociationRule(
        id: "al-template-leak",
        severity: .error,
        summary: "A tag holds the text of a template that was not run, or text that was escaped twice.",
        reason: "Apps and browsers get that text instead of a value.",
        fix: "Fix the renderer.",
        evidence: [.init(.observed, "TikTok")]
    )

    static let alAppStoreId = AssociationRule(
        id: "al-app-store-id",
        severity: .error,
        summary: "An App Store id is not made of digits.",
        reason: "The store page is not found.",
        fix: "Write the digits that follow id in the App Store's URL of the app.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alWindowsAppId = AssociationRule(
        id: "al-windows-app-id",
        severity: .warning,
        summary: "A Windows app id is not a GUID.",
        reason: "The app is not found.",
        fix: "Write the GUID.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alPackage = AssociationRule(
        id: "al-package",
        severity: .error,
        summary: "A package is not an Android application id.",
        reason: "No such app can exist.",
        fix: "Copy the id from the Play Store's URL.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alIosScheme = AssociationRule(
        id: "al-ios-scheme",
        severity: .error,
        summary: "The URL of an iOS target has no scheme, or one with a forbidden character.",
        reason: "It cannot be opened.",
        fix: "Write the scheme that the app declares, of letters, digits, plus, minus and dots, such as recipes://42.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alUrlNoScheme = AssociationRule(
        id: "al-url-no-scheme",
        severity: .error,
        summary: "The URL of an Android or Windows target has no scheme.",
        reason: "It cannot be opened.",
        fix: "Write the scheme that the app declares, such as recipes://42.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alUrlSchemeOnly = AssociationRule(
        id: "al-url-scheme-only",
        severity: .warning,
        summary: "The URL of a target is only a scheme.",
        reason: "It opens the app's start screen instead of the content.",
        fix: "Add the path of the content.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alUrlWeb = AssociationRule(
        id: "al-url-web",
        severity: .note,
        summary: "The URL of an iOS target is a web address.",
        reason: "It opens the app only as a universal link.",
        fix: "Check that the file of its host allows it.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alUrlDangerous = AssociationRule(
        id: "al-url-dangerous",
        severity: .error,
        summary: "The URL of a target or of al:web:url has a scheme or a character that is not opened from a page.",
        reason: "Readers refuse it.",
        fix:
            "Write a URL with the app's own scheme, or https in al:web:url, and percent-encode all but letters, digits and "
            + "the marks of a URL.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alUnequalGroups = AssociationRule(
        id: "al-unequal-groups",
        severity: .warning,
        summary: "Groups of one platform have different numbers of url, app_store_id, app_name or package.",
        reason: "Readers that pair values by position pair the wrong ones.",
        fix: "Separate the groups by a bare tag and complete each.",
        evidence: [.init(.observed, "Apple Music")]
    )

    static let alDuplicateGroup = AssociationRule(
        id: "al-duplicate-group",
        severity: .note,
        summary: "Two groups are the same.",
        reason: "The second has no effect.",
        fix: "Remove it.",
        evidence: [.init(.observed, "YouTube")]
    )

    static let alWebUrlRelative = AssociationRule(
        id: "al-web-url-relative",
        severity: .warning,
        summary: "al:web:url is not an absolute URL.",
        reason: "Readers disagree on what it means.",
        fix: "Write an absolute URL.",
        evidence: [.init(.observed, "servers and repositories")]
    )

    static let alWebUrlSample = AssociationRule(
        id: "al-web-url-sample",
        severity: .error,
        summary: "al:web:url is a sample from the documentation.",
        reason: "Users are sent to somebody else's site.",
        fix: "Write the page's own URL.",
        evidence: [.init(.observed, "TED")]
    )

    static let alWebUrlCanonical = AssociationRule(
        id: "al-web-url-canonical",
        severity: .warning,
        summary: "al:web:url is not the page's canonical URL.",
        reason: "The fallback leads to another page.",
        fix: "Use the canonical URL.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let alWebUrlHome = AssociationRule(
        id: "al-web-url-home",
        severity: .warning,
        summary: "al:web:url of a content page is the home page.",
        reason: "The content is lost.",
        fix: "Use the page's own URL.",
        evidence: [.init(.observed, "Meetup")]
    )

    static let alShouldFallbackFalse = AssociationRule(
        id: "al-should-fallback-false",
        severity: .warning,
        summary: "al:web:should_fallback is false.",
        reason: "Without the app, the navigation fails.",
        fix: "Remove it, unless that is meant.",
        evidence: [.init(.observed, "SoundCloud")]
    )

    static let alShouldFallbackValue = AssociationRule(
        id: "al-should-fallback-value",
        severity: .warning,
        summary: "al:web:should_fallback is neither true nor false.",
        reason: "Everything but false, no and 0 counts as true.",
        fix: "Write true or false.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )

    static let alWebRepeated = AssociationRule(
        id: "al-web-repeated",
        severity: .note,
        summary: "There is a second group of al:web tags.",
        reason: "Only the first counts.",
        fix: "Remove it.",
        evidence: [.init(.specification, "App Links navigation protocol")]
    )
}
