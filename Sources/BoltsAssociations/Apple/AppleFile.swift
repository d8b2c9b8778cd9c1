/// The parsed and compiled content of an `apple-app-site-association` file.
final class AppleFile: Sendable {
    let document: JSONDocument
    let entries: [AppleEntry]
    let variables: [PatternVariable]
    private let entryByApp: [String: Int]

    init(_ document: JSONDocument) {
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
    }

    /// Whether there is an `applinks` object.
    var hasAppLinks: Bool { document.root["applinks"]?.isObject ?? false }

    /// Returns the first entry for an app, or `nil`.
    func entry(for app: String) -> Int? { entryByApp[app] ?? entryByApp[AppIdentifier.canonical(app)] }

    /// The source of an entry.
    private struct Source {
        var node: JSONNode
        var identifiers: [String]
        var defaults: ComponentMembers
    }

    private static func sources(of root: JSONNode) -> [Source] {
        guard let links = root["applinks"], links.isObject else { return [] }
        let fileDefaults = ComponentMembers(links["defaults"])
        guard let details = links["details"] else {
            // Without details, the apps of the older list match every URL.
            return (links["apps"]?.elements).map { apps in
                apps.compactMap { app in app.string.map { Source(node: app, identifiers: [$0], defaults: fileDefaults) }
                }
            } ?? []
        }
        var sources: [Source] = []
        for entry in details.children where entry.isObject {
            let own = ComponentMembers(entry["defaults"])
            let identifiers = details.isObject ? [entry.name].compactMap { $0 } : Self.identifiers(of: entry)
            sources.append(Source(node: entry, identifiers: identifiers, defaults: own.merging(fileDefaults)))
        }
        return sources
    }

    /// Returns the apps of an entry: those of `appIDs` if it is an array, otherwise `appID`.
    static func identifiers(of entry: JSONNode) -> [String] {
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
