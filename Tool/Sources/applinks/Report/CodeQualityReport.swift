import BoltsSiteCheck
import Foundation

/// The findings of a run as GitLab's code quality report: one array, each finding with a fingerprint that survives other lines.
struct CodeQualityReport: ResultDocument {
    struct Issue: JSONReport {
        struct Location: Encodable, Sendable {
            struct Lines: Encodable, Sendable { let begin: Int }

            let path: String
            let lines: Lines
        }

        let description: String
        let check_name: String
        let fingerprint: String
        let severity: String
        let location: Location
    }

    private let spool = ReportSpool()
    // By the digits of the key, which need less memory than its text.
    private var counts: [String: Int] = [:]

    mutating func add(_ result: CheckResult) throws {
        for checked in result.findings {
            let key = FindingKey(checked)
            // Two findings that are the same but for their place have fingerprints of their own.
            let number = counts[FindingKey.digits(of: key.text), default: 0] + 1
            counts[FindingKey.digits(of: key.text)] = number
            let issue = Issue(
                description: "\(checked.finding.message) \(checked.finding.fix)",
                check_name: checked.finding.rule.id,
                fingerprint: key.fingerprint(number: number),
                severity: Self.severity(checked.severity),
                location: Issue.Location(
                    path: checked.file,
                    lines: Issue.Location.Lines(begin: checked.finding.place?.position.line ?? 1)
                )
            )
            spool.append(try issue.json())
        }
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        try each("[")
        try spool.passOn(separator: ",", each)
        try each("]")
    }

    private static func severity(_ severity: AssociationRule.Severity) -> String {
        switch severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }
}
