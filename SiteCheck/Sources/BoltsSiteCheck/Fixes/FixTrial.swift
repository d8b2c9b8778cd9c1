@_spi(Bolts) import BoltsAssociations

/// Tries fixes on a file, and keeps those that pass.
struct FixTrial {
    /// A file with its findings.
    struct State {
        let bytes: [UInt8]
        /// The document, or `nil` if all or part of the file is not JSON.
        let document: JSONDocument?
        let findings: [Finding]
        /// Whether nothing is edited: there are more findings than the limit, or the file is wrapped in a signature.
        let isFull: Bool
        /// Whether there are more findings than the limit.
        let hasTooMany: Bool
        /// How many findings each rule has.
        let counts: [String: Int]
        /// How many errors and warnings each rule has.
        let severe: [String: Int]
    }

    /// The fixes that pass the trial, the resulting file, and those that fail.
    struct Outcome {
        var accepted: [FindingFix] = []
        var refused: [FindingFix] = []
        var state: State?
    }

    private static let maximumFindings = 100_000
    /// The maximum number of checks of a file.
    private static let maximumTries = 40

    private let kind: AssociationFileKind
    private let file: String
    private let host: String
    private var comparison: FixComparison
    private(set) var budget: FixBudget
    private let size: Int
    private var tries = Self.maximumTries

    init(kind: AssociationFileKind, file: String, host: String, size: Int, _ budget: FixBudget) {
        self.kind = kind
        self.file = file
        self.host = host
        comparison = FixComparison(kind: kind)
        self.size = size
        self.budget = budget
        self.budget.add(size: size)
    }

    // MARK: - Checking

    /// Checks a file.
    func state(of bytes: [UInt8]) -> State {
        var collector = FindingCollector(file: file, limit: Self.maximumFindings)
        switch kind {
        case .apple: AppleCheck.check(bytes, &collector)
        case .android: AssetLinksCheck.check(bytes, &collector)
        case .windows: WindowsCheck.check(bytes, &collector)
        case .signIn(.webauthn): RelatedOriginsCheck.check(bytes, host: host, &collector)
        case .signIn(.passkeyEndpoints): PasskeyEndpointsCheck.check(bytes, &collector)
        case .signIn(.originAssociation):
            OriginAssociationCheck.check(bytes, site: SiteAddress(host: host).url("/"), &collector)
        }
        // In a signed file, places refer to the content, which cannot be edited.
        let isWrapped = kind == .apple && SignedContent.content(of: bytes) != nil
        let findings = collector.sorted
        return State(
            bytes: bytes,
            document: isWrapped ? nil : try? JSONDocument(bytes),
            findings: findings,
            isFull: collector.isFull || isWrapped,
            hasTooMany: collector.isFull,
            counts: findings.reduce(into: [:]) { $0[$1.rule.id, default: 0] += 1 },
            severe: findings.filter { $0.severity > .note }.reduce(into: [:]) { $0[$1.rule.id, default: 0] += 1 }
        )
    }

    func fixes(of findings: [Finding], in state: State) -> [FindingFix] {
        guard !state.isFull else { return [] }
        guard let document = state.document else {
            return findings.compactMap { finding in
                switch finding.rule {
                case .aasaBom, .assetlinksBom:
                    finding.place.flatMap { FindingFix(finding, .safe, [FileEdit($0.byteRange)]) }
                case .aasaInvalidJson, .assetlinksInvalidJson, .windowsInvalidJson:
                    FixFinder.syntax(state.bytes, finding)
                default: nil
                }
            }
        }
        let finder = FixFinder(document, kind: kind, findings: state.findings)
        return findings.compactMap(finder.fix)
    }

    /// Returns the fixes that do not touch an earlier one, in the order of the file.
    static func apart(_ fixes: [FindingFix]) -> [FindingFix] {
        let sorted = fixes.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
            \.element
        )
        var taken = OccupiedRanges()
        return sorted.filter { taken.insert($0.edits.map(\.range)) }
    }

    // MARK: - Trying

    /// Returns the fixes that pass the trial; a fix that touches another one is postponed.
    ///
    /// Removals without effect come first, because they can be proven in bulk. Fixes that only reveal other mistakes come last,
    /// so that the others can be required to cause none.
    mutating func accepted(_ fixes: [FindingFix], of state: State, _ safety: FixSafety) -> Outcome {
        var refused: [FindingFix] = []
        let kinds: [(FindingFix) -> Bool] = [
            \.isRedundant, { !$0.isRedundant && !$0.isRevealing }, \.isRevealing,
        ]
        for isOfKind in kinds {
            var outcome = together(Self.apart(fixes.filter(isOfKind)), of: state, safety)
            outcome.refused += refused
            guard outcome.accepted.isEmpty else { return outcome }
            refused = outcome.refused
        }
        return Outcome(refused: refused)
    }

    /// Tries fixes together and, if that fails, the halves of them.
    private mutating func together(_ fixes: [FindingFix], of state: State, _ safety: FixSafety) -> Outcome {
        var outcome = Outcome()
        var waiting = fixes.isEmpty ? [] : [fixes[...]]
        while let batch = waiting.popLast() {
            guard tries > 0, budget.take(size: size) else { break }
            tries -= 1
            if let next = result(of: outcome.accepted + batch, state, safety) {
                outcome.accepted += batch
                outcome.state = next
            } else if batch.count == 1 {
                outcome.refused += batch
            } else {
                let middle = batch.startIndex + batch.count / 2
                // The last one in `waiting` is tried next: the first half.
                waiting += [batch[middle...], batch[..<middle]]
            }
        }
        return outcome
    }

    /// Returns the file with fixes, or `nil` if they cause a new mistake.
    private mutating func result(of fixes: [FindingFix], _ before: State, _ safety: FixSafety) -> State? {
        let after = state(of: FileEdit.apply(FileEdit.inOrder(fixes.flatMap(\.edits)), to: before.bytes))
        guard !after.isFull, before.document == nil || after.document != nil else { return nil }
        let restored = Set(fixes.compactMap(\.restored))
        let fixed = fixes.reduce(into: [String: Int]()) { $0[$1.finding.rule.id, default: 0] += 1 }
        for (rule, count) in fixed where after.counts[rule, default: 0] > before.counts[rule, default: 0] - count {
            return nil
        }
        // A file that can be read again has findings that were invisible before.
        guard let old = before.document else { return after }
        // Text that is read differently than before, or for the first time, may cause new notes.
        let isReadAlike = safety == .safe && restored.isEmpty
        let (known, now) = isReadAlike ? (before.counts, after.counts) : (before.severe, after.severe)
        let isRevealing = fixes.allSatisfy(\.isRevealing)
        // A fixed file that was too large may still be near the limit.
        let expected = fixes.contains { $0.finding.rule == .aasaTooLarge } ? AssociationRule.aasaNearLimit.id : nil
        guard isRevealing || now.allSatisfy({ $1 <= known[$0, default: 0] || $0 == expected }) else { return nil }
        if safety == .safe {
            guard let new = after.document, comparison.isSame(old, new, restored: restored) else { return nil }
        }
        return after
    }
}

/// The parts of a file that fixes have changed.
private struct OccupiedRanges {
    /// The changed parts in the order of their places.
    private var ranges: [Range<Int>] = []

    /// Adds ranges, in order, unless one of them touches a changed part.
    mutating func insert(_ new: [Range<Int>]) -> Bool {
        guard new.allSatisfy(isFree) else { return false }
        for range in new { ranges.insert(range, at: place(of: range)) }
        return true
    }

    /// The index of a range among the changed parts.
    private func place(of range: Range<Int>) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func isFree(_ range: Range<Int>) -> Bool {
        let index = place(of: range)
        if index > 0, ranges[index - 1].upperBound > range.lowerBound { return false }
        // An insertion where another part begins is refused, because the result would depend on the order.
        return index == ranges.count
            || ranges[index].lowerBound > range.lowerBound
                && ranges[index].lowerBound >= range.upperBound
    }
}
