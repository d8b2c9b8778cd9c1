package import BoltsPageFetching

/// Options of requests to an index service.
package struct AppLinkIndexOptions: Hashable, Sendable {
    /// How many URLs a request may have, 50 by default, which such services allow.
    package var batchLimit = 50
    /// How long a request waits for others to join it, 5 milliseconds by default.
    ///
    /// It is sent sooner if it is full. With zero, each URL is sent in its own request.
    package var gatheringTime: Duration = .milliseconds(5)
    /// The requested platforms; by default, all platforms of the service.
    ///
    /// Without ``AppLinkPlatform/web``, a service may omit the web fallback.
    package var platforms: [AppLinkPlatform]?
    /// The limits and rules for fetching: by default, public addresses only, and no redirects, because a redirect would forward
    /// the token.
    package var fetchOptions: PageFetchOptions

    /// Creates the default options.
    package init() {
        fetchOptions = PageFetchOptions()
        fetchOptions.redirectLimit = 0
    }
}
