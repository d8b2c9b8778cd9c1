public import Foundation

/// What one app tells another along with a link: the JSON of `al_applink_data`.
///
/// The whole object is kept, so that every field a sender adds survives; the accessors read the known ones and give
/// `nil` for any value of another type.
///
/// ```swift
/// var data = AppLinkData(json: ["campaign": "spring"])
/// data.referrer = AppLinkReferrer(urlText: "notes://back", appName: "Notes")
/// ```
public struct AppLinkData: Sendable, Hashable {
    /// The whole object.
    public var json: [String: JSONValue]

    /// Makes data from its object.
    ///
    /// - Parameter json: The whole object.
    public init(json: [String: JSONValue] = [:]) {
        self.json = json
    }

    /// A field of the object.
    ///
    /// - Parameter key: The name on the wire.
    public subscript(key: String) -> JSONValue? {
        get { json[key] }
        set { json[key] = newValue }
    }

    /// The page being followed, in the sender's words (`target_url`).
    public var targetURLText: String? {
        get { json[Key.targetURL]?.string }
        set { json[Key.targetURL] = newValue.map(JSONValue.string) }
    }

    /// The page being followed, or `nil` where none is given that is safe: it must be http or https.
    public var targetURL: URL? { openableTarget?.url }

    /// What the sending app tells the receiving one (`extras`).
    public var extras: [String: JSONValue]? {
        get { json[Key.extras]?.object }
        set { json[Key.extras] = newValue.map(JSONValue.object) }
    }

    /// The way back to the sending app (`referer_app_link`), whatever of it is readable.
    public var referrer: AppLinkReferrer? {
        get { json[Key.referrerAppLink]?.object.map(AppLinkReferrer.init(json:)) }
        set { json[Key.referrerAppLink] = newValue.map { .object($0.json) } }
    }

    /// The version of the protocol, in the sender's words; a number counts.
    public var version: String? {
        get { json[Key.version].flatMap(Self.lenientText) }
        set { json[Key.version] = newValue.map(JSONValue.string) }
    }

    /// The library that wrote the data (`user_agent`).
    public var userAgent: String? {
        get { json[Key.userAgent]?.string }
        set { json[Key.userAgent] = newValue.map(JSONValue.string) }
    }

    /// What Meta adds for its ads (`campaign_ids`), opaque; a number counts.
    public var campaignIDs: String? { json[Key.campaignIDs].flatMap(Self.lenientText) }

    /// Whether the link was made up by an ad service for a page without tags (`is_auto_applink`).
    public var isAutoAppLink: Bool {
        switch json[Key.isAutoAppLink] {
        case .bool(let bool): bool
        case .integer(let integer): integer != 0
        case .string(let string): string.lowercased() == "true" || string == "1"
        default: false
        }
    }

    /// Whether the data names a version that is spoken here.
    ///
    /// Yes for `"1.0"`, `"1"`, the number 1, `null`, and where it is left out.
    public var isVersionSupported: Bool {
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

    private static func lenientText(_ value: JSONValue) -> String? {
        switch value {
        case .string(let string): string
        default: value.numberText
        }
    }

    /// The names on the wire.
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

/// The way back to the app that opened a link.
///
/// All of it is the sender's word: nobody has checked that the name belongs to the app that the URL opens.
///
/// ```swift
/// let referrer = AppLinkReferrer(urlText: "notes://back", appName: "Notes")
/// ```
public struct AppLinkReferrer: Sendable, Hashable {
    /// The whole object of `referer_app_link`.
    public var json: [String: JSONValue]

    /// The URL that opens the sending app (`url`).
    public var urlText: String? { json[AppLinkData.Key.referrerURL]?.string }

    /// The name of the sending app (`app_name`).
    public var appName: String? { json[AppLinkData.Key.referrerAppName]?.string }

    /// Makes a referrer from its object.
    ///
    /// - Parameter json: The whole object.
    public init(json: [String: JSONValue]) {
        self.json = json
    }

    /// Makes a referrer.
    ///
    /// - Parameters:
    ///   - urlText: The URL that opens the app; one with an underscore in its scheme will do.
    ///   - appName: The name of the app.
    public init(urlText: String, appName: String) {
        self.init(json: [
            AppLinkData.Key.referrerURL: .string(urlText), AppLinkData.Key.referrerAppName: .string(appName),
        ])
    }
}
