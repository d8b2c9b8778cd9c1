import HTTPTypes
import Hummingbird

/// Answers `OPTIONS *`, which is about the server and not about a path (RFC 9110, section 9.3.7).
struct ServerOptionsMiddleware: RouterMiddleware {
    typealias Context = IndexRequestContext

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.method == .options, request.uri.path == "*" else { return try await next(request, context) }
        return Response(status: .noContent, headers: [.allow: PathMethods.all])
    }
}
