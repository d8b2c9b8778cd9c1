import CoreMetrics
import Dispatch

/// The counts of requests by their status, and their durations.
struct RequestMetrics: Sendable {
    /// All statuses that the service uses; each has its own series.
    private static let statuses = [200, 204, 304, 400, 401, 403, 404, 405, 412, 413, 429, 431, 500, 501, 503]
    private let counters: [Int: Counter]
    private let others: Counter
    private let timer: CoreMetrics.Timer

    init(_ factory: any MetricsFactory) {
        func counter(_ status: String) -> Counter {
            Counter(label: "applinks_index_requests_total", dimensions: [("status", status)], factory: factory)
        }
        counters = Dictionary(uniqueKeysWithValues: Self.statuses.map { ($0, counter("\($0)")) })
        others = counter("other")
        timer = CoreMetrics.Timer(label: "applinks_index_request_seconds", factory: factory)
    }

    /// Records a response.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - start: When the request arrived, in nanoseconds of uptime.
    func record(status: Int, since start: UInt64) {
        (counters[status] ?? others).increment()
        timer.recordNanoseconds(DispatchTime.now().uptimeNanoseconds - start)
    }
}
