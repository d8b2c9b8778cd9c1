import BoltsAppLinks

/// Which way a page came, for a person who asked.
struct TraceReport {
    private let input: String
    private let hops: [PageReport.Hop]
    private let end: [String]

    init(input: String, found: FoundPage) {
        self.input = input
        hops = found.page.fetched.hops.map(PageReport.Hop.init)
        end = ["encoding \(found.page.metadata.encoding)"] + (found.origin.map { [$0.text] } ?? [])
    }

    init(input: String, error: any Error) {
        self.input = input
        let resolution = error as? PageError
        hops = resolution?.hops.map(PageReport.Hop.init) ?? []
        // The detail is not for whoever sent the link, but for whoever runs the tool.
        end = [resolution.map { "\($0.code): \($0.detail ?? $0.description)" } ?? "\(error)"]
    }

    var text: String {
        ([Terminal.oneLine(input)] + hops.map { "  \($0.text)" } + end.map { "  \(Terminal.oneLine($0))" })
            .joined(separator: "\n")
    }
}
