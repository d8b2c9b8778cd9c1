@_spi(Bolts) import BoltsAppLinks

/// The redirect chain of a page, as text.
struct TraceReport {
    private let input: String
    private let hops: [PageHop]
    private let end: [String]

    init(input: String, found: FoundPage) {
        self.input = input
        hops = found.page.fetched.hops
        let refused = found.page.refusedHosts.map { "\($0) was requested by the browser, not by the page, and refused" }
        end = ["encoding \(found.page.metadata.encoding)"] + (found.origin.map { [$0.text] } ?? []) + refused
    }

    init(input: String, error: any Error) {
        self.input = input
        let resolution = error as? PageError
        hops = resolution?.hops ?? []
        // The detail is for the user of the tool, not for the sender of the link.
        end = [resolution.map { "\($0.code): \($0.detail ?? $0.description)" } ?? "\(error)"]
    }

    var lines: [String] { [input] + (hops.map(\.text) + end).map { "  \($0)" } }
}
