@_spi(Bolts) import BoltsAssociations

/// The fix of one finding, with the places of what it replaces in the file as it is.
@_spi(Bolts)
public struct FoundFix: Sendable {
    /// A part of the file and what takes its place.
    public struct Replacement: Sendable {
        /// The bytes that go; empty where something is inserted.
        public let byteRange: Range<Int>
        /// Where they begin.
        public let start: TextPosition
        /// Where they end: the place behind the last one.
        public let end: TextPosition
        /// The text that takes their place.
        public let text: String
    }

    /// The finding.
    public let finding: Finding
    /// Whether it may be done unasked.
    public let safety: FixSafety
    /// What is replaced, in the order of the file; it belongs together.
    public let replacements: [Replacement]

    /// Returns the fixes of findings that stand the trial of ``FileRepair``, each by itself or with others.
    ///
    /// - Parameters:
    ///   - bytes: The file as it is.
    ///   - kind: What kind of file it is.
    ///   - file: The name to report.
    ///   - host: The host that serves the file.
    ///   - wanted: Returns those of the findings that may be fixed.
    /// - Returns: The fixes, at most one for each finding.
    public static func all(
        in bytes: [UInt8],
        kind: RepairedFileKind,
        file: String,
        host: String,
        wanted: ([Finding]) -> [Finding]
    ) -> [FoundFix] {
        var trial = RepairTrial(kind: kind, file: file, host: host, size: bytes.count)
        let state = trial.state(of: bytes)
        var waiting = trial.fixes(of: wanted(state.findings), in: state)
        guard !waiting.isEmpty else { return [] }
        let index = TextIndex(bytes)
        var found: [FoundFix] = []
        func add(_ fix: FindingFix, _ safety: FixSafety) {
            let replacements = fix.edits.map { edit in
                Replacement(
                    byteRange: edit.range,
                    start: index.position(of: edit.range.lowerBound, in: bytes),
                    end: index.position(of: edit.range.upperBound, in: bytes),
                    text: String(decoding: edit.replacement, as: UTF8.self)
                )
            }
            found.append(FoundFix(finding: fix.finding, safety: safety, replacements: replacements))
        }
        // Fixes at one place are alternatives, which are tried one after the other.
        for safety in [FixSafety.safe, .unsafe] {
            var rest = waiting.filter { safety == .unsafe || $0.safety == .safe }
            for _ in 0..<maximumAlternatives where !rest.isEmpty {
                let outcome = trial.accepted(rest, of: state, safety)
                for fix in outcome.accepted { add(fix, safety) }
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
