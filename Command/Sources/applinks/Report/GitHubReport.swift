import BoltsBase
import BoltsSiteCheck

/// The findings of a run as workflow commands, which GitHub shows as annotations on the change.
struct GitHubReport: ResultDocument {
    private let spool = ReportSpool()

    func add(_ result: CheckResult) {
        let failure = result.failure.map { "error title=not checked::\(Self.data($0))" }
        let commands = result.findings.map(Self.command) + [failure].compactMap { $0 }
        spool.append(commands.map { "::\($0.sanitized())\n" }.joined())
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws { try spool.passOn(each) }

    private static func command(_ checked: CheckedFinding) -> String {
        let name = checked.severity == .note ? "notice" : checked.severity.rawValue
        var properties = ["file=\(property(RepositoryPath.fromRoot(checked.file)))"]
        if let position = checked.finding.place?.position {
            properties += ["line=\(position.line)", "col=\(position.column)"]
        }
        properties.append("title=\(property(checked.finding.rule.id))")
        let message = data("\(checked.finding.message) \(checked.finding.fix)")
        return "\(name) \(properties.joined(separator: ","))::\(message)"
    }

    private static func data(_ text: String) -> String {
        text.replacingScalars { ["%": "%25", "\r": "%0D", "\n": "%0A"][$0] }
    }

    private static func property(_ text: String) -> String {
        data(text).replacingScalars { [":": "%3A", ",": "%2C"][$0] }
    }
}
