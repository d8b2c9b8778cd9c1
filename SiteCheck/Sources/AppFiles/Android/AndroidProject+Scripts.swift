import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The build scripts of modules, with their shared parts: the root's script, properties and the catalog.
extension AndroidProject {
    /// The content of a module's script, or `nil` if it has none.
    mutating func script(_ module: String) -> GradleModule? {
        if let known = scripts[module] { return known.script }
        let own = readScript(module)
        scripts[module] = (own?.script, own?.text ?? "", own?.file ?? "")
        return own?.script
    }

    /// The settings in `gradle.properties` of the module and of the root, the strongest first.
    private mutating func properties(of module: String) -> [[String: String]] {
        let root = plugins.root(above: module)
        return (root == module ? [module] : [module, root]).map { properties(in: $0) }
    }

    private mutating func properties(in place: String) -> [String: String] {
        if let known = properties[place] { return known }
        let file = ProjectFolder.joined(place, "gradle.properties")
        let text = folder.text(file)
        if text != nil { files.append(folder.shown(file)) }
        let own = GradleProperties.properties(in: text ?? "")
        properties[place] = own
        return own
    }

    static func scriptFiles(of module: String) -> [String] {
        ["build.gradle", "build.gradle.kts"].map { ProjectFolder.joined(module, $0) }
    }

    private mutating func readScript(_ module: String) -> (script: GradleModule, text: String, file: String)? {
        for file in Self.scriptFiles(of: module) {
            guard folder.exists(file) else { continue }
            var unread: GradleUnread?
            let text = text(file, &unread) ?? ""
            files.append(folder.shown(file))
            let applied = applied(by: text, file, module, &unread)
            let before = plugins.precompiled(by: [text] + applied.map(\.text), at: module)
            files += applied.map(\.file) + before.map { folder.shown($0.file) }
            let texts = [text] + (applied + before).map(\.text)
            let scripts = texts.map { GradleScript($0).root }
            for shared in shared(above: module) + [ProjectFolder.joined(module, "gradle.properties")] {
                unread = unread ?? sharedFault(of: shared)
            }
            let above = blocks(above: module)
            let isRoot = plugins.root(above: module) == module
            let root = isRoot ? nil : rootScript(above: module)
            var own = plugins.applied(by: scripts, root: root.map { [$0.script] } ?? [], at: module)
            own.unknown = own.unknown ?? unread
            var values = GradleProperties(files: properties(of: module))
            if unread == nil, !plugins.mayMakeProperty(by: scripts, at: module),
                let names = GradleProperties.names(in: Array(scripts.dropFirst(folder.files.contains(file) ? 1 : 0))),
                let others = namesOfScripts(above: module)
            {
                values.others = names.merging(others, uniquingKeysWith: +)
                // A folder around the module may be a project, whose properties the module has too.
                for place in ProjectFolder.folders(from: module).dropFirst().prefix(while: {
                    $0 != plugins.root(above: module)
                }) {
                    values.others?.merge(properties(in: place).mapValues { _ in 1 }, uniquingKeysWith: +)
                }
            }
            let versions = plugins.versions(above: module)
            let code = plugins.constants(above: module)
            func read(_ plugins: GradlePlugins.Applied, _ environment: [String: String] = [:]) -> GradleModule {
                GradleModule(
                    text,
                    before: before.map(\.text),
                    applied: applied.map(\.text),
                    plugins: plugins,
                    above: above,
                    environment: environment,
                    properties: values
                ) { roots in
                    GradleConstants(
                        roots,
                        properties: values,
                        versions: versions,
                        outer: root?.constants,
                        code: code,
                        environment: environment
                    )
                }
            }
            var open = own
            let environments = environments(of: texts, scripts, file, module, &open.unknown)
            var script = read(open)
            var modules: [String: GradleModule] = [:]
            for (start, file, values) in environments {
                let known = modules[file] ?? values.map { read(own, $0) }
                modules[file] = known
                script.environments.append((start, known))
            }
            if script.role == .unknown(nil) { script.role = hasLauncher(module) ? .application : .library }
            return (script, text, folder.shown(file))
        }
        return nil
    }

    /// The scripts that a module's script applies, directly or indirectly: their paths and texts.
    private mutating func applied(
        by text: String,
        _ file: String,
        _ module: String,
        _ unread: inout GradleUnread?
    ) -> [(file: String, text: String)] {
        var result = [(file: file, text: text)]
        var next = 0
        while next < result.count {
            let own = GradleModule.applied(in: GradleScript(result[next].text).root)
            if let statement = own.open { unread = unread ?? .applied(statement, by: folder.shown(result[next].file)) }
            for path in own.paths where result.count <= Self.maximumAppliedCount {
                let base = path.hasPrefix("/") ? plugins.root(above: module) : module
                let named = ProjectFolder.joined(base, String(path.drop { $0 == "/" }))
                let other = ProjectFolder.normalized(named)
                if let other, result.contains(where: { $0.file == other }) { continue }
                if let other, let text = self.text(other, &unread) {
                    result.append((other, text))
                } else if !named.contains("node_modules/") {
                    // A script outside the project may set anything; those of packages set no id of an app.
                    unread = unread ?? .applied(path, by: folder.shown(result[next].file))
                }
            }
            next += 1
        }
        return result.dropFirst().map { (folder.shown($0.file), $0.text) }
    }

    /// The values of `project.env` by the starts of variants' names, with their files, for the scripts of a module; an inner `nil`
    /// is a file that is not there.
    ///
    /// react-native-config's script, for which values may be unknown, may set anything.
    private mutating func environments(
        of texts: [String],
        _ scripts: [GradleScript.Block],
        _ file: String,
        _ module: String,
        _ unread: inout GradleUnread?
    ) -> [(start: String, file: String, values: [String: String]?)] {
        guard texts.contains(where: { $0.contains("dotenv.gradle") }) else { return [] }
        guard let statement = scripts.flatMap(\.texts).first(where: GradleDotenv.isApplied) else { return [] }
        unread = unread ?? .applied(statement, by: folder.shown(file))
        let root = plugins.root(above: module)
        let place = ProjectFolder.joined(root, "..")
        let properties = ProjectFolder.joined(module, "gradle.properties")
        // The scripts of package.json may build with ENVFILE.
        let others = shared(above: module) + [properties, ProjectFolder.joined(place, "package.json")]
        let shared = others.filter { $0 != file && folder.exists($0) }.map { folder.text($0) }
        // A file that cannot be read may choose another one.
        guard !shared.contains(nil),
            let dotenv = GradleDotenv(scripts[0], others: texts.dropFirst() + shared.compactMap(\.self)),
            dotenv.isCertain(beside: folder.names(in: place))
        else { return [] }
        var result: [(start: String, file: String, values: [String: String]?)] = []
        for (start, name) in dotenv.files {
            var values: [String: String]?
            // Some versions add the values of a file for Android.
            if let file = ProjectFolder.normalized(ProjectFolder.joined(place, name)),
                !folder.exists(file + ".android"), let text = text(file, &unread)
            {
                files.append(folder.shown(file))
                values = GradleDotenv.values(in: text)
            }
            result.append((start, name, values))
        }
        return result
    }

    /// The files of a project's root that may set values of every module.
    private func shared(above module: String) -> [String] {
        ["gradle.properties", "gradle/libs.versions.toml", "build.gradle", "build.gradle.kts"]
            .map { ProjectFolder.joined(plugins.root(above: module), $0) }
    }

    /// How often the scripts of a project set each name that may be a property's; `nil` if one cannot be read or computes a name.
    private mutating func namesOfScripts(above module: String) -> [String: Int]? {
        let root = plugins.root(above: module)
        if let known = names[root] { return known }
        let settings = ["settings.gradle", "settings.gradle.kts"].map { ProjectFolder.joined(root, $0) }
        let start = root.isEmpty ? "" : root + "/"
        let scripts = folder.files.filter { file in
            file.hasPrefix(start) && (file.hasSuffix("build.gradle") || file.hasSuffix("build.gradle.kts"))
        }
        var found: [String: Int]? = folder.truncation == nil && scripts.count <= Self.maximumScriptCount ? [:] : nil
        for file in scripts + settings.filter(folder.exists) where found != nil {
            let own = folder.text(file).flatMap { GradleProperties.names(in: [GradleScript($0).root]) }
            found = own.flatMap { found?.merging($0, uniquingKeysWith: +) }
        }
        for file in Self.scriptFiles(of: root) {
            guard let text = folder.text(file) else { continue }
            var unread: GradleUnread?
            let applied = applied(by: text, file, root, &unread).map { GradleScript($0.text).root }
            let own = unread == nil ? GradleProperties.names(in: applied) : nil
            found = own.flatMap { found?.merging($0, uniquingKeysWith: +) }
        }
        names.updateValue(found, forKey: root)
        return found
    }

    /// Why a file that many modules share cannot be read, or `nil` if it can.
    private mutating func sharedFault(of file: String) -> GradleUnread? {
        if let known = faults[file] { return known }
        var unread: GradleUnread?
        _ = text(file, &unread)
        faults.updateValue(unread, forKey: file)
        return unread
    }

    /// A text, or `nil` if there is none; an unreadable file is noted, and treated as one that may set anything.
    mutating func text(_ file: String, _ unread: inout GradleUnread?) -> String? {
        if let text = folder.text(file) { return text }
        if let fault = folder.fault(of: file) {
            let shown = folder.shown(file)
            note("\(shown.sanitized(limit: 400)) \(fault.reason).")
            unread = unread ?? .script(shown, fault)
        }
        return nil
    }

    /// The parts of a root's script about modules below it, found once for all of them.
    struct RootScript {
        let file: String
        let script: GradleScript.Block
        let constants: GradleConstants
        private var ofAll: [(place: Int, block: GradleScript.Block)] = []
        private var ofOne: [String: [(place: Int, block: GradleScript.Block)]] = [:]

        /// `isWhole` if the texts of the scripts that it applies are all; the `properties` are the root's.
        init(_ text: String, applied: [String], isWhole: Bool, file: String, properties: GradleProperties) {
            self.file = file
            let root = GradleScript(text).root
            script = root
            let run = ([root] + applied.map { GradleScript($0).root }).map { $0.decided(properties.holds) }
            constants = GradleConstants(outer: run, properties: properties, isWhole: isWhole)
            for (place, found) in GradleModule.blocks(forModulesIn: root).enumerated() {
                if let path = found.path {
                    ofOne[path, default: []].append((place, found.block))
                } else {
                    ofAll.append((place, found.block))
                }
            }
        }

        func blocks(for module: String) -> [GradleScript.Block] {
            let own = ofOne[GradleModule.key(module.replacing("/", with: ":"))] ?? []
            return (ofAll + own).sorted { $0.place < $1.place }.map(\.block)
        }
    }

    /// The root's script, or `nil` if there is none.
    private mutating func rootScript(above module: String) -> RootScript? {
        let root = plugins.root(above: module)
        if let known = rootScripts[root] { return known }
        var script: RootScript?
        for file in Self.scriptFiles(of: root) where script == nil {
            guard let text = folder.text(file) else { continue }
            var unread: GradleUnread?
            let applied = applied(by: text, file, root, &unread)
            script = RootScript(
                text,
                applied: applied.map(\.text),
                isWhole: unread == nil,
                file: file,
                properties: GradleProperties(
                    files: properties(of: root),
                    others: plugins.mayMakeProperty(by: [], at: module) ? nil : namesOfScripts(above: module)
                )
            )
        }
        rootScripts.updateValue(script, forKey: root)
        return script
    }

    /// The part of the root's script about a module.
    private mutating func blocks(above module: String) -> [GradleScript.Block] {
        let root = plugins.root(above: module)
        let below = root.isEmpty ? module : String(module.dropFirst(root.count).drop { $0 == "/" })
        guard !below.isEmpty, let script = rootScript(above: module) else { return [] }
        let blocks = script.blocks(for: below)
        if !blocks.isEmpty { files.append(folder.shown(script.file)) }
        return blocks
    }
}
