#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
public import BoltsWebView

/// Bolts' name for `WebViewAppLinkResolver`.
@available(*, deprecated, renamed: "WebViewAppLinkResolver")
public typealias BFWebViewAppLinkResolver = WebViewAppLinkResolver

extension WebViewAppLinkResolver {
    /// Creates a resolver with the default limits.
    ///
    /// Resolvers share no state, so there is no shared instance.
    @available(*, deprecated, renamed: "init()")
    public static func sharedInstance() -> WebViewAppLinkResolver { WebViewAppLinkResolver() }
}
#endif
