@_spi(Bolts) import BoltsSiteCheck

/// The project's own libraries, whose manifests are merged into those of the apps that use them.
extension AndroidProject {
    private static let maximumUseCount = 100_000

    /// The project's own libraries that a variant uses, directly or indirectly.
    struct Libraries {
        var found: [AndroidLibrary] = []
        /// The modules that the variant uses and that have no folder in the project.
        var absent: [String] = []
        /// Whether the variant uses more modules than the limit.
        var isTruncated = false
        /// The libraries for which the scripts do not state whether the variant uses them, with the hosts that they, and the modules
        /// that they use, may add.
        var open: [(place: String, hosts: SourceGap.Hosts)] = []
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
            useCount += 1
            ReadingSteps.add()
            guard useCount <= Self.maximumUseCount else {
                result.isTruncated = true
                break
            }
            guard let place = place(of: name, in: module) else {
                // A feature also names the app that it belongs to, which is not one of its libraries.
                if !isName(name, of: module), !isOfCapacitor(name, above: module) {
                    result.absent.append(name)
                }
                continue
            }
            guard used.insert(place).inserted, let library = library(at: place) else { continue }
            result.found.append(library)
            use(library.script.dependencies, library.script.sourceSets(for: variant), library.knownSets)
        }
        usedModules.formUnion(used)
        for name in uncertain.sorted() {
            guard let place = place(of: name, in: module), !used.contains(place),
                let hosts = addedHosts(of: place, without: used)
            else { continue }
            result.open.append((place, hosts))
        }
        result.found.sort { $0.place < $1.place }
        return result
    }

    /// The hosts that a library and the modules that it uses may add to an app, which uses some anyway; `nil` if none has filters.
    private mutating func addedHosts(of place: String, without used: Set<String>) -> SourceGap.Hosts? {
        var (seen, waiting) = (used.union([place]), [place])
        var found: [SourceGap.Hosts] = []
        while let next = waiting.popLast() {
            useCount += 1
            ReadingSteps.add()
            guard useCount <= Self.maximumUseCount else { return .any }
            guard let library = library(at: next) else { continue }
            if !library.filterSets.isEmpty { found.append(library.hosts) }
            for dependency in library.script.dependencies {
                // What a missing module adds is not known.
                guard let other = self.place(of: dependency.path, in: next) else {
                    found.append(.any)
                    continue
                }
                if seen.insert(other).inserted { waiting.append(other) }
            }
        }
        return found.isEmpty ? nil : found.count == 1 ? found[0] : found.allSatisfy { $0 == .noHost } ? .noHost : .any
    }

    /// Whether a missing module declares no filter for web links: a package of Capacitor itself, or the module into which it
    /// copies Cordova's plugins, if the project names none.
    private mutating func isOfCapacitor(_ name: String, above module: String) -> Bool {
        if settingsPlace(of: name, above: module)?.contains("node_modules/@capacitor/") == true { return true }
        guard GradleModule.key(name) == GradleModule.key(":capacitor-cordova-android-plugins") else { return false }
        return package(above: module).map { !$0.contains("cordova") } ?? false
    }

    /// The text of the package.json that is nearest to a module, or `nil` if there is none that can be read.
    func package(above module: String) -> String? {
        let files = ProjectFolder.folders(from: module).map { ProjectFolder.joined($0, "package.json") }
        return files.first(where: folder.exists).flatMap { folder.text($0) }
    }

    /// The folder of the module that a script of another module, or of its dependencies, names by a path, or `nil` if there is
    /// none.
    mutating func place(of name: String, in module: String) -> String? {
        if let place = settingsPlace(of: name, above: module), folder.exists(place) { return place }
        return paths.folders(named: ":" + GradleModule.key(name)).first { $0 != module }
    }

    /// The folder that the settings above a module assign to another module, as in
    /// `project(':shelf').projectDir = new File('../packages/shelf/android')`, or `nil` if they assign none.
    mutating func settingsPlace(of name: String, above module: String) -> String? {
        settings(above: module).places[GradleModule.key(name)]
    }

    mutating func settings(above module: String) -> GradleSettings {
        let root = plugins.root(above: module)
        let own = settings[root] ?? GradleSettings(of: root, in: folder)
        settings[root] = own
        return own
    }

    private mutating func isName(_ name: String, of module: String) -> Bool {
        paths.isName(":" + GradleModule.key(name), of: module)
    }

    /// The project's modules; each may be named by its path or by the end of the path.
    struct ModulePaths {
        /// The folders by each suffix of their paths, those nearest to the root first.
        private var folders: [String: [String]] = [:]
        private var keys: [String: String] = [:]

        init(_ modules: [String]) {
            let all = modules.map { (folder: $0, key: ":" + GradleModule.key($0.replacing("/", with: ":"))) }
            for module in all.sorted(by: { $0.key.utf8.count < $1.key.utf8.count }) {
                keys[module.folder] = module.key
                var end = module.key[...]
                while !end.isEmpty {
                    // Two folders are kept, because one of them may be the module that asks for the other.
                    if folders[String(end), default: []].count < 2 {
                        folders[String(end), default: []].append(module.folder)
                    }
                    end = end.dropFirst().drop { $0 != ":" }
                }
            }
        }

        func folders(named path: String) -> [String] { folders[path] ?? [] }

        func isName(_ path: String, of module: String) -> Bool { keys[module]?.hasSuffix(path) == true }
    }

    /// Returns a library, which several apps and variants may share, or `nil` if the folder has none.
    mutating func library(at place: String) -> AndroidLibrary? {
        if let known = knownLibraries[place] { return known }
        // The folder may be one that was not searched, such as a folder of packages, and still contain a manifest.
        let file = ProjectFolder.joined(place, "src/main/AndroidManifest.xml")
        let own = sets[place] ?? (folder.exists(file) ? ["main": file] : [:])
        var library: AndroidLibrary?
        if let script = script(place), script.role != .application {
            let sets = filterSets(of: own)
            let hosts = sets.map { self.hosts(in: own[$0] ?? "") }
            library = AndroidLibrary(script, at: place, own, filterSets: sets, hosts: hosts)
        }
        knownLibraries.updateValue(library, forKey: place)
        return library
    }

    /// The source folders whose manifests have intent filters for links, those for links of the web first; others, such as
    /// Flutter's `profile`, are irrelevant to links.
    mutating func filterSets(of sets: [String: String]) -> [String] {
        let all = sets.keys.sorted().filter { set in
            !set.lowercased().contains("test") && takesLinks(sets[set] ?? "", ofWeb: false)
        }
        let web = all.filter { takesLinks(sets[$0] ?? "", ofWeb: true) }
        return web + all.filter { !web.contains($0) }
    }

    /// Whether a manifest has an intent filter for links, or for those of the web; without a scheme, a filter takes none.
    mutating func takesLinks(_ file: String, ofWeb isWeb: Bool) -> Bool {
        // A manifest that cannot be read may have any filter.
        guard let manifest = known(file) else { return true }
        let outer = manifest.children + manifest.children.flatMap(\.children)
        // The marks of the merger may remove what others have.
        if outer.contains(where: { $0.attributes["tools:node"].map { $0 != "merge" } ?? false }) { return true }
        return manifest.children.flatMap(\.children).flatMap(\.children).contains { element in
            guard element.name == "intent-filter" else { return element.name == "nav-graph" }
            // The marks of the merger may remove another filter.
            if element.attributes.keys.contains(where: { $0.hasPrefix("tools:") }) { return true }
            return element.children.contains { data in
                guard let scheme = data.attributes["android:scheme"] else {
                    return data.attributes["tools:node"] != nil
                }
                let isKnown = !scheme.hasPrefix("@") && !scheme.hasPrefix("?") && !scheme.contains("${")
                return !isWeb || !isKnown || ["http", "https"].contains(scheme.lowercased())
            }
        }
    }

    /// The hosts that the filters of a manifest may add to an app.
    mutating func hosts(in file: String) -> SourceGap.Hosts {
        guard takesLinks(file, ofWeb: true) else { return .noHost }
        func isPlain(_ element: ManifestElement) -> Bool {
            !element.attributes.keys.contains { $0.hasPrefix("tools:") } && element.name != "nav-graph"
                && element.children.allSatisfy(isPlain)
        }
        guard let manifest = known(file), isPlain(manifest) else { return .any }
        let app = AndroidAppClaims(manifest: manifest, file: file, rank: .source) { _ in nil }
        let filters = (app.filters ?? []).filter { $0.isWeb || $0.hasUnknownScheme }
        let areKnown = filters.allSatisfy { $0.unresolved.isEmpty && !$0.hasUnknownHost && !$0.hosts.isEmpty }
        return areKnown ? .only(filters.flatMap { $0.hosts.map(\.name) }) : .any
    }

    var paths: ModulePaths {
        mutating get {
            if let modulePaths { return modulePaths }
            let scripts = folder.files.filter { $0.hasSuffix("build.gradle") || $0.hasSuffix("build.gradle.kts") }
            let found = ModulePaths(scripts.map(ProjectFolder.parent(of:)).prefix(Self.maximumManifestCount).map { $0 })
            modulePaths = found
            return found
        }
    }
}
