@_spi(Bolts) import BoltsSiteCheck

/// The project's own libraries, whose manifests are merged into those of the apps that use them.
extension AndroidProject {
    /// What a module is called in the script of another.
    struct ModuleName: Hashable {
        let module: String
        let path: String
    }

    /// The project's own libraries that a variant uses, directly or by others.
    struct Libraries {
        var found: [AndroidLibrary] = []
        /// The first module that it uses and that has no folder here.
        var absent: String?
        /// The first library with intent filters of which the scripts do not tell whether the variant uses it.
        var open: String?
    }

    mutating func libraries(
        of script: GradleModule,
        at module: String,
        for variant: GradleModule.Variant,
        _ known: Set<String>
    ) -> Libraries {
        var result = Libraries()
        var open: [String] = []
        var seen: Set<String> = []
        var uncertain: Set<String> = []
        func use(_ dependencies: Set<GradleDependency>, _ sets: [String]?, _ known: Set<String>) {
            for dependency in dependencies.sorted(by: { $0.path < $1.path }) {
                guard let name = dependency.variant, name.isEmpty || sets != nil && known.contains(name) else {
                    uncertain.insert(dependency.path)
                    continue
                }
                guard name.isEmpty || sets?.contains(name) == true else { continue }
                if seen.insert(dependency.path).inserted { open.append(dependency.path) }
            }
        }
        use(script.dependencies, variant.sourceSets, known)
        var used: Set<String> = []
        while let name = open.popLast() {
            guard let place = place(of: name, in: module) else {
                // A feature uses the app that it belongs to.
                if !isName(name, of: module) { result.absent = result.absent ?? name }
                continue
            }
            guard used.insert(place).inserted, let library = library(at: place) else { continue }
            result.found.append(library)
            use(library.script.dependencies, library.script.sourceSets(for: variant), library.knownSets)
        }
        usedModules.formUnion(used)
        for name in uncertain.sorted() where result.open == nil {
            guard let place = place(of: name, in: module), !used.contains(place),
                library(at: place)?.filterSets.isEmpty == false
            else { continue }
            result.open = place
        }
        result.found.sort { $0.place < $1.place }
        return result
    }

    /// The folder of the module that a script of another, or of what that uses, names by a path, or `nil` if there is none.
    private mutating func place(of name: String, in module: String) -> String? {
        let key = ModuleName(module: module, path: ":" + GradleModule.key(name))
        if let known = places[key] { return known }
        // The shortest is the one nearest to the root; others have a folder of the same name in front.
        let place = modules.filter { $0.folder != module && $0.key.hasSuffix(key.path) }
            .min { $0.key.utf8.count < $1.key.utf8.count }?.folder
        places.updateValue(place, forKey: key)
        return place
    }

    private mutating func isName(_ name: String, of module: String) -> Bool {
        let path = ":" + GradleModule.key(name)
        return modules.contains { $0.folder == module && $0.key.hasSuffix(path) }
    }

    /// Returns a library, which several apps and variants may share, or `nil` if the folder has none.
    private mutating func library(at place: String) -> AndroidLibrary? {
        if let known = knownLibraries[place] { return known }
        let own = sets[place] ?? [:]
        let library = script(place).flatMap { script in
            script.role == .application ? nil : AndroidLibrary(script, at: place, own, filterSets: filterSets(of: own))
        }
        knownLibraries.updateValue(library, forKey: place)
        return library
    }

    /// The folders of sources whose manifests have intent filters, in order: others, such as Flutter's `profile`, matter to
    /// no link.
    mutating func filterSets(of sets: [String: String]) -> [String] {
        sets.keys.sorted().filter { set in
            guard !set.lowercased().contains("test"), let file = sets[set], let element = known(file) else {
                return false
            }
            return element.children.contains { application in
                application.children.contains { component in
                    component.children.contains { $0.name == "intent-filter" || $0.name == "nav-graph" }
                }
            }
        }
    }

    /// The folders of the project's modules, with the paths by which scripts name them.
    private var modules: [(folder: String, key: String)] {
        mutating get {
            if let modulePaths { return modulePaths }
            let found = folder.files.filter { $0.hasSuffix("build.gradle") || $0.hasSuffix("build.gradle.kts") }
                .map(ProjectFolder.parent(of:)).prefix(Self.maximumManifestCount)
                .map { (folder: $0, key: ":" + GradleModule.key($0.replacing("/", with: ":"))) }
            modulePaths = found
            return found
        }
    }
}
