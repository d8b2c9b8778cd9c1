import Dispatch
import HTTPTypes
import Hummingbird

/// Counts routed requests, measures their duration, optionally logs them, and gives those that fail the id of their log line.
struct RequestRecordMiddleware: RouterMiddleware {
    typealias Context = IndexRequestContext

    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch,
    ]

    let metrics: RequestMetrics
    let log: RequestLog?

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = DispatchTime.now().uptimeNanoseconds
        var response = try await next(request, context)
        metrics.record(status: response.status.code, since: start)
        guard let log else { return response }
        let entry = RequestLog.Entry(
            method: Self.methods.contains(request.method) ? request.method.rawValue : "OTHER",
            route: context.endpointPath ?? "none",
            status: response.status.code,
            bytes: response.body.contentLength,
            key: context.key.id,
            id: context.id
        )
        // A cache must not keep the id of one request for others.
        if entry.status >= 400, let name = RequestLog.idField { response.headers[name] = entry.id }
        log.record(entry, since: start)
        return response
    }
}
