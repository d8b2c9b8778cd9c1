@_spi(Bolts) import BoltsAssociations

/// The edits of a file that fix one finding.
@_spi(Bolts)
public struct FindingFix: Sendable {
    /// The finding.
    public let finding: Finding
    /// The file, with its name in reports.
    public let file: String
    /// Whether it may be applied without asking.
    public let safety: FixSafety
    /// The edits, in the order of their places; they belong together.
    let edits: [FileEdit]
    /// The app, in the form for comparing, whose entry the platform refuses now and reads afterwards.
    let restored: String?

    init?(
        _ finding: Finding,
        _ safety: FixSafety,
        _ edits: [FileEdit],
        file: String? = nil,
        restored: String? = nil
    ) {
        guard !edits.isEmpty else { return nil }
        self.finding = finding
        self.file = file ?? finding.file
        self.safety = safety
        self.edits = FileEdit.inOrder(edits)
        self.restored = restored
    }

    /// Whether a file has all the places of the edits, so that ``applied(to:)`` can be called with it.
    public func fits(_ bytes: [UInt8]) -> Bool { edits.allSatisfy { $0.range.upperBound <= bytes.count } }

    /// Makes the edits in the file as it was when the fix was found.
    public func applied(to bytes: [UInt8]) -> [UInt8] { FileEdit.apply(edits, to: bytes) }

    /// The first byte that it changes.
    var start: Int { edits.first?.range.lowerBound ?? 0 }

    // MARK: - By the rule

    /// Whether readers stop at the fixed mistake, so that later mistakes appear only after the fix.
    var isRevealing: Bool { Self.revealing.contains(finding.rule) }

    /// Whether the fix removes a rule that another one makes superfluous.
    var isRedundant: Bool { finding.rule == .aasaRedundantRule || finding.rule == .assetlinksDynamicUnreachable }

    static let revealing: Set<AssociationRule> = [
        .aasaRootNotObject, .aasaUnknownService, .aasaServiceMisplaced, .aasaDetailsWrongType, .aasaUnknownKey,
        .aasaNoDetails, .aasaDetailsNoAppId, .aasaServiceAppsMissing, .assetlinksMissingTarget,
        .assetlinksMissingRelation, .aasaComponentsWrongType, .aasaComponentNotObject, .aasaNotInComponent,
        .assetlinksNotArray,
        .assetlinksUnknownKey, .assetlinksNamespaceUnknown, .assetlinksRelationNotArray,
        .assetlinksFingerprintsNotArray, .assetlinksStatementNotObject, .windowsNotArray, .windowsUnknownKey,
    ]

    // MARK: - By the link or the app

    /// Creates the fix that a finding about a link or an app suggests, before it is tried, or returns `nil` if a person has to
    /// decide; the path of the file determines its kind.
    public init?(_ finding: Finding, in bytes: [UInt8], file: String) {
        guard bytes.count <= Self.maximumBytes, let edits = Self.edits(finding, bytes, file) else { return nil }
        let safety = AssociationRule.editsWithApp[finding.rule.id] ?? .unsafe
        self.init(finding, safety, edits.map { $0.withLineEnds(of: bytes) }, file: file)
        guard applied(to: bytes) != bytes else { return nil }
    }

    /// The maximum size of a file; larger ones are not edited.
    private static let maximumBytes = 1 << 20

    /// Whether a finding may suggest edits; otherwise its file need not be read.
    public static func mayExist(for finding: Finding) -> Bool {
        finding.change != nil || ManifestEdits.isDecidedByRule(finding.rule)
    }

    /// Whether a finding only says that the other platform of a project is not set up, which an edit for this one reveals.
    public static func isOfOtherPlatform(_ finding: Finding) -> Bool {
        if case .ofOtherPlatform? = finding.detail { true } else { false }
    }

    /// Whether a finding says that the app's code does not take a link: an edit that names the link reveals it.
    public static func isOfCode(_ finding: Finding) -> Bool { code.contains(finding.rule) }

    private static let code: Set<AssociationRule> = [
        .iosAppLinkLifecycle, .iosAppLinkCold, .iosAppLinkWarm, .iosAppLinkSwiftUI, .iosAppLinkUnreceived,
        .androidAppLinkWarm, .androidAppLinkNav, .androidAppLinkSuper,
    ]

    /// Whether the edits open links that no rule allows, which only the user can decide.
    public static func opensMore(_ finding: Finding) -> Bool {
        guard case .rule(let change)? = finding.change else { return false }
        return change.opensMore
    }

    private static func edits(_ finding: Finding, _ bytes: [UInt8], _ file: String) -> [FileEdit]? {
        let name = file.split(separator: "/").last.map { $0.lowercased() } ?? ""
        // A build would overwrite an edit of its own output.
        let folders = file.split(separator: "/").dropLast()
        guard !folders.contains("build"), !folders.contains("obj") else { return nil }
        if case .statement(let value, let old, let new)? = finding.change {
            return StatedValue.range(of: old, named: value, in: bytes).map { [FileEdit($0, new)] }
        }
        if name.hasSuffix(".xml") { return ManifestEdits(bytes).edits(finding) }
        if name.hasSuffix(".entitlements") || name.hasSuffix(".plist") { return EntitlementEdits(bytes).edits(finding) }
        if name == "_config.yml" { return JekyllSettings(bytes).edits(finding) }
        if name.hasSuffix(".yml") || name.hasSuffix(".yaml") { return DescriptionEdits(bytes).edits(finding) }
        if name == "project.pbxproj" { return ProjectSettingEdits(bytes).edits(finding) }
        let text = name == "app.json" ? ExpoEdits.withoutTrailingCommas(bytes) : bytes
        guard let document = try? JSONDocument(text) else { return nil }
        // An output of npx expo config is made anew, and has no member "expo".
        if name == "app.json" || name == "config.json" && document.root["expo"] != nil {
            return ExpoEdits(document).edits(finding)
        }
        return AssociationEdits(document).edits(finding)
    }
}

extension Fix {
    /// Returns the fixes of findings by edits that pass the trial of ``FileFixes``, each by itself or with others; `file` is the
    /// name to report.
    public static func edits(
        of bytes: [UInt8],
        kind: AssociationFileKind,
        file: String,
        host: String,
        budget: inout FixBudget,
        wanted: ([Finding]) -> [Finding]
    ) -> [(finding: Finding, fix: Fix)] {
        var trial = FixTrial(kind: kind, file: file, host: host, size: bytes.count, budget)
        defer { budget = trial.budget }
        let state = trial.state(of: bytes)
        var waiting = trial.fixes(of: wanted(state.findings), in: state)
        guard !waiting.isEmpty else { return [] }
        let index = TextIndex(bytes)
        var found: [(finding: Finding, fix: Fix)] = []
        // Fixes at the same place are alternatives and are tried one after another.
        for safety in [FixSafety.safe, .unsafe] {
            var rest = waiting.filter { safety == .unsafe || $0.safety == .safe }
            for _ in 0..<maximumAlternatives where !rest.isEmpty {
                let outcome = trial.accepted(rest, of: state, safety)
                found += outcome.accepted.map { ($0.finding, .edit([PlacedEdits($0, in: bytes, index)], safety)) }
                let tried = Set((outcome.accepted + outcome.refused).map(\.finding))
                guard !tried.isEmpty else { break }
                rest.removeAll { tried.contains($0.finding) }
            }
            let known = Set(found.map(\.finding))
            waiting.removeAll { known.contains($0.finding) }
        }
        return found
    }

    private static let maximumAlternatives = 4
}
