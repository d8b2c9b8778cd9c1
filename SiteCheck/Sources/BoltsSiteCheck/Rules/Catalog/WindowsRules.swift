/// The rules about Windows' file.
extension AssociationRule {
    static let windowsRules: [AssociationRule] = [
        .windowsMissing, .windowsJsonSuffix, .windowsInvalidJson, .windowsNotArray, .windowsPfnPlaceholder,
        .windowsPfnMalformed, .windowsNoPaths, .windowsUnknownKey, .windowsPathExcluded, .windowsSibling,
    ]

    static let windowsMissing = Severity.error.rule(
        "windows-missing",
        summary: "The page has al:windows tags, or the host is claimed, but windows-app-web-link is not served.",
        reason: "The app is not verified for the host.",
        fix: "Serve the file.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsJsonSuffix = Severity.error.rule(
        "windows-json-suffix",
        summary: "The file is served as windows-app-web-link.json.",
        reason: "That is another name.",
        fix: "Drop the extension.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsInvalidJson = Severity.error.rule(
        "windows-invalid-json",
        summary: "The file is not strict JSON.",
        reason: "Nothing in it is read.",
        fix: "Correct the syntax at the place shown.",
        evidence: [.init(.observed, "real files")]
    )

    static let windowsNotArray = Severity.error.rule(
        "windows-not-array",
        summary: "The document is not an array.",
        reason: "An array of objects is expected.",
        fix: "Put the object into an array.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsPfnPlaceholder = Severity.error.rule(
        "windows-pfn-placeholder",
        summary: "A package family name is still a placeholder.",
        reason: "No package has it.",
        fix: "Put in the real name.",
        evidence: [.init(.observed, "real files")]
    )

    static let windowsPfnMalformed = Severity.error.rule(
        "windows-pfn-malformed",
        summary: "A package family name is not a name, an underscore and 13 characters.",
        reason: "No package has it.",
        fix: "Copy it from Get-AppxPackage.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsNoPaths = Severity.warning.rule(
        "windows-no-paths",
        summary: "An entry has no paths.",
        reason: "Nothing opens the app.",
        fix: "Add paths.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsUnknownKey = Severity.warning.rule(
        "windows-unknown-key",
        summary: "An entry has a member that the format does not define.",
        reason: "It is ignored.",
        fix: "Write packageFamilyName, paths or excludePaths, or remove the member.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsPathExcluded = Severity.warning.rule(
        "windows-path-excluded",
        summary: "An exclusion covers a path of the same entry.",
        reason: "Exclusions win whatever the order.",
        fix: "Narrow the exclusion.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsSibling = Severity.note.rule(
        "windows-sibling",
        summary: "A path ends in a star without a slash before it.",
        reason: "/news* takes /newsletter too.",
        fix: "Write /news/*, unless that is meant.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )
}
