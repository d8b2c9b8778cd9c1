/// The rules about components, paths and variables.
extension AssociationRule {
    static let applePatternRules: [AssociationRule] = [
        .aasaComponentsWithPaths, .aasaAppidsWithPaths, .aasaNoPatterns, .aasaComponentsEmpty,
        .aasaComponentsWrongType, .aasaComponentNotObject, .aasaComponentUnconstrained, .aasaExcludeNotBoolean,
        .aasaFlagNotBoolean, .aasaPatternNotString, .aasaQueryWrongType, .aasaQueryPredicateNotString,
        .aasaQueryMatchesAbsent, .aasaQueryString, .aasaQueryRepeated, .aasaEmptyPattern, .aasaUnreachableRule,
        .aasaRedundantRule, .aasaExcludeWithoutEffect, .aasaOnlyExcludes, .aasaUndefinedVariable,
        .aasaUnterminatedVariable, .aasaNestedVariable, .aasaVariableName, .aasaVariableShadows, .aasaVariableEmpty,
        .aasaVariableUnused, .aasaRegionUk, .aasaPatternNoLeadingSlash, .aasaPatternSingleCharacter,
        .aasaPatternPadded, .aasaPatternFullUrl, .aasaPatternContainsHost, .aasaPatternQueryInPath,
        .aasaPatternFragmentInPath, .aasaPatternEncoded, .aasaPatternNotEncoded, .aasaPatternOverencoded,
        .aasaPatternRegex, .aasaDoubleStar, .aasaSlashStar, .aasaNotInComponent, .aasaNotMalformed, .aasaTooComplex,
        .aasaDefaultsPattern,
    ]

    static let aasaComponentsWithPaths = Severity.warning.rule(
        "aasa-components-with-paths",
        summary: "An entry has both components and paths.",
        reason: "paths is ignored, or links fail altogether.",
        fix: "Keep components.",
        evidence: [.init(.convention, "sources disagree: components beside paths")]
    )

    static let aasaAppidsWithPaths = Severity.warning.rule(
        "aasa-appids-with-paths",
        summary: "An entry has appIDs with paths.",
        reason: "Apple warns of mixing the new and the old form.",
        fix: "Use appIDs with components.",
        evidence: [.init(.convention, "sources disagree: appIDs with paths")]
    )

    static let aasaNoPatterns = Severity.warning.rule(
        "aasa-no-patterns",
        summary: "An entry has neither components nor paths.",
        reason: "Every URL of the site then opens the app.",
        fix: "If that is meant, say so with {\"/\": \"*\"}.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentsEmpty = Severity.warning.rule(
        "aasa-components-empty",
        summary: "components or paths is an empty array.",
        reason: "No URL matches.",
        fix: "Add rules.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentsWrongType = Severity.warning.rule(
        "aasa-components-wrong-type",
        summary: "components or paths is not an array.",
        reason: "It is ignored, and every URL then opens the app.",
        fix: "Make it an array.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentNotObject = Severity.warning.rule(
        "aasa-component-not-object",
        summary: "An element of components is not an object.",
        reason: "It matches every URL.",
        fix: "Write an object such as {\"/\": \"/path/*\"}.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentUnconstrained = Severity.warning.rule(
        "aasa-component-unconstrained",
        summary: "A component has neither \"/\", \"?\" nor \"#\".",
        reason: "It matches every URL, and no later rule is read.",
        fix: "If that is meant, write {\"/\": \"*\"}.",
        evidence: [.init(.appleTool, "swcutil: gap")]
    )

    static let aasaExcludeNotBoolean = Severity.warning.rule(
        "aasa-exclude-not-boolean",
        summary: "exclude is not a Boolean.",
        reason: "Strings go by their first letter: \"true\" and \"YES\" exclude, \"false\" does not.",
        fix: "Write true or false.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaFlagNotBoolean = Severity.warning.rule(
        "aasa-flag-not-boolean",
        summary: "caseSensitive or percentEncoded is not a Boolean.",
        reason: "Other values are read loosely; objects, arrays and null count as false.",
        fix: "Write true or false.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaPatternNotString = Severity.warning.rule(
        "aasa-pattern-not-string",
        summary: "A path or fragment pattern is not a string.",
        reason: "The constraint is ignored, so the rule matches more than meant.",
        fix: "Write a string.",
        evidence: [.init(.appleTool, "swcutil: nonstr")]
    )

    static let aasaQueryWrongType = Severity.warning.rule(
        "aasa-query-wrong-type",
        summary: "A query pattern is neither a string nor an object.",
        reason: "It is ignored.",
        fix: "Write an object of item names and patterns.",
        evidence: [.init(.appleTool, "swcutil: nonstr")]
    )

    static let aasaQueryPredicateNotString = Severity.error.rule(
        "aasa-query-predicate-not-string",
        summary: "The value of a query item is not a string.",
        reason: "The whole query constraint is void.",
        fix: "Write strings, such as \"true\" or \"?*\".",
        evidence: [.init(.appleTool, "swcutil: query-nonstring")]
    )

    static let aasaQueryMatchesAbsent = Severity.note.rule(
        "aasa-query-matches-absent",
        summary: "The pattern of a query item also matches a missing item.",
        reason: "A missing item counts as an empty one.",
        fix: "Use ?* to require the item.",
        evidence: [.init(.appleTool, "swcutil: query-missing")]
    )

    static let aasaQueryString = Severity.note.rule(
        "aasa-query-string",
        summary: "The query pattern is one string with = or &.",
        reason: "It is compared with the whole query, in that order and with nothing more.",
        fix: "Use the object form, which names the items.",
        evidence: [.init(.appleTool, "swcutil: query-whole")]
    )

    static let aasaQueryRepeated = Severity.note.rule(
        "aasa-query-repeated",
        summary: "A query item has a name under which URLs usually repeat items.",
        reason: "Every occurrence must match the pattern.",
        fix: "Make sure that the pattern matches each value.",
        evidence: [.init(.appleTool, "swcutil: query-repeat")]
    )

    static let aasaEmptyPattern = Severity.note.rule(
        "aasa-empty-pattern",
        summary: "A query or fragment pattern is empty.",
        reason: "It holds only for URLs without a query or fragment.",
        fix: "Remove it, unless that is meant.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaUnreachableRule = Severity.warning.rule(
        "aasa-unreachable-rule",
        summary: "An earlier rule of the opposite action covers this one.",
        reason: "The first rule that matches decides, so this one is never read.",
        fix: "Move this rule before the other one, or narrow the other one.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaRedundantRule = Severity.note.rule(
        "aasa-redundant-rule",
        summary: "Another rule of the same action covers this one.",
        reason: "It changes nothing.",
        fix: "Remove it.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaExcludeWithoutEffect = Severity.note.rule(
        "aasa-exclude-without-effect",
        summary: "An exclusion comes after the last rule that allows.",
        reason: "URLs that match no rule do not open the app either.",
        fix: "Remove it, or move it up."
    )

    static let aasaOnlyExcludes = Severity.note.rule(
        "aasa-only-excludes",
        summary: "All rules of an entry exclude.",
        reason: "Nothing opens the app.",
        fix: "Add a rule that allows, unless this is meant."
    )

    static let aasaUndefinedVariable = Severity.error.rule(
        "aasa-undefined-variable",
        summary: "A pattern refers to a variable that is not defined.",
        reason: "The pattern never matches; as an exclusion it never excludes.",
        fix: "Define the variable in substitutionVariables, or correct its name.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaUnterminatedVariable = Severity.error.rule(
        "aasa-unterminated-variable",
        summary: "A pattern has $( without a closing bracket.",
        reason: "The pattern never matches.",
        fix: "Close the bracket.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaNestedVariable = Severity.error.rule(
        "aasa-nested-variable",
        summary: "The value of a variable refers to another variable.",
        reason: "Such a value is dropped.",
        fix: "Spell the values out.",
        evidence: [.init(.appleDocumentation, "applinks reference"), .init(.appleDaemon, "swcd")]
    )

    static let aasaVariableName = Severity.error.rule(
        "aasa-variable-name",
        summary: "The name of a variable is empty or has $, ( or ).",
        reason: "No pattern can refer to it.",
        fix: "Give the variable another name, here and in the patterns.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaVariableShadows = Severity.warning.rule(
        "aasa-variable-shadows",
        summary: "A variable has the name of a built-in one.",
        reason: "It hides the built-in one.",
        fix: "Give the variable another name, here and in the patterns.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaVariableEmpty = Severity.warning.rule(
        "aasa-variable-empty",
        summary: "A variable has no usable value.",
        reason: "Patterns that refer to it never match.",
        fix: "Add values.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaVariableUnused = Severity.note.rule(
        "aasa-variable-unused",
        summary: "No pattern refers to a variable.",
        reason: "It has no effect.",
        fix: "Remove it."
    )

    static let aasaRegionUk = Severity.note.rule(
        "aasa-region-uk",
        summary: "A pattern uses $(region), and the site uses /uk/.",
        reason: "The list of regions has GB, not UK.",
        fix: "Define a variable of your own that includes uk.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaPatternNoLeadingSlash = Severity.note.rule(
        "aasa-pattern-no-leading-slash",
        summary: "A path pattern begins with neither a slash nor a star.",
        reason: "A slash is put in front of it.",
        fix: "Write the slash.",
        evidence: [.init(.appleTool, "swcutil: leading-slash")]
    )

    static let aasaPatternSingleCharacter = Severity.error.rule(
        "aasa-pattern-single-character",
        summary: "A path pattern is a single character.",
        reason: "It gets no slash and so never matches a page.",
        fix: "Write the path with its slash, such as /a.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaPatternPadded = Severity.warning.rule(
        "aasa-pattern-padded",
        summary: "A pattern has a blank at either end.",
        reason: "The blank is part of the pattern.",
        fix: "Remove it.",
        evidence: [.init(.appleTool, "swcutil: lead, trail")]
    )

    static let aasaPatternFullUrl = Severity.error.rule(
        "aasa-pattern-full-url",
        summary: "A path pattern has a scheme.",
        reason: "It is compared with the path only.",
        fix: "Write the path only.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaPatternContainsHost = Severity.warning.rule(
        "aasa-pattern-contains-host",
        summary: "A path pattern begins with a host name.",
        reason: "It is compared with the path only.",
        fix: "Remove the host.",
        evidence: [.init(.observed, "real files")]
    )

    static let aasaPatternQueryInPath = Severity.warning.rule(
        "aasa-pattern-query-in-path",
        summary: "A path pattern has a query, so it matches no link with that query.",
        reason: "In a path pattern ? stands for one character, and only the link's path is compared with it.",
        fix: "Leave the query out of the path; in components, write it as \"?\": {\"name\": \"value\"}.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaPatternFragmentInPath = Severity.warning.rule(
        "aasa-pattern-fragment-in-path",
        summary: "A path pattern has a number sign.",
        reason: "The fragment is not part of the path.",
        fix: "Use the \"#\" member.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links")]
    )

    static let aasaPatternEncoded = Severity.warning.rule(
        "aasa-pattern-encoded",
        summary: "A pattern has percent escapes though percentEncoded is false.",
        reason: "It is compared with decoded text and so never matches.",
        fix: "Decode the pattern.",
        evidence: [.init(.appleTool, "swcutil: percent-encoding")]
    )

    static let aasaPatternNotEncoded = Severity.warning.rule(
        "aasa-pattern-not-encoded",
        summary: "A pattern has a blank or a non-ASCII character though percentEncoded is true.",
        reason: "URLs come encoded, so the pattern never matches.",
        fix: "Encode the pattern, or set percentEncoded to false.",
        evidence: [.init(.appleTool, "swcutil: percent-encoding")]
    )

    static let aasaPatternOverencoded = Severity.note.rule(
        "aasa-pattern-overencoded",
        summary: "A pattern encodes characters that URLs leave raw, or has lower-case hexadecimal digits.",
        reason: "Escapes are compared literally: %3A is not a colon, and %2f is not %2F.",
        fix: "Write the pattern as browsers write the URL.",
        evidence: [.init(.appleTool, "swcutil"), .init(.observed, "Wikipedia's file has both %3A and raw names")]
    )

    static let aasaPatternRegex = Severity.warning.rule(
        "aasa-pattern-regex",
        summary: "A path pattern looks like a regular expression, or has a parameter as routers write it.",
        reason: "Only *, ? and $(name) have a meaning.",
        fix: "Use wildcards.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaDoubleStar = Severity.note.rule(
        "aasa-double-star",
        summary: "A pattern has two stars in a row.",
        reason: "They mean the same as one, which crosses slashes already.",
        fix: "Write one star.",
        evidence: [.init(.appleTool, "swcutil: dup")]
    )

    static let aasaSlashStar = Severity.note.rule(
        "aasa-slash-star",
        summary: "A rule for /x/* comes before a rule of the opposite action for /x.",
        reason: "/x/* matches /x too, so the later rule is not reached.",
        fix: "Put the rule for /x first.",
        evidence: [.init(.appleTool, "swcutil: trailing-star")]
    )

    static let aasaNotInComponent = Severity.warning.rule(
        "aasa-not-in-component",
        summary: "A pattern of a component begins with NOT.",
        reason: "Only the strings of paths know this prefix.",
        fix: "Use \"exclude\": true.",
        evidence: [.init(.appleDocumentation, "App Search Programming Guide: Universal Links")]
    )

    static let aasaNotMalformed = Severity.warning.rule(
        "aasa-not-malformed",
        summary: "A string of paths begins with ! or with NOT without a blank.",
        reason: "It is read as a pattern, not as an exclusion.",
        fix: "Write NOT, a blank and the path.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaTooComplex = Severity.warning.rule(
        "aasa-too-complex",
        summary: "A pattern has more than 64 stars and variables.",
        reason: "Apple's matcher gives up, and the pattern never matches.",
        fix: "Simplify the pattern.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaDefaultsPattern = Severity.warning.rule(
        "aasa-defaults-pattern",
        summary: "defaults has \"/\", \"?\", \"#\" or exclude.",
        reason: "They apply to every component that lacks the member.",
        fix: "Put them into the components.",
        evidence: [.init(.convention, "sources disagree: defaults beyond the flags")]
    )
}
