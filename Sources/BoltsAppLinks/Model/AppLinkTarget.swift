public import Foundation

/// One app that may open a link on one platform.
///
/// Everything is optional, because pages leave anything out: a target without a URL is kept for its store id and
/// skipped when navigating.
///
/// ```swift
/// let target = AppLinkTarget(url: URL(string: "recipes://42"), appStoreID: "12345", appName: "Recipes")
/// ```
public struct AppLinkTarget: Sendable, Hashable {
    /// The platform the page named, or `nil` for a target made by hand that suits any device.
    public var platform: AppLinkPlatform?

    /// The URL as the page wrote it, character for character.
    public let urlText: String?

    /// The URL, or `nil` where there is none or the text is not one.
    ///
    /// A text that ``OpenableURL`` refuses is not a URL here, whatever Foundation would make of it. Some texts that
    /// can be opened are `nil` all the same, since `URL` knows no underscore in a scheme: navigation goes by
    /// ``urlText``.
    public let url: URL?

    /// The id in the App Store, digits by the protocol (`app_store_id`).
    public var appStoreID: String?

    /// The name of the app, in the page's own words (`app_name`).
    public var appName: String?

    /// The package of an Android app (`package`).
    public var package: String?

    /// The activity of an Android app (`class`).
    public var className: String?

    /// The id of a Windows app, a GUID by the protocol (`app_id`).
    public var appID: String?

    /// Properties that the protocol does not know on this platform, by name.
    public var additionalProperties: [String: String]

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - platform: The platform it is for, or `nil` for any device.
    ///   - urlText: The text of its URL.
    ///   - appStoreID: The id in the App Store.
    ///   - appName: The name of the app.
    ///   - package: The package of an Android app.
    ///   - className: The activity of an Android app.
    ///   - appID: The id of a Windows app.
    ///   - additionalProperties: Anything else, by name.
    public init(
        platform: AppLinkPlatform?,
        urlText: String?,
        appStoreID: String? = nil,
        appName: String? = nil,
        package: String? = nil,
        className: String? = nil,
        appID: String? = nil,
        additionalProperties: [String: String] = [:]
    ) {
        self.platform = platform
        self.urlText = urlText
        self.url = urlText.flatMap { try? OpenableURL($0) }?.url
        self.appStoreID = appStoreID
        self.appName = appName
        self.package = package
        self.className = className
        self.appID = appID
        self.additionalProperties = additionalProperties
    }

    /// Makes a target for any device, as Bolts did.
    ///
    /// - Parameters:
    ///   - url: The URL that opens the app.
    ///   - appStoreID: The id in the App Store.
    ///   - appName: The name of the app.
    public init(url: URL?, appStoreID: String? = nil, appName: String? = nil) {
        self.init(platform: nil, urlText: url?.absoluteString, appStoreID: appStoreID, appName: appName)
    }
}
