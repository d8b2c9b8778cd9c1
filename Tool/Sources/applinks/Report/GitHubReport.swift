import BoltsSiteCheck

/// The findings of a run as workflow commands, which GitHub shows as annotations of the change.
enum GitHubReport {
    static func lines(_ results: [CheckResult]) -> [WorkflowCommand] {
        results.flatMap { result in
            let failure = result.failure.map { WorkflowCommand(text: "error title=not checked::\(data($0))") }
            return result.findings.map(line) + [failure].compactMap { $0 }
        }
    }

    private static func line(_ checked: CheckedFinding) -> WorkflowCommand {
        let command = checked.severity == .note ? "notice" : checked.severity.rawValue
        var properties = ["file=\(property(checked.file))"]
        if let position = checked.finding.place?.position {
            properties += ["line=\(position.line)", "col=\(position.column)"]
        }
        properties.append("title=\(property(checked.finding.rule.id))")
        let message = data("\(checked.finding.message) \(checked.finding.fix)")
        return WorkflowCommand(text: "\(command) \(properties.joined(separator: ","))::\(message)")
    }

    private static func data(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    private static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
