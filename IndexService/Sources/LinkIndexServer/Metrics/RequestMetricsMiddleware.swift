import Dispatch
import Hummingbird
import CoreMetrics

/// Counts requests by their status, and measures how long they take.
struct RequestMetricsMiddleware: RouterMiddleware {
    typealias Context = IndexRequestContext

    private static let statuses = [200, 400, 401, 404, 405, 413, 429, 500, 503]
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

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        let response = try await next(request, context)
        (counters[response.status.code] ?? others).increment()
        timer.recordNanoseconds(DispatchTime.now().uptimeNanoseconds - start)
        return response
    }
}
