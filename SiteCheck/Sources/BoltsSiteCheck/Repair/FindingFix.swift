/// The changes to a file that fix one finding.
struct FindingFix: Sendable {
    let finding: Finding
    /// Whether it may be applied without asking.
    let safety: FixSafety
    /// The edits, in the order of their places; they belong together.
    let edits: [FileEdit]
    /// The app, in the form for comparing, whose entry the platform refuses now and reads afterwards.
    let restored: String?

    /// Whether readers stop at the fixed mistake, so that later mistakes appear only after the fix.
    var isRevealing: Bool { Self.revealing.contains(finding.rule) }

    /// Whether the fix removes a rule that another one makes superfluous.
    var isRedundant: Bool { finding.rule == .aasaRedundantRule || finding.rule == .assetlinksDynamicUnreachable }

    static let revealing: Set<AssociationRule> = [
        .aasaRootNotObject, .aasaUnknownService, .aasaServiceMisplaced, .aasaDetailsWrongType, .aasaUnknownKey,
        .aasaNoDetails, .aasaDetailsNoAppId, .assetlinksMissingTarget, .assetlinksMissingRelation,
        .aasaComponentsWrongType, .aasaComponentNotObject, .aasaNotInComponent, .assetlinksNotArray,
        .assetlinksUnknownKey, .assetlinksNamespaceUnknown, .assetlinksRelationNotArray,
        .assetlinksFingerprintsNotArray, .windowsNotArray, .windowsUnknownKey,
    ]

    init?(_ finding: Finding, _ safety: FixSafety, _ edits: [FileEdit], restored: String? = nil) {
        guard !edits.isEmpty else { return nil }
        self.finding = finding
        self.safety = safety
        self.edits = FileEdit.inOrder(edits)
        self.restored = restored
    }

    /// The first byte that it changes.
    var start: Int { edits.first?.range.lowerBound ?? 0 }
}
