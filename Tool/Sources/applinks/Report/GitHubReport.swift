import BoltsAssociations

/// The findings of a run as workflow commands, which GitHub shows as annotations of the change.
enum GitHubReport {
    static func lines(_ results: [CheckResult]) -> [String] {
        results.flatMap { result in
            result.findings.map(line) + (result.failure.map { ["::error title=not checked::\(data($0))"] } ?? [])
        }
    }

    private static func line(_ checked: CheckedFinding) -> String {
        let command = checked.severity == .note ? "notice" : checked.severity.rawValue
        var properties = ["file=\(property(checked.file))"]
        if let position = checked.finding.place?.position {
            properties += ["line=\(position.line)", "col=\(position.column)"]
        }
        properties.append("title=\(property(checked.finding.rule.id))")
        return "::\(command) \(properties.joined(separator: ","))::"
            + data("\(checked.finding.message) \(checked.finding.rule.fix)")
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
