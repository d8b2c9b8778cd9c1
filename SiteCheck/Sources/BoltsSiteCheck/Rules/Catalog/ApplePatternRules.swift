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

    static let aasaComponentsWithPaths = AssociationRule(
        id: "aasa-components-with-paths",
        severity: .warning,
        summary: "An entry has both components and paths.",
        reason: "paths is ignored, or links fail altogether.",
        fix: "Keep components.",
        evidence: [.init(.convention, "sources disagree: components beside paths")]
    )

    static let aasaAppidsWithPaths = AssociationRule(
        id: "aasa-appids-with-paths",
        severity: .warning,
        summary: "An entry has appIDs with paths.",
        reason: "Apple warns of mixing the new and the old form.",
        fix: "Use appIDs with components.",
        evidence: [.init(.convention, "sources disagree: appIDs with paths")]
    )

    static let aasaNoPatterns = AssociationRule(
        id: "aasa-no-patterns",
        severity: .warning,
        summary: "An entry has neither components nor paths.",
        reason: "Every URL of the site then opens the app.",
        fix: "If that is meant, say so with {\"/\": \"*\"}.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentsEmpty = AssociationRule(
        id: "aasa-components-empty",
        severity: .warning,
        summary: "components or paths is an empty array.",
        reason: "No URL matches.",
        fix: "Add rules.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentsWrongType = AssociationRule(
        id: "aasa-components-wrong-type",
        severity: .warning,
        summary: "components or paths is not an array.",
        reason: "It is ignored, and every URL then opens the app.",
        fix: "Make it an array.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentNotObject = AssociationRule(
        id: "aasa-component-not-object",
        severity: .warning,
        summary: "An element of components is not an object.",
        reason: "It matches every URL.",
        fix: "Write an object such as {\"/\": \"/path/*\"}.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaComponentUnconstrained = AssociationRule(
        id: "aasa-component-unconstrained",
        severity: .warning,
        summary: "A component has neither \"/\", \"?\" nor \"#\".",
        reason: "It matches every URL, and no later rule is read.",
        fix: "If that is meant, write {\"/\": \"*\"}.",
        evidence: [.init(.appleTool, "swcutil: gap")]
    )

    static let aasaExcludeNotBoolean = AssociationRule(
        id: "aasa-exclude-not-boolean",
        severity: .warning,
        summary: "exclude is not a Boolean.",
        reason: "Strings go by their first letter: \"true\" and \"YES\" exclude, \"false\" does not.",
        fix: "Write true or false.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaFlagNotBoolean = AssociationRule(
        id: "aasa-flag-not-boolean",
        severity: .warning,
        summary: "caseSensitive or percentEncoded is not a Boolean.",
        reason: "Other values are read loosely; objects, arrays and null count as false.",
        fix: "Write true or false.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaPatternNotString = AssociationRule(
        id: "aasa-pattern-not-string",
        severity: .warning,
        summary: "A path or fragment pattern is not a string.",
        reason: "The constraint is ignored, so the rule matches more than meant.",
        fix: "Write a string.",
        evidence: [.init(.appleTool, "swcutil: nonstr")]
    )

    static let aasaQueryWrongType = AssociationRule(
        id: "aasa-query-wrong-type",
        severity: .warning,
        summary: "A query pattern is neither a string nor an object.",
        reason: "It is ignored.",
        fix: "Write an object of item names and patterns.",
        evidence: [.init(.appleTool, "swcutil: nonstr")]
    )

    static let aasaQueryPredicateNotString = AssociationRule(
        id: "aasa-query-predicate-not-string",
        severity: .error,
        summary: "The value of a query item is not a string.",
        reason: "The whole query constraint is void.",
        fix: "Write strings, such as \"true\" or \"?*\".",
        evidence: [.init(.appleTool, "swcutil: query-nonstring")]
    )

    static let aasaQueryMatchesAbsent = AssociationRule(
        id: "aasa-query-matches-absent",
        severity: .note,
        summary: "The pattern of a query item also matches a missing item.",
        reason: "A missing item counts as an empty one.",
        fix: "Use ?* to require the item.",
        evidence: [.init(.appleTool, "swcutil: query-missing")]
    )

    static let aasaQueryString = AssociationRule(
        id: "aasa-query-string",
        severity: .note,
        summary: "The query pattern is one string with = or &.",
        reason: "It is compared with the whole query, in that order and with nothing more.",
        fix: "Use the object form, which names the items.",
        evidence: [.init(.appleTool, "swcutil: query-whole")]
    )

    static let aasaQueryRepeated = AssociationRule(
        id: "aasa-query-repeated",
        severity: .note,
        summary: "A query item has a name under which URLs usually repeat items.",
        reason: "Every occurrence must match the pattern.",
        fix: "Make sure that the pattern matches each value.",
        evidence: [.init(.appleTool, "swcutil: query-repeat")]
    )

    static let aasaEmptyPattern = AssociationRule(
        id: "aasa-empty-pattern",
        severity: .note,
        summary: "A query or fragment pattern is empty.",
        reason: "It holds only for URLs without a query or fragment.",
        fix: "Remove it, unless that is meant.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaUnreachableRule = AssociationRule(
        id: "aasa-unreachable-rule",
        severity: .warning,
        summary: "An earlier rule of the opposite action covers this one.",
        reason: "The first rule that matches decides, so this one is never read.",
        fix: "Move this rule before the other one, or narrow the other one.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaRedundantRule = AssociationRule(
        id: "aasa-redundant-rule",
        severity: .note,
        summary: "Another rule of the same action covers this one.",
        reason: "It changes nothing.",
        fix: "Remove it.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaExcludeWithoutEffect = AssociationRule(
        id: "aasa-exclude-without-effect",
        severity: .note,
        summary: "An exclusion comes after the last rule that allows.",
        reason: "URLs that match no rule do not open the app either.",
        fix: "Remove it, or move it up.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let aasaOnlyExcludes = AssociationRule(
        id: "aasa-only-excludes",
        severity: .note,
        summary: "All rules of an entry exclude.",
        reason: "Nothing opens the app.",
        fix: "Add a rule that allows, unless this is meant.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let aasaUndefinedVariable = AssociationRule(
        id: "aasa-undefined-variable",
        severity: .error,
        summary: "A pattern refers to a variable that is not defined.",
        reason: "The pattern never matches; as an exclusion it never excludes.",
        fix: "Define the variable in substitutionVariables, or correct its name.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaUnterminatedVariable = AssociationRule(
        id: "aasa-unterminated-variable",
        severity: .error,
        summary: "A pattern has $( without a closing bracket.",
        reason: "The pattern never matches.",
        fix: "Close the bracket.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaNestedVariable = AssociationRule(
        id: "aasa-nested-variable",
        severity: .error,
        summary: "The value of a variable refers to another variable.",
        reason: "Such a value is dropped.",
        fix: "Spell the values out.",
        evidence: [.init(.appleDocumentation, "applinks reference"), .init(.appleDaemon, "swcd")]
    )

    static let aasaVariableName = AssociationRule(
        id: "aasa-variable-name",
        severity: .error,
        summary: "The name of a variable is empty or has $, ( or ).",
        reason: "No pattern can refer to it.",
        fix: "Give the variable another name, here and in the patterns.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaVariableShadows = AssociationRule(
        id: "aasa-variable-shadows",
        severity: .warning,
        summary: "A variable has the name of a built-in one.",
        reason: "It hides the built-in one.",
        fix: "Give the variable another name, here and in the patterns.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaVariableEmpty = AssociationRule(
        id: "aasa-variable-empty",
        severity: .warning,
        summary: "A variable has no usable value.",
        reason: "Patterns that refer to it never match.",
        fix: "Add values.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaVariableUnused = AssociationRule(
        id: "aasa-variable-unused",
        severity: .note,
        summary: "No pattern refers to a variable.",
        reason: "It has no effect.",
        fix: "Remove it.",
        evidence: [.init(.convention, "our own conclusion")]
    )

    static let aasaRegionUk = AssociationRule(
        id: "aasa-region-uk",
        severity: .note,
        summary: "A pattern uses $(region), and the site uses /uk/.",
        reason: "The list of regions has GB, not UK.",
        fix: "Define a variable of your own that includes uk.",
        evidence: [.init(.appleTool, "swcutil")]
    )

    static let aasaPatternNoLeadingSlash = AssociationRule(
        id: "aasa-pattern-no-leading-slash",
        severity: .note,
        summary: "A path pattern begins with neither a slash nor a star.",
        reason: "A slash is put in front of it.",
        fix: "Write the slash.",
        evidence: [.init(.appleTool, "swcutil: leading-slash")]
    )

    static let aasaPatternSingleCharacter = AssociationRule(
        id: "aasa-pattern-single-character",
        severity: .error,
        summary: "A path pattern is a single character.",
        reason: "It gets no slash and so never matches a page.",
        fix: "Write the path with its slash, such as /a.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaPatternPadded = AssociationRule(
        id: "aasa-pattern-padded",
        severity: .warning,
        summary: "A pattern has a blank at either end.",
        reason: "The blank is part of the pattern.",
        fix: "Remove it.",
        evidence: [.init(.appleTool, "swcutil: lead, trail")]
    )

    static let aasaPatternFullUrl = AssociationRule(
        id: "aasa-pattern-full-url",
        severity: .error,
        summary: "A path pattern has a scheme.",
        reason: "It is compared with the path only.",
        fix: "Write the path only.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaPatternContainsHost = AssociationRule(
        id: "aasa-pattern-contains-host",
        severity: .warning,
        summary: "A path pattern begins with a host name.",
        reason: "It is compared with the path only.",
        fix: "Remove the host.",
        evidence: [.init(.observed, "real files")]
    )

    static let aasaPatternQueryInPath = AssociationRule(
        id: "aasa-pattern-query-in-path",
        severity: .warning,
        summary: "A path pattern has a query, so it matches no link with that query.",
        reason: "In a path pattern ? stands for one character, and only the link's path is compared with it.",
        fix: "Leave the query out of the path; in components, write it as \"?\": {\"name\": \"value\"}.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaPatternFragmentInPath = AssociationRule(
        id: "aasa-pattern-fragment-in-path",
        severity: .warning,
        summary: "A path pattern has a number sign.",
        reason: "The fragment is not part of the path.",
        fix: "Use the \"#\" member.",
        evidence: [.init(.appleDocumentation, "TN3155: Debugging universal links")]
    )

    static let aasaPatternEncoded = AssociationRule(
        id: "aasa-pattern-encoded",
        severity: .warning,
        summary: "A pattern has percent escapes though percentEncoded is false.",
        reason: "It is compared with decoded text and so never matches.",
        fix: "Decode the pattern.",
        evidence: [.init(.appleTool, "swcutil: percent-encoding")]
    )

    static let aasaPatternNotEncoded = AssociationRule(
        id: "aasa-pattern-not-encoded",
        severity: .warning,
        summary: "A pattern has a blank or a non-ASCII character though percentEncoded is true.",
        reason: "URLs come encoded, so the pattern never matches.",
        fix: "Encode the pattern, or set percentEncoded to false.",
        evidence: [.init(.appleTool, "swcutil: percent-encoding")]
    )

    static let aasaPatternOverencoded = AssociationRule(
        id: "aasa-pattern-overencoded",
        severity: .note,
        summary: "A pattern encodes characters that URLs leave raw, or has lower-case hexadecimal digits.",
        reason: "Escapes are compared literally: %3A is not a colon, and %2f is not %2F.",
        fix: "Write the pattern as browsers write the URL.",
        evidence: [.init(.appleTool, "swcutil"), .init(.observed, "Wikipedia's file has both %3A and raw names")]
    )

    static let aasaPatternRegex = AssociationRule(
        id: "aasa-pattern-regex",
        severity: .warning,
        summary: "A path pattern looks like a regular expression, or has a parameter as routers write it.",
        reason: "Only *, ? and $(name) have a meaning.",
        fix: "Use wildcards.",
        evidence: [.init(.appleDocumentation, "applinks reference")]
    )

    static let aasaDoubleStar = AssociationRule(
        id: "aasa-double-star",
        severity: .note,
        summary: "A pattern has two stars in a row.",
        reason: "They mean the same as one, which crosses slashes already.",
        fix: "Write one star.",
        evidence: [.init(.appleTool, "swcutil: dup")]
    )

    static let aasaSlashStar = AssociationRule(
        id: "aasa-slash-star",
        severity: .note,
        summary: "A rule for /x/* comes before a rule of the opposite action for /x.",
        reason: "/x/* matches /x too, so the later rule is not reached.",
        fix: "Put the rule for /x first.",
        evidence: [.init(.appleTool, "swcutil: trailing-star")]
    )

    static let aasaNotInComponent = AssociationRule(
        id: "aasa-not-in-component",
        severity: .warning,
        summary: "A pattern of a component begins with NOT.",
        reason: "Only the strings of paths know this prefix.",
        fix: "Use \"exclude\": true.",
        evidence: [.init(.appleDocumentation, "App Search Programming Guide: Universal Links")]
    )

    static let aasaNotMalformed = AssociationRule(
        id: "aasa-not-malformed",
        severity: .warning,
        summary: "A string of paths begins with ! or with NOT without a blank.",
        reason: "It is read as a pattern, not as an exclusion.",
        fix: "Write NOT, a blank and the path.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaTooComplex = AssociationRule(
        id: "aasa-too-complex",
        severity: .warning,
        summary: "A pattern has more than 64 stars and variables.",
        reason: "Apple's matcher gives up, and the pattern never matches.",
        fix: "Simplify the pattern.",
        evidence: [.init(.appleDaemon, "swcd")]
    )

    static let aasaDefaultsPattern = AssociationRule(
        id: "aasa-defaults-pattern",
        severity: .warning,
        summary: "defaults has \"/\", \"?\", \"#\" or exclude.",
        reason: "They apply to every component that lacks the member.",
        fix: "Put them into the components.",
        evidence: [.init(.convention, "sources disagree: defaults beyond the flags")]
    )
}
