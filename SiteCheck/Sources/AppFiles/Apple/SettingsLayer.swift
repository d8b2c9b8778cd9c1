/// The settings in one place of a project, such as a configuration or its file.
///
/// Many targets and configurations may share one. Searches over all its names are done once.
final class SettingsLayer {
    /// A conditional setting, such as `NAME[sdk=iphoneos*]`.
    private struct Conditional {
        let name: String
        let conditions: [Substring]
        let value: String
    }

    private let settings: [String: String]
    private let conditionals: [Conditional]
    /// The platforms whose SDKs occur in conditions.
    let platforms: Set<ApplePlatform>
    /// The path of the file that states the settings, or `nil` if there is none or more than one.
    let file: String?
    private var held: [String: [String: String]] = [:]

    init(_ settings: [String: String], in file: String? = nil) {
        self.settings = settings
        self.file = file
        let keys = settings.keys.filter { $0.utf8.contains(UInt8(ascii: "[")) }.sorted()
        conditionals = keys.compactMap { key in
            let parts = key.split { "[],".contains($0) }
            return parts.first.map { name in
                Conditional(name: String(name), conditions: Array(parts.dropFirst()), value: settings[key] ?? "")
            }
        }
        platforms = Set(
            ApplePlatform.allCases.filter { platform in keys.contains { $0.contains("sdk=\(platform.rawValue)") } }
        )
    }

    fileprivate func value(_ name: String) -> String? { settings[name] }

    /// The conditional settings that apply in a configuration of an app for the devices of an SDK, such as `iphoneos`.
    fileprivate func conditional(in configuration: String, sdk: String) -> [String: String] {
        if conditionals.isEmpty { return [:] }
        let key = "\(sdk) \(configuration)"
        if let known = held[key] { return known }
        var result: [String: String] = [:]
        for setting in conditionals where Self.holds(setting.conditions, configuration, sdk) {
            result[setting.name] = setting.value
        }
        held[key] = result
        return result
    }

    private static func holds(_ conditions: [Substring], _ configuration: String, _ sdk: String) -> Bool {
        conditions.allSatisfy { condition in
            let pair = condition.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { return false }
            switch pair[0] {
            case "sdk": return isMatch(pair[1], sdk)
            case "config": return isMatch(pair[1], configuration)
            case "arch": return isMatch(pair[1], "arm64")
            default: return false
            }
        }
    }

    /// Whether a pattern, possibly with a star at its end, matches a name.
    private static func isMatch(_ pattern: Substring, _ name: String) -> Bool {
        pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
}

/// The settings of a layer that apply in one configuration for one SDK.
struct HeldSettings {
    private let layer: SettingsLayer
    /// The conditional settings that apply; they override the layer's other settings.
    private let conditional: [String: String]

    init(_ layer: SettingsLayer, in configuration: String, sdk: String) {
        self.layer = layer
        conditional = layer.conditional(in: configuration, sdk: sdk)
    }

    /// Settings without conditions.
    init(_ settings: [String: String]) {
        layer = SettingsLayer(settings)
        conditional = [:]
    }

    var file: String? { layer.file }

    subscript(name: String) -> String? { conditional[name] ?? layer.value(name) }
}
