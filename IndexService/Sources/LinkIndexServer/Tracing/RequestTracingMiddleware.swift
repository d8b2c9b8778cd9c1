import HTTPTypes
import Hummingbird
import Tracing

/// Makes a span for each request, as a child of the span that the client names, such as in `traceparent`.
///
/// Spans have the path and not the query, which has URLs and keys.
struct RequestTracingMiddleware: RouterMiddleware {
    typealias Context = IndexRequestContext

    private struct FieldExtractor: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }
    }

    /// The methods that OpenTelemetry's conventions name.
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch,
    ]

    let tracer: any Tracer

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let span = start(tracer, request, route: context.endpointPath)
        defer { span.end() }
        let response = try await ServiceContext.$current.withValue(span.context) { try await next(request, context) }
        span.attributes["http.response.status_code"] = response.status.code
        if response.status.kind == .serverError { span.setStatus(SpanStatus(code: .error)) }
        return response
    }

    private func start(_ tracer: some Tracer, _ request: Request, route: String?) -> any Span {
        var parent = ServiceContext.current ?? .topLevel
        tracer.extract(request.headers, into: &parent, using: FieldExtractor())
        // A client can send any word as its method; there should be few names of spans.
        let isKnown = Self.methods.contains(request.method)
        let method = isKnown ? request.method.rawValue : "HTTP"
        let span = tracer.startSpan(route.map { "\(method) \($0)" } ?? method, context: parent, ofKind: .server)
        span.updateAttributes { attributes in
            attributes["http.request.method"] = isKnown ? method : "_OTHER"
            attributes["http.route"] = route
            attributes["url.path"] = request.uri.path
        }
        return span
    }
}
