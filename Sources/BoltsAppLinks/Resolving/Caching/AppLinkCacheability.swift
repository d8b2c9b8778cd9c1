internal import Foundation

/// How long a resolved link may be used again, and how to ask afterwards whether it still holds.
///
/// What the source of the link said, without the judgement of a cache: that is for ``AppLinkCacheOptions``.
///
/// ```swift
/// let untold = AppLinkCacheability.unknown
/// let hour = AppLinkCacheability(timeToLive: .seconds(3_600))
/// let page = AppLinkCacheability(hops: resolved.fetched.hops)
/// ```
public struct AppLinkCacheability: Hashable, Sendable {
    /// Whether the link may be kept at all.
    public var isStorable: Bool
    /// Whether a cache that answers many people may keep it.
    public var isSharedStorable: Bool
    /// How long it is fresh from the moment it was asked for; `nil` where nothing was said, zero where every use is to
    /// ask again.
    public var timeToLive: Duration?
    /// How long it is fresh in a cache that answers many people; `nil` where nothing was said.
    public var sharedTimeToLive: Duration?
    /// What to ask by once it is no longer fresh.
    public var validator: PageValidator?

    /// Nothing was said: a cache decides.
    public static let unknown = AppLinkCacheability()

    /// The link is for whoever asked, and not to be kept.
    public static let notStorable = AppLinkCacheability(isStorable: false, timeToLive: .zero)

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

    /// Creates what the way to a page says by the rules of HTTP (RFC 9111).
    ///
    /// The page is fresh for as long as every answer on the way is. A redirect that is temporary and says nothing holds
    /// for that once. Where nothing is said of a page but when it was changed, it is fresh for a tenth of the time since.
    /// Of `Vary`, only `*` matters: a resolver's requests are all alike.
    ///
    /// - Parameter hops: Every request, the last of which gave the page.
    public init(hops: [PageHop]) {
        self.init(hops: hops, now: HTTPDate(seconds: Int(Date().timeIntervalSince1970)))
    }

    /// The same, at a moment that counts for answers without a `Date`.
    init(hops: [PageHop], now: HTTPDate) {
        self = .unknown
        for hop in hops {
            let answer = AppLinkCacheability(hop, now: now)
            isStorable = isStorable && answer.isStorable
            isSharedStorable = isSharedStorable && answer.isSharedStorable
            timeToLive = [timeToLive, answer.timeToLive].compactMap(\.self).min()
            sharedTimeToLive = [sharedTimeToLive, answer.sharedTimeToLive].compactMap(\.self).min()
            validator = answer.validator
        }
    }

    /// What one answer says.
    private init(_ hop: PageHop, now: HTTPDate) {
        let fields = hop.cacheFields
        let control = CacheControl(fields.cacheControl ?? "")
        self.init(isStorable: !control.isNoStore, validator: PageValidator(hop))
        if control.isPrivate { isSharedStorable = false }
        let pragmaForbids = fields.cacheControl == nil && fields.pragma?.lowercased().contains("no-cache") == true
        if control.isNoStore || control.isNoCache || pragmaForbids || fields.vary?.contains("*") == true {
            timeToLive = .zero
            sharedTimeToLive = .zero
            return
        }
        let date = fields.date.flatMap { HTTPDate($0) } ?? now
        // What is no date has expired.
        let expires = fields.expires.map { text in HTTPDate(text).map { max(0, $0.seconds - date.seconds) } ?? 0 }
        let untold = Self.untoldLifetime(hop, date: date)
        let age = CacheControl.seconds(fields.age?.trimmingCharacters(in: .whitespaces)) ?? 0
        func remaining(_ lifetime: Int?) -> Duration? { lifetime.map { .seconds(max(0, $0 - age)) } }
        timeToLive = remaining(control.maxAge ?? expires ?? untold)
        sharedTimeToLive = remaining(control.sharedMaxAge ?? control.maxAge ?? expires ?? untold)
    }

    /// For how many seconds an answer that says nothing of it is fresh; `nil` where a cache may choose.
    private static func untoldLifetime(_ hop: PageHop, date: HTTPDate) -> Int? {
        switch hop.status {
        case 200, 203, 204, 300, 301, 304, 308, 404, 405, 410, 414, 501: break
        // Anything else may be kept only where it says so (RFC 9110, 15.1).
        default: return 0
        }
        guard let changed = hop.cacheFields.lastModified.flatMap({ HTTPDate($0) }) else { return nil }
        return max(0, (date.seconds - changed.seconds) / 10)
    }
}
