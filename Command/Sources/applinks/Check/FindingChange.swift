import BoltsSiteCheck

/// The findings that only the first or only the second of two checks of the same inputs has.
struct FindingChange {
    let new: [CheckedFinding]
    let gone: [CheckedFinding]

    init(from before: [CheckResult], to after: [CheckResult]) {
        var (gone, new) = (before.flatMap(\.findings), after.flatMap(\.findings))
        Self.removeCommon(&gone, &new) { FindingKey($0) }
        // Adding or removing an entry changes the indexes of later entries, so places are ignored here.
        Self.removeCommon(&gone, &new) { FindingKey($0).anywhere }
        (self.gone, self.new) = (gone, new)
    }

    /// Removes common findings from both lists, as often as both have them.
    private static func removeCommon(
        _ first: inout [CheckedFinding],
        _ second: inout [CheckedFinding],
        by key: (CheckedFinding) -> FindingKey
    ) {
        var known: [FindingKey: Int] = [:]
        for checked in second { known[key(checked), default: 0] += 1 }
        var common: [FindingKey: Int] = [:]
        first.removeAll { checked in
            let key = key(checked)
            guard let count = known[key], count > common[key, default: 0] else { return false }
            common[key, default: 0] += 1
            return true
        }
        second.removeAll { checked in
            let key = key(checked)
            guard let count = common[key], count > 0 else { return false }
            common[key] = count - 1
            return true
        }
    }

    var lines: [StyledText] {
        func marked(_ word: String, _ checked: CheckedFinding) -> StyledText {
            var line = StyledText("\(word): ")
            line.append(checked.line)
            return line
        }
        return new.flatMap { [marked("new", $0), StyledText("    fix: \($0.finding.fix)")] }
            + gone.map { marked("gone", $0) }
    }
}
