@_spi(Bolts) import BoltsSiteCheck

/// A library or a feature of the project itself, whose manifests are merged into that of the app.
struct AndroidLibrary {
    let place: String
    let script: GradleModule
    /// The manifests by the folders of their sources.
    let manifests: [String: String]
    /// The folders whose manifests have intent filters.
    let filterSets: [String]
    /// Those of `filterSets` that belong to no known variant.
    let unknownSets: [String]
    /// The source folders of all known variants.
    let knownSets: Set<String>
    /// The hosts that its manifests may add to an app.
    let hosts: SourceGap.Hosts

    init(
        _ script: GradleModule,
        at place: String,
        _ manifests: [String: String],
        filterSets: [String],
        hosts: [SourceGap.Hosts]
    ) {
        let areAll = script.computedManifests.isEmpty
        self.hosts = !areAll ? .any : hosts.count == 1 ? hosts[0] : hosts.allSatisfy { $0 == .noHost } ? .noHost : .any
        self.place = place
        self.script = script
        self.manifests = manifests
        self.filterSets = filterSets
        let variants = script.variants
        unknownSets = script.unknownSets(of: filterSets, variants)
        knownSets = Set(variants.flatMap(\.sourceSets))
    }

    /// The source folders that apply to a variant of an app, weakest first, and whether all of them are known.
    func sets(for variant: GradleModule.Variant) -> (names: [String], isWhole: Bool) {
        if let names = script.sourceSets(for: variant) {
            return (names.flatMap(GradleModule.folders), unknownSets.isEmpty)
        }
        let main = GradleModule.folders(of: "main")
        let others = filterSets.filter { !main.contains($0) && !$0.lowercased().contains("test") }
        return (main, others.isEmpty)
    }
}
