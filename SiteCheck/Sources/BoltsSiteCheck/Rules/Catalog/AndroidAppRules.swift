/// The rules about the links of an Android app.
extension AssociationRule {
    static let androidAppRules: [AssociationRule] = [
        .androidAppHostMissing, .androidAppPathMissing, .androidAppFilterIncomplete, .androidAppNoAutoVerify,
        .androidAppMixedSchemes, .androidAppNoHost, .androidAppHostMalformed, .androidAppHostCase,
        .androidAppSchemeCase, .androidAppPort, .androidAppCrossProduct, .androidAppPathNoSlash,
        .androidAppPrefixWildcard, .androidAppPatternStar, .androidAppPatternBacktrack, .androidAppPatternGroup,
        .androidAppPathLiteral, .androidAppPathEncoded, .androidAppNewerAttribute, .androidAppNotExported,
        .androidAppUnresolved, .androidAppDebugCertificate,
    ]
    /// The rules about one path of an intent filter.
    static let filterPaths: Set<AssociationRule> = [
        .androidAppPathNoSlash, .androidAppPrefixWildcard, .androidAppPatternStar, .androidAppPatternBacktrack,
        .androidAppPatternGroup, .androidAppPathLiteral, .androidAppPathEncoded,
    ]

    static let androidAppHostMissing = Severity.error.rule(
        "android-app-host-missing",
        summary: "No intent filter of the app names the host.",
        reason: "Android never asks the app for links of a host that its manifest does not name.",
        fix: "Add an intent filter with autoVerify, VIEW, DEFAULT and BROWSABLE for https and the host.",
        evidence: [.init(.googleDocumentation, "Create deep links to app content")]
    )

    static let androidAppPathMissing = Severity.error.rule(
        "android-app-path-missing",
        summary: "No intent filter of the app that names the host takes the link: its scheme or its path is missing.",
        reason: "The link stays in the browser, whatever the site's files allow.",
        fix: "Add the scheme or the path to the filter of the host, or leave the paths out to take them all.",
        evidence: [.init(.googleDocumentation, "<data> element")]
    )

    static let androidAppFilterIncomplete = Severity.error.rule(
        "android-app-filter-incomplete",
        summary: "An intent filter for web links lacks VIEW, DEFAULT or BROWSABLE, or names a type of data.",
        reason: "A link that is tapped does not match such a filter.",
        fix: "Give it the action VIEW and the categories DEFAULT and BROWSABLE, and no mimeType.",
        evidence: [.init(.googleDocumentation, "Create deep links to app content")]
    )

    static let androidAppNoAutoVerify = Severity.error.rule(
        "android-app-no-auto-verify",
        summary: "No intent filter that names the host has autoVerify.",
        reason: "Since Android 12 web links of hosts that are not verified open the browser.",
        fix: "Write android:autoVerify=\"true\" in the intent filter.",
        evidence: [.init(.googleDocumentation, "Verify App Links")]
    )

    static let androidAppMixedSchemes = Severity.error.rule(
        "android-app-mixed-schemes",
        summary: "An intent filter with autoVerify has a scheme other than http and https.",
        reason:
            "The filter does not ask Android to verify its hosts. Android 11 and older verify them only if another filter of "
            + "the app asks.",
        fix: "Move the other scheme to an intent filter of its own.",
        evidence: [.init(.observed, "IntentFilter and DomainVerificationCollector of AOSP")]
    )

    static let androidAppNoHost = Severity.warning.rule(
        "android-app-no-host",
        summary: "An intent filter for web links names no host.",
        reason: "It offers itself for every link, is never verified, and its paths are ignored.",
        fix: "Name the host.",
        evidence: [.init(.observed, "IntentFilter of AOSP")]
    )

    static let androidAppHostMalformed = Severity.error.rule(
        "android-app-host-malformed",
        summary: "The host of an intent filter is not a host.",
        reason: "Android drops it silently.",
        fix: "Write the bare name, such as example.com; only a star at the beginning stands for anything.",
        evidence: [.init(.observed, "DomainVerificationCollector of AOSP")]
    )

    static let androidAppHostCase = Severity.warning.rule(
        "android-app-host-case",
        summary: "The host of an intent filter has capital letters.",
        reason: "Google's documentation calls the comparison case-sensitive; the system's code ignores the case today.",
        fix: "Write it in small letters.",
        evidence: [.init(.googleDocumentation, "<data> element"), .init(.observed, "IntentFilter of AOSP")]
    )

    static let androidAppSchemeCase = Severity.error.rule(
        "android-app-scheme-case",
        summary: "The scheme of an intent filter has capital letters.",
        reason: "Schemes are compared exactly, and those of links are in small letters.",
        fix: "Write it in small letters.",
        evidence: [.init(.googleDocumentation, "<data> element"), .init(.observed, "IntentFilter of AOSP")]
    )

    static let androidAppPort = Severity.warning.rule(
        "android-app-port",
        summary: "The host of an intent filter has a port.",
        reason: "A link without that port does not match, and verification ignores it.",
        fix: "Remove the port.",
        evidence: [.init(.observed, "IntentFilter of AOSP")]
    )

    static let androidAppCrossProduct = Severity.note.rule(
        "android-app-cross-product",
        summary: "An intent filter has several hosts and several paths.",
        reason: "Each host is taken with each path.",
        fix: "Give each host an intent filter of its own if that is not meant.",
        evidence: [.init(.googleDocumentation, "<data> element")]
    )

    static let androidAppPathNoSlash = Severity.error.rule(
        "android-app-path-no-slash",
        summary: "A path of an intent filter does not begin with a slash.",
        reason: "Every path of a URL begins with one, so none matches.",
        fix: "Begin it with a slash.",
        evidence: [.init(.observed, "IntentFilter of AOSP")]
    )

    static let androidAppPrefixWildcard = Severity.error.rule(
        "android-app-prefix-wildcard",
        summary: "A path or pathPrefix of an intent filter has a star.",
        reason: "A star is literal there.",
        fix: "Leave the star out of pathPrefix, or write a pathPattern.",
        evidence: [.init(.observed, "IntentFilter of AOSP")]
    )

    static let androidAppPatternStar = Severity.warning.rule(
        "android-app-pattern-star",
        summary: "In a pathPattern, a star follows a character other than a dot.",
        reason: "It repeats the character before it, and does not stand for anything.",
        fix: "Write .* for any text.",
        evidence: [.init(.observed, "PatternMatcher of AOSP")]
    )

    static let androidAppPatternBacktrack = Severity.warning.rule(
        "android-app-pattern-backtrack",
        summary: "A .* of a pathPattern comes before a character that may occur in the text it is to skip.",
        reason: "It stops at the first one and never goes back.",
        fix: "Write pathPrefix or pathSuffix.",
        evidence: [.init(.observed, "PatternMatcher of AOSP")]
    )

    static let androidAppPatternGroup = Severity.warning.rule(
        "android-app-pattern-group",
        summary: "A pattern of an intent filter has a group or an alternation.",
        reason: "Android's patterns have neither: parentheses and bars are literal.",
        fix: "Write a pattern for each alternative.",
        evidence: [.init(.googleDocumentation, "<data> element"), .init(.observed, "PatternMatcher of AOSP")]
    )

    static let androidAppPathLiteral = Severity.warning.rule(
        "android-app-path-literal",
        summary: "A path of an intent filter has a question mark, a number sign, or a plus sign that repeats nothing.",
        reason:
            "Android compares the path without query and fragment, and a simple pattern knows only the dot and the star.",
        fix: "Write the path alone, and check the query in the app.",
        evidence: [.init(.googleDocumentation, "<data> element"), .init(.observed, "PatternMatcher of AOSP")]
    )

    static let androidAppPathEncoded = Severity.warning.rule(
        "android-app-path-encoded",
        summary: "A path of an intent filter has a percent escape.",
        reason: "Paths are compared decoded.",
        fix: "Write the character itself.",
        evidence: [.init(.observed, "Uri of AOSP")]
    )

    static let androidAppNewerAttribute = Severity.warning.rule(
        "android-app-newer-attribute",
        summary: "The app runs on versions that ignore a part of an intent filter.",
        reason: "Those versions take more links than newer ones.",
        fix: "Raise minSdkVersion, or accept that.",
        evidence: [.init(.googleDocumentation, "<data> element")]
    )

    static let androidAppNotExported = Severity.error.rule(
        "android-app-not-exported",
        summary: "The activity of an intent filter for web links is not exported, or not enabled.",
        reason: "Nothing outside the app can start it.",
        fix: "Write android:exported=\"true\" and leave it enabled.",
        evidence: [.init(.googleDocumentation, "<activity> element")]
    )

    static let androidAppUnresolved = Severity.note.rule(
        "android-app-unresolved",
        summary: "A value of an intent filter is not known from the sources.",
        reason: "Only the build sets it, so the answer is open.",
        fix: "Give the built app (.apk or .aab) too: --app PATH."
    )

    static let androidAppDebugCertificate = Severity.warning.rule(
        "android-app-debug-certificate",
        summary: "The app is signed with a debug certificate.",
        reason: "Users get an app that is signed with another.",
        fix: "Check the release build.",
        evidence: [.init(.googleDocumentation, "Sign your app")]
    )
}
