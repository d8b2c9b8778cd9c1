@_spi(Bolts) import BoltsSiteCheck

/// Merges manifests of source sets like the build tools, for the elements that are relevant to links.
///
/// It follows the manifest merger of Android's build tools: the stronger element keeps its attributes and its markers
/// (`tools:node`, `tools:remove`, `tools:selector`), which therefore apply to every later, weaker manifest.
struct ManifestMerge {
    /// The package for relative component names.
    let namespace: String?

    /// Merges a stronger manifest into a weaker one: filters add up, attributes of the stronger one win.
    ///
    /// If there are several manifests, the two strongest are merged first.
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

    /// The app's manifest, which is stronger, with the components of libraries, the strongest first, each with the package for
    /// relative names.
    func adding(
        _ libraries: [(manifest: ManifestElement, namespace: String?)],
        to app: ManifestElement
    ) -> ManifestElement {
        let all = libraries.compactMap { library -> (application: ManifestElement, namespace: String?)? in
            guard var application = library.manifest.children.first(where: { $0.name == "application" }) else {
                return nil
            }
            let own = ManifestMerge(namespace: library.namespace)
            // Markers on the library's `application` element would affect only weaker manifests; they are dropped.
            application.attributes = application.attributes.filter { !$0.key.hasPrefix("tools:") }
            for index in application.children.indices {
                application.children[index].attributes["android:name"] = own.name(application.children[index])
            }
            return (application, library.namespace)
        }
        var result = app
        for place in result.children.indices where result.children[place].name == "application" {
            var known = Children(result.children[place].children, key)
            for library in all {
                join(&result.children[place], library.application, of: library.namespace, behind: &known)
            }
        }
        return result
    }

    // MARK: - Markers

    /// The effect of an element's marker on matching weaker elements.
    private enum Marker: String {
        case merge
        case mergeOnlyAttributes = "merge-only-attributes"
        case remove, removeAll, replace, strict
    }

    /// The marker of an element, or why it is unknown.
    private enum Effect {
        case marker(Marker)
        /// The attribute that makes the effect unknown, as written.
        case open(String)
    }

    /// The effect of an element on a weaker element from the manifest of a package.
    private func effect(_ stronger: ManifestElement, _ package: String?) -> Effect {
        guard let written = stronger.attributes["tools:node"] else { return .marker(.merge) }
        // The tool accepts `mergeOnlyAttributes` and `merge-only-attributes`.
        let name = written == "mergeOnlyAttributes" ? Marker.mergeOnlyAttributes.rawValue : written
        guard let marker = Marker(rawValue: name) else { return .open("tools:node=\"\(written)\"") }
        guard let selector = stronger.attributes["tools:selector"] else { return .marker(marker) }
        guard let package else { return .open("tools:selector=\"\(selector)\"") }
        return .marker(selector == package ? marker : .merge)
    }

    /// The children of an element, by the key that makes elements equal.
    private struct Children {
        var places: [String: Int] = [:]
        var firsts: [String: Int] = [:]
        var removals: [String: Int] = [:]
        /// The children of those children into which something was merged, by their place.
        var inner: [Int: Children] = [:]

        init(_ children: [ManifestElement], _ key: (ManifestElement) -> String) {
            for (place, child) in children.enumerated() { add(child, key(child), at: place) }
        }

        mutating func add(_ child: ManifestElement, _ key: String, at place: Int) {
            ReadingSteps.add()
            if places[key] == nil { places[key] = place }
            if firsts[child.name] == nil { firsts[child.name] = place }
            if removals[child.name] == nil, child.attributes["tools:node"] == Marker.removeAll.rawValue {
                removals[child.name] = place
            }
        }
    }

    /// An element merged with the weaker one that it matches, whose children come before the others.
    private func joined(_ stronger: ManifestElement, _ weaker: ManifestElement, of package: String?) -> ManifestElement
    {
        var result = stronger
        guard joinAttributes(&result, weaker, of: package) else { return result }
        let known = Children(stronger.children, key)
        var weak: [ManifestElement] = []
        // The places of merged elements among the weaker ones.
        var joinedPlaces: [Int: Int] = [:]
        for child in weaker.children {
            guard let place = add(child, to: result.children, known, of: package, &weak) else { continue }
            result.children[place] = joined(result.children[place], child, of: package)
            if let known = joinedPlaces[place] {
                weak[known] = result.children[place]
            } else {
                joinedPlaces[place] = weak.count
                weak.append(result.children[place])
            }
        }
        for (place, child) in result.children.enumerated() where joinedPlaces[place] == nil { weak.append(child) }
        result.children = weak
        return result
    }

    /// Merges a weaker element, of the manifest of `package`, into a stronger one, which is not copied, because each library adds
    /// its own to the app's; `known` are its children.
    private func join(
        _ stronger: inout ManifestElement,
        _ weaker: ManifestElement,
        of package: String?,
        behind known: inout Children
    ) {
        let count = stronger.children.count
        if joinAttributes(&stronger, weaker, of: package) {
            var more: [ManifestElement] = []
            for child in weaker.children {
                guard let place = add(child, to: stronger.children, known, of: package, &more) else { continue }
                var inner = known.inner.removeValue(forKey: place) ?? Children(stronger.children[place].children, key)
                join(&stronger.children[place], child, of: package, behind: &inner)
                known.inner[place] = inner
            }
            stronger.children += more
        }
        for place in count..<stronger.children.count {
            known.add(stronger.children[place], key(stronger.children[place]), at: place)
        }
    }

    /// Merges the attributes of an element with those of a weaker one, and returns whether their children are merged too.
    private func joinAttributes(
        _ stronger: inout ManifestElement,
        _ weaker: ManifestElement,
        of package: String?
    ) -> Bool {
        var merges = true
        switch effect(stronger, package) {
        // The build fails unless a strict element is equal to the weaker one.
        case .marker(.remove), .marker(.removeAll), .marker(.replace), .marker(.strict): return false
        case .marker(.mergeOnlyAttributes): merges = false
        case .marker(.merge):
            // The marker of the weaker element removes only from manifests weaker than its own.
            if Self.isRemoved(weaker) {
                stronger.attributes["tools:node"] = Marker.replace.rawValue
                return false
            }
        case .open(let text):
            stronger.children += weaker.children.map { Self.uncertain($0, text) }
            return false
        }
        let removed = Self.names(stronger.attributes["tools:remove"])
        let own = stronger.attributes["tools:remove"]
        for (name, value) in weaker.attributes
        where !removed.contains(Self.plain(name)) && stronger.attributes[name] == nil {
            stronger.attributes[name] = value
        }
        if let more = weaker.attributes["tools:remove"], let own {
            stronger.attributes["tools:remove"] = "\(own),\(more)"
        }
        return merges
    }

    /// Adds a child of a weaker element to the additions, or returns the place of the activity or alias into which it is
    /// merged.
    private func add(
        _ child: ManifestElement,
        to stronger: [ManifestElement],
        _ known: Children,
        of package: String?,
        _ added: inout [ManifestElement]
    ) -> Int? {
        ReadingSteps.add()
        if let place = known.removals[child.name] {
            switch effect(stronger[place], package) {
            case .open(let text):
                added.append(Self.uncertain(child, text))
                return nil
            case .marker(.removeAll):
                // The tool examines only the first element of a kind, contrary to its documentation.
                if known.firsts[child.name] != place {
                    added.append(Self.uncertain(child, "tools:node=\"removeAll\" behind another <\(child.name)>"))
                }
                return nil
            default: break
            }
        }
        guard let place = known.places[key(child)] else {
            added.append(child)
            return nil
        }
        if child.name == "activity" || child.name == "activity-alias" { return place }
        // Filters are never merged: both remain, or one replaces the other.
        switch effect(stronger[place], package) {
        case .marker(.remove), .marker(.replace): break
        case .open(let text): added.append(Self.uncertain(child, text))
        case .marker: added.append(child)
        }
        return nil
    }

    /// An element for which an attribute makes it unknown whether it remains.
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

    /// The key that makes two elements equal; for a filter its actions and categories.
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

    /// The name of a component with its namespace, which is also prefixed to a name without a dot.
    private func name(_ component: ManifestElement) -> String {
        let name = component.attributes["android:name"] ?? ""
        // The tool does not expand placeholders here.
        guard let namespace, !name.isEmpty, !name.contains("${") else { return name }
        if name.hasPrefix(".") { return namespace + name }
        let isActivity = component.name == "activity" || component.name == "activity-alias"
        return isActivity && !name.contains(".") ? "\(namespace).\(name)" : name
    }
}
