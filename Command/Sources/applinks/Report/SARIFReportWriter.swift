import BoltsAppLinks
import BoltsSiteCheck

/// The findings of a run as a SARIF log: one ``SARIFReport`` made from one input after another.
///
/// A log numbers the rules of its findings, which are known only at the end. Until then a finding has its rule's number in the
/// catalogue; both have the same order.
struct SARIFReportWriter: ResultDocument {
    private static let numbers = Dictionary(
        uniqueKeysWithValues: AssociationRule.all.enumerated().map { ($1.id, $0) }
    )

    private let spool = ReportSpool()
    private var failures: [String] = []
    private var used = Set<Int>()
    private var fingerprints = FindingFingerprints()

    mutating func add(_ result: CheckResult) throws {
        if let failure = result.failure { failures.append(failure) }
        used.formUnion(result.findings.compactMap { Self.numbers[$0.finding.rule.id] })
        let findings = try SARIFReport.results(of: result, ruleNumbers: Self.numbers, &fingerprints)
            .map { try $0.json() }
        // Each finding is JSON on one line, so a line end can separate them.
        if !findings.isEmpty { spool.append(findings.joined(separator: "\n")) }
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        let numbers = used.sorted()
        let indices = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ("\($1)", $0) })
        let report = SARIFReport(
            rules: numbers.map { AssociationRule.all[$0] },
            failures: failures,
            toolVersion: BoltsVersion.current
        )
        let (start, end) = try report.json(around: "results")
        try each(start)
        var isFirst = true
        try spool.passOn { text in
            for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
                // The index is the last of the sorted keys.
                let colon = line.lastIndex(of: UInt8(ascii: ":")) ?? line.startIndex
                let number = String(Substring(line[line.index(after: colon)...].dropLast()))
                try each("\(isFirst ? "" : ",")\(Substring(line[...colon]))\(indices[number] ?? -1)}")
                isFirst = false
            }
        }
        try each(end)
    }
}
