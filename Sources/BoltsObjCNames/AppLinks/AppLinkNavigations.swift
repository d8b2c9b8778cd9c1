public import BoltsAppLinks
public import BoltsTasks
public import Foundation

extension AppLinkNavigation {
    /// Creates a navigation to an App Link, with extras and data for the app that opens it.
    @available(*, deprecated, renamed: "init(appLink:extras:appLinkData:)")
    public static func navigationWithAppLink(
        _ appLink: AppLink,
        extras: [String: AppLinkValue]?,
        appLinkData: [String: AppLinkValue]?
    ) -> AppLinkNavigation {
        AppLinkNavigation(appLink: appLink, extras: extras ?? [:], appLinkData: AppLinkData(json: appLinkData ?? [:]))
    }

    /// Creates data that lets another app return to this one.
    @available(*, deprecated, renamed: "callbackAppLinkData(appName:url:)")
    public static func callbackAppLinkDataForAppWithName(_ appName: String, url: URL) -> AppLinkData {
        callbackAppLinkData(appName: appName, url: url)
    }

    /// Creates data that lets another app return to this one; the URL is text, as in Bolts.
    @available(*, deprecated, renamed: "callbackAppLinkData(appName:urlText:)")
    public static func callbackAppLinkDataForAppWithName(_ appName: String, url: String) -> AppLinkData {
        callbackAppLinkData(appName: appName, urlText: url)
    }

    /// Resolves the App Link of a page.
    @available(*, deprecated, message: "Use 'AppLinkResolvers.default.appLink(for:cancellationToken:)', with '.none'.")
    public static func resolveAppLinkInBackground(
        _ url: URL,
        resolver: any AppLinkResolving = AppLinkResolvers.default
    ) -> BoltsTask<AppLink> {
        resolver.appLink(for: url, cancellationToken: .none)
    }

    /// Resolves the App Link of a page: Swift's spelling.
    @available(*, deprecated, message: "Use 'AppLinkResolvers.default.appLink(for:cancellationToken:)', with '.none'.")
    public static func resolveAppLink(
        inBackground url: URL,
        resolver: any AppLinkResolving = AppLinkResolvers.default
    ) -> BoltsTask<AppLink> {
        resolver.appLink(for: url, cancellationToken: .none)
    }

    /// Creates data that lets another app return to this one: Swift's spelling.
    @available(*, deprecated, renamed: "callbackAppLinkData(appName:url:)")
    public static func callbackAppLinkDataForApp(withName appName: String, url: URL) -> AppLinkData {
        callbackAppLinkData(appName: appName, url: url)
    }

    /// Creates data that lets another app return to this one: Swift's spelling, with the URL as text.
    @available(*, deprecated, renamed: "callbackAppLinkData(appName:urlText:)")
    public static func callbackAppLinkDataForApp(withName appName: String, url: String) -> AppLinkData {
        callbackAppLinkData(appName: appName, urlText: url)
    }

    /// Creates a navigation to an App Link; `nil` means no extras.
    @available(*, deprecated, message: "Leave out 'extras: nil'.")
    @_disfavoredOverload
    public init(appLink: AppLink, extras: [String: AppLinkValue]?, appLinkData: AppLinkData) {
        self.init(appLink: appLink, extras: extras ?? [:], appLinkData: appLinkData)
    }

    /// Creates a navigation to an App Link; `nil` means no extras or no data.
    @available(*, deprecated, message: "Leave out 'nil', and use 'AppLinkData(json: […])' for the data.")
    @_disfavoredOverload
    public init(appLink: AppLink, extras: [String: AppLinkValue]?, appLinkData: [String: AppLinkValue]?) {
        self.init(appLink: appLink, extras: extras ?? [:], appLinkData: AppLinkData(json: appLinkData ?? [:]))
    }

    /// Creates a navigation from untyped dictionaries.
    ///
    /// Extras and data are JSON here, and have JSON types.
    @available(
        *,
        unavailable,
        message: "Use '[String: AppLinkValue]' for the extras, and 'AppLinkData(json: […])' for the data."
    )
    @_disfavoredOverload
    public init(appLink: AppLink, extras: [AnyHashable: Any]?, appLinkData: [AnyHashable: Any]?) {
        fatalError("unavailable")
    }

    /// Follows the link and returns the result synchronously.
    ///
    /// Today's systems report the result later.
    @available(
        *,
        unavailable,
        message: "Use 'navigate(cancellationToken: .none)': the task's result has the type, and an error fails it."
    )
    @discardableResult
    public func navigate(_ error: UnsafeMutablePointer<NSError?>?) -> AppLinkNavigationType {
        fatalError("unavailable")
    }

    /// Follows a link and returns the result synchronously.
    ///
    /// Today's systems report the result later.
    @available(
        *,
        unavailable,
        message:
            "Use 'AppLinkNavigation(appLink: link).navigate(cancellationToken: .none)': its result has the type, and an error fails it."
    )
    @discardableResult
    public static func navigate(
        to link: AppLink,
        error: UnsafeMutablePointer<NSError?>?
    ) -> AppLinkNavigationType {
        fatalError("unavailable")
    }

    /// Returns what following the link would open.
    ///
    /// Today's systems no longer report this in advance.
    @available(
        *,
        unavailable,
        message: "Use the 'type' of the result of 'navigate(cancellationToken:)', or 'preview()'."
    )
    public func navigationType() -> AppLinkNavigationType {
        fatalError("unavailable")
    }

    /// Returns what following a link would open.
    ///
    /// Today's systems no longer report this in advance.
    @available(
        *,
        unavailable,
        message: "Use the 'type' of the result of 'navigate(cancellationToken:)', or 'preview()'."
    )
    public static func navigationType(for link: AppLink) -> AppLinkNavigationType {
        fatalError("unavailable")
    }

    /// Resolves and follows the App Link of a page: Swift's spelling.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(
        *,
        deprecated,
        message:
            "Use 'navigate(to:resolver:cancellationToken:)', with '.none': its result has the type and the opened URL."
    )
    @discardableResult
    public static func navigateToURL(
        inBackground url: URL,
        resolver: any AppLinkResolving = AppLinkResolvers.default
    ) -> BoltsTask<AppLinkNavigationType> {
        navigate(to: url, resolver: resolver, cancellationToken: .none).continueOnSuccessWith(.immediate) { $0.type }
    }

    /// Resolves and follows the App Link of a page.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(*, deprecated, message: "Use 'navigate(to:cancellationToken:)', with '.none': its result has the type.")
    @discardableResult
    public static func navigateToURLInBackground(_ url: URL) -> BoltsTask<AppLinkNavigationType> {
        navigate(to: url, cancellationToken: .none).continueOnSuccessWith(.immediate) { $0.type }
    }

    /// Resolves and follows the App Link of a page.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(
        *,
        deprecated,
        message: "Use 'navigate(to:resolver:cancellationToken:)', with '.none': its result has the type."
    )
    @discardableResult
    public static func navigateToURLInBackground(
        _ url: URL,
        resolver: any AppLinkResolving
    ) -> BoltsTask<AppLinkNavigationType> {
        navigate(to: url, resolver: resolver, cancellationToken: .none).continueOnSuccessWith(.immediate) { $0.type }
    }

    /// Follows an App Link.
    ///
    /// Bolts returned the type synchronously and the error through a pointer. The task completes when the system reports
    /// the result.
    @available(iOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(tvOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(visionOSApplicationExtension, unavailable, message: "Pass an opener that works in extensions.")
    @available(*, deprecated, message: "Use 'AppLinkNavigation(appLink:).navigate(cancellationToken: .none)'.")
    @discardableResult
    public static func navigateToAppLink(_ appLink: AppLink) -> BoltsTask<AppLinkNavigationType> {
        AppLinkNavigation(appLink: appLink).navigate(cancellationToken: .none).continueOnSuccessWith(.immediate) {
            $0.type
        }
    }

    /// The default resolver.
    @available(*, deprecated, renamed: "getter:AppLinkResolvers.default()")
    public static func defaultResolver() -> any AppLinkResolving { AppLinkResolvers.default }

    /// Sets the default resolver; `nil` restores the built-in one.
    @available(*, deprecated, message: "Use 'AppLinkResolvers.default = …'.")
    public static func setDefaultResolver(_ resolver: (any AppLinkResolving)?) {
        AppLinkResolvers.default = resolver ?? HTTPAppLinkResolver()
    }
}

extension AppLinkResolving {
    /// Finds the App Link of a URL: Swift's spelling of Bolts' method.
    @available(*, deprecated, renamed: "appLink(for:cancellationToken:)")
    public func appLinkFromURL(inBackground url: URL) -> BoltsTask<AppLink> {
        appLink(for: url, cancellationToken: .none)
    }
}
