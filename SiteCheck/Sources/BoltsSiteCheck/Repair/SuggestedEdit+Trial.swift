@_spi(Bolts) import BoltsAssociations

extension SuggestedEdit {
    /// Returns the edits of findings that pass the trial of ``FileRepair``, each by itself or with others.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - kind: The kind of file.
    ///   - file: The name to report.
    ///   - host: The host that serves the file.
    ///   - budget: The remaining tries of the run.
    ///   - wanted: Returns the findings that may be fixed.
    /// - Returns: The edits, at most one for each finding.
    public static func all(
        in bytes: [UInt8],
        kind: RepairedFileKind,
        file: String,
        host: String,
        budget: inout RepairBudget,
        wanted: ([Finding]) -> [Finding]
    ) -> [SuggestedEdit] {
        var trial = RepairTrial(kind: kind, file: file, host: host, size: bytes.count, budget)
        defer { budget = trial.budget }
        let state = trial.state(of: bytes)
        var waiting = trial.fixes(of: wanted(state.findings), in: state)
        guard !waiting.isEmpty else { return [] }
        let index = TextIndex(bytes)
        var found: [SuggestedEdit] = []
        func add(_ fix: FindingFix, _ safety: FixSafety) {
            let change = FileChange(file: file, fix.edits, in: bytes, index)
            found.append(SuggestedEdit(finding: fix.finding, safety: safety, change: change))
        }
        // Fixes at the same place are alternatives and are tried one after another.
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
