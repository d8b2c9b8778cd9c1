/// The known members of a component, or of an object of defaults.
@_spi(Bolts) public struct AppleComponentMembers {
    /// The value of `/`, a path pattern.
    @_spi(Bolts) public var path: JSONNode?
    /// The value of `#`, a fragment pattern.
    @_spi(Bolts) public var fragment: JSONNode?
    /// The value of `?`, a query pattern or its conditions.
    @_spi(Bolts) public var query: JSONNode?
    /// The value of `exclude`: whether a match closes the URL for the app.
    @_spi(Bolts) public var exclude: JSONNode?
    /// The value of `caseSensitive`: whether letter case matters.
    @_spi(Bolts) public var caseSensitive: JSONNode?
    /// The value of `percentEncoded`: whether the URL is compared without decoding its escapes.
    @_spi(Bolts) public var percentEncoded: JSONNode?

    /// The names of the known members.
    @_spi(Bolts) public static let names = ["/", "#", "?", "exclude", "caseSensitive", "percentEncoded"]

    /// Collects the members in one pass; a value that is not an object has none.
    @_spi(Bolts) public init(_ node: JSONNode?) {
        guard let node, node.isObject else { return }
        for child in node.children {
            switch child.name {
            case "/": path = child
            case "#": fragment = child
            case "?": query = child
            case "exclude": exclude = child
            case "caseSensitive": caseSensitive = child
            case "percentEncoded": percentEncoded = child
            default: break
            }
        }
    }

    /// Whether URLs are compared as they are written.
    @_spi(Bolts) public var isPercentEncoded: Bool { percentEncoded.map(LooseBoolean.value) ?? true }

    /// Returns these members, with missing ones taken from defaults.
    @_spi(Bolts) public func merging(_ defaults: AppleComponentMembers) -> AppleComponentMembers {
        var merged = self
        merged.path = path ?? defaults.path
        merged.fragment = fragment ?? defaults.fragment
        merged.query = query ?? defaults.query
        merged.exclude = exclude ?? defaults.exclude
        merged.caseSensitive = caseSensitive ?? defaults.caseSensitive
        merged.percentEncoded = percentEncoded ?? defaults.percentEncoded
        return merged
    }
}
