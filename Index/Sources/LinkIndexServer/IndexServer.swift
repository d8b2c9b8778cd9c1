@_spi(Bolts) import BoltsSiteCheck
package import Hummingbird
package import HummingbirdCore
package import LinkIndex
package import Logging
import NIOCore

/// The HTTP interface of an index.
package struct IndexServer: Sendable {
    private let index: AppLinkIndex
    private let options: IndexServerOptions
    private let metrics: PrometheusRegistry

    /// Creates the interface.
    package init(
        _ index: AppLinkIndex,
        options: IndexServerOptions = IndexServerOptions(),
        metrics: PrometheusRegistry = PrometheusRegistry()
    ) {
        self.index = index
        self.options = options
        self.metrics = metrics
    }

    /// Returns the application, which is a service.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - logger: Its log.
    ///   - onListening: Called with the port once it listens.
    /// - Returns: The application.
    package func application(
        address: BindAddress,
        logger: Logger = Logger(label: "applinks-index.http"),
        onListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let finished = FinishedAnswers(index, byteCapacity: options.answerBytes)
        let limits = clientLimits()
        let requests = RequestMetrics(metrics)
        let timeout = TimeAmount.seconds(Int64(options.requestTimeout))
        let idle = TimeAmount.seconds(Int64(options.idleTimeout))
        let log = options.requestLog.map(RequestLog.init)
        let responder = FinishedResponder(finished, limits: limits, metrics: requests, log: log)
        let shares = options.connectionLimit.map { ConnectionShares(limit: max(1, $0)) }
        let handlers: @Sendable () -> [any RemovableChannelHandler] = {
            let count = RequestCount(limit: options.requestsPerConnection)
            var handlers: [any RemovableChannelHandler] = [RequestDeadlineHandler(limit: timeout, idleLimit: idle)]
            if let shares { handlers.append(ConnectionShareHandler(shares, proxies: options.proxies)) }
            handlers += [
                RefusedBodyHandler(), LastRequestHandler(count), ContinueHandler(),
                MalformedRequestHandler(metrics: requests, log: log), FinishedAnswerHandler(responder),
            ]
            return handlers
        }
        return Application(
            router: router(finished, limits, requests, log),
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: handlers(),
                    httpDecoderConfiguration: .init(
                        // The limit fits a URL of the maximum length with every character escaped, so that a longer one gets a
                        // problem document.
                        maxHeaderFieldSize: 128 << 10,
                        maxHeaderListSize: 160 << 10,
                        maxHeaderFieldCount: 100
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: address,
                backlog: 1_024,
                availableConnectionsDelegate: options.connectionLimit.map { MaximumAvailableConnections(max(1, $0)) }
            ),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) },
            logger: logger
        )
    }

    private func clientLimits() -> ClientLimits {
        let clock = ContinuousClock()
        let start = clock.now
        let now: @Sendable () -> Duration = { start.duration(to: clock.now) }
        return ClientLimits(
            options: options,
            keys: KeyRing(index.answering, revoked: options.revokedKeys, now: now),
            buckets: TokenBuckets(now: now)
        )
    }

    private func router(
        _ finished: FinishedAnswers,
        _ limits: ClientLimits,
        _ requests: RequestMetrics,
        _ log: RequestLog?
    ) -> Router<IndexRequestContext> {
        let waiting = WaitingLimit(options.waitingLimit)
        let links = LinksRoutes(index: index, limits: limits, waiting: waiting, finished: finished)
        let graph = GraphRoutes(index: index, limits: limits, waiting: waiting, finished: finished)
        let page = PageRoutes(index: index, limits: limits, waiting: waiting)
        let statements = StatementsRoutes(index: index, limits: limits, waiting: waiting)
        let caches = CacheMetrics(metrics)
        let options = options
        let status = StatusRoutes(store: index.store, limits: limits, metrics: metrics) { [index] in
            caches.update(index, waiting: waiting.count)
        }
        // Routes for GET also answer HEAD.
        let router = Router(context: IndexRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestRecordMiddleware(metrics: requests, log: log))
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: ServerOptionsMiddleware())
        router.get("v1/links") { try await links.one($0, $1) }
        router.post("v1/links") { try await links.many($0, $1) }
        router.delete("v1/links") { try await links.forget($0, $1) }
        router.get("v1/statements:list") { await statements.one(.list, $0, $1) }
        router.get("v1/assetlinks:check") { await statements.one(.check, $0, $1) }
        router.post("v1/assetlinks:bulkCheck") { await statements.bulkCheck($0, $1) }
        for path in ["v1/statements:list", "v1/assetlinks:check", "v1/assetlinks:bulkCheck"] {
            router.on(RouterPath(path), method: .options) { statements.preflight($0, $1) }
        }
        router.get("check") { try await page.check($0, $1) }
        router.get("/") { request, context in
            // Requests in Meta's form always have ids.
            let asksForPage = try options.hasPage && Query(request.uri.query)["ids"] == nil
            return asksForPage ? page.form(request, context) : try await graph.links(request, context)
        }
        // Meta's clients put the version of their interface first: /v18.0/?ids=…
        router.get(":version") { request, context in
            let version = context.parameters.get("version") ?? ""
            guard PathMethods.isVersion(version) else { throw HTTPError(.notFound) }
            return try await graph.links(request, context)
        }
        router.get("health") { status.health($0, $1) }
        router.get("ready") { try await status.ready($0, $1) }
        router.get("metrics") { status.metricsText($0, $1) }
        router.get("openapi.json") { status.openAPI($0, $1) }
        return router
    }
}
