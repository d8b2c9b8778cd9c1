public import Foundation

/// The data that one app sends another with a link: the JSON of `al_applink_data`.
///
/// The whole object is kept, including fields that a sender adds. The accessors read the known fields and return `nil` for a
/// value of another type.
///
/// ```swift
/// var data = AppLinkData(json: ["campaign": "spring"])
/// data.referrer = AppLinkReferrer(urlText: "notes://back", appName: "Notes")
/// ```
public struct AppLinkData: Sendable, Hashable {
    /// The whole object.
    public var json: [String: AppLinkValue]

    /// Creates data from its object.
    ///
    /// - Parameter json: The whole object.
    public init(json: [String: AppLinkValue] = [:]) {
        self.json = json
    }

    /// A field of the object.
    ///
    /// - Parameter key: The field's name in the JSON.
    public subscript(key: String) -> AppLinkValue? {
        get { json[key] }
        set { json[key] = newValue }
    }

    /// The text of the URL of the link's page (`target_url`).
    public var targetURLText: String? {
        get { json[Key.targetURL]?.string }
        set { json[Key.targetURL] = newValue.map(AppLinkValue.string) }
    }

    /// The URL of the link's page, or `nil` if it is missing or is not an http or https URL.
    public var targetURL: URL? { openableTarget?.url }

    /// Values that the sending app added for the receiving app (`extras`).
    public var extras: [String: AppLinkValue]? {
        get { json[Key.extras]?.object }
        set { json[Key.extras] = newValue.map(AppLinkValue.object) }
    }

    /// The link back to the sending app (`referer_app_link`); parts that cannot be read are `nil`.
    public var referrer: AppLinkReferrer? {
        get { json[Key.referrerAppLink]?.object.map(AppLinkReferrer.init(json:)) }
        set { json[Key.referrerAppLink] = newValue.map { .object($0.json) } }
    }

    /// The version of the protocol (`version`) as text, even if it is a number.
    public var version: String? {
        get { json[Key.version].flatMap(Self.lenientText) }
        set { json[Key.version] = newValue.map(AppLinkValue.string) }
    }

    /// The library that wrote the data (`user_agent`).
    public var userAgent: String? {
        get { json[Key.userAgent]?.string }
        set { json[Key.userAgent] = newValue.map(AppLinkValue.string) }
    }

    /// The opaque value that Meta adds for its ads (`campaign_ids`) as text, even if it is a number.
    public var campaignIDs: String? { json[Key.campaignIDs].flatMap(Self.lenientText) }

    /// Whether an ad service created the link for a page without tags (`is_auto_applink`).
    public var isAutoAppLink: Bool {
        switch json[Key.isAutoAppLink] {
        case .bool(let bool): bool
        case .integer(let integer): integer != 0
        case .string(let string): string.lowercased() == "true" || string == "1"
        default: false
        }
    }

    /// Whether the version of the protocol is supported.
    ///
    /// It is for `"1.0"`, `"1"`, the number 1, `null`, and if the field is absent.
    package var isVersionSupported: Bool {
        switch json[Key.version] {
        case nil, .null?: true
        case .string(let text)?: text == AppLink.protocolVersion || text == "1"
        case .integer(let number)?: number == 1
        case .number(let number)?: number == 1
        default: false
        }
    }

    var openableTarget: OpenableURL? {
        guard let url = targetURLText.flatMap({ try? OpenableURL($0) }), url.scheme.isWeb else { return nil }
        return url
    }

    private static func lenientText(_ value: AppLinkValue) -> String? {
        switch value {
        case .string(let string): string
        default: value.numberText
        }
    }

    /// The names of the fields in the JSON.
    enum Key {
        static let targetURL = "target_url"
        static let extras = "extras"
        static let referrerAppLink = "referer_app_link"
        static let referrerURL = "url"
        static let referrerAppName = "app_name"
        static let version = "version"
        static let userAgent = "user_agent"
        static let campaignIDs = "campaign_ids"
        static let isAutoAppLink = "is_auto_applink"
    }
}

/// The link back to the app that opened a link.
///
/// The sender wrote all of it: the URL may open another app than the named one.
///
/// ```swift
/// let referrer = AppLinkReferrer(urlText: "notes://back", appName: "Notes")
/// ```
public struct AppLinkReferrer: Sendable, Hashable {
    /// The whole object of `referer_app_link`.
    public var json: [String: AppLinkValue]

    /// The URL that opens the sending app (`url`).
    public var urlText: String? { json[AppLinkData.Key.referrerURL]?.string }

    /// The name of the sending app (`app_name`).
    public var appName: String? { json[AppLinkData.Key.referrerAppName]?.string }

    /// Creates a referrer from its whole object.
    package init(json: [String: AppLinkValue]) {
        self.json = json
    }

    /// Creates a referrer.
    ///
    /// - Parameters:
    ///   - urlText: The URL that opens the app; its scheme may contain an underscore.
    ///   - appName: The name of the app.
    public init(urlText: String, appName: String) {
        self.init(json: [
            AppLinkData.Key.referrerURL: .string(urlText), AppLinkData.Key.referrerAppName: .string(appName),
        ])
    }
}
