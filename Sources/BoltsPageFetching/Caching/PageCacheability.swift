internal import Foundation

/// How long a page's source allows caches to reuse it, and how to revalidate it afterwards; the options of a cache may override it.
@_spi(Bolts) public struct PageCacheability: Hashable, Sendable {
    /// Whether a private cache may store the page.
    public var isStorable: Bool
    /// Whether a cache that serves several users may store the page.
    @_spi(Bolts) public var isSharedStorable: Bool
    /// How long the page is fresh, counted from the request; `nil` if the source does not specify it.
    public var timeToLive: Duration?
    /// How long the page is fresh in a shared cache; `nil` if the source does not specify it.
    @_spi(Bolts) public var sharedTimeToLive: Duration?
    /// The limit for a time to live that a cache chooses, because a redirect to the page states less.
    package var timeToLiveLimit: Duration?
    /// Like ``timeToLiveLimit``, for a shared cache.
    package var sharedTimeToLiveLimit: Duration?
    /// How old the page was already, which shortens a time to live that a cache chooses.
    package var age: Duration = .zero
    /// Whether each use needs validation (`no-cache`), even of a fresh page.
    @_spi(Bolts) public var requiresValidation = false
    /// Whether a caller may accept a stale page (no `must-revalidate`).
    @_spi(Bolts) public var allowsStale = true
    /// Like ``allowsStale``, for a shared cache.
    @_spi(Bolts) public var allowsSharedStale = true
    /// How long after its time to live the page may be used while it is revalidated.
    package var staleWhileRevalidate: Duration = .zero
    /// How long after its time to live the page may be used if revalidation fails.
    package var staleIfError: Duration = .zero
    /// The validator that makes the next request conditional, once the page is stale.
    public var validator: PageValidator?

    /// The source specifies nothing, so the cache decides.
    package static let unknown = PageCacheability()

    package static let notStorable = PageCacheability(isStorable: false, timeToLive: .zero)

    /// Creates the cacheability of a page; by default the source specifies nothing, so the cache decides.
    ///
    /// - Parameters:
    ///   - isStorable: Whether any cache may store the page.
    ///   - timeToLive: How long the page is fresh, in any cache.
    ///   - validator: The validator that makes the next request conditional.
    public init(isStorable: Bool = true, timeToLive: Duration? = nil, validator: PageValidator? = nil) {
        self.isStorable = isStorable
        self.isSharedStorable = isStorable
        self.timeToLive = timeToLive
        self.sharedTimeToLive = timeToLive
        self.validator = validator
    }

    /// Creates the cacheability of a redirect chain by the rules of HTTP (RFC 9111), at the current time.
    ///
    /// The page is fresh as long as every response of the chain is. A temporary redirect without an explicit lifetime is never
    /// fresh. Any other response without one does not shorten the time. A page with only a `Last-Modified` date is fresh for a
    /// tenth of the time since that date. Only `*` matters in `Vary`, because all requests of this library have the same fields
    /// and no cookies.
    ///
    /// - Parameter hops: All requests in order; the last one fetched the page.
    public init(hops: [PageHop]) {
        self.init(hops: hops, now: .now)
    }

    /// Creates the cacheability of a redirect chain whose responses arrived at `now`.
    package init(hops: [PageHop], now: HTTPDate) {
        self = .unknown
        var windows: (whileRevalidate: Int64, ifError: Int64)?
        var page: HTTPFreshness?
        for hop in hops {
            let freshness = HTTPFreshness(hop, now: now)
            isStorable = isStorable && !freshness.isNoStore
            isSharedStorable = isSharedStorable && !freshness.isNoStore && !freshness.isPrivate
            timeToLive = Self.shorter(timeToLive, freshness.explicitLifetime ?? freshness.heuristicLifetime)
            sharedTimeToLive = Self.shorter(
                sharedTimeToLive,
                freshness.sharedExplicitLifetime ?? freshness.heuristicLifetime
            )
            requiresValidation = requiresValidation || freshness.requiresValidation
            allowsStale = allowsStale && !freshness.mustRevalidate
            allowsSharedStale = allowsSharedStale && !freshness.sharedMustRevalidate
            windows = (
                min(windows?.whileRevalidate ?? .max, freshness.staleWhileRevalidate),
                min(windows?.ifError ?? .max, freshness.staleIfError)
            )
            validator = PageValidator(hop)
            page = freshness
        }
        if let page, page.heuristicLifetime == nil {
            // The lifetimes of redirects are not the page's own; they only limit a lifetime that a cache chooses for it.
            age = .seconds(page.age)
            if page.explicitLifetime == nil, timeToLive != .zero {
                (timeToLive, timeToLiveLimit) = (nil, timeToLive)
            }
            if page.sharedExplicitLifetime == nil, sharedTimeToLive != .zero {
                (sharedTimeToLive, sharedTimeToLiveLimit) = (nil, sharedTimeToLive)
            }
        }
        staleWhileRevalidate = .seconds(windows?.whileRevalidate ?? 0)
        staleIfError = .seconds(windows?.ifError ?? 0)
    }

    /// How long the page is fresh, with a default time to live for a source that states none.
    @_spi(Bolts) public func timeToLive(isShared: Bool, default chosen: Duration) -> Duration {
        if let stated = isShared ? sharedTimeToLive : timeToLive { return stated }
        let rest = max(.zero, chosen - age)
        return (isShared ? sharedTimeToLiveLimit : timeToLiveLimit).map { min($0, rest) } ?? rest
    }

    private static func shorter(_ time: Duration?, _ seconds: Int64?) -> Duration? {
        [time, seconds.map { .seconds($0) }].compactMap(\.self).min()
    }
}

extension HTTPDate {
    /// The current time by the system's clock.
    package static var now: HTTPDate { HTTPDate(seconds: Int64(Date().timeIntervalSince1970)) }
}
