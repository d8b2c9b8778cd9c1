@_spi(Bolts) import BoltsSiteCheck

/// A target of an Xcode project, from the project's file or from the XcodeGen description that creates the project.
struct XcodeTarget {
    /// A configuration of a target.
    struct Configuration {
        let name: String
        /// The layers of settings, strongest first: the target's own and those of its file, then the project's.
        var layers: [SettingsLayer]
        /// The first missing file that the settings include, or `nil` if all exist.
        var missing: String?
    }

    private static let clipType = "application.on-demand-install-capable"
    private static let productTypes: Set<String> = ["application", clipType]
    private static let typePrefix = "com.apple.product-type."

    let name: String
    let configurations: [Configuration]
    /// Whether it produces an App Clip.
    var isClip = false
    /// The kind of its output.
    var role: AppRole { isClip ? .clip : otherRole ?? .app }
    /// The role of the target's product, if that is neither an app nor an App Clip.
    var otherRole: AppRole?
    /// The property lists that XcodeGen writes into files when it creates the project, by the paths in the settings.
    var written: [String: PropertyList] = [:]

    /// Whether a product type is an app or an App Clip, by its full name or without Apple's prefix.
    static func isApp(productType: String) -> Bool { productTypes.contains(plain(productType)) }

    /// Whether a type of product is an App Clip.
    static func isClip(productType: String) -> Bool { plain(productType) == clipType }

    /// The kind of a product type that is not an app but belongs to one, or `nil` for other types.
    static func otherRole(productType: String) -> AppRole? {
        let type = plain(productType)
        if type.hasPrefix("bundle.unit-test") || type.hasPrefix("bundle.ui-testing") { return .test }
        if type.hasPrefix("application.watchapp") { return .wear }
        return type.contains("extension") ? .appExtension : nil
    }

    private static func plain(_ type: String) -> String {
        type.hasPrefix(typePrefix) ? String(type.dropFirst(typePrefix.count)) : type
    }
}
