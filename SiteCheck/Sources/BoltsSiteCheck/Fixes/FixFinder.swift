@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Finds the changes with which a program can fix each finding of a file.
struct FixFinder {
    let document: JSONDocument
    let kind: AssociationFileKind
    private let members = MemberIndex()
    private let rules: AppleRuleFixes
    /// The first bytes of errors and warnings, in order.
    private let severe: [Int]

    init(_ document: JSONDocument, kind: AssociationFileKind, findings: [Finding]) {
        self.document = document
        self.kind = kind
        rules = AppleRuleFixes(document)
        severe = findings.filter { $0.severity > .note }.compactMap { $0.place?.byteRange.lowerBound }.sorted()
    }

    /// Returns the fix of a file that is not JSON, or `nil` if the intention is unclear.
    static func syntax(_ bytes: [UInt8], _ finding: Finding) -> FindingFix? {
        guard let found = SyntaxFix.edits(for: bytes),
            (try? JSONDocument(FileEdit.apply(found.edits, to: bytes))) != nil
        else { return nil }
        return FindingFix(finding, found.dropsComments ? .unsafe : .safe, found.edits)
    }

    /// Returns the fix of a finding, or `nil` if a person has to decide.
    func fix(_ finding: Finding) -> FindingFix? {
        guard let place = finding.place, finding.rule.fixSafety != nil else { return nil }
        if finding.rule == .aasaBom || finding.rule == .assetlinksBom {
            return FindingFix(finding, .safe, [FileEdit(place.byteRange)])
        }
        if finding.rule == .aasaTooLarge { return withoutBlanks(finding) }
        guard let node = document.node(at: place.byteRange.lowerBound) else { return nil }
        // Text without effect may have been meant to have one.
        if Self.removing.contains(finding.rule), isWrong(inside: place.byteRange, besides: finding) { return nil }
        if finding.rule == .aasaDuplicateJsonKey || finding.rule == .assetlinksDuplicateJsonKey {
            guard let parent = node.parent, let first = members.first(node.name ?? "", of: parent),
                first.index != node.index, first.isEqual(to: node)
            else { return nil }
            return FindingFix(finding, .safe, [FileEdit.removal(of: node)])
        }
        switch kind {
        case .apple: return rules.fix(finding, node) ?? AppleFixes.fix(finding, node, members)
        case .android: return AssetLinksFixes.fix(finding, node, members)
        case .windows: return WindowsFixes.fix(finding, node, members)
        case .signIn: return SignInFileFixes.fix(finding, node, members)
        }
    }

    /// Removes blanks from a file that is too large only because of them: those around the JSON if that is enough, otherwise all.
    private func withoutBlanks(_ finding: Finding) -> FindingFix? {
        let bytes = document.bytes
        let root = document.root.byteRange
        let maximum = AppSiteAssociation.maximumBytes
        if root.count <= maximum {
            let edits = [0..<root.lowerBound, root.upperBound..<bytes.count].filter { !$0.isEmpty }
            return FindingFix(finding, .safe, edits.map { FileEdit($0) })
        }
        var isInString = false
        var isEscaped = false
        let compact = bytes.filter { byte in
            guard isInString else {
                isInString = byte == UInt8(ascii: "\"")
                return !FileEdit.isSpace(byte)
            }
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString = false
            }
            return true
        }
        return compact.count <= maximum ? FindingFix(finding, .unsafe, [FileEdit(0..<bytes.count, compact)]) : nil
    }

    /// The rules whose fix removes text without effect.
    private static let removing: Set<AssociationRule> = [
        .aasaRedundantRule, .aasaExcludeWithoutEffect, .assetlinksDuplicateStatement, .assetlinksDynamicUnreachable,
    ]

    /// Whether part of the file has another mistake.
    private func isWrong(inside range: Range<Int>, besides finding: Finding) -> Bool {
        var low = 0
        var high = severe.count
        while low < high {
            let middle = (low + high) / 2
            if severe[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        // The finding itself is counted if it is severe.
        let own = finding.severity > .note ? 1 : 0
        return low + own < severe.count && severe[low + own] < range.upperBound
    }

    /// Whether a value contains an author's comment, which must not be removed without asking.
    static func hasRemark(_ node: JSONNode, known: [String]) -> Bool {
        node.isObject && node.children.contains { !known.contains($0.name ?? "") }
    }
}
