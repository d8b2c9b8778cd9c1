public import BoltsAppLinks
public import BoltsTasks
public import Foundation

extension AppLinkNavigation {
    /// A link to follow, and what to tell the app that opens it.
    @available(*, deprecated, renamed: "init(appLink:extras:appLinkData:)")
    public static func navigationWithAppLink(
        _ appLink: AppLink,
        extras: [String: JSONValue]?,
        appLinkData: [String: JSONValue]?
    ) -> AppLinkNavigation {
        AppLinkNavigation(appLink: appLink, extras: extras ?? [:], appLinkData: AppLinkData(json: appLinkData ?? [:]))
    }

    /// The data that tells another app the way back to this one.
    @available(*, deprecated, renamed: "callbackAppLinkData(appName:url:)")
    public static func callbackAppLinkDataForAppWithName(_ appName: String, url: URL) -> AppLinkData {
        callbackAppLinkData(appName: appName, url: url)
    }

    /// Finds out which apps open a page.
    @available(*, deprecated, message: "Use 'AppLinkResolvers.default.appLink(for:)'.")
    public static func resolveAppLinkInBackground(
        _ url: URL,
        resolver: any AppLinkResolving = AppLinkResolvers.default
    ) -> BoltsTask<AppLink> {
        resolver.appLink(for: url)
    }

    /// Follows the link of a page, and says what it came to.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(*, deprecated, renamed: "navigate(to:)")
    @discardableResult
    public static func navigateToURLInBackground(_ url: URL) -> BoltsTask<AppLinkNavigationType> {
        navigate(to: url).continueOnSuccessWith(.immediate) { $0.type }
    }

    /// Follows the link of a page, and says what it came to.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(*, deprecated, renamed: "navigate(to:resolver:)")
    @discardableResult
    public static func navigateToURLInBackground(
        _ url: URL,
        resolver: any AppLinkResolving
    ) -> BoltsTask<AppLinkNavigationType> {
        navigate(to: url, resolver: resolver).continueOnSuccessWith(.immediate) { $0.type }
    }

    /// Follows a link.
    ///
    /// In Bolts this answered at once, and told an error through a pointer; systems today answer later.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(*, deprecated, message: "Use 'AppLinkNavigation(appLink:).navigate()'.")
    @discardableResult
    public static func navigateToAppLink(_ appLink: AppLink) -> BoltsTask<AppLinkNavigationType> {
        AppLinkNavigation(appLink: appLink).navigate().continueOnSuccessWith(.immediate) { $0.type }
    }

    /// The resolver that is used where none is given.
    @available(*, deprecated, renamed: "getter:AppLinkResolvers.default()")
    public static func defaultResolver() -> any AppLinkResolving { AppLinkResolvers.default }

    /// Swaps the resolver that is used where none is given; `nil` restores the one it was at first.
    @available(*, deprecated, message: "Use 'AppLinkResolvers.default = …'.")
    public static func setDefaultResolver(_ resolver: (any AppLinkResolving)?) {
        AppLinkResolvers.default = resolver ?? HTTPAppLinkResolver()
    }
}
