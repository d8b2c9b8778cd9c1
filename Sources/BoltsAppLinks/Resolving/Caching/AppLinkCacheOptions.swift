/// How many links a cache keeps, and for how long.
///
/// Most pages with App Links forbid or shorten caching for the sake of what else is on them, so a cache that only obeyed
/// would keep next to nothing: ``minimumTimeToLive`` is what makes it useful.
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
    /// How long a link is fresh at least, whatever its source says, one minute by default.
    ///
    /// Zero obeys the source. What must not be stored is not, unless ``honorsNoStore`` is off.
    public var minimumTimeToLive: Duration = .seconds(60)
    /// How long a link is fresh at most, whatever its source says, one day by default.
    public var maximumTimeToLive: Duration = .seconds(86_400)
    /// How long a link is fresh whose source says nothing, ten minutes by default.
    public var defaultTimeToLive: Duration = .seconds(600)
    /// How long a failure is remembered at most, 30 seconds by default; zero remembers none.
    ///
    /// A cancellation is never remembered.
    public var negativeTimeToLive: Duration = .seconds(30)
    /// Whether the cache answers many people, as on a server, `false` by default.
    ///
    /// Then `s-maxage` counts, and what is `private` is not stored.
    public var isShared = false
    /// Whether what says `no-store` (or `private`, in a shared cache) is not stored, `true` by default.
    ///
    /// The requests carry neither cookies nor credentials, so that the field seldom means what is read here.
    public var honorsNoStore = true

    /// Creates the default options.
    public init() {}

    /// From when on a link is to be asked for again, or `nil` where it is not to be kept.
    ///
    /// - Parameters:
    ///   - cacheability: What the source says.
    ///   - asked: When the source was asked. Its time runs from there, as the answer was on its way since.
    ///   - now: When it answered.
    /// - Returns: The moment.
    func expiry(of cacheability: AppLinkCacheability, asked: Duration, now: Duration) -> Duration? {
        guard isStorable(cacheability) else { return nil }
        let told = asked + (timeToLive(cacheability) ?? defaultTimeToLive)
        return min(max(told, now + minimumTimeToLive), now + maximumTimeToLive)
    }

    /// Until when a failure is remembered, or `nil` where it is not to be kept.
    func expiry(of error: any Error, now: Duration) -> Duration? {
        guard !(error is CancellationError), negativeTimeToLive > .zero else { return nil }
        guard let error = error as? AppLinkResolutionError, error.code == .httpStatus else {
            return now + negativeTimeToLive
        }
        let cacheability = AppLinkCacheability(hops: error.hops)
        guard isStorable(cacheability) else { return nil }
        return now + negativeTimeToLive
    }

    private func isStorable(_ cacheability: AppLinkCacheability) -> Bool {
        !honorsNoStore || (isShared ? cacheability.isSharedStorable : cacheability.isStorable)
    }

    private func timeToLive(_ cacheability: AppLinkCacheability) -> Duration? {
        isShared ? cacheability.sharedTimeToLive : cacheability.timeToLive
    }
}
