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
    /// The pause doubles each time the host answers so again, up to ``pauseLimit``.
    public var initialPause: Duration = .seconds(1)
    /// The longest pause of a host, also if its `Retry-After` asks for more: 1 hour by default.
    public var pauseLimit: Duration = .seconds(3_600)
    /// The time between the starts of two requests to one host: none by default.
    package var requestInterval: Duration = .zero
    /// How many hosts without a fetch are remembered because they answered 429 or 503: 10,000 by default.
    ///
    /// Beyond that, the host that was used least recently is forgotten.
    public var rememberedHostLimit: Int = 10_000

    /// Creates the default options.
    public init() {}
}
