import BoltsBase

/// The properties that the files of an MSBuild project write, where they are literal: conditions and functions are code, which
/// is not run.
struct DotNetProperties {
    private struct Setting {
        let text: String
        let isConditional: Bool
    }

    private static let depthLimit = 8
    private static let maximumCount = 5_000

    private var settings: [String: [Setting]] = [:]
    private var count = 0
    /// Whether the project writes associated domains itself, in place of a file of entitlements.
    private(set) var writesDomains = false
    /// The platforms of projects from before there were target frameworks.
    private(set) var legacyPlatforms: Set<String> = []

    /// - Parameter roots: The root elements of the project's files, in the order in which the build reads them.
    init(_ roots: [XMLElement]) {
        for root in roots { read(root, isConditional: false, 0) }
    }

    private mutating func read(_ element: XMLElement, isConditional: Bool, _ depth: Int) {
        guard depth < Self.depthLimit else { return }
        for child in element.children {
            let isOpen = isConditional || child.attributes["Condition"] != nil || element.name == "Choose"
            switch child.name {
            case "PropertyGroup":
                for property in child.children where count < Self.maximumCount {
                    count += 1
                    let isConditional = isOpen || property.attributes["Condition"] != nil
                    settings[property.name.lowercased(), default: []]
                        .append(Setting(text: property.text.withoutOuterSpace, isConditional: isConditional))
                }
            case "ItemGroup":
                if child.children.contains(where: {
                    $0.name == "CustomEntitlements" && $0.attributes["Include"]?.contains("associated-domains") == true
                }) {
                    writesDomains = true
                }
            case "Import":
                let project = child.attributes["Project"] ?? ""
                if project.contains("Xamarin.Android.CSharp") { legacyPlatforms.insert("android") }
                if project.contains("Xamarin.iOS.CSharp") { legacyPlatforms.insert("ios") }
            default: read(child, isConditional: isOpen, depth + 1)
            }
        }
    }

    /// All that a property is set to; it is empty if the property is not set, and has a `nil` for what only the build tells.
    func candidates(_ name: String) -> [String?] {
        (settings[name.lowercased()] ?? []).map { setting in
            ["$(", "@(", "%("].contains { setting.text.contains($0) } ? nil : setting.text
        }
    }

    /// The value of a property in every build, or `nil` if it has none or only the build tells it.
    func value(_ name: String) -> String? {
        guard settings[name.lowercased()]?.contains(where: \.isConditional) == false,
            let last = candidates(name).last, let text = last, !text.isEmpty
        else { return nil }
        return text
    }

    /// The target frameworks for devices that are written out; one whose list is computed has no name, and is for any device.
    var frameworks: [(name: String?, platform: String)] {
        let lists = ["TargetFramework", "TargetFrameworks"].flatMap { settings[$0.lowercased()] ?? [] }
        let names = lists.flatMap { $0.text.split(separator: ";") }.map { String($0).withoutOuterSpace }
        var found: [(name: String?, platform: String)] = []
        for name in names {
            guard let dash = name.firstIndex(of: "-"),
                name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) })
            else { continue }
            let platform = name[name.index(after: dash)...].prefix { $0.isLetter }.lowercased()
            let isKnown = found.contains { $0.platform == platform }
            if ["android", "ios", "maccatalyst"].contains(platform), !isKnown { found.append((name, platform)) }
        }
        if found.isEmpty, names.contains(where: { $0.contains("$(") }), !candidates("UseMaui").isEmpty {
            found = [(nil, "android"), (nil, "ios")]
        }
        return found
    }
}

extension String {
    /// The text without white space around it.
    fileprivate var withoutOuterSpace: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
