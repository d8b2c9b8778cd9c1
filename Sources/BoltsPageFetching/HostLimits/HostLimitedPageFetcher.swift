public import BoltsTasks
public import Foundation

/// Limits how many fetches of one host run at the same time, and pauses overloaded hosts.
///
/// After a status 429 or 503 no request is sent to the host for the time of its `Retry-After` (seconds or a date), or for a
/// growing time if the field is missing or invalid. Then one request at a time is sent until the host answers with another
/// status. A host is a name or address with its port.
///
/// Each redirect counts for the host that it leads to. Fetches of one host start in order, and hosts do not wait for each
/// other. A fetch that waits longer than its ``PageFetchOptions/totalTimeout`` fails with ``PageError/Code/timedOut``. If its
/// host is paused for longer than that, it fails at once with ``PageError/Code/hostPaused`` and ``PageError/retryAfter``.
///
/// ```swift
/// let fetcher = HostLimitedPageFetcher(SystemPageFetcher())
/// let page = try await fetcher.fetch(url, into: consumer)
/// print(page.byteCount)
/// ```
public struct HostLimitedPageFetcher: PageFetching {
    private let limited: HostWaitingFetcher
    /// Repeats requests, in front of the limits; `nil` if requests are not repeated.
    private var repeating: RepeatingPageFetcher?

    /// Creates a fetcher in front of another one.
    ///
    /// Copies of the value share the limits.
    ///
    /// - Parameters:
    ///   - fetcher: Sends the requests. It gets a ``PageFetchOptions/redirectLimit`` of 0, and must report the redirect in the
    ///     hops of its ``PageError/Code/tooManyRedirects``, as the fetchers of this module do.
    ///   - options: The limits for each host.
    ///   - clock: The clock that measures pauses and time limits.
    public init(
        _ fetcher: any PageFetching,
        options: HostLimitOptions = HostLimitOptions(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        limited = HostWaitingFetcher(fetcher: fetcher, limiter: HostLimiter(options: options, clock: clock))
        guard options.retryLimit > 0 else { return }
        repeating = RepeatingPageFetcher(limited, policy: options.retryPolicy, clock: clock)
    }

    /// How many fetches run and wait, and how many hosts are remembered.
    package var statistics: HostLimitStatistics { limited.limiter.statistics }

    /// Returns a fetcher that shares this one's limits, and reports each repeated fetch when it ends.
    ///
    /// - Parameter record: Called with a fetch, on any thread, before the task of the fetch completes.
    /// - Returns: The fetcher.
    @_spi(Bolts)
    public func recording(_ record: @escaping @Sendable (RetriedFetch) -> Void) -> HostLimitedPageFetcher {
        var copy = self
        copy.repeating?.record = record
        return copy
    }

    /// Fetches a page when the limits of its host allow it.
    ///
    /// - Parameters:
    ///   - url: The URL of the page.
    ///   - options: The limits and rules. The total timeout includes waiting, and all tries of a request.
    ///   - consumer: Receives the bytes, as the other fetcher passes them on.
    ///   - cancellationToken: Cancels the task immediately, even while it waits.
    /// - Returns: A task of the page's requests, its response, and how much of it was read. It completes on a thread of
    ///   the other fetcher, of the clock, or of a fetch that ended, and fails with ``PageError`` or with the consumer's
    ///   error.
    public func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        guard let repeating else {
            return limited.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
        }
        return repeating.fetch(url, options: options, into: consumer, cancellationToken: cancellationToken)
    }
}

/// Fetches a page when the limits of its host allow it.
struct HostWaitingFetcher: PageFetching {
    let fetcher: any PageFetching
    let limiter: HostLimiter

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        if cancellationToken.isCancellationRequested { return .cancelled() }
        return HostLimitedFetch(
            url,
            options: options,
            consumer: consumer,
            token: cancellationToken,
            fetcher: fetcher,
            limiter: limiter
        ).start()
    }
}

/// The current numbers of a ``HostLimitedPageFetcher``.
package struct HostLimitStatistics: Hashable, Sendable {
    package var runningFetchCount = 0
    /// The fetches that wait, for another fetch of their host or for the end of its pause.
    package var waitingFetchCount = 0
    /// The hosts that have a fetch, or that are remembered because they answered 429 or 503.
    package var hostCount = 0
}
