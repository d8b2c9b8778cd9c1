import BoltsSiteCheck

/// The findings of a run in the form of Checkstyle's reports: each file once, with its findings.
struct CheckstyleReport: ResultDocument {
    private let spool = ReportSpool()
    private var order: [String] = []
    // Which texts of the spool are about a file.
    private var texts: [String: [Int]] = [:]

    mutating func add(_ result: CheckResult) {
        // The findings of a file that follow each other are one text.
        var run: (file: String, errors: [String]) = ("", [])
        for checked in result.findings {
            let file = RepositoryPath.fromRoot(checked.file)
            if file != run.file { close(&run, next: file) }
            run.errors.append(Self.error(checked))
        }
        if let failure = result.failure {
            let input = RepositoryPath.fromRoot(result.input)
            if input != run.file { close(&run, next: input) }
            run.errors.append(
                "    <error severity=\"error\" message=\"\(XMLReport.escaped(failure))\" source=\"applinks\"/>"
            )
        }
        close(&run, next: "")
    }

    private mutating func close(_ run: inout (file: String, errors: [String]), next: String) {
        if !run.errors.isEmpty {
            if texts[run.file] == nil { order.append(run.file) }
            texts[run.file, default: []].append(spool.count)
            spool.append(run.errors.joined(separator: "\n") + "\n")
        }
        run = (next, [])
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        try each("\(XMLReport.declaration)<checkstyle version=\"4.3\">\n")
        for file in order {
            try each("  <file name=\"\(XMLReport.escaped(file))\">\n")
            for index in texts[file] ?? [] { try each(spool.text(index)) }
            try each("  </file>\n")
        }
        try each("</checkstyle>\n")
    }

    private static func error(_ checked: CheckedFinding) -> String {
        let finding = checked.finding
        let position = finding.place.map { " line=\"\($0.position.line)\" column=\"\($0.position.column)\"" }
        let severity = checked.severity == .note ? "info" : checked.severity.rawValue
        return "    <error\(position ?? "") severity=\"\(severity)\" "
            + "message=\"\(XMLReport.escaped("\(finding.message) \(finding.fix)"))\" "
            + "source=\"applinks.\(XMLReport.escaped(finding.rule.id))\"/>"
    }
}
