public import BoltsPageFetching
public import Foundation

/// Options for fetching the association files of a site.
public struct SiteFetchOptions: Sendable {
    /// Whether Apple's CDN is requested for its copy, `false` by default.
    public var asksAppleCDN = false
    /// Whether Apple's file is also fetched as Apple's crawler; that response is then compared with the normal one and decides,
    /// `false` by default.
    public var triesAppleCrawler = false
    /// Whether Google's file is also fetched as Google's service; that response is then compared with the normal one and decides,
    /// `false` by default.
    public var triesGoogleService = false
    /// Whether the file is fetched again from the host with a trailing dot, as Google may do, `false` by default.
    public var triesTrailingDot = false
    /// Whether Windows' file is fetched, `true` by default.
    public var asksWindows = true
    /// Whether the files of the host with or without `www` are compared too, if that host responds, `false` by default.
    public var comparesWithWWW = false
    /// How many of the lists that `assetlinks.json` includes are fetched, 10 by default.
    public var includeLimit = 10
    /// The origin to use instead of `https://HOST`, also for pages, such as a local server with the site's folder; `nil` by
    /// default.
    public var origin: URL?
    /// The URL to use instead of Apple's CDN; `nil` by default.
    public var appleCDN: URL?
    /// The response time above which a server is reported as slow.
    var slowAnswer: Duration = .seconds(5)
    /// The time limits, address policy and user agent; redirect and size limits are set for each file.
    public var page: PageFetchOptions

    /// Creates the default options: public addresses only, ten seconds for each file.
    public init() {
        page = PageFetchOptions()
        page.responseTimeout = .seconds(10)
        page.userAgent = "BoltsAssociations/2 (checks association files)"
    }
}
