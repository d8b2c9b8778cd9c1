import Hummingbird
import LinkIndex
import Logging
import NIOCore

/// `/health`, `/ready`, `/metrics` and `/openapi.json`.
struct StatusRoutes: Sendable {
    private let check: StoreCheck
    private let metrics: PrometheusRegistry
    private let measure: @Sendable () -> Void
    /// Balancers ask often, also while the store is away.
    private let failures = QuietLog(Logger(label: "applinks-index.http"))

    /// - Parameters:
    ///   - store: The store that must answer for the service to be ready.
    ///   - metrics: What `/metrics` writes.
    ///   - measure: Called before the metrics are written, to set what is only measured then.
    init(store: any IndexStore, metrics: PrometheusRegistry, measure: @escaping @Sendable () -> Void) {
        check = StoreCheck(store)
        self.metrics = metrics
        self.measure = measure
    }

    func health(_ request: Request, _ context: IndexRequestContext) -> Response {
        JSONBody.response(ByteBuffer(string: "{\"status\":\"ok\"}"))
    }

    func ready(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        if let error = await check.failure() {
            failures.warning("ready", "The store does not answer: \(error)")
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
