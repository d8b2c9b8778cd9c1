public import BoltsAppLinks
public import Foundation

extension AppLinkURL {
    /// Parses a URL, and posts an event if it is an App Link.
    @available(*, deprecated, renamed: "init(url:)")
    public static func URLWithURL(_ url: URL) -> AppLinkURL { AppLinkURL(url: url) }

    /// Parses the URL that this app was opened with, and posts events if it is an App Link.
    @available(*, deprecated, renamed: "init(inboundURL:sourceApplication:)")
    public static func URLWithInboundURL(_ url: URL, sourceApplication: String?) -> AppLinkURL {
        AppLinkURL(inboundURL: url, sourceApplication: sourceApplication)
    }

    /// Parses a URL for the banner that leads back, and posts an event if it is an App Link.
    @available(*, deprecated, message: "Use 'AppLinkURL(forBackToReferrerBar: url.absoluteString)'.")
    public init(forRenderBackToReferrerBarURL url: URL) {
        self.init(forBackToReferrerBar: url.absoluteString)
    }

    /// The link back to the sending app: Bolts' spelling.
    @available(*, deprecated, renamed: "appLinkReferrer")
    public var appLinkReferer: AppLink? { appLinkReferrer }
}

extension AppLinkData {
    /// The number of fields, a property of Bolts' dictionary.
    @available(*, deprecated, renamed: "json.count")
    public var count: Int { json.count }

    /// Whether there are no fields, a property of Bolts' dictionary.
    @available(*, deprecated, renamed: "json.isEmpty")
    public var isEmpty: Bool { json.isEmpty }

    /// The names of the fields, a property of Bolts' dictionary.
    @available(*, deprecated, renamed: "json.keys")
    public var keys: Dictionary<String, AppLinkValue>.Keys { json.keys }
}

extension AppLinkURL.QueryParameters {
    /// Whether there are no parameters, a property of Bolts' dictionary.
    @available(*, deprecated, renamed: "parameters.isEmpty")
    public var isEmpty: Bool { parameters.isEmpty }

    /// The number of names, a property of Bolts' dictionary.
    @available(*, deprecated, message: "'parameters.count' counts a repeated name each time")
    public var count: Int { Set(parameters.map(\.name)).count }

    /// The names, a property of Bolts' dictionary.
    @available(*, deprecated, message: "write 'parameters.map(\\.name)', which lists a repeated name each time")
    public var keys: [String] {
        var found = Set<String>()
        return parameters.map(\.name).filter { found.insert($0).inserted }
    }
}
