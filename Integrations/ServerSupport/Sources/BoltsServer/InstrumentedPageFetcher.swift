public import BoltsAppLinks
public import BoltsTasks
public import Foundation
import Metrics

/// Writes metrics, spans and log lines of the fetches of another fetcher.
///
/// | metric | kind | what it is |
/// |---|---|---|
/// | `applinks_fetch_total` | counter, by `result` | fetches that ended: `complete`, `cut`, `notModified`, `cancelled`, or the code of the `PageError` |
/// | `applinks_fetch_duration` | timer, by `result` | how long they took, with the time of waiting |
/// | `applinks_fetch_active` | meter | fetches that run or wait |
/// | `applinks_fetch_bytes` | recorder | the bytes of each page, after decompression |
///
/// Each fetch is a span of the kind `client` with the host, the status, the number of redirects and of bytes. It is a
/// child of the look-up that started it.
///
/// ```swift
/// func makeResolver() -> HTTPAppLinkResolver {
///     HTTPAppLinkResolver(fetcher: InstrumentedPageFetcher(HostLimitedPageFetcher(SystemPageFetcher())))
/// }
/// ```
public struct InstrumentedPageFetcher: PageFetching {
    private let fetcher: any PageFetching
    private let observation: Observation
    private let bytes: Recorder

    /// Creates a fetcher in front of another one.
    ///
    /// - Parameters:
    ///   - fetcher: Fetches the pages.
    ///   - instrumentation: Where logs, metrics and spans are written.
    ///   - clock: Measures how long fetches take.
    public init(
        _ fetcher: any PageFetching,
        instrumentation: ServerInstrumentation = ServerInstrumentation(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.fetcher = fetcher
        observation = Observation(
            instrumentation,
            name: "fetch",
            spanName: "Fetch page",
            kind: .client,
            clock: clock
        )
        bytes = Recorder(
            label: "\(instrumentation.metricPrefix)_fetch_bytes",
            factory: instrumentation.metricsFactory
        )
    }

    /// Fetches a page with the other fetcher.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules.
    ///   - consumer: Receives the bytes, as the other fetcher passes them on.
    ///   - cancellationToken: Cancels the task as the other fetcher does.
    /// - Returns: The other fetcher's task, which completes on its thread after the metrics are written.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        observation(url) {
            fetcher.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
        } describe: { [bytes] page in
            bytes.record(page.byteCount)
            var outcome = Observation.Outcome(result: "\(page.body)")
            outcome.attributes["http.response.status_code"] = page.response.status
            outcome.attributes["http.response.body.size"] = page.byteCount
            outcome.attributes["http.request.redirect_count"] = max(0, page.hops.count - 1)
            return outcome
        }
    }
}
