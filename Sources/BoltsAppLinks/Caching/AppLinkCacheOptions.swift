/// How many links a cache keeps, and for how long.
///
/// By default it is a private cache by the rules of HTTP (RFC 9111). A stale link is used for ``minimumTimeToLive``
/// unless its page forbids stale use, as the RFC permits a client that sends `max-stale`.
///
/// ```swift
/// var options = AppLinkCacheOptions()
/// options.capacity = 10_000
/// options.isShared = true
/// let resolver = CachingAppLinkResolver(HTTPAppLinkResolver(), options: options)
/// ```
public struct AppLinkCacheOptions: Hashable, Sendable {
    /// The most URLs remembered in memory, 1,000 by default; the least recently used one is dropped first.
    ///
    /// Zero keeps nothing; look-ups of one URL at the same time still share one request.
    public var capacity = 1_000
    /// The most memory that everything remembered may take, in bytes, 16 MiB by default; an estimate.
    ///
    /// The least recently used entry is dropped first. An entry that is larger by itself is not kept.
    public var byteCapacity = 16 * 1_024 * 1_024
    /// The shortest time for which a link is used, even if its source gives it less, one minute by default.
    ///
    /// It does not apply to a page that says `no-store`, nor, while ``honorsNoCache`` is on, to one that says
    /// `no-cache` or `must-revalidate`.
    public var minimumTimeToLive: Duration = .seconds(60)
    /// The longest time for which a link is fresh, whatever its source says, one day by default.
    public var maximumTimeToLive: Duration = .seconds(86_400)
    /// How long a link is fresh if its source says nothing, ten minutes by default.
    public var defaultTimeToLive: Duration = .seconds(600)
    /// The longest time for which a failure is remembered, 30 seconds by default; zero remembers none.
    ///
    /// A busy server may ask for longer (`Retry-After`), up to ``maximumTimeToLive``. Cancellations and local refusals
    /// (a URL that must not be fetched, an address that is refused or not found) are never remembered.
    public var negativeTimeToLive: Duration = .seconds(30)
    /// How long a stale link may be used if asking again fails, zero by default.
    ///
    /// Its source may allow more (`stale-if-error`) or forbid it (`must-revalidate`).
    public var staleIfError: Duration = .zero
    /// Whether it is a shared cache, one that answers many people, as on a server; `false` by default.
    ///
    /// In a shared cache `s-maxage` and `proxy-revalidate` apply, and `private` pages are not stored.
    public var isShared = false
    /// Whether `no-store` (and `private`, in a shared cache) is obeyed, `true` by default.
    ///
    /// Turning it off violates RFC 9111.
    public var honorsNoStore = true
    /// Whether `no-cache`, `must-revalidate` and `Vary: *` are obeyed, `true` by default.
    ///
    /// Most pages with App Links say one of these because of their other content. A service that cannot ask each time
    /// turns it off; ``minimumTimeToLive`` then applies to them too.
    public var honorsNoCache = true

    /// Whether a link that its source lets be used while it is asked for again (`stale-while-revalidate`) is, `true` by
    /// default.
    ///
    /// The request runs after the link was given; a program that ends soon after turns it off.
    public var refreshesStaleLinks = true
    /// Whether the tags of a page and the requests that led to it are kept beside its link, `false` by default.
    ///
    /// They take about as much memory again.
    public var keepsPages = false

    /// Creates the default options.
    public init() {}
}
