@_spi(Bolts) public import BoltsAppLinks
public import Foundation

/// Bolts' name for `AppLink`.
@available(*, deprecated, renamed: "AppLink")
public typealias BFAppLink = AppLink

/// Bolts' name for `AppLinkTarget`.
@available(*, deprecated, renamed: "AppLinkTarget")
public typealias BFAppLinkTarget = AppLinkTarget

/// Bolts' name for `AppLinkURL`.
@available(*, deprecated, renamed: "AppLinkURL")
public typealias BFURL = AppLinkURL

/// Bolts' name for `AppLinkNavigation`.
@available(*, deprecated, renamed: "AppLinkNavigation")
public typealias BFAppLinkNavigation = AppLinkNavigation

/// Bolts' name for `AppLinkNavigationType`.
@available(*, deprecated, renamed: "AppLinkNavigationType")
public typealias BFAppLinkNavigationType = AppLinkNavigationType

/// Bolts' name for `AppLinkResolving`.
@available(*, deprecated, renamed: "AppLinkResolving")
public typealias BFAppLinkResolving = AppLinkResolving

/// Bolts' name for `MeasurementEvent`.
@available(*, deprecated, renamed: "MeasurementEvent")
public typealias BFMeasurementEvent = MeasurementEvent

/// The version of the App Links protocol.
@available(*, deprecated, renamed: "AppLink.protocolVersion")
public let BFAppLinkVersion = AppLink.protocolVersion

/// The version of Bolts.
@available(*, deprecated, renamed: "BoltsVersion.current")
public let BoltsFrameworkVersionString = BoltsVersion.current

extension AppLink {
    /// Creates the link of a page.
    @available(*, deprecated, renamed: "init(sourceURL:targets:webURL:)")
    public static func appLinkWithSourceURL(_ sourceURL: URL, targets: [AppLinkTarget], webURL: URL?) -> AppLink {
        AppLink(sourceURL: sourceURL, targets: targets, webURL: webURL)
    }
}

extension AppLinkTarget {
    /// The URL that opens the content in the app: Objective-C's spelling.
    @available(*, deprecated, renamed: "url")
    public var URL: Foundation.URL? { url }

    /// The app's identifier in the App Store: Objective-C's spelling.
    @available(*, deprecated, renamed: "appStoreID")
    public var appStoreId: String? { appStoreID }

    /// Creates a target from the URL that opens the content in an app.
    @available(*, deprecated, renamed: "init(url:appStoreID:appName:)")
    public init(url: Foundation.URL?, appStoreId: String?, appName: String?) {
        self.init(url: url, appStoreID: appStoreId, appName: appName)
    }

    /// Creates a target from the URL that opens the content in an app.
    @available(*, deprecated, renamed: "init(url:appStoreID:appName:)")
    public static func appLinkTargetWithURL(
        _ url: Foundation.URL?,
        appStoreId: String?,
        appName: String
    ) -> AppLinkTarget {
        AppLinkTarget(url: url, appStoreID: appStoreId, appName: appName)
    }
}
