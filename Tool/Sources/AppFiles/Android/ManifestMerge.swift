import BoltsSiteCheck

/// Merges manifests of source sets as the build tools do, for the elements that matter to links.
struct ManifestMerge {
    /// What relative names of components belong to.
    let namespace: String?

    /// Merges a stronger manifest into a weaker one: filters add up, attributes of the stronger one win.
    func merged(_ weaker: ManifestElement, _ stronger: ManifestElement) -> ManifestElement {
        var result = weaker
        result.attributes.merge(stronger.attributes) { $1 }
        for child in stronger.children.map(Self.withoutLines) {
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

    private func key(_ component: ManifestElement) -> String {
        var name = component.attributes["android:name"] ?? ""
        if name.hasPrefix("."), let namespace { name = namespace + name }
        return "\(component.name) \(name)"
    }

    /// The lines of another file than the one that is named would mislead.
    private static func withoutLines(_ element: ManifestElement) -> ManifestElement {
        ManifestElement(element.name, element.attributes, element.children.map(withoutLines))
    }
}
