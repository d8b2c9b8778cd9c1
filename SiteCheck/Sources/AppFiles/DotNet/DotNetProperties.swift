import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The properties that the files of an MSBuild project write, where they are literal: functions are code, which is not run, and
/// of conditions those are read that only ask for the target framework.
struct DotNetProperties {
    private struct Setting {
        let text: String
        let conditions: [String]

        /// Whether the build for a framework sets it.
        func holds(for framework: String?) -> Certainty {
            conditions.reduce(.yes) { $0.and(DotNetCondition($1).holds(for: framework)) }
        }
    }

    private static let depthLimit = 8
    private static let maximumCount = 5_000
    /// Conditions are read for each property that is looked for: others than those of so many bytes are unknown.
    private static let maximumConditionLength = 100_000

    private var settings: [String: [Setting]] = [:]
    private var count = 0
    private var conditionLength = 0
    /// Whether the project writes associated domains itself, in place of a file of entitlements.
    private(set) var writesDomains = false
    /// The platforms of projects from before there were target frameworks.
    private(set) var legacyPlatforms: Set<String> = []

    /// - Parameter roots: The root elements of the project's files, in the order in which the build reads them.
    init(_ roots: [XMLElement]) {
        for root in roots { read(root, within: [], 0) }
    }

    private mutating func read(_ element: XMLElement, within outer: [String], _ depth: Int) {
        guard depth < Self.depthLimit else { return }
        for child in element.children {
            // The first that holds of several is taken, so that no condition alone decides.
            let choice = element.name == "Choose" ? [DotNetCondition.unknown] : []
            let conditions = outer + choice + [child.attributes["Condition"]].compactMap { $0 }
            switch child.name {
            case "PropertyGroup":
                for property in child.children where count < Self.maximumCount {
                    count += 1
                    var own = conditions + [property.attributes["Condition"]].compactMap { $0 }
                    conditionLength += own.reduce(0) { $0 + $1.utf8.count }
                    if conditionLength > Self.maximumConditionLength { own = [DotNetCondition.unknown] }
                    settings[property.name.lowercased(), default: []]
                        .append(Setting(text: property.text.withoutOuterSpace, conditions: own))
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
            default: read(child, within: conditions, depth + 1)
            }
        }
    }

    /// All that a property may be set to in the builds for a framework, or for any.
    ///
    /// It is empty if the property is not set, and has a `nil` for what only the build tells.
    func candidates(_ name: String, for framework: String? = nil) -> [String?] {
        let all = (settings[name.lowercased()] ?? []).filter { $0.holds(for: framework) != .no }
        let last = all.lastIndex { $0.holds(for: framework) == .yes } ?? 0
        return all.dropFirst(last).map { setting in
            ["$(", "@(", "%("].contains { setting.text.contains($0) } ? nil : setting.text
        }
    }

    /// The value of a property in every build for a framework, or `nil` if it has none or only the build sets it.
    func value(_ name: String, for framework: String?) -> String? {
        let all = settings[name.lowercased()] ?? []
        guard all.allSatisfy({ $0.holds(for: framework) != .open }),
            let text = candidates(name, for: framework).last ?? nil, !text.isEmpty
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
