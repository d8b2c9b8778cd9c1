@_spi(Bolts) import BoltsSiteCheck

/// Merges manifests of source sets as the build tools do, for the elements that matter to links.
///
/// It follows the manifest merger of Android's build tools: the stronger element keeps its attributes and its markers
/// (`tools:node`, `tools:remove`, `tools:selector`), so that these hold for every weaker manifest that comes later.
struct ManifestMerge {
    /// What relative names of components belong to.
    let namespace: String?

    /// Merges a stronger manifest into a weaker one: filters add up, attributes of the stronger one win.
    ///
    /// Of several manifests the two strongest are merged first.
    func merged(_ weaker: ManifestElement, _ stronger: ManifestElement) -> ManifestElement {
        var result = weaker
        result.attributes.merge(stronger.attributes) { $1 }
        for child in stronger.children {
            let same = result.children.firstIndex { $0.name == child.name }
            switch child.name {
            case "application":
                if let same {
                    result.children[same] = joined(child, result.children[same], of: namespace)
                } else {
                    result.children.append(child)
                }
            case "uses-sdk":
                if let same {
                    result.children[same].attributes.merge(child.attributes) { $1 }
                } else {
                    result.children.append(child)
                }
            default: break
            }
        }
        return result
    }

    /// Adds what the manifest of a library has to that of the app that uses it.
    ///
    /// - Parameters:
    ///   - library: The library's manifest.
    ///   - libraryNamespace: What relative names of its components belong to.
    ///   - app: The app's manifest, which is the stronger one.
    /// - Returns: The app's manifest with the library's components.
    func adding(_ library: ManifestElement, of libraryNamespace: String?, to app: ManifestElement) -> ManifestElement {
        let own = ManifestMerge(namespace: libraryNamespace)
        var library = library
        library.attributes = [:]
        for place in library.children.indices {
            // What its markers say is for manifests that are weaker still.
            let attributes = library.children[place].attributes
            library.children[place].attributes = attributes.filter { !$0.key.hasPrefix("tools:") }
            for index in library.children[place].children.indices {
                library.children[place].children[index].attributes["android:name"] = own.name(
                    library.children[place].children[index]
                )
            }
        }
        var result = app
        for (index, child) in app.children.enumerated() where child.name == "application" {
            guard let other = library.children.first(where: { $0.name == "application" }) else { continue }
            result.children[index] = joined(child, other, of: libraryNamespace, comesLast: true)
        }
        return result
    }

    // MARK: - Markers

    /// What the marker of an element does with the weaker elements that it is for.
    private enum Marker: String {
        case merge
        case mergeOnlyAttributes = "merge-only-attributes"
        case remove, removeAll, replace, strict
    }

    /// The marker of an element, or what keeps it from being known.
    private enum Effect {
        case marker(Marker)
        /// The attribute that decides it, as it is written.
        case open(String)
    }

    /// What an element does with a weaker one of a package.
    private func effect(_ stronger: ManifestElement, _ package: String?) -> Effect {
        guard let written = stronger.attributes["tools:node"] else { return .marker(.merge) }
        // The tool takes `mergeOnlyAttributes` and `merge-only-attributes`.
        let name = written == "mergeOnlyAttributes" ? Marker.mergeOnlyAttributes.rawValue : written
        guard let marker = Marker(rawValue: name) else { return .open("tools:node=\"\(written)\"") }
        guard let selector = stronger.attributes["tools:selector"] else { return .marker(marker) }
        guard let package else { return .open("tools:selector=\"\(selector)\"") }
        return .marker(selector == package ? marker : .merge)
    }

    /// An element with the weaker one that it matches.
    ///
    /// - Parameters:
    ///   - stronger: The element.
    ///   - weaker: The other one.
    ///   - package: The package of the weaker manifest.
    ///   - comesLast: Whether the children of the weaker element are after the others.
    /// - Returns: The element as it is in the merged manifest.
    private func joined(
        _ stronger: ManifestElement,
        _ weaker: ManifestElement,
        of package: String?,
        comesLast: Bool = false
    ) -> ManifestElement {
        var result = stronger
        var merges = true
        switch effect(stronger, package) {
        // The build fails unless a strict element is equal to the weaker one.
        case .marker(.remove), .marker(.removeAll), .marker(.replace), .marker(.strict): return result
        case .marker(.mergeOnlyAttributes): merges = false
        case .marker(.merge):
            // The marker of the weaker element removes only from manifests that are weaker than its own.
            if Self.isRemoved(weaker) {
                result.attributes["tools:node"] = Marker.replace.rawValue
                return result
            }
        case .open(let text):
            result.children += weaker.children.map { Self.uncertain($0, text) }
            return result
        }
        let removed = Self.names(stronger.attributes["tools:remove"])
        result.attributes.merge(weaker.attributes.filter { !removed.contains(Self.plain($0.key)) }) { own, _ in own }
        if let more = weaker.attributes["tools:remove"], let own = stronger.attributes["tools:remove"] {
            result.attributes["tools:remove"] = "\(own),\(more)"
        }
        if merges { result.children = children(stronger, weaker, of: package, comesLast: comesLast) }
        return result
    }

    /// The children of an element with those of the weaker one.
    private func children(
        _ stronger: ManifestElement,
        _ weaker: ManifestElement,
        of package: String?,
        comesLast: Bool
    ) -> [ManifestElement] {
        var places: [String: Int] = [:]
        var firsts: [String: Int] = [:]
        var removals: [String: Int] = [:]
        for (place, child) in stronger.children.enumerated() {
            if places[key(child)] == nil { places[key(child)] = place }
            if firsts[child.name] == nil { firsts[child.name] = place }
            if removals[child.name] == nil, child.attributes["tools:node"] == Marker.removeAll.rawValue {
                removals[child.name] = place
            }
        }
        var own = stronger.children
        var result: [ManifestElement] = []
        // Where what was joined stands among the weaker elements.
        var joinedPlaces: [Int: Int] = [:]
        for child in weaker.children {
            if let place = removals[child.name] {
                switch effect(stronger.children[place], package) {
                case .open(let text):
                    result.append(Self.uncertain(child, text))
                    continue
                case .marker(.removeAll):
                    // The tool looks at the first element of a kind only, against its documentation.
                    if firsts[child.name] != place {
                        result.append(Self.uncertain(child, "tools:node=\"removeAll\" behind another <\(child.name)>"))
                    }
                    continue
                default: break
                }
            }
            guard let place = places[key(child)] else {
                result.append(child)
                continue
            }
            if child.name == "activity" || child.name == "activity-alias" {
                own[place] = joined(own[place], child, of: package, comesLast: comesLast)
                if !comesLast, joinedPlaces[place] == nil {
                    joinedPlaces[place] = result.count
                    result.append(own[place])
                } else if let known = joinedPlaces[place] {
                    result[known] = own[place]
                }
                continue
            }
            // Filters are never merged: one stays beside the other, or takes its place.
            switch effect(stronger.children[place], package) {
            case .marker(.remove), .marker(.replace): break
            case .open(let text): result.append(Self.uncertain(child, text))
            case .marker: result.append(child)
            }
        }
        if comesLast { return own + result }
        for (place, child) in own.enumerated() where joinedPlaces[place] == nil { result.append(child) }
        return result
    }

    /// An element of which it is not known whether it stays, because of an attribute.
    private static func uncertain(_ element: ManifestElement, _ text: String) -> ManifestElement {
        var result = element
        if element.name == "intent-filter" { result.attributes[AndroidIntentFilter.openMark] = text }
        result.children = element.children.map { $0.name == "intent-filter" ? uncertain($0, text) : $0 }
        return result
    }

    private static func isRemoved(_ element: ManifestElement) -> Bool {
        let marker = element.attributes["tools:node"]
        return marker == Marker.remove.rawValue || marker == Marker.removeAll.rawValue
    }

    /// The names in a list such as `android:exported,android:enabled`, without the prefix, which each file chooses.
    private static func names(_ list: String?) -> Set<String> {
        Set((list ?? "").split { $0 == "," || $0.isWhitespace }.map { plain(String($0)) })
    }

    private static func plain(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }

    // MARK: - Names

    /// What makes two elements the same: of a filter its actions and categories.
    private func key(_ element: ManifestElement) -> String {
        switch element.name {
        case "intent-filter":
            let names = element.children.filter { $0.name == "action" || $0.name == "category" }
                .compactMap { $0.attributes["android:name"] }
            return "\(element.name) \(names.sorted().joined(separator: "+"))"
        case "nav-graph": return "\(element.name) \(element.attributes["android:value"] ?? "")"
        default: return "\(element.name) \(name(element))"
        }
    }

    /// The name of a component with its namespace, which one without a dot belongs to as well.
    private func name(_ component: ManifestElement) -> String {
        let name = component.attributes["android:name"] ?? ""
        // The tool expands no placeholder.
        guard let namespace, !name.isEmpty, !name.contains("${") else { return name }
        if name.hasPrefix(".") { return namespace + name }
        let isActivity = component.name == "activity" || component.name == "activity-alias"
        return isActivity && !name.contains(".") ? "\(namespace).\(name)" : name
    }
}
