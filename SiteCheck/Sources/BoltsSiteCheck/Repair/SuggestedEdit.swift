@_spi(Bolts) import BoltsAssociations

/// The edit of a file of a site or an app that ends one finding.
@_spi(Bolts)
public struct SuggestedEdit: Sendable {
    /// The finding.
    public let finding: Finding
    /// Whether it may be applied without asking.
    public let safety: FixSafety
    /// What changes.
    public let change: FileChange

    init(finding: Finding, safety: FixSafety, change: FileChange) {
        self.finding = finding
        self.safety = safety
        self.change = change
    }

    /// Creates the edit that a finding suggests, before it is tried, or returns `nil` if a person has to decide.
    ///
    /// - Parameters:
    ///   - finding: The finding.
    ///   - bytes: The content of the file.
    ///   - file: The path of the file, which determines its kind.
    public init?(_ finding: Finding, in bytes: [UInt8], file: String) {
        guard bytes.count <= Self.maximumBytes, let edits = Self.edits(finding, bytes, file), !edits.isEmpty else {
            return nil
        }
        let ordered = FileEdit.inOrder(edits)
        guard FileEdit.apply(ordered, to: bytes) != bytes else { return nil }
        self.init(
            finding: finding,
            safety: AssociationRule.editsWithApp[finding.rule.id] ?? .unsafe,
            change: FileChange(file: file, ordered, in: bytes, TextIndex(bytes))
        )
    }

    /// The maximum size of a file; larger ones are not edited.
    private static let maximumBytes = 1 << 20

    /// Whether a finding may have an edit; otherwise its file need not be read.
    public static func mayExist(for finding: Finding) -> Bool {
        finding.change != nil || ManifestEdits.isDecidedByRule(finding.rule)
    }

    /// Whether the edit opens links that no rule allows, which only the user can decide.
    public static func opensMore(_ finding: Finding) -> Bool {
        guard case .rule(let change)? = finding.change else { return false }
        return change.opensMore
    }

    private static func edits(_ finding: Finding, _ bytes: [UInt8], _ file: String) -> [FileEdit]? {
        let name = file.split(separator: "/").last.map { $0.lowercased() } ?? ""
        // A build would overwrite an edit of its own output.
        let folders = file.split(separator: "/").dropLast()
        guard !folders.contains("build"), !folders.contains("obj") else { return nil }
        if name.hasSuffix(".xml") { return ManifestEdits(bytes).edits(finding) }
        if name.hasSuffix(".entitlements") || name.hasSuffix(".plist") { return EntitlementEdits(bytes).edits(finding) }
        if name.hasSuffix(".yml") || name.hasSuffix(".yaml") { return DescriptionEdits(bytes).edits(finding) }
        if name == "project.pbxproj" { return ProjectSettingEdits(bytes).edits(finding) }
        guard let document = try? JSONDocument(bytes) else { return nil }
        if name == "app.json" || name == "config.json" { return ExpoEdits(document).edits(finding) }
        return AssociationEdits(document).edits(finding)
    }
}
