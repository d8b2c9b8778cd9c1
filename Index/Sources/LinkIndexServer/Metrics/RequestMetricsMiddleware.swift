import Dispatch
import Hummingbird

/// Counts requests by their status, and measures how long they take.
struct RequestMetricsMiddleware: RouterMiddleware {
    typealias Context = IndexRequestContext

    let metrics: RequestMetrics

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        let response = try await next(request, context)
        metrics.record(status: response.status.code, since: start)
        return response
    }
}
