public import BoltsAppLinks
public import BoltsTasks
public import Foundation

/// Writes metrics, spans and log lines of the look-ups of a cache.
///
/// | metric | kind | what it is |
/// |---|---|---|
/// | `applinks_lookup_total` | counter, by `result` | look-ups that ended: `hit`, `revalidated`, `stale`, `miss`, `cancelled`, or the code of the `PageError` |
/// | `applinks_lookup_duration` | timer, by `result` | how long they took |
/// | `applinks_lookup_active` | meter | look-ups that run |
///
/// Each look-up is a span. If it starts a fetch by an ``InstrumentedPageFetcher``, the fetch's span is its child; a
/// look-up that joins another one's fetch has no child.
///
/// ```swift
/// func makeResolver(_ fetcher: InstrumentedPageFetcher) -> InstrumentedAppLinkResolver {
///     InstrumentedAppLinkResolver(CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: fetcher)))
/// }
/// ```
public struct InstrumentedAppLinkResolver: AppLinkResolving {
    /// The cache.
    public let cache: CachingAppLinkResolver
    private let observation: Observation

    /// Creates a resolver in front of a cache.
    ///
    /// - Parameters:
    ///   - cache: Looks up the links.
    ///   - instrumentation: Where logs, metrics and spans are written.
    ///   - clock: Measures how long look-ups take.
    public init(
        _ cache: CachingAppLinkResolver,
        instrumentation: ServerInstrumentation = ServerInstrumentation(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.cache = cache
        observation = Observation(
            instrumentation,
            name: "lookup",
            spanName: "Look up App Link",
            kind: .internal,
            clock: clock
        )
    }

    /// Finds the App Link of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the link, which completes like the cache's, after the metrics are written.
    public func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
        lookUp(url, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0.value.link }
    }

    /// Finds the App Link of a URL, and returns its origin too.
    ///
    /// - Parameters:
    ///   - url: The URL that a person would follow.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task of the link, which completes like the cache's, after the metrics are written.
    public func lookUp(_ url: URL, cancellationToken: CancellationToken) -> BoltsTask<HTTPCacheAnswer<ResolvedLink>> {
        observation(url) {
            cache.lookUp(url, cancellationToken: cancellationToken)
        } describe: { found in
            var outcome = Observation.Outcome(result: found.origin.metricValue)
            outcome.attributes["applinks.target_count"] = found.value.link.targets.count
            return outcome
        }
    }

    /// Finds the App Link of a URL, and returns its origin too, from `async` code.
    ///
    /// Cancelling the calling Swift task cancels the look-up.
    ///
    /// - Parameter url: The URL that a person would follow.
    /// - Returns: The link.
    /// - Throws: The error of the cache's source; `CancellationError`.
    public func lookUp(_ url: URL) async throws -> HTTPCacheAnswer<ResolvedLink> {
        try await withCancellationToken { lookUp(url, cancellationToken: $0) }
    }
}

extension HTTPCacheOrigin {
    fileprivate var metricValue: String {
        switch self {
        case .hit: "hit"
        case .revalidated: "revalidated"
        case .stale: "stale"
        case .fetched: "miss"
        @unknown default: "unknown"
        }
    }
}
