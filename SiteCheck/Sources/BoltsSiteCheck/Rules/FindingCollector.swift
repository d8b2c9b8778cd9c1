@_spi(Bolts) import BoltsAssociations

/// Collects the findings of one file, with limits on their number and size.
struct FindingCollector {
    static let maximumCount = 1_000
    private static let maximumPointerBytes = 1 << 20

    let file: String
    private let limit: Int
    private(set) var findings: [Finding] = []
    private var pointerBytes = 0
    /// The places of names that a finding already reports as misspelled; further findings about them would repeat it.
    private var misspelledNames: Set<Int> = []

    /// Keeps `limit` findings; their pointers have a proportional limit.
    init(file: String, limit: Int = maximumCount) {
        self.file = file
        self.limit = limit
    }

    var isFull: Bool {
        findings.count >= limit || pointerBytes > Self.maximumPointerBytes * (limit / Self.maximumCount)
    }

    /// Whether a finding of a severity was added.
    func contains(_ severity: AssociationRule.Severity) -> Bool { findings.contains { $0.severity == severity } }

    mutating func add(
        _ rule: AssociationRule,
        _ node: JSONNode,
        owner: JSONNode? = nil,
        _ message: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        detail: Finding.Detail? = nil
    ) {
        guard !isFull else { return }
        let place = JSONPlace(
            pointer: (owner ?? node).pointer,
            position: node.document.position(of: node.byteRange.lowerBound),
            byteRange: node.byteRange
        )
        add(rule, place, message, severity: severity, fix: fix, detail: detail)
    }

    /// Adds a finding, at the misspelled name, that a member of `owner` is missing because of the misspelling.
    mutating func add(
        misspelled rule: AssociationRule,
        _ wrong: (member: JSONNode, name: String),
        of owner: JSONNode,
        _ message: String
    ) {
        guard !isFull else { return }
        let written = Clip.quoted(wrong.member.name ?? "")
        let start = wrong.member.memberPlace.byteRange.lowerBound
        if misspelledNames.insert(start).inserted {
            findings.removeAll { Self.unknownNames.contains($0.rule) && $0.place?.byteRange.lowerBound == start }
        }
        add(
            member: rule,
            wrong.member,
            owner: owner,
            "\(message): \(written) is written for \"\(wrong.name)\".",
            fix: "Write \"\(wrong.name)\" in place of \(written).",
            detail: .misspelled
        )
    }

    private static let unknownNames: Set<AssociationRule> = [.aasaUnknownKey, .assetlinksUnknownKey]

    /// Adds a finding about a member, at its name, with the pointer of the member or of its owner.
    mutating func add(
        member rule: AssociationRule,
        _ node: JSONNode,
        owner: JSONNode? = nil,
        _ message: String? = nil,
        fix: String? = nil,
        detail: Finding.Detail? = nil
    ) {
        guard !isFull else { return }
        let place = node.memberPlace
        if Self.unknownNames.contains(rule), misspelledNames.contains(place.byteRange.lowerBound) { return }
        add(
            rule,
            JSONPlace(pointer: owner?.pointer ?? place.pointer, position: place.position, byteRange: place.byteRange),
            message,
            fix: fix,
            detail: detail
        )
    }

    /// Adds a finding at a place, or about a whole file.
    mutating func add(
        _ rule: AssociationRule,
        _ place: JSONPlace?,
        _ message: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        detail: Finding.Detail? = nil
    ) {
        guard !isFull else { return }
        pointerBytes += place?.pointer.utf8.count ?? 0
        findings.append(Finding(rule, message, file: file, place: place, severity: severity, fix: fix, detail: detail))
    }

    var sorted: [Finding] {
        let keyed = findings.enumerated().map { ($0.element.place?.byteRange.lowerBound ?? -1, $0.offset, $0.element) }
        return keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.2 }
    }
}
