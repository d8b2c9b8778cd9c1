public import Foundation

/// One app that may open a link on one platform.
///
/// Every property is optional, because pages may omit any of them. A target without a URL is kept for its store id, and
/// navigation skips it.
///
/// ```swift
/// let target = AppLinkTarget(url: URL(string: "recipes://42"), appStoreID: "12345", appName: "Recipes")
/// ```
public struct AppLinkTarget: Sendable, Hashable {
    /// The platform of the tag, or `nil` for a target that code created for any device.
    public var platform: AppLinkPlatform?

    /// The URL exactly as written in the page.
    public let urlText: String?

    /// The URL, or `nil` if ``urlText`` is missing or is not a URL.
    ///
    /// White space around the text and blanks in it are handled by the rules of the URL Standard. It is `nil` for text that
    /// ``OpenableURL`` refuses, and also for text that `URL` does not accept, such as an underscore in the scheme. Navigation
    /// uses ``urlText``.
    public let url: URL?

    /// The id in the App Store (`app_store_id`); the protocol allows digits only.
    public var appStoreID: String?

    /// The name of the app, as written in the page (`app_name`).
    public var appName: String?

    /// The package of an Android app (`package`).
    public var package: String?

    /// The activity of an Android app (`class`).
    public var className: String?

    /// The id of a Windows app (`app_id`); the protocol requires a GUID.
    public var appID: String?

    /// The properties that the protocol does not define for this platform, by name.
    public var additionalProperties: [String: String]

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - platform: The platform, or `nil` for any device.
    ///   - urlText: The text of its URL.
    ///   - appStoreID: The id in the App Store.
    ///   - appName: The name of the app.
    ///   - package: The package of an Android app.
    ///   - className: The activity of an Android app.
    ///   - appID: The id of a Windows app.
    ///   - additionalProperties: Other properties, by name.
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
        self.url = urlText.flatMap { try? OpenableURL(reading: $0) }?.url
        self.appStoreID = appStoreID
        self.appName = appName
        self.package = package
        self.className = className
        self.appID = appID
        self.additionalProperties = additionalProperties
    }

    /// Creates a target for any device, as in Bolts.
    ///
    /// - Parameters:
    ///   - url: The URL that opens the app.
    ///   - appStoreID: The id in the App Store.
    ///   - appName: The name of the app.
    public init(url: URL?, appStoreID: String? = nil, appName: String? = nil) {
        self.init(platform: nil, urlText: url?.absoluteString, appStoreID: appStoreID, appName: appName)
    }
}

extension AppLinkTarget {
    /// The target in the JSON that the `applinks` command and the index write (`target` in their schemas).
    ///
    /// `url` and `app_name` are always present, and `null` if the tags have no value; other members without a value are
    /// omitted.
    private struct Document: Encodable, Sendable {
        let target: AppLinkTarget

        private enum CodingKeys: String, CodingKey {
            case platform, url, package, other
            case appName = "app_name"
            case appStoreID = "app_store_id"
            case className = "class"
            case appID = "app_id"
        }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encodeIfPresent(target.platform?.rawValue, forKey: .platform)
            try values.encode(target.urlText, forKey: .url)
            try values.encode(target.appName, forKey: .appName)
            try values.encodeIfPresent(target.appStoreID, forKey: .appStoreID)
            try values.encodeIfPresent(target.package, forKey: .package)
            try values.encodeIfPresent(target.className, forKey: .className)
            try values.encodeIfPresent(target.appID, forKey: .appID)
            guard !target.additionalProperties.isEmpty else { return }
            try values.encode(target.additionalProperties, forKey: .other)
        }
    }

    /// The target as a value for JSON.
    @_spi(Bolts)
    public var document: some Encodable & Sendable { Document(target: self) }
}
