public import BoltsPageFetching
public import Foundation

/// How the association files of a site are fetched.
///
/// ```swift
/// var options = SiteFetchOptions()
/// options.asksAppleCDN = true
/// ```
public struct SiteFetchOptions: Sendable {
    /// Whether Apple's CDN is asked for its copy, `false` by default.
    public var asksAppleCDN = false
    /// Whether the site is asked again under the name of Apple's crawler, to find blocks, `true` by default.
    public var triesAppleCrawler = true
    /// Whether the host is asked again with a trailing dot, as Google may do, `false` by default.
    public var triesTrailingDot = false
    /// Whether Windows' file is fetched, `true` by default.
    public var asksWindows = true
    /// How many lists that `assetlinks.json` includes are fetched, 10 by default.
    public var maximumIncludes = 10
    /// What to ask instead of `https://HOST`, such as a local server with the site's folder; `nil` by default.
    public var origin: URL?
    /// What to ask instead of Apple's CDN; `nil` by default.
    public var appleCDN: URL?
    /// Time limits, address policy and user agent.
    ///
    /// Redirects and sizes are set for each file.
    public var page: PageFetchOptions

    /// Creates the default options: public addresses only, ten seconds for each file.
    public init() {
        page = PageFetchOptions()
        page.responseTimeout = .seconds(10)
        page.userAgent = "BoltsAssociations/2 (checks association files)"
    }
}
