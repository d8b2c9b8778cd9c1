public import BoltsPageFetching

/// What a resolver found, and how long it may be used again.
///
/// ```swift
/// let resolution = AppLinkResolution(link: link, cacheability: PageCacheability(timeToLive: .seconds(60)))
/// ```
public struct AppLinkResolution: Sendable {
    /// The link; `nil` if the one that the caller already has still holds.
    public let link: AppLink?
    /// How long it may be used again.
    public let cacheability: PageCacheability
    /// The page that the link was read from, if it was read from one.
    public let page: ResolvedPage?
    /// The requests that were made, the last of which gave the answer; empty if none was.
    public let hops: [PageHop]

    /// Whether the link that the caller already has still holds.
    public var isNotModified: Bool { link == nil }

    /// Creates a resolution.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - cacheability: How long it may be used again.
    public init(link: AppLink, cacheability: PageCacheability = .unknown) {
        self.init(link: link, page: nil, hops: [], cacheability: cacheability)
    }

    /// Creates a resolution of a page.
    ///
    /// - Parameters:
    ///   - page: The page, with its link.
    ///   - cacheability: How long it may be used again.
    public init(page: ResolvedPage, cacheability: PageCacheability) {
        self.init(link: page.link, page: page, hops: page.fetched.hops, cacheability: cacheability)
    }

    private init(link: AppLink?, page: ResolvedPage?, hops: [PageHop], cacheability: PageCacheability) {
        self.link = link
        self.page = page
        self.hops = hops
        self.cacheability = cacheability
    }

    /// The link that the caller already has still holds.
    ///
    /// - Parameters:
    ///   - cacheability: How long from now.
    ///   - hops: The requests that were made.
    /// - Returns: A resolution without a link.
    public static func notModified(_ cacheability: PageCacheability, hops: [PageHop] = []) -> AppLinkResolution {
        AppLinkResolution(link: nil, page: nil, hops: hops, cacheability: cacheability)
    }
}
