/// The parsed and compiled content of an `apple-app-site-association` file.
@_spi(Bolts) public final class AppleFile: Sendable {
    /// The document that the file was read from.
    @_spi(Bolts) public let document: JSONDocument
    /// The entries, in the order of the file.
    @_spi(Bolts) public let entries: [AppleEntry]
    /// The variables that patterns refer to.
    @_spi(Bolts) public let variables: [PatternVariable]
    private let entryByApp: [String: Int]
    /// The apps, in canonical form, whose entries some readers merge and others do not.
    private let mixedApps: Set<String>
    /// How many rules all entries have.
    let ruleCount: Int

    /// Reads a document.
    @_spi(Bolts) public init(_ document: JSONDocument) {
        var compiler = AppleRuleCompiler(
            variables: SubstitutionVariables(document.root["applinks"]?["substitutionVariables"])
        )
        var entries: [AppleEntry] = []
        var entryByApp: [String: Int] = [:]
        for source in Self.sources(of: document.root) {
            let entry = Self.entry(source, &compiler)
            for identifier in entry.identifiers {
                let key = AppIdentifier.canonical(identifier)
                if entryByApp[key] == nil { entryByApp[key] = entries.count }
            }
            entries.append(entry)
        }
        self.document = document
        self.entries = entries
        self.entryByApp = entryByApp
        self.variables = compiler.variables.compiled
        mixedApps = Self.mixedApps(in: document.root)
        ruleCount = entries.reduce(0) { $0 + $1.rules.count }
    }

    /// Whether readers that combine all entries and lists may see different rules for an app.
    @_spi(Bolts) public func isMixed(_ app: String) -> Bool {
        mixedApps.contains(AppIdentifier.canonical(app)) || !hasDetails
    }

    private var hasDetails: Bool { document.root["applinks"]?["details"] != nil }

    /// Returns the apps that are in several entries, or in one that has two lists of apps or of rules.
    private static func mixedApps(in root: JSONNode) -> Set<String> {
        guard let details = root["applinks"]?["details"] else { return [] }
        var seen = Set<String>()
        var mixed = Set<String>()
        for entry in details.children where entry.isObject {
            var identifiers = Set((entry["appIDs"]?.elements?.compactMap(\.string) ?? []).map(AppIdentifier.canonical))
            let hasList = !identifiers.isEmpty || entry["appIDs"]?.elements != nil
            if let single = entry["appID"]?.string { identifiers.insert(AppIdentifier.canonical(single)) }
            if details.isObject { identifiers = Set([entry.name].compactMap { $0 }.map(AppIdentifier.canonical)) }
            let hasTwoLists =
                hasList && entry["appID"] != nil
                || entry["components"]?.elements != nil && entry["paths"]?.elements != nil
            for identifier in identifiers where !seen.insert(identifier).inserted || hasTwoLists {
                mixed.insert(identifier)
            }
        }
        return mixed
    }

    /// Whether there is an `applinks` object.
    @_spi(Bolts) public var hasAppLinks: Bool { document.root["applinks"]?.isObject ?? false }

    /// Returns the first entry for an app, or `nil`.
    @_spi(Bolts) public func entry(for app: String) -> Int? {
        entryByApp[app] ?? entryByApp[AppIdentifier.canonical(app)]
    }

    private struct Source {
        var node: JSONNode
        var identifiers: [String]
        var defaults: AppleComponentMembers
    }

    private static func sources(of root: JSONNode) -> [Source] {
        guard let links = root["applinks"], links.isObject else { return [] }
        let fileDefaults = AppleComponentMembers(links["defaults"])
        guard let details = links["details"] else {
            // Without details, the apps of the older list match every URL.
            return (links["apps"]?.elements).map { apps in
                apps.compactMap { app in app.string.map { Source(node: app, identifiers: [$0], defaults: fileDefaults) }
                }
            } ?? []
        }
        var sources: [Source] = []
        for entry in details.children where entry.isObject {
            let own = AppleComponentMembers(entry["defaults"])
            let identifiers = details.isObject ? [entry.name].compactMap { $0 } : Self.identifiers(of: entry)
            sources.append(Source(node: entry, identifiers: identifiers, defaults: own.merging(fileDefaults)))
        }
        return sources
    }

    /// Returns the apps of an entry: those of `appIDs` if that is an array, otherwise that of `appID`.
    @_spi(Bolts) public static func identifiers(of entry: JSONNode) -> [String] {
        if let list = entry["appIDs"]?.elements { return list.compactMap(\.string) }
        return [entry["appID"]?.string].compactMap { $0 }
    }

    private static func entry(_ source: Source, _ compiler: inout AppleRuleCompiler) -> AppleEntry {
        var rules: [AppleRule] = []
        let form: AppleEntry.Form
        if let components = source.node["components"]?.elements {
            form = .components
            for component in components {
                rules.append(compiler.rule(component: component, defaults: source.defaults))
            }
        } else if let paths = source.node["paths"]?.elements {
            form = .paths
            for path in paths {
                guard let text = path.string else { continue }
                rules.append(compiler.rule(path: path, text))
            }
        } else {
            form = .everything
        }
        return AppleEntry(node: source.node, identifiers: source.identifiers, form: form, rules: rules)
    }
}
