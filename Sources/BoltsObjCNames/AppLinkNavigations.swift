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

    /// Finds out which apps open a page: Swift's spelling of `resolveAppLinkInBackground:`.
    @available(*, deprecated, message: "Use 'AppLinkResolvers.default.appLink(for:)'.")
    public static func resolveAppLink(
        inBackground url: URL,
        resolver: any AppLinkResolving = AppLinkResolvers.default
    ) -> BoltsTask<AppLink> {
        resolver.appLink(for: url)
    }

    /// The data that tells another app the way back to this one: Swift's spelling.
    @available(*, deprecated, renamed: "callbackAppLinkData(appName:url:)")
    public static func callbackAppLinkDataForApp(withName appName: String, url: URL) -> AppLinkData {
        callbackAppLinkData(appName: appName, url: url)
    }

    /// A link to follow, with dictionaries of anything: what is told to an app is JSON, and of a type that says so.
    @available(
        *,
        unavailable,
        message: "Use '[String: JSONValue]' for the extras, and 'AppLinkData(json: […])' for the data."
    )
    @_disfavoredOverload
    public init(appLink: AppLink, extras: [AnyHashable: Any]?, appLinkData: [AnyHashable: Any]?) {
        fatalError("cannot be called")
    }

    /// Follows a link, and answers at once: systems today answer later.
    @available(*, unavailable, message: "Use 'navigate()', a task whose result has the type; its error fails the task.")
    @discardableResult
    public func navigate(_ error: inout NSError?) -> AppLinkNavigationType {
        fatalError("cannot be called")
    }

    /// Follows the link of a page, and says what it came to: Swift's spelling of `navigateToURLInBackground:`.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener of the extension's own.")
    @available(*, deprecated, message: "Use 'navigate(to:)', which also says what was opened.")
    @discardableResult
    public static func navigateToURL(
        inBackground url: URL,
        resolver: any AppLinkResolving = AppLinkResolvers.default
    ) -> BoltsTask<AppLinkNavigationType> {
        navigate(to: url, resolver: resolver).continueOnSuccessWith(.immediate) { $0.type }
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
