@_spi(Bolts) import BoltsSiteCheck

/// The findings of a run as a JUnit report: a test case for each finding and each expected link, and a passing one for an input
/// without any.
///
/// It keeps to the schema of Jenkins' xUnit plug-in, which rejects other reports. In that schema a test case has no place, so
/// the class names the file, and the text begins with the place. Text is escaped as in HTML, with invisible characters as
/// escapes, so that it contains no character that XML forbids.
struct JUnitReport: ResultDocument {
    private let spool = ReportSpool()
    private let severity: AssociationRule.Severity?
    private var total = (tests: 0, failures: 0, errors: 0)

    /// `severity` is the lowest one that is a failure, or `nil` for none.
    init(failOn severity: AssociationRule.Severity?) { self.severity = severity }

    mutating func add(_ result: CheckResult) {
        // Readers treat cases with the same class and name as one, so names are numbered.
        var counts: [String: Int] = [:]
        func numbered(_ name: String, _ file: String) -> String {
            let number = counts["\(file)\n\(name)", default: 0] + 1
            counts["\(file)\n\(name)"] = number
            return number == 1 ? name : "\(name) (\(number))"
        }
        // A failing link has one case, with its name.
        let tested = Set(result.links.compactMap(\.finding))
        var cases = result.findings.filter { !tested.contains($0.finding) }.map { checked in
            testCase(checked, name: numbered(checked.finding.rule.id, checked.file))
        }
        let left = Dictionary(result.findings.map { ($0.finding, $0) }) { first, _ in first }
        var undecided = 0
        cases += result.links.map { link in
            let file = link.link.file
            let name = numbered(link.name, file)
            if let checked = link.finding.flatMap({ left[$0] }) { return testCase(checked, name: name) }
            let start =
                "    <testcase name=\"\(HTMLPage.escaped(name))\" classname=\""
                + "\(HTMLPage.escaped(RepositoryPath.fromRoot(file)))\""
            guard link.result.status == .undecided else { return "\(start)/>" }
            undecided += 1
            let message = HTMLPage.escaped("\(link.result.reason) \(link.result.fix)")
            return "\(start)><error message=\"\(message)\"/></testcase>"
        }
        let input = HTMLPage.escaped(RepositoryPath.fromRoot(result.input))
        if let failure = result.failure {
            cases.append(
                "    <testcase name=\"not checked\" classname=\"\(input)\">"
                    + "<error message=\"\(HTMLPage.escaped(failure))\"/></testcase>"
            )
        }
        if cases.isEmpty {
            cases = ["    <testcase name=\"no finding\" classname=\"\(input)\"/>"]
        }
        let failures = result.findings.filter(isFailure).count
        let errors = undecided + (result.failure == nil ? 0 : 1)
        total = (total.tests + cases.count, total.failures + failures, total.errors + errors)
        spool.append(
            "  <testsuite name=\"\(input)\" tests=\"\(cases.count)\" failures=\"\(failures)\" "
                + "errors=\"\(errors)\">\n\(cases.joined(separator: "\n"))\n  </testsuite>"
        )
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        try each(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<testsuites name=\"applinks\" tests=\"\(total.tests)\" failures=\"\(total.failures)\" "
                + "errors=\"\(total.errors)\">\n"
        )
        try spool.passOn(separator: "\n", each)
        try each("\n</testsuites>\n")
    }

    private func isFailure(_ checked: CheckedFinding) -> Bool { severity.map { checked.severity >= $0 } ?? false }

    private func testCase(_ checked: CheckedFinding, name: String) -> String {
        let finding = checked.finding
        let position = finding.place.map { ":\($0.position)" } ?? ""
        let file = RepositoryPath.fromRoot(checked.file)
        let text = HTMLPage.escaped("\(file)\(position): \(finding.message) \(finding.fix)")
        let start =
            "    <testcase name=\"\(HTMLPage.escaped(name))\" classname=\"\(HTMLPage.escaped(file))\">"
        guard isFailure(checked) else { return "\(start)<system-out>\(text)</system-out></testcase>" }
        let message = "message=\"\(HTMLPage.escaped(finding.message))\" type=\"\(checked.severity.rawValue)\""
        return "\(start)<failure \(message)>\(text)</failure></testcase>"
    }
}
