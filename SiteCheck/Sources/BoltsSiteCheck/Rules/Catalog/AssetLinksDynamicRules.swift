/// The rules about Android's dynamic rules.
extension AssociationRule {
    static let assetLinksDynamicRules: [AssociationRule] = [
        .assetlinksDynamicPlace, .assetlinksDynamicRelation, .assetlinksDynamicRepeated,
        .assetlinksDynamicMalformed, .assetlinksDynamicEmpty, .assetlinksDynamicOnlyExcludes,
        .assetlinksDynamicUnreachable, .assetlinksDynamicAppleKey, .assetlinksDynamicStarStops,
        .assetlinksDynamicSlash, .assetlinksDynamicHost, .assetlinksDynamicOlder, .assetlinksDynamicNever,
    ]

    static let assetlinksDynamicPlace = Severity.error.rule(
        "assetlinks-dynamic-place",
        summary: "dynamic_app_link_components is not in relation_extensions under handle_all_urls.",
        reason: "It is ignored.",
        fix: "Move it to relation_extensions, delegate_permission/common.handle_all_urls.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicRelation = Severity.error.rule(
        "assetlinks-dynamic-relation",
        summary: "relation_extensions names a relation that the statement does not declare.",
        reason: "It has no effect.",
        fix: "Use the same relation in both.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicRepeated = Severity.warning.rule(
        "assetlinks-dynamic-repeated",
        summary: "Two statements declare dynamic rules for one app.",
        reason: "It is open which of them counts.",
        fix: "Declare them once.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicMalformed = Severity.error.rule(
        "assetlinks-dynamic-malformed",
        summary: "A dynamic rule has a value of the wrong type.",
        reason: "All dynamic rules are discarded, and the manifest alone decides.",
        fix: "Write each rule as an object: / and # with a string, ? with an object of strings, exclude with true or "
            + "false.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicEmpty = Severity.error.rule(
        "assetlinks-dynamic-empty",
        summary: "The dynamic rules, or a value in them, are empty.",
        reason: "All dynamic rules are discarded, and the manifest alone decides.",
        fix: "Fill or remove them.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicOnlyExcludes = Severity.error.rule(
        "assetlinks-dynamic-only-excludes",
        summary: "All dynamic rules exclude.",
        reason: "URLs that match no rule are excluded too, so every URL is.",
        fix: "End the list with {\"/\": \"*\"}.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicUnreachable = Severity.warning.rule(
        "assetlinks-dynamic-unreachable",
        summary: "An earlier dynamic rule covers this one.",
        reason: "The first rule that matches decides, so this one is never read.",
        fix: "Move it before the other rule.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicAppleKey = Severity.warning.rule(
        "assetlinks-dynamic-apple-key",
        summary: "A dynamic rule uses something that only Apple's format has.",
        reason: "Android does not know it.",
        fix: "Remove it, and generate both files from one source.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicStarStops = Severity.note.rule(
        "assetlinks-dynamic-star-stops",
        summary: "A star of a dynamic rule is followed by more pattern.",
        reason: "The star ends at the first occurrence of the next character and does not go on to a later one.",
        fix: "Anchor the path, or list the paths.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json"), .init(.convention, "our own conclusion")]
    )

    static let assetlinksDynamicSlash = Severity.note.rule(
        "assetlinks-dynamic-slash",
        summary: "A dynamic rule for /x/* has no companion for /x.",
        reason: "Apple's reading, by which /x/* takes /x, is not documented for Android.",
        fix: "Add a rule for the path without the slash."
    )

    static let assetlinksDynamicHost = Severity.error.rule(
        "assetlinks-dynamic-host",
        summary: "A pattern of a dynamic rule has a scheme or a host.",
        reason: "Dynamic rules see the path only and cannot widen the manifest.",
        fix: "Write the path only.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )

    static let assetlinksDynamicNever = Severity.warning.rule(
        "assetlinks-dynamic-never",
        summary: "A dynamic rule can hardly ever match.",
        reason:
            "Android decodes a URL's percent escapes before it compares, and splits the query only after that.",
        fix: "Write the characters themselves, not the escapes that the URL or Apple's file has.",
        evidence: [
            .init(.googleDocumentation, "Configure assetlinks.json"), .init(.observed, "AOSP, UriRelativeFilter"),
        ]
    )

    static let assetlinksDynamicOlder = Severity.note.rule(
        "assetlinks-dynamic-older",
        summary: "Dynamic rules exclude URLs.",
        reason: "Android before version 15 ignores them.",
        fix: "Narrow the manifest too, if the exclusion must hold everywhere.",
        evidence: [.init(.googleDocumentation, "Configure assetlinks.json")]
    )
}
