import BoltsSiteCheck
import Foundation

/// The findings of a run as GitLab's code quality report: one array, each finding with a fingerprint that does not depend on
/// other lines.
///
/// An input that could not be checked is a separate entry, because an empty report means that all is well.
struct CodeQualityReport: ResultDocument {
    private static let notChecked = "not-checked"

    private let spool = ReportSpool()
    private var fingerprints = FindingFingerprints()

    mutating func add(_ result: CheckResult) throws {
        for checked in result.findings {
            let issue: JSONObject = [
                "description": "\(checked.finding.message) \(checked.finding.fix)",
                "check_name": checked.finding.rule.id,
                "fingerprint": fingerprints.next(checked),
                "severity": Self.severity(checked.severity),
                "location": Self.location(checked.file, checked.finding.place?.position.line),
            ]
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
        let issue: JSONObject = [
            "description": failure,
            "check_name": Self.notChecked,
            "fingerprint": fingerprints.next(key),
            "severity": "blocker",
            "location": Self.location(result.input, nil),
        ]
        spool.append(try issue.json())
    }

    private static func location(_ file: String, _ line: Int?) -> JSONObject {
        ["path": RepositoryPath.fromRoot(file), "lines": ["begin": line ?? 1]]
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
