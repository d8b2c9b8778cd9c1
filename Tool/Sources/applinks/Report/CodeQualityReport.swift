import BoltsSiteCheck
import Foundation

/// The findings of a run as GitLab's code quality report: one array, each finding with a fingerprint that survives other lines.
struct CodeQualityReport: JSONReport {
    struct Issue: Encodable, Sendable {
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

    let issues: [Issue]

    init(_ results: [CheckResult]) {
        var counts: [String: Int] = [:]
        issues = results.flatMap(\.findings).map { checked in
            let key = FindingKey(checked)
            // Two findings that are the same but for their place have fingerprints of their own.
            counts[key.text, default: 0] += 1
            return Issue(
                description: "\(checked.finding.message) \(checked.finding.fix)",
                check_name: checked.finding.rule.id,
                fingerprint: key.fingerprint(number: counts[key.text] ?? 1),
                severity: Self.severity(checked.severity),
                location: Issue.Location(
                    path: checked.file,
                    lines: Issue.Location.Lines(begin: checked.finding.place?.position.line ?? 1)
                )
            )
        }
    }

    private static func severity(_ severity: AssociationRule.Severity) -> String {
        switch severity {
        case .error: "major"
        case .warning: "minor"
        case .note: "info"
        }
    }

    func encode(to encoder: any Encoder) throws { try issues.encode(to: encoder) }
}
