@_spi(Bolts) import BoltsSiteCheck

/// The variants of a module that are not looked at because there are too many: whether they may take other links than those
/// that are.
struct LeftOutVariants {
    /// The attributes of a component that decide whether it takes links.
    private static let deciding: Set<String> = ["android:exported", "android:enabled"]
    /// The attributes of a filter that users only see.
    private static let shown: Set<String> = ["android:label", "android:icon"]

    /// Whether something other than the filters that were found says that they may.
    private var mayBeOthers: Bool

    /// - Parameters:
    ///   - script: What the build script says of the module.
    ///   - variants: The variants that are looked at.
    ///   - folders: The folders of the module's manifests.
    init(_ script: GradleModule, _ variants: [GradleModule.Variant], folders: [String]) {
        let known = Set(variants.flatMap(\.sourceSets))
        let others = (script.flavors + script.buildTypes).filter { !known.contains($0.name) }
        // Code may change those only, and of more flavours the settings are not read.
        mayBeOthers =
            !script.changes.isEmpty || script.flavors.count >= GradleModule.maximumNameCount
            || !script.unknownSets(of: folders, variants).isEmpty
            || others.contains { $0.settings.minimumSDK != nil || $0.settings.targetSDK != nil }
    }

    /// Looks at the manifest of a variant, and at the libraries that it is merged from.
    mutating func look(at manifest: ManifestElement, _ libraries: [AndroidLibrary]) {
        guard !mayBeOthers else { return }
        let main = GradleModule.folders(of: "main")
        mayBeOthers =
            libraries.contains { library in library.filterSets.contains { !main.contains($0) } }
            || manifest.children.contains { $0.name == "application" && Self.hasReferences($0) }
    }

    /// Whether they may take other links than the apps of the variants that are looked at.
    func mayDiffer(from found: [AndroidAppClaims]) -> Bool {
        guard !mayBeOthers, let first = found.first else { return true }
        // What makes a difference between some may make another one between others.
        return found.contains {
            $0.filters != first.filters || $0.minimumSDK != first.minimumSDK || $0.targetSDK != first.targetSDK
        }
    }

    /// Whether what decides of links is written by a reference, which each variant may give another value.
    private static func hasReferences(_ application: ManifestElement) -> Bool {
        let isReference = { (value: String) in value.hasPrefix("@") || value.hasPrefix("?") || value.contains("${") }
        func isOpen(_ element: ManifestElement) -> Bool {
            element.attributes.contains { !shown.contains($0.key) && isReference($0.value) }
                || element.children.contains(where: isOpen)
        }
        func hasOpenValue(_ element: ManifestElement) -> Bool {
            element.attributes.contains { deciding.contains($0.key) && isReference($0.value) }
        }
        return hasOpenValue(application)
            || application.children.contains { component in
                hasOpenValue(component)
                    || component.children.contains { child in
                        (child.name == "intent-filter" || child.name == "nav-graph") && isOpen(child)
                    }
            }
    }
}
