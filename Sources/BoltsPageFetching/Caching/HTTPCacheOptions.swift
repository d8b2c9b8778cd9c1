/// Options of an HTTP cache: how many values it keeps, and how long.
///
/// By default it is a private cache (RFC 9111). A stale value is used for ``minimumTimeToLive`` unless its page forbids it; the
/// RFC permits this to a client that sends `max-stale`.
///
/// ```swift
/// var options = HTTPCacheOptions()
/// options.capacity = 10_000
/// options.isShared = true
/// ```
public struct HTTPCacheOptions: Hashable, Sendable {
    /// The maximum number of URLs in memory, 1,000 by default; the least recently used one is removed first.
    ///
    /// With zero, nothing is kept; simultaneous look-ups of a URL still share one request.
    public var capacity = 1_000
    /// The maximum estimated size of all entries in memory in bytes, 16 MiB by default.
    ///
    /// The least recently used entry is removed first. An entry that is larger by itself is not kept.
    public var byteCapacity = 16 * 1_024 * 1_024
    /// The shortest time for which a value is used, even if its source allows less, one minute by default.
    ///
    /// It does not apply to pages with `no-store`, `no-cache` or `must-revalidate`.
    public var minimumTimeToLive: Duration = .seconds(60)
    /// The longest time for which a value is fresh, even if its source allows more, one day by default.
    public var maximumTimeToLive: Duration = .seconds(86_400)
    /// How long a value is fresh if its source does not specify it, ten minutes by default.
    public var defaultTimeToLive: Duration = .seconds(600)
    /// The longest time for which a failure is cached, 30 seconds by default; zero caches no failure.
    ///
    /// A busy server may specify a longer time (`Retry-After`), up to ``maximumTimeToLive``. The header fields of an error page
    /// may shorten the time or forbid caching (`no-store`). A shared cache (``isShared``) ignores them, and remembers only that
    /// the request failed. Cancellations, local refusals (a URL that must not be fetched) and hosts that are not found are not
    /// cached.
    public var negativeTimeToLive: Duration = .seconds(30)
    /// Whether failures to reach a host are cached too, `false` by default.
    ///
    /// An app must reach a host as soon as its device is online again. A server with many clients should not look up the same
    /// missing host for each of them.
    @_spi(Bolts) public var cachesUnreachableHosts = false
    /// How long a stale value may be used if revalidation fails, zero by default.
    ///
    /// Its source may allow more (`stale-if-error`) or forbid it (`must-revalidate`).
    public var staleIfError: Duration = .zero
    /// Whether it is a shared cache, which serves several users, for example on a server; `false` by default.
    ///
    /// In a shared cache `s-maxage` and `proxy-revalidate` apply, and `private` pages are not stored.
    public var isShared = false
    /// Whether `no-cache`, `must-revalidate` and `Vary: *` are obeyed, `true` by default.
    ///
    /// Most pages with App Links have one of these, because of their other content. A service that cannot afford to revalidate
    /// each time can turn it off; ``minimumTimeToLive`` then applies to such pages too.
    @_spi(Bolts) public var honorsNoCache = true

    /// Whether a stale value is returned while it is refreshed (`stale-while-revalidate`), `true` by default.
    ///
    /// The request runs after the value was returned: turn this off in a program that ends soon after.
    @_spi(Bolts) public var refreshesStaleValues = true

    /// Creates the default options.
    public init() {}
}
