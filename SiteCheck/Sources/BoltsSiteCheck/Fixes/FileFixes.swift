@_spi(Bolts) import BoltsAssociations

/// A file with the fixes that a program can make; each is tried before it is kept.
///
/// Fixes are applied together and the file is checked again. The set of fixes is halved and tried again in four cases: a new
/// error or warning appears, a finding to fix remains, the file can no longer be read, or, for a safe fix, other links open an
/// app. A safe fix of text that is already read must not cause a new note either. If readers stop at a mistake, fixing it may
/// reveal others. All files of a run share one budget of tries, so hostile files cost bounded time.
@_spi(Bolts)
public struct FileFixes: Sendable {
    /// Why a finding was not fixed.
    public enum Reason: Sendable, Hashable {
        /// Only a person can decide what was meant.
        case needsPerson
        /// The only fix is not safe, and unsafe fixes were not allowed.
        case needsUnsafe
        /// The fix was tried and would cause another mistake.
        case refused
        /// The budget did not allow another try.
        case notTried
    }

    /// A finding that was fixed, with its place in the original file.
    public struct Fixed: Sendable {
        /// The finding.
        public let finding: Finding
        /// The original position of the fixed mistake, or `nil` for a whole file.
        public let position: TextPosition?
        /// Whether the fix is safe.
        public let safety: FixSafety
    }

    /// The fixed file; unchanged if nothing was fixed.
    public private(set) var bytes: [UInt8]
    /// The fixed findings, in the order of the rounds.
    public private(set) var fixed: [Fixed] = []
    /// The findings that should be fixed but remain.
    public private(set) var left: [(finding: Finding, reason: Reason)] = []

    /// Fixes the findings of a file that `wanted` returns; `file` is the name to report.
    public init(
        of bytes: [UInt8],
        kind: AssociationFileKind,
        file: String,
        host: String,
        allowsUnsafe: Bool,
        budget: inout FixBudget,
        wanted: ([Finding]) -> [Finding]
    ) {
        var trial = FixTrial(kind: kind, file: file, host: host, size: bytes.count, budget)
        defer { budget = trial.budget }
        self.bytes = bytes
        let index = TextIndex(bytes)
        var rounds: [EditOrigins] = []
        /// The byte of the original file for a byte of the current file.
        func origin(of offset: Int) -> Int {
            rounds.reversed().reduce(offset) { $1.origin(of: $0) }
        }
        var state = trial.state(of: bytes)
        var refused = Set<Refusal>()
        /// Applies the fixes of one kind, round after round, until none is left that passes the trial; returns whether there
        /// was one.
        func fix(_ safety: FixSafety) -> Bool {
            var isFixed = false
            for _ in 0..<Self.maximumRounds {
                let fixes = trial.fixes(of: wanted(state.findings), in: state).filter { fix in
                    (safety == .unsafe || fix.safety == .safe)
                        && !refused.contains(Refusal(fix, at: origin(of: fix.start), safety))
                }
                let outcome = trial.accepted(fixes, of: state, safety)
                for fix in outcome.refused { refused.insert(Refusal(fix, at: origin(of: fix.start), safety)) }
                guard !outcome.accepted.isEmpty, let next = outcome.state else { break }
                for fix in outcome.accepted {
                    let place = fix.finding.place.map { origin(of: $0.byteRange.lowerBound) }
                    let position = place.map { index.position(of: $0, in: bytes) }
                    fixed.append(Fixed(finding: fix.finding, position: position, safety: fix.safety))
                }
                rounds.append(EditOrigins(FileEdit.inOrder(outcome.accepted.flatMap(\.edits))))
                state = next
                isFixed = true
            }
            return isFixed
        }
        for _ in 0..<Self.maximumRounds {
            // A refused fix may pass the trial after others were applied.
            refused = []
            let isSafelyFixed = fix(.safe)
            let isUnsafelyFixed = allowsUnsafe && fix(.unsafe)
            guard isSafelyFixed || isUnsafelyFixed else { break }
        }
        self.bytes = state.bytes
        let wanted = wanted(state.findings)
        let fixes = Dictionary(
            trial.fixes(of: wanted, in: state).map { ($0.finding, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let stage = allowsUnsafe ? FixSafety.unsafe : .safe
        left = wanted.map { finding in
            guard let fix = fixes[finding] else { return (finding, state.hasTooMany ? .notTried : .needsPerson) }
            if refused.contains(Refusal(fix, at: origin(of: fix.start), stage)) {
                // A fix that would change links may be requested explicitly.
                return (finding, allowsUnsafe ? .refused : .needsUnsafe)
            }
            return (finding, fix.safety == .unsafe && !allowsUnsafe ? .needsUnsafe : .notTried)
        }
    }

    /// Creates a file without fixes.
    public init(unchanged bytes: [UInt8]) { self.bytes = bytes }

    /// Adds a fix of the file in its current state, which was already tried together with the rest of the site and the app.
    public mutating func add(_ fix: FindingFix) {
        bytes = fix.applied(to: bytes)
        fixed.append(Fixed(finding: fix.finding, position: fix.finding.place?.position, safety: fix.safety))
        left.removeAll { $0.finding.rule == fix.finding.rule && $0.finding.place == fix.finding.place }
    }

    private static let maximumRounds = 6

    /// A fix that did not pass the trial.
    private struct Refusal: Hashable {
        let rule: String
        let offset: Int
        let safety: FixSafety

        init(_ fix: FindingFix, at offset: Int, _ safety: FixSafety) {
            rule = fix.finding.rule.id
            self.offset = offset
            self.safety = safety
        }
    }
}
