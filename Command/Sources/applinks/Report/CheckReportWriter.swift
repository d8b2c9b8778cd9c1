/// The findings of a run as JSON: one ``CheckReport`` made from one input after another.
struct CheckReportWriter: ResultDocument {
    private let spool = ReportSpool()
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func add(_ result: CheckResult) throws {
        spool.append(try CheckReport.document(result, isFixed: isFixed).json())
    }

    func write(_ counts: CheckCounts, _ each: (String) throws -> Void) throws {
        let (start, end) = try CheckReport.document(counts).json(around: "inputs")
        try each(start)
        try spool.passOn(separator: ",", each)
        try each(end)
    }
}
