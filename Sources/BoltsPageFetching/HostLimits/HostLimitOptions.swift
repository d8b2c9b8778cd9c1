import BoltsTasks

/// The limits of a ``HostLimitedPageFetcher``.
///
/// ```swift
/// var options = HostLimitOptions()
/// options.concurrency = 2
/// options.pauseLimit = .seconds(600)
/// ```
public struct HostLimitOptions: Hashable, Sendable {
    /// How many fetches of one host run at the same time: 4 by default, at least 1.
    public var concurrency: Int = 4
    /// How long a host is paused after a status 429 or 503 without `Retry-After`: 1 second by default.
    ///
    /// The pause doubles each time the host sends such a status again, up to ``pauseLimit``.
    @_spi(Bolts) public var initialPause: Duration = .seconds(1)
    /// The longest pause of a host, even if its `Retry-After` asks for more: 1 hour by default.
    public var pauseLimit: Duration = .seconds(3_600)
    /// The time between the starts of two requests to one host: none by default.
    public var requestInterval: Duration = .zero
    /// How often a request is repeated after a temporary failure: never by default.
    ///
    /// Temporary failures are a lost connection, a time-out, and the statuses 429, 502, 503 and 504. The delays grow and have a
    /// random share; a `Retry-After` of the host replaces them. A page is not repeated after its consumer has received the
    /// beginning, unless the consumer is one of this library's.
    public var retryLimit = 0
    /// How many hosts without a fetch are remembered because they answered 429 or 503: 10,000 by default.
    ///
    /// Beyond that, the host that was used least recently is forgotten.
    package var rememberedHostLimit: Int = 10_000

    /// Creates the default options.
    public init() {}

    /// How long to wait before a request is repeated; a `Retry-After` of the host replaces it.
    var retryPolicy: TaskRetryPolicy {
        TaskRetryPolicy(attempts: max(0, retryLimit) + 1, firstDelay: .milliseconds(500), longestDelay: .seconds(8))
    }
}
