extension AndroidIntentFilter.Path {
    /// The condition as an attribute of the `data` element.
    var attribute: SuggestedChange.Attribute { .init(name: kind.rawValue, value: text) }
}

extension AndroidIntentFilter.Origin {
    /// Spells an attribute for the file that the filter comes from.
    ///
    /// - Parameters:
    ///   - name: Its name in a manifest.
    ///   - value: Its value, or `nil` for the name alone.
    /// - Returns: The attribute as text.
    func written(_ name: String, _ value: String?) -> String {
        // The build removes one of two backslashes from a manifest, and JSON strings escape them too.
        let slashes = self == .manifest || self == .graph ? #"\\"# : #"\\\\"#
        let value = value?.replacing(#"\"#, with: slashes)
        switch self {
        case .manifest, .graph:
            guard let value else { return name == "autoVerify" ? name : "android:\(name)" }
            return "android:\(name)=\"\(XMLTags.escaped(value))\""
        case .host:
            let name = name == "host" ? "name" : name
            guard name.hasPrefix("path") else { return value.map { "\(name)=\"\($0)\"" } ?? name }
            let end = name == "pathPrefix" ? "*" : ""
            return value.map { "url=\"\($0.replacing(".*", with: "*"))\(end)\"" } ?? "url"
        case .configuration:
            guard let value else { return name }
            return "\"\(name)\": \(value == "true" || value == "false" ? value : "\"\(value)\"")"
        case .attribute:
            let isFlag = ["autoVerify", "exported", "enabled"].contains(name)
            let property = (isFlag ? "" : "Data") + name.prefix(1).uppercased() + name.dropFirst()
            return value.map { "\(property) = \(isFlag ? $0 : "\"\($0)\"")" } ?? property
        }
    }

    /// The fix, if it differs from the fix of the rule, which is for a manifest.
    func fix(_ name: String, _ value: String) -> String? {
        if self == .graph, name == "autoVerify" { return "Write \(written(name, value)) in the <deepLink>." }
        if self == .configuration { return "Write \(written(name, value)) in the object of intentFilters." }
        if self == .attribute {
            return "Write \(written(name, value)) in [\(name == "autoVerify" ? "IntentFilter" : "Activity")(…)]."
        }
        return nil
    }
}
