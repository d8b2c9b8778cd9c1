/// A link, and how long it may be used again.
///
/// ```swift
/// let resolution = AppLinkResolution(link: link, cacheability: PageCacheability(timeToLive: .seconds(60)))
/// ```
public struct AppLinkResolution: Sendable, Hashable {
    /// The link; `nil` where the one that the asker already has still holds.
    public let link: AppLink?
    /// How long it may be used again.
    public let cacheability: PageCacheability

    /// Whether the link that the asker already has still holds.
    public var isNotModified: Bool { link == nil }

    /// Creates a resolution.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - cacheability: How long it may be used again.
    public init(link: AppLink, cacheability: PageCacheability = .unknown) {
        self.link = link
        self.cacheability = cacheability
    }

    private init(notModified cacheability: PageCacheability) {
        self.link = nil
        self.cacheability = cacheability
    }

    /// The link that the asker already has still holds.
    ///
    /// - Parameter cacheability: For how long from now.
    /// - Returns: A resolution without a link.
    public static func notModified(_ cacheability: PageCacheability) -> AppLinkResolution {
        AppLinkResolution(notModified: cacheability)
    }
}
