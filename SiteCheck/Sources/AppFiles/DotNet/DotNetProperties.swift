import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The properties in the files of an MSBuild project, if they are literal or refer only to literal ones.
///
/// Functions are code and are not run, and only conditions on the target framework are read.
struct DotNetProperties {
    private struct Setting {
        let text: String
        let conditions: [String]

        /// Whether the build for a framework sets the property.
        func holds(for framework: String?, in configuration: String? = nil) -> Certainty {
            conditions.reduce(.yes) { $0.and(DotNetCondition($1).holds(for: framework, in: configuration)) }
        }
    }

    /// What a project does with a path.
    enum ItemKind {
        case compiles, removes
        /// The sources of another project are a part of this one.
        case includes
    }

    /// The maximum number of properties that a text may refer to, directly and indirectly, because each is looked up among all.
    private static let maximumReferenceCount = 4
    private static let referenceDepthLimit = 3

    private static let depthLimit = 8
    /// The maximum length of an expanded text, and of all paths together, in bytes.
    private static let maximumLength = 1 << 20
    private static let maximumCount = 5_000
    /// The maximum size of a condition in bytes; larger ones are unknown, because conditions are read for each property
    /// look-up.
    private static let maximumConditionLength = 100_000

    private var settings: [String: [Setting]] = [:]
    private var count = 0
    private var conditionLength = 0
    /// The associated domains that the project writes itself, instead of an entitlements file.
    private var domains: [Setting] = []
    /// The paths of source files and of other projects.
    private var items: [(kind: ItemKind, setting: Setting, isOwn: Bool)] = []
    /// Whether the items that are read next are in the project's own file, and not in one that it shares.
    private var isOwn = false
    /// Whether the project has more items or longer lists of paths than are read.
    private(set) var isTruncated = false
    /// The platforms of projects from before target frameworks existed.
    private(set) var legacyPlatforms: Set<String> = []

    /// `before` and `after` are the root elements of the shared files that the build reads before and after the project's.
    init(_ project: XMLElement, before: XMLElement? = nil, after: XMLElement? = nil) {
        if let before { read(before, within: [], 0) }
        isOwn = true
        read(project, within: [], 0)
        isOwn = false
        if let after { read(after, within: [], 0) }
    }

    private mutating func read(_ element: XMLElement, within outer: [String], _ depth: Int) {
        guard depth < Self.depthLimit else { return }
        for child in element.children {
            // If several are true, the first is used, so no single condition decides.
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
                for item in child.children {
                    guard count < Self.maximumCount else {
                        isTruncated = true
                        break
                    }
                    addItem(item, conditions)
                    guard item.name == "CustomEntitlements",
                        item.attributes["Include"]?.contains("associated-domains") == true
                    else { continue }
                    count += 1
                    func member(_ name: String) -> String? {
                        item.attributes[name] ?? item.children.first { $0.name == name }?.text.withoutOuterSpace
                    }
                    let separator = member("ArraySeparator") ?? ";"
                    let text = member("Value") ?? "$()"
                    domains.append(
                        Setting(
                            text: separator == ";" ? text : text.replacing(separator, with: ";"),
                            conditions: conditions + [item.attributes["Condition"]].compactMap { $0 }
                        )
                    )
                }
            case "Import":
                let project = child.attributes["Project"] ?? ""
                if project.contains("Xamarin.Android.CSharp") { legacyPlatforms.insert("android") }
                if project.contains("Xamarin.iOS.CSharp") { legacyPlatforms.insert("ios") }
                if project.hasSuffix(".projitems") { add(.includes, project, conditions) }
            // Whether the build runs a target is not read.
            case "Target": read(child, within: conditions + [DotNetCondition.unknown], depth + 1)
            default: read(child, within: conditions, depth + 1)
            }
        }
    }

    private mutating func addItem(_ item: XMLElement, _ outer: [String]) {
        let conditions = outer + [item.attributes["Condition"]].compactMap { $0 }
        if item.name == "Compile" {
            // Which of the files are excluded is not read.
            let excluded = item.attributes["Exclude"] == nil ? [] : [DotNetCondition.unknown]
            add(.compiles, item.attributes["Include"], conditions + excluded)
            add(.removes, item.attributes["Remove"], conditions)
        } else if item.name == "ProjectReference" {
            add(.includes, item.attributes["Include"], conditions)
        }
    }

    private mutating func add(_ kind: ItemKind, _ paths: String?, _ conditions: [String]) {
        guard let paths else { return }
        count += 1 + paths.utf8.count { $0 == UInt8(ascii: ";") }
        guard count <= Self.maximumCount else {
            isTruncated = true
            return
        }
        conditionLength += conditions.reduce(0) { $0 + $1.utf8.count }
        let isLong = conditionLength > Self.maximumConditionLength
        let setting = Setting(text: paths, conditions: isLong ? [DotNetCondition.unknown] : conditions)
        items.append((kind, setting, isOwn))
    }

    /// The paths in the builds for a framework, with slashes and in the order of the file; `nil` for one that only the build knows.
    func paths(for framework: String?) -> [(kind: ItemKind, path: String?, certainty: Certainty)] {
        var (length, count) = (0, 0)
        return items.flatMap { item -> [(kind: ItemKind, path: String?, certainty: Certainty)] in
            let certainty = item.setting.holds(for: framework)
            guard certainty != .no else { return [] }
            guard length < Self.maximumLength, count < Self.maximumCount else { return [(item.kind, nil, certainty)] }
            var text = item.setting.text.replacing("$(MSBuildProjectDirectory)/", with: "")
                .replacing("$(MSBuildProjectDirectory)\\", with: "")
            // A shared file may be in another folder.
            if item.isOwn { text = text.replacing("$(MSBuildThisFileDirectory)", with: "") }
            // A property may have several paths.
            guard let list = expanded(text, for: framework, within: []),
                list.utf8.count(where: { $0 == UInt8(ascii: ";") }) < Self.maximumCount
            else { return [(item.kind, nil, certainty)] }
            let paths = list.replacing("\\", with: "/").split(separator: ";")
            (length, count) = (length + list.utf8.count, count + paths.count)
            return paths.map { (item.kind, String($0).withoutOuterSpace, certainty) }
        }
    }

    /// All values that a property may have in the builds for a framework, or in any build if none is given.
    ///
    /// The result is empty if the property is not set, and contains `nil` for a value that only the build knows.
    func candidates(_ name: String, for framework: String? = nil, in configuration: String? = nil) -> [String?] {
        possible(name, for: framework, in: configuration)
            .map { expanded($0.text, for: framework, within: [name.lowercased()]) }
    }

    /// The possible settings of a property; an unconditional one replaces those before it.
    private func possible(_ name: String, for framework: String?, in configuration: String? = nil) -> ArraySlice<
        Setting
    > {
        let all = (settings[name.lowercased()] ?? []).filter { $0.holds(for: framework, in: configuration) != .no }
        return all.dropFirst(all.lastIndex { $0.holds(for: framework, in: configuration) == .yes } ?? 0)
    }

    /// A text with its properties replaced, or `nil` if only the build knows one of them.
    private func expanded(_ text: String, for framework: String?, within names: [String]) -> String? {
        let parts = text.split(separator: "$(", omittingEmptySubsequences: false)
        guard !text.contains("@("), !text.contains("%("), parts.count <= Self.maximumReferenceCount + 1 else {
            return nil
        }
        var result = String(parts[0])
        for part in parts.dropFirst() {
            guard names.count <= Self.referenceDepthLimit, let end = part.firstIndex(of: ")") else { return nil }
            let name = part[..<end].lowercased()
            guard !names.contains(name), let value = value(name, for: framework, in: nil, within: names + [name]) else {
                return nil
            }
            result += value
            result += part[part.index(after: end)...]
            guard result.utf8.count < Self.maximumLength else { return nil }
        }
        return result
    }

    /// The associated domains that the project writes into release builds, or `nil` if it writes none; an unknown domain is an
    /// inner `nil`.
    func domains(for framework: String?) -> [String?]? {
        let own = domains.map { (setting: $0, certainty: $0.holds(for: framework, in: "Release")) }
            .filter { $0.certainty != .no }
        guard !own.isEmpty else { return nil }
        return own.flatMap { setting, certainty -> [String?] in
            guard certainty == .yes, let text = expanded(setting.text, for: framework, within: []) else { return [nil] }
            return text.split(separator: ";").map { String($0).withoutOuterSpace }
        }
    }

    /// The value of a property in every build for a framework, or `nil` if it has none or only the build knows it.
    func value(_ name: String, for framework: String?, in configuration: String? = nil) -> String? {
        value(name, for: framework, in: configuration, within: [name.lowercased()])
    }

    private func value(_ name: String, for framework: String?, in configuration: String?, within names: [String])
        -> String?
    {
        let all = settings[name.lowercased()] ?? []
        guard all.allSatisfy({ $0.holds(for: framework, in: configuration) != .open }),
            let setting = possible(name, for: framework, in: configuration).last,
            let text = expanded(setting.text, for: framework, within: names), !text.isEmpty
        else { return nil }
        return text
    }

    /// The literal target frameworks for devices; if the list of frameworks is computed, the name is `nil`, which stands for any
    /// framework.
    var frameworks: [(name: String?, platform: String)] {
        let lists = ["TargetFramework", "TargetFrameworks"].flatMap { possible($0, for: nil) }
        let names = lists.flatMap { $0.text.split(separator: ";") }.map { part in
            expanded(String(part), for: nil, within: []) ?? String(part)
        }.map(\.withoutOuterSpace)
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
    fileprivate var withoutOuterSpace: String { String(DotNetCondition.trimmed(self[...])) }
}
