public import BoltsAppLinks
public import Foundation

/// Bolts' name of ``BoltsAppLinks/AppLink``.
@available(*, deprecated, renamed: "AppLink")
public typealias BFAppLink = AppLink

/// Bolts' name of ``BoltsAppLinks/AppLinkTarget``.
@available(*, deprecated, renamed: "AppLinkTarget")
public typealias BFAppLinkTarget = AppLinkTarget

/// Bolts' name of ``BoltsAppLinks/AppLinkURL``.
@available(*, deprecated, renamed: "AppLinkURL")
public typealias BFURL = AppLinkURL

/// Bolts' name of ``BoltsAppLinks/AppLinkNavigation``.
@available(*, deprecated, renamed: "AppLinkNavigation")
public typealias BFAppLinkNavigation = AppLinkNavigation

/// Bolts' name of ``BoltsAppLinks/AppLinkNavigationType``.
@available(*, deprecated, renamed: "AppLinkNavigationType")
public typealias BFAppLinkNavigationType = AppLinkNavigationType

/// Bolts' name of ``BoltsAppLinks/AppLinkResolving``.
@available(*, deprecated, renamed: "AppLinkResolving")
public typealias BFAppLinkResolving = AppLinkResolving

/// Bolts' name of ``BoltsAppLinks/MeasurementEvent``.
@available(*, deprecated, renamed: "MeasurementEvent")
public typealias BFMeasurementEvent = MeasurementEvent

/// The version of the protocol.
@available(*, deprecated, renamed: "AppLink.protocolVersion")
public let BFAppLinkVersion = AppLink.protocolVersion

extension AppLink {
    /// The link from a page to apps.
    @available(*, deprecated, renamed: "init(sourceURL:targets:webURL:)")
    public static func appLinkWithSourceURL(_ sourceURL: URL, targets: [AppLinkTarget], webURL: URL?) -> AppLink {
        AppLink(sourceURL: sourceURL, targets: targets, webURL: webURL)
    }
}

extension AppLinkTarget {
    /// The URL, by Objective-C's spelling.
    @available(*, deprecated, renamed: "url")
    public var URL: Foundation.URL? { url }

    /// The identifier in the App Store.
    @available(*, deprecated, renamed: "appStoreID")
    public var appStoreId: String? { appStoreID }

    /// An app, and the URL that opens the content in it.
    @available(*, deprecated, renamed: "init(url:appStoreID:appName:)")
    public init(url: Foundation.URL?, appStoreId: String?, appName: String) {
        self.init(url: url, appStoreID: appStoreId, appName: appName)
    }

    /// An app, and the URL that opens the content in it.
    @available(*, deprecated, renamed: "init(url:appStoreID:appName:)")
    public static func appLinkTargetWithURL(
        _ url: Foundation.URL?,
        appStoreId: String?,
        appName: String
    ) -> AppLinkTarget {
        AppLinkTarget(url: url, appStoreID: appStoreId, appName: appName)
    }
}
