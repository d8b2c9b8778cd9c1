public import Logging
public import Metrics
public import Tracing

/// Where the types of this module write their logs, metrics and spans.
///
/// By default they use the systems that the program has bootstrapped.
///
/// ```swift
/// func makeFetcher() -> InstrumentedPageFetcher {
///     var instrumentation = ServerInstrumentation(logger: Logger(label: "resolver"))
///     instrumentation.metricPrefix = "recipes_links"
///     return InstrumentedPageFetcher(SystemPageFetcher(), instrumentation: instrumentation)
/// }
/// ```
public struct ServerInstrumentation: Sendable {
    /// Writes one line, at the level `debug`, for each failure.
    public var logger: Logger
    /// Creates the metrics.
    public var metricsFactory: any MetricsFactory
    /// Creates the spans; `nil` for the tracer of the instrumentation system.
    public var tracer: (any Tracer)?
    /// The beginning of all metrics' names: `applinks` by default.
    public var metricPrefix = "applinks"
    /// Whether spans and log lines contain the whole URL instead of its host only: `false` by default.
    ///
    /// URLs of links often contain tokens or names of people.
    public var recordsURLs = false

    /// Creates an instrumentation.
    ///
    /// - Parameters:
    ///   - logger: Writes one line for each failure.
    ///   - metricsFactory: Creates the metrics.
    ///   - tracer: Creates the spans; `nil` for the tracer of the instrumentation system.
    public init(
        logger: Logger = Logger(label: "applinks"),
        metricsFactory: any MetricsFactory = MetricsSystem.factory,
        tracer: (any Tracer)? = nil
    ) {
        self.logger = logger
        self.metricsFactory = metricsFactory
        self.tracer = tracer
    }
}
