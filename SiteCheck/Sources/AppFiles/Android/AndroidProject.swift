import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Reads the Android apps of a project's folder: those of Gradle, which Flutter, React Native and Capacitor use too, and
/// manifests that stand alone.
struct AndroidProject {
    private static let maximumClaimCount = 200
    static let maximumManifestCount = 500
    private static let maximumAppliedCount = 20
    private static let maximumNamedCount = 3
    private static let maximumResourceSize = 64 << 20

    let folder: ProjectFolder
    private let now: Date
    private var stringsOfFolders: [String: StringResources] = [:]
    private var resourceSize = 0
    private let graphs: NavigationGraphFiles
    /// The manifests of each module by the folders of their sources.
    var sets: [String: [String: String]] = [:]
    private(set) var claims: [AndroidAppClaims] = []
    private(set) var files: [String] = []
    private var plugins: GradlePlugins
    /// The modules that apps use, directly or by others: libraries, whatever their scripts tell.
    var usedModules: Set<String> = []
    /// The project's libraries by their folders; an inner `nil` is none.
    var knownLibraries: [String: AndroidLibrary?] = [:]
    /// The folders of the modules that a module names by a path; an inner `nil` has none.
    var places: [ModuleName: String?] = [:]
    /// The folders of modules with the paths by which scripts name them, once they are needed.
    var modulePaths: [(folder: String, key: String)]?
    /// What was read of each manifest; an inner `nil` could not be read.
    private var manifests: [String: ManifestElement?] = [:]
    private(set) var notes: [String] = []
    /// Why manifests could not be read, by their paths.
    private var unread: [String: String] = [:]
    /// What else the project builds that is not judged.
    private(set) var others: [AndroidAppClaims] = []
    /// The scripts by their modules: what is said of each, and its text with its path.
    private var scripts: [String: (script: GradleModule?, text: String, file: String)] = [:]
    private var properties: [String: [String: String]] = [:]
    /// The scripts of roots; an inner `nil` is none.
    private var rootScripts: [String: GradleScript.Block?] = [:]

    /// Reads the apps of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - others: The manifests that belong to other projects.
    ///   - now: The time that the ages of built manifests are counted to.
    init(_ folder: ProjectFolder, without others: Set<String> = [], now: Date = Date()) {
        self.folder = folder
        self.now = now
        graphs = NavigationGraphFiles(folder)
        plugins = GradlePlugins(folder)
        read(without: others)
    }

    private mutating func read(without others: Set<String>) {
        let all = folder.files.filter { $0.hasSuffix("AndroidManifest.xml") && !others.contains($0) }
        let manifests = all.prefix(Self.maximumManifestCount)
        if manifests.count < all.count {
            notes.append("The project has \(all.count) manifests, of which \(manifests.count) are looked at.")
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
        // A script may name a manifest that lies elsewhere.
        let scripted = folder.files.filter { $0.hasSuffix("build.gradle") || $0.hasSuffix("build.gradle.kts") }
        for module in Set(scripted.map(ProjectFolder.parent)).sorted() where mayNameManifest(module) {
            let count = files.count
            let named = script(module)?.manifests ?? [:]
            // Its role may depend on the manifest.
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
        let modules = self.sets.keys.sorted().map { module in (module, script(module)) }
        let hasApplication = modules.contains { $0.1?.role == .application }
        let isOpen = modules.contains { Self.openPlugin(of: $0.1) != nil }
        for (module, script) in modules {
            if let script {
                let isApp = script.role == .application
                // Without any app, what no plugin tells may be one.
                guard isApp || script.role == .library && !script.isLibrary && !hasApplication && !isOpen else {
                    if script.isLibrary { addOther(module, script, .library) }
                    continue
                }
                let count = claims.count
                readModule(module, script)
                setRole(of: module, from: count)
            } else if !hasApplication {
                for name in (self.sets[module] ?? [:]).keys.sorted() where !name.lowercased().contains("test") {
                    readAlone(self.sets[module]?[name] ?? "")
                }
            }
        }
        for file in alone { readAlone(file) }
        for file in merged { readMerged(file) }
        let open = modules.compactMap { module, script in
            Self.openPlugin(of: script).map { (module: module, plugin: $0) }
        }
        addOpen(open.filter { !usedModules.contains($0.module) })
        files += graphs.files
        if claims.count > Self.maximumClaimCount {
            notes.append(
                "The project has \(claims.count) Android apps, of which \(Self.maximumClaimCount) are looked at."
            )
            claims = Array(claims.prefix(Self.maximumClaimCount))
        }
    }

    /// Whether a module's script may say where its manifest lies.
    private func mayNameManifest(_ module: String) -> Bool {
        ["build.gradle", "build.gradle.kts"].contains { name in
            folder.text(ProjectFolder.joined(module, name))?.contains("manifest") == true
                && folder.text(ProjectFolder.joined(module, name))?.contains("srcFile") == true
        }
    }

    /// What a module's script says, or `nil` if it has none.
    mutating func script(_ module: String) -> GradleModule? {
        if let known = scripts[module] { return known.script }
        let own = readScript(module)
        scripts[module] = (own?.script, own?.text ?? "", own?.file ?? "")
        return own?.script
    }

    /// What `gradle.properties` of the module and of the project set.
    private mutating func properties(of module: String) -> [String: String] {
        var result: [String: String] = [:]
        for place in Set([plugins.root(above: module), module]).sorted(by: { $0.count < $1.count }) {
            if properties[place] == nil {
                let file = ProjectFolder.joined(place, "gradle.properties")
                let text = folder.text(file)
                if text != nil { files.append(folder.shown(file)) }
                properties[place] = Self.properties(in: text ?? "")
            }
            result.merge(properties[place] ?? [:]) { $1 }
        }
        return result
    }

    private static func properties(in text: String) -> [String: String] {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.drop(while: \.isWhitespace).hasPrefix("#") }
        return Dictionary(
            lines.compactMap { line -> (String, String)? in
                let pair = line.split(separator: "=", maxSplits: 1).map { part in
                    String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
                }
                return pair.count == 2 ? (pair[0], pair[1]) : nil
            }
        ) { $1 }
    }

    private mutating func readScript(_ module: String) -> (script: GradleModule, text: String, file: String)? {
        for name in ["build.gradle", "build.gradle.kts"] {
            let file = ProjectFolder.joined(module, name)
            guard folder.files.contains(file), let text = folder.text(file) else { continue }
            files.append(folder.shown(file))
            let applied = GradleModule.applied(in: text).prefix(Self.maximumAppliedCount).compactMap { path in
                let other = ProjectFolder.joined(module, path)
                return folder.text(other).map { (folder.shown(other), $0) }
            }
            files += applied.map(\.0)
            let own = plugins.applied(by: [text] + applied.map(\.1), at: module)
            let values = properties(of: module)
            let versions = plugins.versions(above: module)
            let above = blocks(above: module)
            // The root's own script is not read twice.
            let outer = plugins.root(above: module) == module ? nil : rootScript(above: module)
            var script = GradleModule(text, applied: applied.map(\.1), plugins: own, above: above) { roots in
                GradleConstants(roots, properties: values, versions: versions, outer: outer)
            }
            if case .unknown(let plugin) = script.role {
                script.role = hasLauncher(module) ? .application : plugin == nil ? .library : script.role
            }
            return (script, text, folder.shown(file))
        }
        return nil
    }

    /// The plugin that alone tells what a module makes, or `nil` if that is known.
    private static func openPlugin(of script: GradleModule?) -> String? {
        if case .unknown(let plugin)? = script?.role { plugin } else { nil }
    }

    /// Whether a manifest of a module has an activity that a launcher shows, as those of apps have.
    private mutating func hasLauncher(_ module: String) -> Bool {
        let own = sets[module] ?? [:]
        return own.keys.sorted().contains { set in
            guard !set.lowercased().contains("test"), let file = own[set], let manifest = known(file) else {
                return false
            }
            let filters = manifest.children.flatMap(\.children).flatMap(\.children).filter {
                $0.name == "intent-filter"
            }
            return filters.contains { filter in
                let names = filter.children.map { $0.attributes["android:name"] }
                return names.contains("android.intent.action.MAIN")
                    && names.contains("android.intent.category.LAUNCHER")
            }
        }
    }

    /// Keeps what a module builds that is no app, or none that is judged unless it is asked for.
    private mutating func addOther(_ module: String, _ script: GradleModule, _ role: AppRole) {
        guard others.count < Self.maximumClaimCount else { return }
        let file = (sets[module] ?? [:]).min { $0.key < $1.key }?.value ?? module
        var other = AndroidAppClaims(package: script.namespace, file: folder.shown(file), rank: .source)
        other.module = shown(module)
        other.role = role
        others.append(other)
    }

    /// Tells what a module's apps are for, by its manifest.
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

    /// Says of which modules it is not known whether they are apps.
    ///
    /// They are judged as none, and their intent filters may be part of an app.
    private mutating func addOpen(_ modules: [(module: String, plugin: String)]) {
        guard let first = modules.first else { return }
        let names = modules.prefix(Self.maximumNamedCount).map { shown($0.module) }.joined(separator: ", ")
        let rest = modules.count - Self.maximumNamedCount
        let plugins = Set(modules.map(\.plugin)).sorted()
        let ids = plugins.prefix(Self.maximumNamedCount).map { $0.quoted(limit: 100) }.joined(separator: ", ")
        note(
            "Whether \(names)\(rest > 0 ? " and \(rest) more" : "") \(modules.count == 1 ? "is an app" : "are apps") "
                + "is not known: only plugins tell (\(ids)), which are code and are not read. "
                + "None is judged as one; give the built package."
        )
        let filtered = modules.first { !filterSets(of: sets[$0.module] ?? [:]).isEmpty }
        if let filtered {
            let gap = SourceGap(
                "only the plugin \(filtered.plugin.quoted(limit: 100)) tells what \(shown(filtered.module)) is, which has "
                    + "intent filters too"
            )
            for index in claims.indices where claims[index].module != nil {
                claims[index].gap = claims[index].gap ?? gap
            }
        }
        guard claims.isEmpty else { return }
        let (module, plugin) = filtered ?? first
        let file = (sets[module] ?? [:]).min { $0.key < $1.key }?.value ?? module
        var app = AndroidAppClaims(package: nil, file: folder.shown(file), rank: .source)
        let gap = SourceGap("only the plugin \(plugin.quoted(limit: 100)) tells whether \(shown(module)) is an app")
        app.gap = gap
        app.id = .unknown(gap)
        app.module = shown(module)
        claims.append(app)
    }

    /// The root's script, or `nil` if there is none.
    private mutating func rootScript(above module: String) -> GradleScript.Block? {
        let root = plugins.root(above: module)
        if let known = rootScripts[root] { return known }
        let texts = ["build.gradle", "build.gradle.kts"].lazy.compactMap { [folder] in
            folder.text(ProjectFolder.joined(root, $0))
        }
        let block = texts.first.map { GradleScript($0).root }
        rootScripts.updateValue(block, forKey: root)
        return block
    }

    /// What the root's script says of a module.
    private mutating func blocks(above module: String) -> [GradleScript.Block] {
        let root = plugins.root(above: module)
        let below = root.isEmpty ? module : String(module.dropFirst(root.count).drop { $0 == "/" })
        guard !below.isEmpty else { return [] }
        for name in ["build.gradle", "build.gradle.kts"] {
            let file = ProjectFolder.joined(root, name)
            guard let text = folder.text(file) else { continue }
            let blocks = GradleModule.blocks(for: below, in: text)
            if !blocks.isEmpty { files.append(folder.shown(file)) }
            return blocks
        }
        return []
    }

    private mutating func manifest(_ file: String) -> ManifestElement? {
        do throws(FormatError) {
            let root = try XMLReader.root(of: folder.bytes(file, limit: XMLReader.maximumSize))
            guard root.name == "manifest" else { throw FormatError("is no manifest of an Android app") }
            files.append(folder.shown(file))
            return root.manifestElement.placed(in: folder.shown(file))
        } catch {
            unread[file] = error.reason
            notes.append("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            return nil
        }
    }

    /// What keeps a manifest from being read, as what it is a part of says it.
    private func gap(ofManifest file: String) -> SourceGap {
        SourceGap("\(folder.shown(file).sanitized(limit: 400)) \(unread[file] ?? "cannot be read")")
    }

    /// The strings of several folders, weakest first.
    private mutating func strings(_ sourceFolders: [String]) -> StringResources {
        var result = StringResources()
        for source in sourceFolders {
            let own = stringsOfFolders[source] ?? strings(in: source)
            stringsOfFolders[source] = own
            result.add(own)
        }
        return result
    }

    private mutating func strings(in source: String) -> StringResources {
        var strings = StringResources()
        let values = ProjectFolder.joined(source, "res/values")
        for name in folder.names(in: values) where name.hasSuffix(".xml") {
            let file = "\(values)/\(name)"
            guard let bytes = try? folder.bytes(file, limit: XMLReader.maximumSize) else { continue }
            resourceSize += bytes.count
            guard resourceSize <= Self.maximumResourceSize else {
                note("The project has more resources than are read; give the merged manifest or the built package.")
                break
            }
            do throws(FormatError) {
                strings.add(try XMLReader.root(of: bytes))
                files.append(folder.shown(file))
            } catch {
                notes.append("\(folder.shown(file).sanitized(limit: 400)) \(error.reason).")
            }
        }
        return strings
    }

    // MARK: - Modules

    /// Returns a manifest, which several apps and variants may share, or `nil` if it cannot be read.
    mutating func known(_ file: String) -> ManifestElement? {
        if let known = manifests[file] { return known }
        let element = manifest(file)
        manifests.updateValue(element, forKey: file)
        return element
    }

    private mutating func readModule(_ module: String, _ script: GradleModule) {
        let sets = sets[module] ?? [:]
        var resources: [[String]: StringResources] = [:]
        let variants = script.variants
        let count = script.variantCount
        let rest =
            count > GradleModule.maximumVariantCount
            ? SourceGap("\(shown(module)) has \(count) variants, of which \(variants.count) are looked at") : nil
        if let rest { notes.append("\(rest.text).") }
        let known = Set(variants.flatMap(\.sourceSets))
        let unknown = script.unknownSets(of: filterSets(of: sets), variants).first
        var leftOut = LeftOutVariants(script, variants, folders: sets.keys.sorted())
        var found: [AndroidAppClaims] = []
        for variant in variants {
            var sources: [ManifestElement] = []
            var first: String?
            var unreadSource: String?
            let libraries = libraries(of: script, at: module, for: variant, known)
            var gap = libraries.absent.map {
                SourceGap("the module \($0.quoted(limit: 100)), which it uses, is not found")
            }
            if let place = libraries.open {
                gap = gap ?? SourceGap("the scripts do not tell which variants use \(shown(place))")
            }
            // A variant may have the name of another one's folder with Kotlin Multiplatform.
            var others = known.subtracting(variant.sourceSets)
            let names = variant.sourceSets.flatMap(GradleModule.folders).filter { others.insert($0).inserted }
            for set in names {
                guard let file = sets[set] else { continue }
                first = first ?? file
                guard let element = self.known(file) else {
                    unreadSource = unreadSource ?? file
                    continue
                }
                sources.append(element)
            }
            // It may belong to a variant that is not looked at.
            if let unknown, rest == nil { gap = gap ?? Self.gap(of: unknown, in: shown(module)) }
            if let unreadSource, let first {
                // What it adds or removes is in none of the others.
                let empty = ManifestElement("manifest")
                var app = claims(of: variant, script, sources.last ?? empty, StringResources(), (module, first))
                app.filters = nil
                app.gap = self.gap(ofManifest: unreadSource)
                app.module = shown(module)
                found.append(app)
                continue
            }
            guard var merged = sources.last, let first else { continue }
            let namespace = script.namespace ?? sources.lazy.compactMap { $0.attributes["package"] }.first
            // The strongest is the last.
            for weaker in sources.dropLast().reversed() {
                merged = ManifestMerge(namespace: namespace).merged(weaker, merged)
            }
            var folders: [String] = []
            for library in libraries.found {
                let own = library.sets(for: variant)
                if !own.isWhole {
                    let place = shown(library.place)
                    gap =
                        gap ?? library.unknownSet.map { Self.gap(of: $0, in: place) }
                        ?? SourceGap("the sources do not tell which variant of \(place) it uses")
                }
                folders += own.names.map { ProjectFolder.joined(library.place, "src/\($0)") }
                var whole: ManifestElement?
                let ownNamespace = library.script.namespace
                for set in own.names.reversed() {
                    guard let file = library.manifests[set] else { continue }
                    guard let element = self.known(file) else {
                        gap = SourceGap(
                            "\(folder.shown(file).sanitized(limit: 400)), which is merged into it, cannot be read"
                        )
                        continue
                    }
                    // The strongest is the last.
                    let package = ownNamespace ?? element.attributes["package"]
                    whole = whole.map { ManifestMerge(namespace: package).merged(element, $0) } ?? element
                }
                guard let whole else { continue }
                merged = ManifestMerge(namespace: namespace)
                    .adding(whole, of: ownNamespace ?? whole.attributes["package"], to: merged)
            }
            leftOut.look(at: merged, libraries.found)
            folders += names.map { ProjectFolder.joined(module, "src/\($0)") }
            var expansion = NavigationGraph { [graphs] in graphs.graph($0, in: folders) }
            merged = expansion.expanded(merged)
            if let missing = expansion.missing {
                gap = SourceGap("the navigation graph \(missing.quoted(limit: 100)) cannot be read")
            }
            let values = resources[folders] ?? strings(folders)
            resources[folders] = values
            var app = claims(of: variant, script, merged, values, (module, first))
            app.gap = gap
            app.module = shown(module)
            found.append(app)
        }
        if let rest, leftOut.mayDiffer(from: found) {
            for index in found.indices { found[index].gap = found[index].gap ?? rest }
        }
        claims += Self.joined(found)
        if let rest, let first = found.first {
            var others = AndroidAppClaims(package: nil, file: first.file, rank: .source)
            others.gap = rest
            others.id = .unknown(rest)
            claims.append(others)
        }
    }

    private mutating func claims(
        of variant: GradleModule.Variant,
        _ script: GradleModule,
        _ manifest: ManifestElement,
        _ strings: StringResources,
        _ place: (module: String, file: String)
    ) -> AndroidAppClaims {
        let file = folder.shown(place.file)
        let id = identifier(of: variant, script, manifest, in: place.module)
        let package = id.known
        if let gap = id.gap {
            note("The application id for \(file.sanitized(limit: 400)) \(gap.clause); give the built package.")
        }
        var app = AndroidAppClaims(manifest: manifest, file: file, rank: .source, package: package) { [package] name in
            if name.hasPrefix("@"), !name.hasPrefix("@string/") { return strings.value(of: name) }
            if name.hasPrefix("@") {
                let own = variant.string(String(name.dropFirst("@string/".count)))
                return own == nil ? strings.value(of: name) : own?.known
            }
            if name == "applicationId" || name == "packageName" { return package }
            return variant.placeholder(name)?.known
        }
        app.id = id
        app.minimumSDK = Self.level(variant.value(\.minimumSDK), app.minimumSDK)
        app.targetSDK = Self.level(variant.value(\.targetSDK), app.targetSDK)
        app.variant = variant.name
        app.valueGap = script.openness.map { SourceGap($0) }
        noteUnresolved(app)
        return app
    }

    /// The application id of a variant as far as the scripts say it.
    private func identifier(
        of variant: GradleModule.Variant,
        _ script: GradleModule,
        _ manifest: ManifestElement,
        in module: String
    ) -> SourceText {
        if let id = variant.applicationID {
            guard id.gap != nil else { return id }
            return computed(id, by: place(of: id, in: module))
        }
        if let plugin = script.unknownPlugin {
            return .unknown(
                Self.packageGap("may be set by the plugin \(plugin.quoted(limit: 100)), which is code and is not read")
            )
        }
        guard let name = script.namespace ?? manifest.attributes["package"] else {
            return .unknown(Self.packageGap("is in no file that was read"))
        }
        if ManifestIdentifier.isPlaceholder(name) {
            return .unknown(Self.packageGap(ManifestIdentifier.reason(name)), written: name)
        }
        // The tool appends the suffixes to the namespace too.
        let id = variant.suffixed(SourceText(name))
        return id.gap == nil ? id : computed(id, by: "the build script")
    }

    /// An application id that is not all known, with the place that makes it.
    private func computed(_ id: SourceText, by place: String) -> SourceText {
        var gap = Self.packageGap("is computed by \(place)")
        gap.statement = id.gap?.statement
        return SourceText(parts: id.parts, gap: gap)
    }

    /// Where a script computes a value: its file with the line, if that is found.
    private func place(of value: SourceText, in module: String) -> String {
        let open = value.parts.lazy.compactMap { part in
            if case .open(let text) = part, !text.isEmpty { text } else { nil as String? }
        }.first
        guard let written = value.gap?.statement ?? open, let own = scripts[module] else { return "the build script" }
        let start = written.prefix { $0 != "\n" }.prefix(60)
        let lines = own.text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let line = lines.firstIndex(where: { $0.contains(start) }) else { return "the build script" }
        return "the build script at \(own.file.sanitized(limit: 400)):\(line + 1)"
    }

    /// That a manifest of a folder may belong to a variant that scripts do not name.
    private static func gap(of set: String, in module: String) -> SourceGap {
        SourceGap("\(module)/src/\(set.sanitized(limit: 100)) belongs to no variant that the scripts name")
    }

    private static func packageGap(_ reason: String) -> SourceGap {
        SourceGap(
            "the application id \(reason)",
            fix: "Name it: --app-id com.example.app, or give the built app too: --app PATH."
        )
    }

    private static func level(_ value: SourceText?, _ fallback: Int?) -> Int? {
        guard let value else { return fallback }
        return value.known.flatMap { Int($0) }
    }

    /// Joins variants that say the same, and names the variant only where there is more than one.
    private static func joined(_ claims: [AndroidAppClaims]) -> [AndroidAppClaims] {
        var places: [AndroidAppClaims: Int] = [:]
        var result: [AndroidAppClaims] = []
        for app in claims {
            var key = app
            key.variant = nil
            if let place = places[key] {
                result[place].variant = [result[place].variant, app.variant].compactMap { $0 }.joined(separator: ", ")
            } else {
                places[key] = result.count
                result.append(app)
            }
        }
        if result.count == 1 { result[0].variant = nil }
        return result
    }

    // MARK: - Manifests alone

    private mutating func readAlone(_ file: String) {
        guard let element = manifest(file) else {
            var app = AndroidAppClaims(package: nil, file: folder.shown(file), rank: .source)
            app.gap = gap(ofManifest: file)
            app.id = .unknown(gap(ofManifest: file))
            return claims.append(app)
        }
        let strings = strings([ProjectFolder.parent(of: file)])
        let identifier = ManifestIdentifier(of: file, package: element.attributes["package"], in: folder)
        files += identifier.files
        let (package, reason) = (identifier.value, identifier.reason)
        var app = AndroidAppClaims(manifest: element, file: folder.shown(file), rank: .source, package: package) {
            [package] name in
            name.hasPrefix("@") ? strings.value(of: name) : name == "applicationId" ? package : nil
        }
        if let reason {
            note("The application id for \(app.file.sanitized(limit: 400)) \(reason); give the built package.")
            app.id = .unknown(Self.packageGap(reason))
        }
        noteUnresolved(app)
        claims.append(app)
    }

    private mutating func readMerged(_ file: String) {
        guard let element = manifest(file) else { return }
        let parts = file.split(separator: "/").map(String.init)
        // …/intermediates/merged_manifests/VARIANT/[TASK/]AndroidManifest.xml; the module's folder is above `build`.
        let place = parts.lastIndex { $0.hasPrefix("merged_manifest") } ?? 0
        let variant = place + 1 < parts.count - 1 ? parts[place + 1] : nil
        var sources: [String] = []
        if let build = parts.lastIndex(of: "build") {
            var module = Array(parts[..<build])
            // Flutter's results lie in the project's folder, its module in android/.
            if parts.count > build + 1, parts[build + 1] != "intermediates" { module += ["android", parts[build + 1]] }
            sources = ["main", variant ?? ""].filter { !$0.isEmpty }.map {
                (module + ["src", $0]).joined(separator: "/")
            }
        }
        let strings = strings(sources)
        var app = AndroidAppClaims(manifest: element, file: folder.shown(file), rank: .built) { name in
            name.hasPrefix("@") ? strings.value(of: name) : nil
        }
        app.variant = variant
        if let date = folder.modificationDate(of: file) { app.age = ProjectFolder.age(of: date, now: now) }
        noteUnresolved(app)
        claims.append(app)
    }

    // MARK: - Notes

    private func shown(_ module: String) -> String { folder.shown(module).sanitized(limit: 400) }

    private mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    private mutating func noteUnresolved(_ app: AndroidAppClaims) {
        let names = Set((app.filters ?? []).flatMap(\.unresolved)).sorted()
        guard !names.isEmpty else { return }
        let list = names.prefix(5).map { $0.quoted(limit: 80) }.joined(separator: ", ")
        note(
            "\(app.file.sanitized(limit: 400)) uses \(list), which its sources do not tell; give the merged manifest or the built package."
        )
    }
}
