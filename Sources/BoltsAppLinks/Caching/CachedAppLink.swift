@_spi(Caching) public import BoltsPageFetching
import Foundation

/// A link from a ``CachingAppLinkResolver``, and its origin.
///
/// ```swift
/// let answer = try await cache.lookUp(url)
/// switch answer.origin {
/// case .hit, .revalidated: print("cached")
/// case .stale(let error): print("stale:", error.map { "\($0)" } ?? "being refreshed")
/// case .fetched: print("new; kept for", answer.timeToLive ?? .zero)
/// }
/// ```
public struct CachedAppLink: Sendable {
    /// The link, whose source is the requested URL.
    public let link: AppLink
    /// The page from which the link was read.
    ///
    /// `nil` if the link did not come from a page, and for a cached link unless the cache keeps pages
    /// (its parameter `keepsPages`).
    public let page: ResolvedPage?
    /// The origin of the link.
    public let origin: CacheOrigin
    /// The time since the source returned or confirmed the link, zero if it did for this look-up.
    public let age: Duration
    /// The time for which the link is used without a request; `nil` if it is not cached.
    public let timeToLive: Duration?

    init(_ found: CachedValue<ResolvedLink>) {
        link = found.value.link
        page = found.value.page
        origin = found.origin
        age = found.age
        timeToLive = found.timeToLive
    }
}
