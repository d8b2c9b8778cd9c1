import HTTPTypes
import Hummingbird
import LinkIndex

/// Turns every error into a problem document, including those of the framework.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = IndexRequestContext

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem {
            return try problem.response(from: request, context: context)
        } catch let error as HTTPError {
            return try problem(error, request).response(from: request, context: context)
        } catch let error as any HTTPResponseError {
            let problem = Problem(error.status, "refused", error.status.reasonPhrase, "The request was refused.")
            return try problem.response(from: request, context: context)
        } catch is CancellationError where Task.isCancelled {
            // The service is stopping, and the time for requests is over.
            let problem = Problem(
                .serviceUnavailable,
                "stopping",
                "Stopping",
                "The service stops. Ask again later.",
                retryAfter: 5
            )
            return try problem.response(from: request, context: context)
        } catch {
            context.logger.error("A request failed: \(LoggedError(error))")
            let problem = Problem(
                .internalServerError,
                "internal",
                "Internal error",
                "The service failed. The same request may succeed later."
            )
            return try problem.response(from: request, context: context)
        }
    }

    private func methodNotAllowed(_ methods: String) -> Problem {
        var problem = Problem(
            .methodNotAllowed,
            "method-not-allowed",
            "Method not allowed",
            "This path has the methods \(methods)."
        )
        problem.allowed = methods
        return problem
    }

    private func problem(_ error: HTTPError, _ request: Request) -> Problem {
        switch error.status {
        case .notFound:
            PathMethods.text(at: request.uri.path).map(methodNotAllowed)
                ?? Problem(.notFound, "not-found", "Not found", "There is nothing at this path. See /openapi.json.")
        case .contentTooLarge:
            Problem(.contentTooLarge, "body-too-large", "Body too large", "The body has more than 512 KiB.")
        default:
            Problem(error.status, "refused", error.status.reasonPhrase, error.body ?? "The request was refused.")
        }
    }
}
