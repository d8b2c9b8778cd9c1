extension AndroidIntentFilter.Path {
    /// The condition as an attribute of a `data` element.
    var attribute: SuggestedChange.Attribute { .init(name: kind.rawValue, value: text) }
}

extension AndroidIntentFilter.Origin {
    /// How an attribute is written there.
    ///
    /// - Parameters:
    ///   - name: Its name in a manifest.
    ///   - value: Its value, or `nil` for the name alone.
    /// - Returns: The attribute as text.
    func written(_ name: String, _ value: String?) -> String {
        // The build takes one backslash of two away, and so does a string of JSON.
        let slashes = self == .manifest || self == .graph ? #"\\"# : #"\\\\"#
        let value = value?.replacing(#"\"#, with: slashes)
        switch self {
        case .manifest, .graph:
            guard let value else { return name == "autoVerify" ? name : "android:\(name)" }
            return "android:\(name)=\"\(value)\""
        case .configuration:
            guard let value else { return name }
            return "\"\(name)\": \(value == "true" || value == "false" ? value : "\"\(value)\"")"
        }
    }

    /// The fix that differs from the rule's, which is one of a manifest.
    func fix(_ name: String, _ value: String) -> String? {
        if self == .graph, name == "autoVerify" { return "Write \(written(name, value)) in the <deepLink>." }
        if self == .configuration { return "Write \(written(name, value)) in the object of intentFilters." }
        return nil
    }
}
