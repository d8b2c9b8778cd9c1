import BoltsSiteCheck

/// What a second check of the same inputs finds that the first did not, and the other way round.
struct FindingChange {
    let new: [CheckedFinding]
    let gone: [CheckedFinding]

    init(from before: [CheckResult], to after: [CheckResult]) {
        func rest(of results: [CheckResult], without others: [CheckResult]) -> [CheckedFinding] {
            var known: [FindingKey: Int] = [:]
            for checked in others.flatMap(\.findings) { known[FindingKey(checked), default: 0] += 1 }
            return results.flatMap(\.findings).filter { checked in
                let count = known[FindingKey(checked)] ?? 0
                if count > 0 { known[FindingKey(checked)] = count - 1 }
                return count == 0
            }
        }
        new = rest(of: after, without: before)
        gone = rest(of: before, without: after)
    }

    /// The findings that are new, each with its mend, and those that are gone.
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
