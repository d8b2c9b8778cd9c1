/// How many links a cache keeps, and for how long.
///
/// By default the rules of HTTP are kept, as a cache for one person (RFC 9111): a page that says nothing stricter is used
/// for ``minimumTimeToLive`` although it is stale, which the RFC lets whoever asks allow (`max-stale`).
///
/// ```swift
/// var options = AppLinkCacheOptions()
/// options.capacity = 10_000
/// options.isShared = true
/// let resolver = CachingAppLinkResolver(HTTPAppLinkResolver(), options: options)
/// ```
public struct AppLinkCacheOptions: Hashable, Sendable {
    /// How many URLs are remembered, 1,000 by default; then the one that was asked for longest ago is forgotten.
    ///
    /// Zero keeps nothing; those who ask for one URL at the same time still share one request.
    public var capacity = 1_000
    /// How many bytes everything that is remembered may take together, 16 MiB by default, as far as it can be told.
    ///
    /// The one that was asked for longest ago is forgotten first. What is larger by itself is not kept.
    public var byteCapacity = 16 * 1_024 * 1_024
    /// How long a link is used at least, although its source gives it less time, one minute by default.
    ///
    /// It does not hold for what says `no-store`, nor for what says `no-cache` or `must-revalidate` while
    /// ``honorsNoCache`` is on.
    public var minimumTimeToLive: Duration = .seconds(60)
    /// How long a link is fresh at most, whatever its source says, one day by default.
    public var maximumTimeToLive: Duration = .seconds(86_400)
    /// How long a link is fresh whose source says nothing, ten minutes by default.
    public var defaultTimeToLive: Duration = .seconds(600)
    /// How long a failure is remembered at most, 30 seconds by default; zero remembers none.
    ///
    /// A server that is busy may ask for longer (`Retry-After`), up to ``maximumTimeToLive``. Never remembered are
    /// cancellations, and what was decided here: a URL that may not be asked for, an address that is refused or not found.
    public var negativeTimeToLive: Duration = .seconds(30)
    /// How long a link may be used, once it is no longer fresh, where asking again fails; zero by default.
    ///
    /// Its source may allow more (`stale-if-error`) or forbid it (`must-revalidate`).
    public var staleIfError: Duration = .zero
    /// Whether the cache answers many people, as on a server, `false` by default.
    ///
    /// Then `s-maxage` and `proxy-revalidate` count, and what is `private` is not stored.
    public var isShared = false
    /// Whether what says `no-store` (or `private`, in a shared cache) is not stored, `true` by default.
    ///
    /// Turning it off goes against the word of the page.
    public var honorsNoStore = true
    /// Whether what says `no-cache`, `must-revalidate` or `Vary: *` is asked for again as it says, `true` by default.
    ///
    /// Most pages with App Links say so for the sake of what else is on them: a service that cannot ask each time turns
    /// it off, and ``minimumTimeToLive`` holds for them too.
    public var honorsNoCache = true

    /// Creates the default options.
    public init() {}
}
