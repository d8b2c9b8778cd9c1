import BoltsAssociations

/// The findings of a run as JSON, by `docs/schema/check.schema.json`.
struct FindingReport: JSONReport {
    struct Entry: Encodable, Sendable {
        let rule: String
        let severity: String
        let message: String
        let reason: String
        let fix: String
        let file: String
        let line: Int?
        let column: Int?
        let pointer: String?
        let element: String?

        init(_ checked: CheckedFinding) {
            let finding = checked.finding
            rule = finding.rule.id
            severity = checked.severity.rawValue
            message = finding.message
            reason = finding.rule.reason
            fix = finding.rule.fix
            file = checked.file
            line = finding.place?.position.line
            column = finding.place?.position.column
            pointer = finding.place?.pointer
            element = finding.element
        }
    }

    struct Input: Encodable, Sendable {
        let input: String
        let findings: [Entry]
        let failure: String?
        let sources: [String]
    }

    /// The version of the schema.
    let version = 1
    let inputs: [Input]
    let counts: CheckCounts

    init(_ results: [CheckResult]) {
        inputs = results.map { result in
            Input(
                input: result.input,
                findings: result.findings.map(Entry.init),
                failure: result.failure,
                sources: result.sources
            )
        }
        counts = CheckCounts(results)
    }

    /// The findings of one input as text, each with its fix, and what the files say about it.
    static func lines(_ result: CheckResult) -> [StyledText] {
        findings(result) + result.verdicts.map { StyledText("\(result.input): \($0)") }
    }

    private static func findings(_ result: CheckResult) -> [StyledText] {
        if result.findings.isEmpty, result.failure == nil {
            var line = StyledText("\(result.input): ")
            line.append("no finding", .success)
            if let remark = result.remark { line.append("; \(remark)") }
            return [line]
        }
        return result.findings.flatMap { [$0.line, StyledText("    fix: \($0.finding.rule.fix)")] }
    }
}
