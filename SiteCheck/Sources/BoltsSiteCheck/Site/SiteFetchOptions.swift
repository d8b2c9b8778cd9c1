public import BoltsPageFetching
public import Foundation

/// Options of fetching the association files of a site.
public struct SiteFetchOptions: Sendable {
    /// Whether Apple's CDN is asked for its copy, `false` by default.
    public var asksAppleCDN = false
    /// Whether Apple's file is also asked for as Apple's crawler, whose answer then counts and is compared, `false` by default.
    public var triesAppleCrawler = false
    /// Whether Google's file is also asked for as Google's service, whose answer then counts and is compared, `false` by default.
    public var triesGoogleService = false
    /// Whether the file is fetched again from the host with a trailing dot, as Google may do, `false` by default.
    public var triesTrailingDot = false
    /// Whether Windows' file is fetched, `true` by default.
    public var asksWindows = true
    /// Whether the files of the host with or without `www` are compared too, if it answers, `false` by default.
    public var comparesWithWWW = false
    /// How many lists that `assetlinks.json` includes are fetched, 10 by default.
    public var includeLimit = 10
    /// The origin to use instead of `https://HOST`, for pages too, such as a local server with the site's folder; `nil`
    /// by default.
    public var origin: URL?
    /// The URL to use instead of Apple's CDN; `nil` by default.
    public var appleCDN: URL?
    /// A server that takes longer to answer for a file is reported as slow.
    var slowAnswer: Duration = .seconds(5)
    /// Time limits, address policy and user agent; redirects and sizes are set for each file.
    public var page: PageFetchOptions

    /// Creates the default options: public addresses only, ten seconds for each file.
    public init() {
        page = PageFetchOptions()
        page.responseTimeout = .seconds(10)
        page.userAgent = "BoltsAssociations/2 (checks association files)"
    }
}
