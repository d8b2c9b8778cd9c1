public import BoltsAppLinks
import BoltsTasks
import Foundation
public import Hummingbird

/// Answers `GET /resolve?url=…` with the App Link of a page.
public struct ResolveService: Sendable {
    private let resolver: any AppLinkResolving
    private let limit: RequestLimit

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - resolver: Reads pages. Its own limits bound the time and the size of each.
    ///   - limit: How many pages are read at a time. A request above that gets the status 503.
    public init(resolver: any AppLinkResolving, limit: Int) {
        self.resolver = resolver
        self.limit = RequestLimit(limit)
    }

    /// Adds the service's routes to a router.
    public func addRoutes(to router: Router<BasicRequestContext>) {
        router.get("health") { _, _ in "ok\n" }
        router.get("resolve") { request, context in try await resolve(request, context) }
    }

    private func resolve(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        guard let text = request.uri.queryParameters["url"].map(String.init), let url = URL(string: text) else {
            return try failure(.badRequest, "missingURL", "Name a page: /resolve?url=https://…", request, context)
        }
        do {
            // A page is read to its end even if the client hangs up; the fetch's time limit bounds that.
            guard let link = try await limit.run({ try await resolver.appLink(for: url) }) else {
                var response = try failure(
                    .serviceUnavailable,
                    "busy",
                    "Too many pages are being read; ask again later.",
                    request,
                    context
                )
                response.headers[.retryAfter] = "1"
                return response
            }
            return try LinkReport(link).response(from: request, context: context)
        } catch let error as PageError {
            // The description is for anyone; the detail, which may name addresses, is for the log.
            context.logger.info("not resolved", metadata: ["code": "\(error.code)", "detail": "\(error.detail ?? "")"])
            let status: HTTPResponse.Status = error.code == .timedOut ? .gatewayTimeout : .unprocessableContent
            return try failure(status, "\(error.code)", error.description, request, context)
        }
    }

    private func failure(
        _ status: HTTPResponse.Status,
        _ code: String,
        _ message: String,
        _ request: Request,
        _ context: BasicRequestContext
    ) throws -> Response {
        var response = try FailureReport(code: code, message: message).response(from: request, context: context)
        response.status = status
        return response
    }
}
