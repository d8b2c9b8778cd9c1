/// The rules about Windows' file.
extension AssociationRule {
    static let windowsRules: [AssociationRule] = [
        .windowsMissing, .windowsJsonSuffix, .windowsInvalidJson, .windowsNotArray, .windowsPfnPlaceholder,
        .windowsPfnMalformed, .windowsNoPaths, .windowsUnknownKey, .windowsPathExcluded, .windowsSibling,
    ]

    static let windowsMissing = AssociationRule(
        id: "windows-missing",
        severity: .error,
        summary: "The page has al:windows tags, or the host is claimed, but windows-app-web-link is not served.",
        reason: "The app is not verified for the host.",
        fix: "Serve the file.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsJsonSuffix = AssociationRule(
        id: "windows-json-suffix",
        severity: .error,
        summary: "The file is served as windows-app-web-link.json.",
        reason: "That is another name.",
        fix: "Drop the extension.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsInvalidJson = AssociationRule(
        id: "windows-invalid-json",
        severity: .error,
        summary: "The file is not strict JSON.",
        reason: "Nothing in it is read.",
        fix: "Correct the syntax at the place shown.",
        evidence: [.init(.observed, "real files")]
    )

    static let windowsNotArray = AssociationRule(
        id: "windows-not-array",
        severity: .error,
        summary: "The document is not an array.",
        reason: "An array of objects is expected.",
        fix: "Put the object into an array.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsPfnPlaceholder = AssociationRule(
        id: "windows-pfn-placeholder",
        severity: .error,
        summary: "A package family name is still a placeholder.",
        reason: "No package has it.",
        fix: "Put in the real name.",
        evidence: [.init(.observed, "real files")]
    )

    static let windowsPfnMalformed = AssociationRule(
        id: "windows-pfn-malformed",
        severity: .error,
        summary: "A package family name is not a name, an underscore and 13 characters.",
        reason: "No package has it.",
        fix: "Copy it from Get-AppxPackage.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsNoPaths = AssociationRule(
        id: "windows-no-paths",
        severity: .warning,
        summary: "An entry has no paths.",
        reason: "Nothing opens the app.",
        fix: "Add paths.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsUnknownKey = AssociationRule(
        id: "windows-unknown-key",
        severity: .warning,
        summary: "An entry has a member that the format does not define.",
        reason: "It is ignored.",
        fix: "Write packageFamilyName, paths or excludePaths, or remove the member.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsPathExcluded = AssociationRule(
        id: "windows-path-excluded",
        severity: .warning,
        summary: "An exclusion covers a path of the same entry.",
        reason: "Exclusions win whatever the order.",
        fix: "Narrow the exclusion.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )

    static let windowsSibling = AssociationRule(
        id: "windows-sibling",
        severity: .note,
        summary: "A path ends in a star without a slash before it.",
        reason: "/news* takes /newsletter too.",
        fix: "Write /news/*, unless that is meant.",
        evidence: [.init(.specification, "Web-to-app linking")]
    )
}
