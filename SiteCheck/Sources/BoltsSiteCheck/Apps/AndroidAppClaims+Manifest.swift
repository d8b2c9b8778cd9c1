import Foundation

extension AndroidAppClaims {
    /// Reads claims from a manifest.
    ///
    /// `resolve` is called with `name` for `${name}`, and with `@string/name` for `@string/name`.
    public init(
        manifest: ManifestElement,
        file: String,
        rank: AppFileRank,
        package: String? = nil,
        resolve: @escaping (String) -> String? = { _ in nil }
    ) {
        var reader = ManifestReader(resolve)
        let name = package ?? manifest.attributes["package"].flatMap { reader.value($0) }
        reader.unresolved = []
        self.init(package: name, file: file, rank: rank)
        // A manifest without an `application` element has no activities.
        filters = []
        for element in manifest.children {
            if element.name == "uses-sdk" {
                minimumSDK = element.attributes["android:minSdkVersion"].flatMap { Int($0) } ?? minimumSDK
                targetSDK = element.attributes["android:targetSdkVersion"].flatMap { Int($0) } ?? targetSDK
                // If a package names no target, Android uses the lowest level. For sources, the build adds a target.
                if rank > .source, element.attributes["android:targetSdkVersion"] == nil {
                    targetSDK = targetSDK ?? minimumSDK
                }
            }
            guard element.name == "application" else { continue }
            filters = reader.filters(element)
            launcher = element.children.first(where: AndroidActivity.isLauncher)?.attributes["android:name"]
            hasAssetStatements = element.children.contains {
                $0.name == "meta-data" && $0.attributes["android:name"] == "asset_statements" && !$0.isRemoved
            }
        }
    }
}

private struct ManifestReader {
    /// The maximum total size of resolved references, because each of many may refer to a long text.
    private static let maximumReplacedLength = 1 << 20

    let resolve: (String) -> String?
    /// How many bytes of resolved references are left.
    private var room = ManifestReader.maximumReplacedLength
    var unresolved: [String] = []
    var references: [String: String] = [:]
    var hasUnknownPath = false
    var hasUnknownGroup = false
    /// The pairs of a host and a path that are in the same `data` element.
    var pairs: Set<[String]> = []

    init(_ resolve: @escaping (String) -> String?) { self.resolve = resolve }

    mutating func filters(_ application: ManifestElement) -> [AndroidIntentFilter] {
        let isOn = bool(application, "android:enabled") ?? true
        let activities = AndroidActivity.Index(application)
        var filters: [AndroidIntentFilter] = []
        for component in application.children where component.name == "activity" || component.name == "activity-alias" {
            guard !component.isRemoved else { continue }
            let activity = activities.activity(of: component)
            for element in component.children where element.name == "intent-filter" {
                guard !element.isRemoved, filters.count < AndroidIntentFilter.maximumCount else { continue }
                var filter = filter(element)
                filter.component = component.attributes["android:name"] ?? component.name
                // The sources of C# classes are not read for the method that is called.
                filter.activity = filter.origin == .attribute ? nil : activity
                unresolved = []
                filter.isExported = flag(component, "android:exported")
                filter.isEnabled = isOn && flag(component, "android:enabled") ?? true
                if let open = element.attributes[AndroidIntentFilter.openMark] {
                    unresolved.append(open)
                    filter.hasUnknownVerification = true
                }
                if !unresolved.isEmpty {
                    filter.unresolved += unresolved
                    filter.isUncertain = true
                }
                filters.append(filter)
            }
        }
        return filters
    }

    private mutating func filter(_ element: ManifestElement) -> AndroidIntentFilter {
        unresolved = []
        references = [:]
        hasUnknownPath = false
        hasUnknownGroup = false
        pairs = []
        var filter = AndroidIntentFilter(component: "", actions: [], categories: [], line: element.line)
        filter.file = element.file
        filter.origin =
            element.attributes[AndroidIntentFilter.originMark].flatMap(AndroidIntentFilter.Origin.init) ?? .manifest
        filter.isVerified = flag(element, "android:autoVerify") ?? false
        filter.hasUnknownVerification = !unresolved.isEmpty
        var openNames: (actions: [String], categories: [String]) = ([], [])
        for child in element.children where !child.isRemoved {
            let count = unresolved.count
            switch child.name {
            case "action":
                filter.actions += text(child, "android:name").map { [$0] } ?? []
                openNames.actions += unresolved[count...]
                unresolved.removeSubrange(count...)
            case "category":
                filter.categories += text(child, "android:name").map { [$0] } ?? []
                openNames.categories += unresolved[count...]
                unresolved.removeSubrange(count...)
            case "data": read(child, into: &filter)
            case "uri-relative-filter-group":
                filter.hasGroups = true
                filter.groups.append(group(child))
                if unresolved.count > count { hasUnknownGroup = true }
            default: break
            }
        }
        // Unknown names matter only if something that links need is missing.
        if !filter.actions.contains(AndroidIntentFilter.view) { unresolved += openNames.actions }
        if ![AndroidIntentFilter.browsable, AndroidIntentFilter.default].allSatisfy(filter.categories.contains) {
            unresolved += openNames.categories
        }
        filter.unresolved = unresolved
        filter.references = references
        filter.setWritten(pairs)
        // Without its paths such a filter would seem to match every path.
        filter.isUncertain =
            filter.hasUnknownVerification || hasUnknownPath && filter.paths.isEmpty
            // A group whose unknown condition is omitted would match more links, and the first matching group decides.
            || hasUnknownGroup
            // Another scheme may prevent the verification of the hosts.
            || filter.hasUnknownScheme && filter.isVerified && filter.isWeb
        return filter
    }

    private mutating func group(_ element: ManifestElement) -> AndroidIntentFilter.Group {
        var group = AndroidIntentFilter.Group(allows: flag(element, "android:allow") ?? true)
        for data in element.children where data.name == "data" && !data.isRemoved {
            for part in AndroidIntentFilter.Group.Part.allCases {
                for kind in AndroidIntentFilter.Path.Kind.allCases {
                    guard let text = text(data, "android:\(part.attribute(kind))"),
                        group.conditions.count < AndroidIntentFilter.maximumCount
                    else { continue }
                    group.conditions.append(.init(part: part, text: AndroidIntentFilter.Path(kind, text)))
                }
            }
        }
        return group
    }

    /// The value of a Boolean attribute; an unknown value counts as true, and is noted.
    private mutating func flag(_ element: ManifestElement, _ name: String) -> Bool? {
        guard let written = element.attributes[name] else { return nil }
        guard let text = value(written) else { return true }
        return Self.isTrue(text)
    }

    /// Whether the build tools read a text as true; packages contain numbers.
    private static func isTrue(_ text: String) -> Bool { ["true", "TRUE", "True", "-1", "1"].contains(text) }

    private mutating func read(_ data: ManifestElement, into filter: inout AndroidIntentFilter) {
        ReadingSteps.add()
        func add<Value: Equatable>(_ value: Value, to list: inout [Value]) {
            if list.count < AndroidIntentFilter.maximumCount { list.append(value) }
        }
        if let scheme = text(data, "android:scheme") {
            add(scheme, to: &filter.schemes)
        } else if data.attributes["android:scheme"] != nil {
            filter.hasUnknownScheme = true
        }
        let known = unresolved.count
        let host = text(data, "android:host")
        if let host {
            // An unknown port is kept as written, so it equals no link's port.
            let port = data.attributes["android:port"].map { text(data, "android:port") ?? $0 }
            add(AndroidIntentFilter.Host(host, port: port), to: &filter.hosts)
        } else {
            filter.unknownHosts += unresolved[known...]
        }
        if data.attributes["android:mimeType"] != nil { filter.hasType = true }
        let part = ["ssp", "sspPrefix", "sspPattern", "sspSuffix", "sspAdvancedPattern"].map { "android:\($0)" }
            .first { data.attributes[$0] != nil }
        filter.schemeSpecificPart = filter.schemeSpecificPart ?? part
        for kind in AndroidIntentFilter.Path.Kind.allCases {
            let name = "android:\(kind.rawValue)"
            guard let path = text(data, name) else {
                if data.attributes[name] != nil { hasUnknownPath = true }
                continue
            }
            add(AndroidIntentFilter.Path(kind, path), to: &filter.paths)
            if let host, pairs.count < AndroidIntentFilter.maximumCount {
                pairs.insert([host.lowercased(), kind.rawValue, path])
            }
        }
    }

    private func bool(_ element: ManifestElement, _ name: String) -> Bool? {
        guard let text = element.attributes[name].flatMap({ $0.hasPrefix("@") ? resolve($0) : $0 }) else { return nil }
        return Self.isTrue(text)
    }

    private mutating func text(_ element: ManifestElement, _ name: String) -> String? {
        guard let written = element.attributes[name], let text = value(written) else { return nil }
        if text != written { references[text] = written }
        return text
    }

    /// The value with its references replaced, or `nil` (noted) if one is unknown.
    mutating func value(_ text: String) -> String? {
        if text.hasPrefix(AndroidIntentFilter.openValue) {
            unresolved.append(String(text.dropFirst()))
            return nil
        }
        if text.hasPrefix("@") || text.hasPrefix("?") && text.contains("attr/") {
            if let value = resolve(text), take(value) { return value }
            unresolved.append(text)
            return nil
        }
        guard text.contains("${") else { return text }
        var result = ""
        var rest = Substring(text)
        while let start = rest.range(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}"),
                let value = resolve(String(rest[start.upperBound..<end])), take(value)
            else {
                unresolved.append(text)
                return nil
            }
            result += rest[..<start.lowerBound] + value
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    /// Counts the text of a reference, and returns whether it still fits.
    private mutating func take(_ value: String) -> Bool {
        room -= min(room, value.utf8.count + 1)
        return room > 0
    }
}

extension ManifestElement {
    /// Whether the build removes the element from the manifest; with a selector the marker applies to another element.
    fileprivate var isRemoved: Bool {
        switch attributes["tools:node"] {
        case "removeAll": true
        case "remove": attributes["tools:selector"] == nil
        default: false
        }
    }
}

extension AndroidIntentFilter {
    /// The attribute of an intent filter's element with its origin, if it is not a manifest.
    package static let originMark = "origin"
    /// The beginning of a value that is not known; the rest is what the sources contain in its place.
    package static let openValue = "\0"
    /// The attribute of an intent filter's element with the reason why the build may remove the filter.
    package static let openMark = "open"

    /// The maximum number of filters, and of values of each kind in one.
    static let maximumCount = 2_000
}
