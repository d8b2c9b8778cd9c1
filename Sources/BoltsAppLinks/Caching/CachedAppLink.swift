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
    /// The origin of a link.
    public enum Origin: Sendable {
        /// It was cached and is fresh.
        case hit
        /// It was cached, and the source confirmed that it has not changed.
        case revalidated
        /// It was cached and is stale: it is used because revalidation failed, with that error, or while it is
        /// refreshed, with `nil`.
        case stale((any Error)?)
        /// It was fetched from the source.
        case fetched
    }

    /// The link, whose source is the requested URL.
    public let link: AppLink
    /// The page from which the link was read.
    ///
    /// `nil` if the link did not come from a page, and for a cached link unless the cache keeps pages
    /// (``AppLinkCacheOptions/keepsPages``).
    public let page: ResolvedPage?
    /// The bytes that the resolver added (``AppLinkResolution/attachment``), or `nil`.
    public let attachment: [UInt8]?
    /// The origin of the link.
    public let origin: Origin
    /// The time since the source returned or confirmed the link, zero if it did for this look-up.
    public let age: Duration
    /// The time for which the link is used without a request; `nil` if it is not cached.
    public let timeToLive: Duration?

    /// A copy for a caller whose URL has another fragment.
    func requested(by url: URL, insteadOf requested: URL) -> CachedAppLink {
        guard url != requested, link.sourceURL == requested else { return self }
        var link = link
        link.sourceURL = url
        return CachedAppLink(
            link: link,
            page: page?.requested(by: url),
            attachment: attachment,
            origin: origin,
            age: age,
            timeToLive: timeToLive
        )
    }
}
