import Hummingbird
import LinkIndex
import NIOCore

/// `/health`, `/ready`, `/metrics` and `/openapi.json`.
struct StatusRoutes: Sendable {
    let store: any IndexStore
    let metrics: PrometheusRegistry
    /// Called before the metrics are written, to set what is only measured then.
    let measure: @Sendable () -> Void

    func health(_ request: Request, _ context: IndexRequestContext) -> Response {
        JSONBody.response(ByteBuffer(string: "{\"status\":\"ok\"}"))
    }

    func ready(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        do {
            try await store.ping()
        } catch {
            context.logger.warning("The store does not answer: \(error)")
            throw Problem(
                .serviceUnavailable,
                "not-ready",
                "Not ready",
                "The store does not answer.",
                retryAfter: 5
            )
        }
        return JSONBody.response(ByteBuffer(string: "{\"status\":\"ready\"}"))
    }

    func metricsText(_ request: Request, _ context: IndexRequestContext) -> Response {
        measure()
        return JSONBody.response(
            ByteBuffer(string: metrics.text()),
            type: "text/plain; version=0.0.4; charset=utf-8"
        )
    }

    func openAPI(_ request: Request, _ context: IndexRequestContext) -> Response {
        JSONBody.response(ByteBuffer(bytes: PackageResources.openapi_json))
    }
}
