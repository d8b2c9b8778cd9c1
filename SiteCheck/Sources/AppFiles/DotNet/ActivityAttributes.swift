import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The intent filters that C# attributes add to the manifest of an Android app.
///
/// The build makes an `activity` of each class with `[Activity]`, and an `intent-filter` of each `[IntentFilter]` of such a
/// class (`ManifestDocument` and `IntentFilterAttribute` of .NET for Android).
struct ActivityAttributes {
    /// A file of the project.
    struct File {
        let path: String
        let content: CSharpFile
    }

    private static let maximumFilterCount = 2_000

    private(set) var filters: [(file: String, filter: AndroidIntentFilter)] = []

    private let constants: CSharpConstants
    private let resolve: (String) -> String?

    /// Reads the attributes.
    ///
    /// - Parameters:
    ///   - files: The files of the project.
    ///   - manifestActivities: The names of the activities that the project's manifest has itself.
    ///   - resolve: Returns the value of `${name}` for `name`, and of `@string/name`.
    init(_ files: [File], manifestActivities: Set<String>, resolve: @escaping (String) -> String?) {
        var constants = CSharpConstants()
        for (number, file) in files.enumerated() { constants.add(file.content, number: number) }
        self.constants = constants
        self.resolve = resolve
        var names: [String] = []
        var parts: [String: [(file: Int, part: CSharpFile.Class)]] = [:]
        for (number, file) in files.enumerated() {
            for part in file.content.classes {
                if parts[part.name] == nil { names.append(part.name) }
                parts[part.name, default: []].append((number, part))
            }
        }
        for name in names { read(parts[name] ?? [], name, files, manifestActivities) }
    }

    private mutating func read(
        _ parts: [(file: Int, part: CSharpFile.Class)],
        _ name: String,
        _ files: [File],
        _ manifestActivities: Set<String>
    ) {
        let attributes = parts.flatMap { part in part.part.attributes.map { (file: part.file, attribute: $0) } }
        let intents = attributes.filter { $0.attribute.name == "IntentFilter" }
        guard !intents.isEmpty else { return }
        let simple = name.split(separator: ".").last.map(String.init) ?? name
        let activity = attributes.first { $0.attribute.name == "Activity" }
        let others: Set<String> = ["Service", "BroadcastReceiver", "ContentProvider"]
        if activity == nil, attributes.contains(where: { others.contains($0.attribute.name) }) { return }
        var component = simple
        var isExported: Bool?
        var isEnabled = true
        var absence: String?
        var open: [String] = []
        if let activity {
            func boolean(_ name: String) -> Bool? {
                switch activity.attribute.value(name) {
                case .boolean(let value)?: return value
                case nil: return nil
                case .some:
                    open.append(name)
                    return nil
                }
            }
            if let value = activity.attribute.value("Name"), let text = text(value, activity.file) {
                component = text
                if manifestActivities.contains(text) {
                    absence =
                        "the manifest has \(text) itself, and the build does not read attributes of such an activity"
                }
            }
            // The build exports the activity that starts the app.
            isExported = boolean("Exported") ?? (boolean("MainLauncher") == true ? true : nil)
            isEnabled = boolean("Enabled") ?? true
            if let condition = activity.attribute.condition { open.append(condition) }
        } else {
            absence = "\(simple) has no [Activity] attribute, and the build reads intent filters of activities only"
        }
        if parts.contains(where: \.part.isAbstract) {
            absence = "\(simple) is abstract, and the build makes no activity of it"
        }
        for intent in intents where filters.count < Self.maximumFilterCount {
            var filter = filter(intent.attribute, intent.file)
            filter.component = component
            filter.isExported = isExported
            filter.isEnabled = isEnabled
            filter.origin = absence.map { .leftOut($0) } ?? .attribute
            filter.unresolved += open
            filter.isUncertain = filter.isUncertain || !open.isEmpty
            filters.append((files[intent.file].path, filter))
        }
    }

    // MARK: - Filters

    private func text(_ value: CSharpValue, _ file: Int) -> String? { constants.text(of: value, in: file) }

    private func filter(_ attribute: CSharpFile.Attribute, _ file: Int) -> AndroidIntentFilter {
        var filter = AndroidIntentFilter(component: "", actions: [], categories: [], line: attribute.line)
        if let condition = attribute.condition {
            filter.unresolved.append(condition)
            filter.isUncertain = true
        }
        func texts(_ names: String...) -> (texts: [String], isWhole: Bool) {
            var result: [String] = []
            var isWhole = true
            for name in names {
                guard let value = attribute.value(name) else { continue }
                for item in constants.texts(of: value, in: file) {
                    if let text = item.text.flatMap({ resolved($0, into: &filter) }) {
                        // The build leaves out what is empty.
                        if !text.isEmpty { result.append(text) }
                    } else {
                        if item.text == nil { filter.unresolved.append(item.written) }
                        isWhole = false
                    }
                }
            }
            return (Array(result.prefix(Self.maximumFilterCount)), isWhole)
        }
        for value in attribute.positional.prefix(1) {
            for item in constants.texts(of: value, in: file) {
                if let text = item.text {
                    filter.actions.append(text)
                } else {
                    filter.unresolved.append(item.written)
                    filter.isUncertain = true
                }
            }
        }
        let categories = texts("Categories")
        filter.categories = categories.texts
        switch attribute.value("AutoVerify") {
        case .boolean(let value)?: filter.isVerified = value
        case nil: break
        case .some:
            // It counts as true, so that nobody is told to write it.
            filter.isVerified = true
            filter.unresolved.append("AutoVerify")
            filter.isUncertain = true
        }
        let schemes = texts("DataScheme", "DataSchemes")
        filter.schemes = schemes.texts
        filter.hasUnknownScheme = !schemes.isWhole
        // Another scheme may keep the hosts from being verified.
        if !schemes.isWhole, !schemes.texts.isEmpty, filter.isVerified { filter.isUncertain = true }
        let hosts = texts("DataHost", "DataHosts")
        filter.hasUnknownHost = !hosts.isWhole
        let ports = texts("DataPort", "DataPorts")
        // The build writes each value into an element of its own, and Android reads a port only beside its host.
        filter.hosts = hosts.texts.map { AndroidIntentFilter.Host($0) }
        let types = texts("DataMimeType", "DataMimeTypes")
        filter.hasType = !types.texts.isEmpty
        var isWhole = categories.isWhole && ports.isWhole && types.isWhole
        for (kind, name, list) in [
            (AndroidIntentFilter.Path.Kind.path, "DataPath", "DataPaths"),
            (.prefix, "DataPathPrefix", "DataPathPrefixes"),
            (.suffix, "DataPathSuffix", "DataPathSuffixes"),
            (.pattern, "DataPathPattern", "DataPathPatterns"),
            (.advancedPattern, "DataPathAdvancedPattern", "DataPathAdvancedPatterns"),
        ] {
            let paths = texts(name, list)
            filter.paths += paths.texts.map { AndroidIntentFilter.Path(kind, ResourceText.unescaped($0)) }
            if !paths.isWhole { isWhole = false }
        }
        if !isWhole { filter.isUncertain = true }
        return filter
    }

    /// The text with its references replaced, or `nil`, noted, if one cannot be.
    private func resolved(_ text: String, into filter: inout AndroidIntentFilter) -> String? {
        if text.hasPrefix("@string/") {
            if let value = resolve(text) { return value }
        } else {
            var result = ""
            var rest = Substring(text.replacing("@PACKAGE_NAME@", with: resolve("applicationId") ?? "@PACKAGE_NAME@"))
            while let start = rest.firstRange(of: "${") {
                guard let end = rest[start.upperBound...].firstIndex(of: "}"),
                    let value = resolve(String(rest[start.upperBound..<end]))
                else {
                    filter.unresolved.append(text)
                    return nil
                }
                result += rest[..<start.lowerBound] + value
                rest = rest[rest.index(after: end)...]
            }
            return result + rest
        }
        filter.unresolved.append(text)
        return nil
    }
}
