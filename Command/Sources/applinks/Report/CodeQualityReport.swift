import BoltsSiteCheck
import Foundation

/// The findings of a run as GitLab's code quality report: one array, each finding with a fingerprint that does not depend on
/// other lines.
///
/// An input that could not be checked is a separate entry, because an empty report means that all is well.
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

        init(_ description: String, check: String, fingerprint: String, severity: String, file: String, line: Int?) {
            self.description = description
            check_name = check
            self.fingerprint = fingerprint
            self.severity = severity
            location = Location(path: RepositoryPath.fromRoot(file), lines: Location.Lines(begin: line ?? 1))
        }
    }

    private static let notChecked = "not-checked"

    private let spool = ReportSpool()
    private var fingerprints = FindingFingerprints()

    mutating func add(_ result: CheckResult) throws {
        for checked in result.findings {
            let issue = Issue(
                "\(checked.finding.message) \(checked.finding.fix)",
                check: checked.finding.rule.id,
                fingerprint: fingerprints.next(checked),
                severity: Self.severity(checked.severity),
                file: checked.file,
                line: checked.finding.place?.position.line
            )
            spool.append(try issue.json())
        }
        guard let failure = result.failure else { return }
        // The reason may differ from run to run.
        let key = FindingKey(
            rule: Self.notChecked,
            file: RepositoryPath.fromRoot(result.input),
            pointer: "",
            message: ""
        )
        let issue = Issue(
            failure,
            check: Self.notChecked,
            fingerprint: fingerprints.next(key),
            severity: "blocker",
            file: result.input,
            line: nil
        )
        spool.append(try issue.json())
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
