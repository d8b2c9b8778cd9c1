@_spi(Storing) import BoltsSiteCheck

/// A result as a line of the file of `--resume` has it.
struct StoredResult: Codable {
    private struct Checked: Codable {
        let finding: StoredFinding
        let severity: String
        let file: String
    }

    private let findings: [Checked]
    private let answers: [StoredAnswer]
    private let remark: String?
    private let host: String?
    private let hint: String?
    private let retried: [RetriedRequest]
    private let sources: [String]

    init(_ result: CheckResult) {
        findings = result.findings.map {
            Checked(finding: StoredFinding($0.finding), severity: $0.severity.rawValue, file: $0.file)
        }
        answers = result.answers.map(StoredAnswer.init)
        remark = result.remark
        host = result.host
        hint = result.hint
        retried = result.retried
        sources = result.sources
    }

    /// The result, or `nil` if this version cannot read a part of it.
    func result(of input: String) -> CheckResult? {
        var result = CheckResult(input: input)
        for checked in findings {
            guard let finding = checked.finding.finding,
                let severity = AssociationRule.Severity(rawValue: checked.severity)
            else { return nil }
            result.findings.append(CheckedFinding(finding, severity: severity, file: checked.file))
        }
        result.answers = answers.compactMap(\.answer)
        guard result.answers.count == answers.count else { return nil }
        result.remark = remark
        result.host = host
        result.hint = hint
        result.retried = retried
        result.sources = sources
        return result
    }
}
