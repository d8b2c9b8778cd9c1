@_spi(Bolts) import BoltsAssociations

/// A file with the mends that a program can do, each tried before it counts.
///
/// Mends are applied together and the file is checked again. If an error or a warning appears that was not there, one that was mended
/// stays, the file cannot be read any more or, for a safe mend, another set of links opens an app, the mends are halved and tried again.
/// A safe mend of what is read already brings no note either. Where readers stop at a mistake, its mend may show others behind it.
/// The number of tries is bounded by the size of the file, so hostile files cost bounded time.
@_spi(Bolts)
public struct FileRepair: Sendable {
    /// Why a finding is left.
    public enum Reason: Sendable, Hashable {
        /// Only a person can decide what was meant.
        case needsPerson
        /// There is a mend that is not safe.
        case needsUnsafe
        /// The mend was tried, and something else would be wrong afterwards.
        case refused
        /// There was too much to try.
        case notTried
    }

    /// A finding that was mended, with its place in the file as it was.
    public struct Mended: Sendable {
        /// The finding.
        public let finding: Finding
        /// Where it was, or `nil` for a whole file.
        public let position: TextPosition?
        /// Whether the mend is safe.
        public let mending: Mending
    }

    /// The file afterwards; the same bytes if nothing was mended.
    public private(set) var bytes: [UInt8]
    /// What was mended, in the order of the rounds.
    public private(set) var mended: [Mended] = []
    /// The findings that were to be mended and are left.
    public private(set) var left: [(finding: Finding, reason: Reason)] = []

    /// Mends a file.
    ///
    /// - Parameters:
    ///   - bytes: The file as it is.
    ///   - kind: What kind of file it is.
    ///   - file: The name to report.
    ///   - host: The host that serves the file.
    ///   - allowsUnsafe: Whether mends are done too that are not safe.
    ///   - wanted: Returns those of the findings that are to be mended; others are not touched.
    public init(
        of bytes: [UInt8],
        kind: RepairedFileKind,
        file: String,
        host: String,
        allowsUnsafe: Bool,
        wanted: ([Finding]) -> [Finding]
    ) {
        var trial = RepairTrial(kind: kind, file: file, host: host, size: bytes.count)
        self.bytes = bytes
        let index = TextIndex(bytes)
        var rounds: [[FileEdit]] = []
        /// The byte of the file as it was that became a byte of the file as it is.
        func origin(of offset: Int) -> Int {
            rounds.reversed().reduce(offset) { FileEdit.origin(of: $0, before: $1) }
        }
        var state = trial.state(of: bytes)
        var refused = Set<Refusal>()
        /// Does the mends of one kind, round after round, until none is left that stands the trial; returns whether there was one.
        func mend(_ mending: Mending) -> Bool {
            var isMended = false
            for _ in 0..<Self.maximumRounds {
                let mends = trial.mends(of: wanted(state.findings), in: state).filter { mend in
                    (mending == .unsafe || mend.mending == .safe)
                        && !refused.contains(Refusal(mend, at: origin(of: mend.start), mending))
                }
                let outcome = trial.accepted(mends, of: state, mending)
                for mend in outcome.refused { refused.insert(Refusal(mend, at: origin(of: mend.start), mending)) }
                guard !outcome.accepted.isEmpty, let next = outcome.state else { break }
                for mend in outcome.accepted {
                    let place = mend.finding.place.map { origin(of: $0.byteRange.lowerBound) }
                    let position = place.map { index.position(of: $0, in: bytes) }
                    mended.append(Mended(finding: mend.finding, position: position, mending: mend.mending))
                }
                rounds.append(FileEdit.inOrder(outcome.accepted.flatMap(\.edits)))
                state = next
                isMended = true
            }
            return isMended
        }
        for _ in 0..<Self.maximumRounds {
            // What was refused may stand the trial once others are done.
            refused = []
            let isSafelyMended = mend(.safe)
            let isUnsafelyMended = allowsUnsafe && mend(.unsafe)
            guard isSafelyMended || isUnsafelyMended else { break }
        }
        self.bytes = state.bytes
        let wanted = wanted(state.findings)
        let mends = Dictionary(
            trial.mends(of: wanted, in: state).map { ($0.finding, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let stage = allowsUnsafe ? Mending.unsafe : .safe
        left = wanted.map { finding in
            guard let mend = mends[finding] else { return (finding, .needsPerson) }
            if refused.contains(Refusal(mend, at: origin(of: mend.start), stage)) {
                // What would change links unasked may be asked for.
                return (finding, allowsUnsafe ? .refused : .needsUnsafe)
            }
            return (finding, mend.mending == .unsafe && !allowsUnsafe ? .needsUnsafe : .notTried)
        }
    }

    private static let maximumRounds = 6

    /// A mend that did not stand the trial.
    private struct Refusal: Hashable {
        let rule: String
        let offset: Int
        let mending: Mending

        init(_ mend: FindingMend, at offset: Int, _ mending: Mending) {
            rule = mend.finding.rule.id
            self.offset = offset
            self.mending = mending
        }
    }
}
