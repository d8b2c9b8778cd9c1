import BoltsSiteCheck

/// Merges manifests of source sets as the build tools do, for the elements that matter to links.
struct ManifestMerge {
    /// What relative names of components belong to.
    let namespace: String?

    /// Merges a stronger manifest into a weaker one: filters add up, attributes of the stronger one win.
    func merged(_ weaker: ManifestElement, _ stronger: ManifestElement) -> ManifestElement {
        var result = weaker
        result.attributes.merge(stronger.attributes) { $1 }
        for child in stronger.children {
            let same = result.children.firstIndex { $0.name == child.name }
            switch child.name {
            case "application":
                if let same {
                    result.children[same] = application(result.children[same], child)
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
            library.children[place].attributes = [:]
            for index in library.children[place].children.indices {
                library.children[place].children[index].attributes["android:name"] = own.name(
                    library.children[place].children[index]
                )
            }
        }
        var result = app
        for (index, child) in app.children.enumerated() where child.name == "application" {
            guard let other = library.children.first(where: { $0.name == "application" }) else { continue }
            result.children[index] = joined(child, other)
        }
        return result
    }

    /// The application with the components of a weaker one.
    private func joined(_ app: ManifestElement, _ library: ManifestElement) -> ManifestElement {
        var result = app
        var places: [String: Int] = [:]
        for (index, child) in result.children.enumerated() { places[key(child)] = index }
        for child in library.children where child.name == "activity" || child.name == "activity-alias" {
            guard let index = places[key(child)] else {
                places[key(child)] = result.children.count
                result.children.append(child)
                continue
            }
            switch result.children[index].attributes["tools:node"] {
            case "remove", "replace": continue
            default:
                result.children[index].attributes.merge(child.attributes) { own, _ in own }
                result.children[index].children += child.children
            }
        }
        return result
    }

    private func application(_ weaker: ManifestElement, _ stronger: ManifestElement) -> ManifestElement {
        var result = weaker
        result.attributes.merge(stronger.attributes) { $1 }
        var places: [String: Int] = [:]
        for (index, child) in result.children.enumerated() { places[key(child)] = index }
        for child in stronger.children where child.name == "activity" || child.name == "activity-alias" {
            guard let index = places[key(child)] else {
                places[key(child)] = result.children.count
                result.children.append(child)
                continue
            }
            switch child.attributes["tools:node"] {
            case "remove", "replace": result.children[index] = child
            default:
                result.children[index].attributes.merge(child.attributes) { $1 }
                result.children[index].children += child.children
            }
        }
        return result
    }

    private func key(_ component: ManifestElement) -> String { "\(component.name) \(name(component))" }

    /// The name of a component with its namespace.
    private func name(_ component: ManifestElement) -> String {
        let name = component.attributes["android:name"] ?? ""
        guard name.hasPrefix("."), let namespace else { return name }
        return namespace + name
    }
}
