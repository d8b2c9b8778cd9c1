import BoltsAssociations

/// What was found about one input.
struct CheckResult: Sendable {
    /// The argument as it was given.
    let input: String
    /// What breaks a rule, in the order in which it was found.
    var findings: [CheckedFinding] = []
    /// Why the input could not be checked, or `nil` if it could.
    var failure: String?
    /// What to know about an input without findings.
    var remark: String?
    /// On which devices the files let no app open the URL, and why; empty for other inputs.
    var verdicts: [String] = []
    /// How to check the input better, or `nil` if nothing is to be said.
    var hint: String?
    /// The files and pages that were checked, for the summary.
    var sources: [String] = []
}

/// A finding with the severity that applies in this run, and with the path of a local file instead of its URL.
struct CheckedFinding: Sendable {
    let finding: Finding
    let severity: AssociationRule.Severity
    /// The file on this machine or the URL.
    let file: String

    init(_ finding: Finding, severity: AssociationRule.Severity? = nil, file: String? = nil) {
        self.finding = finding
        self.severity = severity ?? finding.severity
        self.file = file ?? finding.file
    }

    /// The line that compilers print: `file:line:column: severity: message [rule-id]`.
    var line: StyledText {
        let position = finding.place.map { ":\($0.position)" } ?? ""
        let element = finding.element.map { " (\($0))" } ?? ""
        var line = StyledText("\(file)\(position): ")
        line.append("\(severity.rawValue):", severity.style)
        line.append(" \(finding.message)\(element) ")
        line.append("[\(finding.rule.id)]", .faint)
        return line
    }
}

extension AssociationRule.Severity {
    fileprivate var style: TextStyle {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .note
        }
    }
}

/// How many findings there are of each severity.
struct CheckCounts: Sendable, Encodable {
    var errors = 0
    var warnings = 0
    var notes = 0
    /// The number of inputs that could not be checked.
    var failures = 0

    init(_ results: [CheckResult]) {
        for result in results {
            if result.failure != nil { failures += 1 }
            for finding in result.findings {
                switch finding.severity {
                case .error: errors += 1
                case .warning: warnings += 1
                case .note: notes += 1
                }
            }
        }
    }

    /// How many findings are at least as bad as a severity.
    func count(from severity: AssociationRule.Severity) -> Int {
        switch severity {
        case .error: errors
        case .warning: errors + warnings
        case .note: errors + warnings + notes
        }
    }

    /// One line of text.
    var text: String {
        func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
        var parts = [counted(errors, "error"), counted(warnings, "warning"), counted(notes, "note")]
        if failures > 0 { parts.append("\(counted(failures, "input")) not checked") }
        return parts.joined(separator: ", ")
    }
}
