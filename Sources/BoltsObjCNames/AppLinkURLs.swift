public import BoltsAppLinks
public import Foundation

extension AppLinkURL {
    /// Reads a URL, and posts an event where it is an App Link.
    @available(*, deprecated, renamed: "init(url:)")
    public static func URLWithURL(_ url: URL) -> AppLinkURL { AppLinkURL(url: url) }

    /// Reads the URL that this app was opened with, and posts events where it is an App Link.
    @available(*, deprecated, renamed: "init(inboundURL:sourceApplication:)")
    public static func URLWithInboundURL(_ url: URL, sourceApplication: String?) -> AppLinkURL {
        AppLinkURL(inboundURL: url, sourceApplication: sourceApplication)
    }

    /// The link back to the app that the incoming link came from.
    @available(*, deprecated, renamed: "appLinkReferrer")
    public var appLinkReferer: AppLink? { appLinkReferrer }
}
