@_spi(Bolts) import BoltsSiteCheck

/// The variants of a module that are not examined because there are too many: whether they may accept other links than the
/// examined ones.
struct LeftOutVariants {
    /// The attributes of a component that decide whether it accepts links.
    private static let deciding: Set<String> = ["android:exported", "android:enabled"]
    /// The attributes of a filter that only change what users see.
    private static let shown: Set<String> = ["android:label", "android:icon"]

    /// Whether something other than the examined filters suggests that the variants may accept other links.
    private var mayBeOthers: Bool

    /// `variants` are the examined ones, `folders` those of the module's manifests.
    init(_ script: GradleModule, _ variants: [GradleModule.Variant], folders: [String]) {
        let known = Set(variants.flatMap(\.sourceSets))
        let others = (script.flavors + script.buildTypes).filter { !known.contains($0.name) }
        // Code may change only the left-out variants, and settings of flavours beyond the limit are not read.
        mayBeOthers =
            !script.changes.isEmpty || script.flavors.count >= GradleModule.maximumNameCount
            || !script.unknownSets(of: folders, variants).isEmpty
            || others.contains { $0.settings.minimumSDK != nil || $0.settings.targetSDK != nil }
    }

    /// Examines the manifest of a variant, and the libraries that are merged into it.
    mutating func look(at manifest: ManifestElement, _ libraries: [AndroidLibrary]) {
        guard !mayBeOthers else { return }
        let main = GradleModule.folders(of: "main")
        mayBeOthers =
            libraries.contains { library in library.filterSets.contains { !main.contains($0) } }
            || manifest.children.contains { $0.name == "application" && Self.hasReferences($0) }
    }

    /// Whether the left-out variants may accept other links than the apps of the examined variants.
    func mayDiffer(from found: [AndroidAppClaims]) -> Bool {
        guard !mayBeOthers, let first = found.first else { return true }
        // A value that differs between some variants may differ between others too.
        return found.contains {
            $0.filters != first.filters || $0.minimumSDK != first.minimumSDK || $0.targetSDK != first.targetSDK
        }
    }

    /// Whether a value that decides about links is a reference, which each variant may resolve differently.
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
