internal import Foundation

/// How long a resolved link may be used again, and how to ask afterwards whether it still holds.
///
/// What the source of the link said, without the judgement of a cache: that is for ``AppLinkCacheOptions``.
///
/// ```swift
/// let untold = PageCacheability.unknown
/// let hour = PageCacheability(timeToLive: .seconds(3_600))
/// let page = PageCacheability(hops: resolved.fetched.hops)
/// ```
public struct PageCacheability: Hashable, Sendable {
    /// Whether the link may be kept at all.
    public var isStorable: Bool
    /// Whether a cache that answers many people may keep it.
    public var isSharedStorable: Bool
    /// How long it is fresh from the moment it was asked for; `nil` where nothing was said.
    public var timeToLive: Duration?
    /// How long it is fresh in a cache that answers many people; `nil` where nothing was said.
    public var sharedTimeToLive: Duration?
    /// Whether every use is to be asked for (`no-cache`), however fresh it is.
    public var requiresValidation = false
    /// Whether it may be used once it is no longer fresh, where whoever asks does not mind (no `must-revalidate`).
    public var allowsStale = true
    /// The same, in a cache that answers many people.
    public var allowsSharedStale = true
    /// How long it may be used after that while it is being asked for again.
    public var staleWhileRevalidate: Duration = .zero
    /// How long it may be used after that where asking again fails.
    public var staleIfError: Duration = .zero
    /// What to ask by once it is no longer fresh.
    public var validator: PageValidator?

    /// Nothing was said: a cache decides.
    public static let unknown = PageCacheability()

    /// The link is for whoever asked, and not to be kept.
    public static let notStorable = PageCacheability(isStorable: false, timeToLive: .zero)

    /// Creates what a source says.
    ///
    /// - Parameters:
    ///   - isStorable: Whether the link may be kept, by any cache.
    ///   - timeToLive: How long it is fresh, in any cache.
    ///   - validator: What to ask by afterwards.
    public init(isStorable: Bool = true, timeToLive: Duration? = nil, validator: PageValidator? = nil) {
        self.isStorable = isStorable
        self.isSharedStorable = isStorable
        self.timeToLive = timeToLive
        self.sharedTimeToLive = timeToLive
        self.validator = validator
    }

    /// Creates what the way to a page says by the rules of HTTP (RFC 9111), as of now.
    ///
    /// The page is fresh for as long as every answer on the way is. A redirect that is temporary and says nothing holds
    /// for that once. Where nothing is said of a page but when it was changed, it is fresh for a tenth of the time since.
    /// Of `Vary`, only `*` matters: a resolver's requests are all alike, and none has a cookie.
    ///
    /// - Parameter hops: Every request, the last of which gave the page.
    public init(hops: [PageHop]) {
        self.init(hops: hops, now: .now)
    }

    /// The same for answers that came at a moment.
    package init(hops: [PageHop], now: HTTPDate) {
        self = .unknown
        var windows: (whileRevalidate: Int, ifError: Int)?
        for hop in hops {
            let answer = HTTPFreshness(hop, now: now)
            isStorable = isStorable && !answer.isNoStore
            isSharedStorable = isSharedStorable && !answer.isNoStore && !answer.isPrivate
            timeToLive = Self.shorter(timeToLive, answer.told ?? answer.untold)
            sharedTimeToLive = Self.shorter(sharedTimeToLive, answer.sharedTold ?? answer.untold)
            requiresValidation = requiresValidation || answer.requiresValidation
            allowsStale = allowsStale && !answer.mustRevalidate
            allowsSharedStale = allowsSharedStale && !answer.sharedMustRevalidate
            windows = (
                min(windows?.whileRevalidate ?? .max, answer.staleWhileRevalidate),
                min(windows?.ifError ?? .max, answer.staleIfError)
            )
            validator = PageValidator(hop)
        }
        staleWhileRevalidate = .seconds(windows?.whileRevalidate ?? 0)
        staleIfError = .seconds(windows?.ifError ?? 0)
    }

    private static func shorter(_ time: Duration?, _ seconds: Int?) -> Duration? {
        [time, seconds.map { .seconds($0) }].compactMap(\.self).min()
    }
}

extension HTTPDate {
    /// This moment, by the system's clock.
    package static var now: HTTPDate { HTTPDate(seconds: Int(Date().timeIntervalSince1970)) }
}
