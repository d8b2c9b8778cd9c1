import Foundation

/// A link that a ``CachingAppLinkResolver`` gave, and where it came from.
///
/// ```swift
/// let answer = try await cache.lookUp(url).value
/// switch answer.origin {
/// case .hit, .revalidated: print("cached")
/// case .stale(let error): print("stale:", error.map { "\($0)" } ?? "being refreshed")
/// case .fetched: print("new; kept for", answer.timeToLive ?? .zero)
/// }
/// ```
public struct CachedAppLink: Sendable {
    /// Where a link came from.
    public enum Origin: Sendable {
        /// It was cached and is fresh.
        case hit
        /// It was cached, and the source confirmed that it has not changed.
        case revalidated
        /// It was cached and is stale: used because asking again failed, with that error, or while it is asked for
        /// again, with `nil`.
        case stale((any Error)?)
        /// The source gave it.
        case fetched
    }

    /// The link, whose source is the URL that was asked for.
    public let link: AppLink
    /// The page that the link was read from.
    ///
    /// `nil` if the link did not come from a page, and for a cached link unless the cache keeps pages
    /// (``AppLinkCacheOptions/keepsPages``).
    public let page: ResolvedPage?
    /// Where the link came from.
    public let origin: Origin
    /// For how long the link is given without asking the source again; `nil` if it is not kept.
    public let timeToLive: Duration?

    /// The same answer for somebody who asked with another fragment.
    func requested(by url: URL, insteadOf requested: URL) -> CachedAppLink {
        guard url != requested, link.sourceURL == requested else { return self }
        var link = link
        link.sourceURL = url
        return CachedAppLink(link: link, page: page?.requested(by: url), origin: origin, timeToLive: timeToLive)
    }
}
