import BoltsSiteCheck

/// The findings of a run in the XML formats that build servers read.
///
/// Text is shown as elsewhere: what is not seen is an escape, so that no character is left that XML does not allow.
enum XMLReport {
    /// The form of JUnit's reports: a test case for each finding, and one that passes for an input without any.
    ///
    /// - Parameters:
    ///   - results: What was found.
    ///   - severity: The lowest severity that is a failure, or `nil` if none is.
    /// - Returns: The document.
    static func junit(_ results: [CheckResult], failOn severity: AssociationRule.Severity?) -> String {
        func isFailure(_ checked: CheckedFinding) -> Bool { severity.map { checked.severity >= $0 } ?? false }
        var suites: [String] = []
        var total = (tests: 0, failures: 0, errors: 0)
        for result in results {
            var cases = result.findings.map { checked -> String in
                let finding = checked.finding
                let position = finding.place.map { ":\($0.position)" } ?? ""
                let text = escaped("\(checked.file)\(position): \(finding.message) \(finding.fix)")
                let line = finding.place.map { " line=\"\($0.position.line)\"" } ?? ""
                let start =
                    "    <testcase name=\"\(escaped(finding.rule.id))\" classname=\"\(escaped(result.input))\" "
                    + "file=\"\(escaped(checked.file))\"\(line)>"
                guard isFailure(checked) else { return "\(start)<system-out>\(text)</system-out></testcase>" }
                let message = "message=\"\(escaped(finding.message))\" type=\"\(checked.severity.rawValue)\""
                return "\(start)<failure \(message)>\(text)</failure></testcase>"
            }
            if let failure = result.failure {
                cases.append(
                    "    <testcase name=\"not checked\" classname=\"\(escaped(result.input))\">"
                        + "<error message=\"\(escaped(failure))\"/></testcase>"
                )
            }
            if cases.isEmpty {
                cases = ["    <testcase name=\"no finding\" classname=\"\(escaped(result.input))\"/>"]
            }
            let failures = result.findings.filter(isFailure).count
            let errors = result.failure == nil ? 0 : 1
            total = (total.tests + cases.count, total.failures + failures, total.errors + errors)
            suites.append(
                "  <testsuite name=\"\(escaped(result.input))\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
                    + "errors=\"\(errors)\">\n\(cases.joined(separator: "\n"))\n  </testsuite>"
            )
        }
        return declaration
            + "<testsuites name=\"applinks\" tests=\"\(total.tests)\" failures=\"\(total.failures)\" "
            + "errors=\"\(total.errors)\">\n\(suites.joined(separator: "\n"))\n</testsuites>\n"
    }

    /// The form of Checkstyle's reports.
    static func checkstyle(_ results: [CheckResult]) -> String {
        var order: [String] = []
        var files: [String: [String]] = [:]
        func add(_ file: String, _ error: String) {
            if files[file] == nil { order.append(file) }
            files[file, default: []].append(error)
        }
        for result in results {
            for checked in result.findings {
                let finding = checked.finding
                let position = finding.place.map {
                    " line=\"\($0.position.line)\" column=\"\($0.position.column)\""
                }
                let severity = checked.severity == .note ? "info" : checked.severity.rawValue
                add(
                    checked.file,
                    "    <error\(position ?? "") severity=\"\(severity)\" "
                        + "message=\"\(escaped("\(finding.message) \(finding.fix)"))\" "
                        + "source=\"applinks.\(escaped(finding.rule.id))\"/>"
                )
            }
            if let failure = result.failure {
                add(result.input, "    <error severity=\"error\" message=\"\(escaped(failure))\" source=\"applinks\"/>")
            }
        }
        let elements = order.map { file in
            "  <file name=\"\(escaped(file))\">\n\((files[file] ?? []).joined(separator: "\n"))\n  </file>\n"
        }
        return "\(declaration)<checkstyle version=\"4.3\">\n\(elements.joined())</checkstyle>\n"
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    private static func escaped(_ text: String) -> String { HTMLDocument.escaped(text) }
}
