import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the Android apps of a project's folder: those of Gradle, which Flutter, React Native and Capacitor also use, and
/// manifests without Gradle.
struct AndroidProject {
    private static let maximumClaimCount = 200
    static let maximumManifestCount = 2_000
    static let maximumAppliedCount = 20
    /// The maximum number of a project's scripts that are searched for names of properties.
    static let maximumScriptCount = 500
    private static let maximumNamedCount = 3
    /// The maximum number of folders that are searched for packages of npm.
    static let maximumFolderCount = 20_000
    static let maximumResourceSize = 64 << 20
    /// The limit for the total size of all manifests, because their content is kept.
    static let maximumManifestSize = 32 << 20

    let folder: ProjectFolder
    let now: Date
    var stringsOfFolders: [String: StringResources] = [:]
    var resourceSize = 0
    var manifestSize = 0
    var statements = StatementFinder()
    let graphs: NavigationGraphFiles
    /// Whether all manifests are examined.
    var isComplete = true
    /// The paths of each module's manifests, by source folder.
    var sets: [String: [String: String]] = [:]
    var claims: [AndroidAppClaims] = []
    var files: [String] = []
    var plugins: GradlePlugins
    /// The modules that apps use, directly or indirectly: these are libraries, whatever their scripts say.
    var usedModules: Set<String> = []
    /// The project's libraries by folder; an inner `nil` means that there is none.
    var knownLibraries: [String: AndroidLibrary?] = [:]
    /// The modules by the paths that scripts use, once they are needed.
    var modulePaths: ModulePaths?
    /// The settings of roots.
    var settings: [String: GradleSettings] = [:]
    /// How many modules apps have used, directly or indirectly; this limits all variants together.
    var useCount = 0
    /// The content of each manifest; an inner `nil` means that it could not be read.
    var manifests: [String: ManifestElement?] = [:]
    var notes: [String] = []
    /// Why manifests could not be read, by path.
    var unread: [String: String] = [:]
    /// Other outputs of the project, which are not judged.
    var others: [AndroidAppClaims] = []
    /// The scripts by module: the content of each, and its text with its path.
    var scripts: [String: (script: GradleModule?, text: String, file: String)] = [:]
    var properties: [String: [String: String]] = [:]
    /// Why files of roots cannot be read; an inner `nil` means that there is no reason.
    var faults: [String: GradleUnread?] = [:]
    /// The scripts of roots; an inner `nil` means that there is none.
    var rootScripts: [String: RootScript?] = [:]
    /// How often the scripts of each project set each name that may be a property's; an inner `nil` is not known.
    var names: [String: [String: Int]?] = [:]
    /// The git submodules that are not checked out, once they are needed.
    var submodules: [String]?
    /// The names of the project's own packages of npm, once they are needed; an inner `nil` is unknown ones.
    var packageNames: Set<String>??

    /// Reads the apps of a folder, without the manifests that belong to other projects; `now` determines the ages of built
    /// manifests.
    init(_ folder: ProjectFolder, without others: Set<String> = [], now: Date = Date()) {
        self.folder = folder
        self.now = now
        graphs = NavigationGraphFiles(folder)
        plugins = GradlePlugins(folder)
        read(without: others)
    }

    mutating func read(without others: Set<String>) {
        let all = folder.files.filter { $0.hasSuffix("AndroidManifest.xml") && !others.contains($0) }
        let manifests = all.prefix(Self.maximumManifestCount)
        isComplete = manifests.count == all.count
        if !isComplete {
            notes.append("The project has \(all.count) manifests; only \(manifests.count) are read.")
        }
        let merged = manifests.filter { $0.contains("/merged_manifest") }
        var sets: [String: [String: String]] = [:]
        var alone: [String] = []
        for file in manifests where !merged.contains(file) {
            let parts = file.split(separator: "/")
            guard parts.count >= 3, parts[parts.count - 3] == "src" else {
                alone.append(file)
                continue
            }
            let module = parts.dropLast(3).joined(separator: "/")
            sets[module, default: [:]][String(parts[parts.count - 2])] = file
        }
        self.sets = sets
        // A script may name a manifest in another folder.
        let scripted = folder.files.filter { $0.hasSuffix("build.gradle") || $0.hasSuffix("build.gradle.kts") }
        for module in Set(scripted.map(ProjectFolder.parent)).sorted() where mayNameManifest(module) {
            let count = files.count
            let own = script(module)
            let named = own?.manifests ?? [:]
            // The module is read even if the locations of all its manifests are computed.
            if own?.computedManifests.isEmpty == false { self.sets[module] = self.sets[module] ?? [:] }
            // The role may depend on the manifest, so the script is read again.
            scripts[module] = nil
            files.removeSubrange(count...)
            for (set, path) in named.sorted(by: { $0.key < $1.key }) {
                guard let file = ProjectFolder.normalized(ProjectFolder.joined(module, path)), folder.exists(file)
                else {
                    continue
                }
                self.sets[module, default: [:]][set] = file
                alone.removeAll { $0 == file }
            }
        }
        addModulesWithoutManifest(scripted)
        let modules = built(self.sets.keys.sorted().map { module in (module, script(module)) })
        // Of the modules whose plugins are not read, those with a launcher activity are apps, unless an app uses them.
        let launched = modules.filter { Self.unread(of: $0.1) != nil && hasLauncher($0.0) }.map(\.0)
        let hasApplication = !launched.isEmpty || modules.contains { $0.1?.role == .application }
        let isOpen = modules.contains { Self.unread(of: $0.1) != nil && !launched.contains($0.0) }
        for (module, script) in modules where claims.count <= Self.maximumClaimCount && !launched.contains(module) {
            if let script {
                let isApp = script.role == .application
                // Without any app, a module whose plugins do not determine its role may be one.
                guard isApp || script.role == .library && !script.isLibrary && !hasApplication && !isOpen else {
                    if script.isLibrary { addOther(module, script, script.isTest ? .test : .library) }
                    continue
                }
                let count = claims.count
                readModule(module, script)
                setRole(of: module, from: count)
            } else if !hasApplication {
                let own = self.sets[module] ?? [:]
                // Another manifest beside the main one is part of it, and is relevant only if it has filters.
                let filtered = Set(own["main"] == nil ? Array(own.keys) : filterSets(of: own) + ["main"])
                for name in filtered.sorted() where !name.lowercased().contains("test") { readAlone(own[name] ?? "") }
            }
        }
        for module in launched where claims.count <= Self.maximumClaimCount {
            guard let script = script(module) else { continue }
            guard !usedModules.contains(module) else {
                addOther(module, script, .library)
                continue
            }
            let count = claims.count
            readModule(module, script)
            setRole(of: module, from: count)
        }
        for file in alone where claims.count <= Self.maximumClaimCount && !isUnused(file) {
            let (count, noteCount) = (claims.count, notes.count)
            readAlone(file)
            // Beside a Gradle app, a module without a launcher activity is part of an app that another tool builds.
            guard hasApplication, claims.count > count, claims[count].filters?.isEmpty == true, !hasLauncher(in: file)
            else { continue }
            notes.removeSubrange(noteCount...)
            var other = claims.removeLast()
            other.role = .library
            self.others.append(other)
        }
        for file in merged where claims.count <= Self.maximumClaimCount { readMerged(file) }
        let open = modules.compactMap { module, script in
            Self.unread(of: script).map { (module: module, unread: $0) }
        }
        addOpen(open.filter { !usedModules.contains($0.module) && !launched.contains($0.module) })
        files += graphs.files
        if claims.count > Self.maximumClaimCount {
            notes.append(
                "The project has more than \(Self.maximumClaimCount) Android apps; the others are not read."
            )
            claims = Array(claims.prefix(Self.maximumClaimCount))
        }
    }

    /// The modules without the apps that their build's settings do not include, if these include another app.
    private mutating func built(_ modules: [(String, GradleModule?)]) -> [(String, GradleModule?)] {
        let apps = modules.filter { $0.1?.role == .application }.map(\.0)
        let unbuilt = Set(apps.filter { isIncluded($0) == false })
        let roots = Set(apps.filter { isIncluded($0) == true }.map { plugins.root(above: $0) })
        let others = unbuilt.filter { roots.contains(plugins.root(above: $0)) }
        for module in others.sorted() {
            note("\(shown(module)) is not judged, because the settings of its build do not include it.")
        }
        return modules.filter { !others.contains($0.0) }
    }

    /// Whether the settings above a module include it; `nil` if only running them determines it.
    private mutating func isIncluded(_ module: String) -> Bool? {
        guard !plugins.hasSettings(module) else { return true }
        let modules = settings(above: module).modules
        return modules.map { modules in modules.contains { $0.lowercased() == module.lowercased() } }
    }

    /// Adds the apps whose manifest is missing; a module with its own id is not a place for shared parts.
    private mutating func addModulesWithoutManifest(_ scripted: [String]) {
        for module in Set(scripted.map(ProjectFolder.parent)).sorted() where sets[module] == nil {
            let texts = Self.scriptFiles(of: module).compactMap { folder.text($0) }
            guard texts.contains(where: { $0.contains("applicationId") }) else { continue }
            let count = files.count
            if let script = script(module), script.role == .application, script.defaults.applicationID != nil {
                sets[module] = [:]
            } else {
                scripts[module] = nil
                files.removeSubrange(count...)
            }
        }
    }

    /// Whether a library has a manifest beside its script that the script does not name: then Gradle looks for the manifest
    /// elsewhere.
    private mutating func isUnused(_ file: String) -> Bool {
        guard let script = script(ProjectFolder.parent(of: file)) else { return false }
        return script.isLibrary || Self.unread(of: script) != nil
    }

    /// Whether a module's script may name the location of its manifest.
    private func mayNameManifest(_ module: String) -> Bool {
        ["build.gradle", "build.gradle.kts"].contains { name in
            folder.text(ProjectFolder.joined(module, name))?.contains("manifest") == true
                && folder.text(ProjectFolder.joined(module, name))?.contains("srcFile") == true
        }
    }

    /// The unread thing that alone decides a module's role, or `nil` if the role is known.
    static func unread(of script: GradleModule?) -> GradleUnread? {
        if case .unknown(let unread)? = script?.role { unread } else { nil }
    }

    /// Whether a manifest of a module has a launcher activity, as apps have.
    mutating func hasLauncher(_ module: String) -> Bool {
        let own = sets[module] ?? [:]
        return own.keys.sorted().contains { set in
            !set.lowercased().contains("test") && hasLauncher(in: own[set] ?? "")
        }
    }

    private mutating func hasLauncher(in file: String) -> Bool {
        let filters = known(file)?.children.flatMap(\.children).flatMap(\.children) ?? []
        return filters.contains { filter in
            let names = filter.children.map { $0.attributes["android:name"] }
            return filter.name == "intent-filter" && names.contains("android.intent.action.MAIN")
                && names.contains("android.intent.category.LAUNCHER")
        }
    }

    /// Keeps a module's output that is not an app, or an app that is judged only on request.
    private mutating func addOther(_ module: String, _ script: GradleModule, _ role: AppRole) {
        guard others.count < Self.maximumClaimCount else { return }
        let file = (sets[module] ?? [:]).min { $0.key < $1.key }?.value ?? module
        var other = AndroidAppClaims(package: script.namespace, file: folder.shown(file), rank: .source)
        other.module = shown(module)
        other.role = role
        others.append(other)
    }

    /// Sets the purpose of a module's apps from its manifest.
    private mutating func setRole(of module: String, from start: Int) {
        let isWear = (sets[module] ?? [:]).values.contains { file in
            (manifests[file] ?? nil)?.children.contains { element in
                element.name == "uses-feature" && element.attributes["android:name"] == "android.hardware.type.watch"
                    && element.attributes["android:required"] != "false"
            } ?? false
        }
        guard isWear else { return }
        for index in claims.indices.dropFirst(start) { claims[index].role = .wear }
    }

    /// Notes for which modules it is unknown whether they are apps.
    ///
    /// They are not judged as apps, and their intent filters may be part of an app.
    private mutating func addOpen(_ modules: [(module: String, unread: GradleUnread)]) {
        let filtered = modules.first { !filterSets(of: sets[$0.module] ?? [:]).isEmpty }
        // Beside an app, a module without intent filters accepts no links, whatever it is.
        guard let first = modules.first, claims.isEmpty || filtered != nil else { return }
        let names = modules.prefix(Self.maximumNamedCount).map { shown($0.module) }.joined(separator: ", ")
        let rest = modules.count - Self.maximumNamedCount
        var seen: Set<GradleUnread> = []
        let all = modules.map(\.unread).filter { seen.insert($0).inserted }
        let reasons = all.prefix(Self.maximumNamedCount).map { $0.decides("it") }.joined(separator: ", ")
        note(
            "It is not known whether \(names)\(rest > 0 ? " and \(rest) more" : "") \(modules.count == 1 ? "is an app" : "are apps"): "
                + "\(reasons). None is judged as an app; give the built package."
        )
        if let filtered {
            let gap = SourceGap(
                filtered.unread.decides("whether \(shown(filtered.module)), which has intent filters too, is an app")
            )
            for index in claims.indices where claims[index].module != nil {
                claims[index].gap = claims[index].gap ?? gap
            }
        }
        guard claims.isEmpty else { return }
        let (module, unread) = filtered ?? first
        let file = (sets[module] ?? [:]).min { $0.key < $1.key }?.value ?? module
        var app = AndroidAppClaims(package: nil, file: folder.shown(file), rank: .source)
        let gap = SourceGap(unread.decides("whether \(shown(module)) is an app"))
        app.gap = gap
        app.id = .unknown(gap)
        app.module = shown(module)
        claims.append(app)
    }

    // MARK: - Notes

    func shown(_ module: String) -> String { folder.shown(module).sanitized(limit: 400) }

    mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    mutating func noteUnresolved(_ app: AndroidAppClaims) {
        let all = app.filters ?? []
        // The inventory has the same list for the hosts.
        let ofHosts = all.first(where: \.hasUnknownHost)?.unknownNames ?? []
        let others = Set(all.flatMap(\.unresolved)).subtracting(ofHosts).sorted().prefix(5)
        let lists = [ofHosts, Array(others)].filter { !$0.isEmpty }
        guard !lists.isEmpty else { return }
        let unset = lists.map { "the sources do not set \($0.joined(separator: ", "))" }
        for text in app.valueGap.map({ [$0.text] }) ?? unset {
            note("\(app.file.sanitized(limit: 400)): \(text.sanitized(limit: 400)); give the built package.")
        }
    }
}
