/// The known members of a component, or of an object of defaults.
package struct ComponentMembers {
    package var path: JSONNode?
    package var fragment: JSONNode?
    package var query: JSONNode?
    package var exclude: JSONNode?
    package var caseSensitive: JSONNode?
    package var percentEncoded: JSONNode?

    /// The known members of a component or of `defaults`.
    static let names = ["/", "#", "?", "exclude", "caseSensitive", "percentEncoded"]

    /// Collects the members in one pass; a value that is not an object has none.
    package init(_ node: JSONNode?) {
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
    package var isPercentEncoded: Bool { percentEncoded.map(LooseBoolean.value) ?? true }

    /// Returns these members, with missing ones taken from defaults.
    package func merging(_ defaults: ComponentMembers) -> ComponentMembers {
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
