#if canImport(WebKit) && !os(watchOS) && !os(tvOS)
public import BoltsAppLinksUI

/// Bolts' name of `WebViewAppLinkResolver`.
@available(*, deprecated, renamed: "WebViewAppLinkResolver")
public typealias BFWebViewAppLinkResolver = WebViewAppLinkResolver

extension WebViewAppLinkResolver {
    /// A resolver with the default limits; it has no state that needs sharing.
    @available(*, deprecated, renamed: "init()")
    public static func sharedInstance() -> WebViewAppLinkResolver { WebViewAppLinkResolver() }
}
#endif
