import Hummingbird
import LinkIndex
import Logging
import NIOCore

/// `/health`, `/ready`, `/metrics` and `/openapi.json`.
struct StatusRoutes: Sendable {
    /// The answer of `/ready`.
    private struct Readiness: Encodable {
        struct Part: Encodable {
            let part: String
            let effect: String
        }

        let status: String
        let degraded: [Part]
    }

    private let check: StoreCheck
    private let limits: ClientLimits
    private let metrics: PrometheusRegistry
    private let measure: @Sendable () -> Void
    /// Load balancers send many requests, even while the store is down.
    private let failures = QuietLog(Logger(label: "applinks-index.http"))

    /// - Parameters:
    ///   - store: The store. Without it, nodes answer from memory, and fetch everything else.
    ///   - limits: The limits of clients.
    ///   - metrics: The metrics for `/metrics`.
    ///   - measure: Called before the metrics are written, to set values that are only measured then.
    init(
        store: any IndexStore,
        limits: ClientLimits,
        metrics: PrometheusRegistry,
        measure: @escaping @Sendable () -> Void
    ) {
        check = StoreCheck(store)
        self.limits = limits
        self.metrics = metrics
        self.measure = measure
    }

    func health(_ request: Request, _ context: IndexRequestContext) -> Response {
        JSONBody.response(ByteBuffer(string: "{\"status\":\"ok\"}"))
    }

    /// Answers whether a load balancer should send requests here; this is true even while the database is down, as long as this
    /// node can answer.
    func ready(_ request: Request, _ context: IndexRequestContext) async throws -> Response {
        guard let error = await check.failure() else {
            return JSONBody.response(try JSONBody.buffer(Readiness(status: "ready", degraded: [])))
        }
        failures.warning("ready", "The store does not answer: \(error)")
        guard limits.options.keys != .required || limits.keys.knowsKeys else {
            throw Problem(
                .serviceUnavailable,
                "not-ready",
                "Not ready",
                "Keys are required, the database does not answer, and this node knows no key yet.",
                retryAfter: 5
            )
        }
        let effect =
            "The database does not answer: known answers come from memory, others are fetched, and new keys are refused."
        let readiness = Readiness(status: "degraded", degraded: [Readiness.Part(part: "database", effect: effect)])
        return JSONBody.response(try JSONBody.buffer(readiness))
    }

    func metricsText(_ request: Request, _ context: IndexRequestContext) -> Response {
        measure()
        return JSONBody.response(
            ByteBuffer(string: metrics.text() + ProcessMetrics.text),
            type: "text/plain; version=0.0.4; charset=utf-8"
        )
    }

    func openAPI(_ request: Request, _ context: IndexRequestContext) -> Response {
        JSONBody.response(ByteBuffer(bytes: PackageResources.openapi_json))
    }
}
