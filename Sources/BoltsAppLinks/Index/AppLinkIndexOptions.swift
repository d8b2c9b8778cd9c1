public import BoltsPageFetching

/// How an index service is asked.
///
/// ```swift
/// var options = AppLinkIndexOptions()
/// options.platforms = [.ios, .iphone, .ipad, .web]
/// options.fetchOptions.addressPolicy = .publicOnly.allowing(ports: 8443)
/// ```
public struct AppLinkIndexOptions: Hashable, Sendable {
    /// How many URLs one request asks for at most, 50 by default, which is what such services allow.
    public var batchLimit = 50
    /// How long a request waits for others to join it, 5 milliseconds by default.
    ///
    /// It is sent sooner when it has as many URLs as it may. Zero sends each URL by itself.
    public var gatheringTime: Duration = .milliseconds(5)
    /// The platforms to ask for, all that the service knows by default.
    ///
    /// Without ``AppLinkPlatform/web`` among them, a service may not tell what a page says of its web fallback.
    public var platforms: [AppLinkPlatform]?
    /// The limits and the rules of fetching: no redirects by default, which would carry the token elsewhere, and public
    /// addresses only.
    public var fetchOptions: PageFetchOptions

    /// Creates the default options.
    public init() {
        fetchOptions = PageFetchOptions()
        fetchOptions.redirectLimit = 0
    }
}
