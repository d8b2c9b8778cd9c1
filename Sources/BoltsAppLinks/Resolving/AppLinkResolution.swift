@_spi(Bolts) public import BoltsPageFetching

/// The result of a resolver, and how long it may be cached.
@_spi(Bolts) public struct AppLinkResolution: Sendable {
    /// The link; `nil` if the caller's cached link is still valid.
    public let link: AppLink?
    /// How long it may be cached.
    public let cacheability: PageCacheability
    /// The page from which the link was read, if there is one.
    public let page: ResolvedPage?
    /// The requests that were sent, in order; empty if none was.
    public let hops: [PageHop]

    /// Whether the caller's cached link is still valid.
    package var isNotModified: Bool { link == nil }

    /// Creates a resolution.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - cacheability: How long it may be cached.
    public init(link: AppLink, cacheability: PageCacheability = PageCacheability()) {
        self.init(link: link, page: nil, hops: [], cacheability: cacheability)
    }

    /// Creates a resolution from a page.
    ///
    /// - Parameters:
    ///   - page: The page, with its link.
    ///   - cacheability: How long it may be cached.
    public init(page: ResolvedPage, cacheability: PageCacheability) {
        self.init(link: page.link, page: page, hops: page.fetched.hops, cacheability: cacheability)
    }

    private init(link: AppLink?, page: ResolvedPage?, hops: [PageHop], cacheability: PageCacheability) {
        self.link = link
        self.page = page
        self.hops = hops
        self.cacheability = cacheability
    }

    /// A copy that may be cached without a validator.
    var unvalidated: AppLinkResolution {
        var cacheability = cacheability
        cacheability.validator = nil
        return AppLinkResolution(link: link, page: page, hops: hops, cacheability: cacheability)
    }

    /// Returns a resolution for a cached link that is still valid.
    ///
    /// - Parameters:
    ///   - cacheability: How long it may be cached from now on.
    ///   - hops: The requests that were sent.
    /// - Returns: A resolution without a link.
    public static func notModified(_ cacheability: PageCacheability, hops: [PageHop] = []) -> AppLinkResolution {
        AppLinkResolution(link: nil, page: nil, hops: hops, cacheability: cacheability)
    }
}
