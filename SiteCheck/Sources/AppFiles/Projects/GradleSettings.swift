/// What the settings of a Gradle build state about its modules.
struct GradleSettings {
    private static let maximumAppliedCount = 20

    /// The folders that they assign to modules, by the modules' paths.
    private(set) var places: [String: String] = [:]
    /// The folders of the modules that they include, or `nil` if only running them determines these.
    private(set) var modules: Set<String>?

    /// - Parameters:
    ///   - root: The folder of the settings.
    ///   - folder: The project.
    init(of root: String, in folder: ProjectFolder) {
        let own = ["settings.gradle", "settings.gradle.kts"].map { ProjectFolder.joined(root, $0) }.filter(
            folder.exists
        )
        var texts = own.compactMap { folder.text($0) }
        var isKnown = !own.isEmpty && texts.count == own.count
        for script in texts.map({ GradleScript($0).root }) {
            let applied = GradleModule.applied(in: script)
            let others = applied.paths.prefix(Self.maximumAppliedCount).map { path in
                folder.text(ProjectFolder.joined(root, String(path.drop { $0 == "/" })))
            }
            texts += others.compactMap(\.self)
            isKnown = isKnown && applied.open == nil && applied.paths.count == others.count
            isKnown = isKnown && others.allSatisfy { $0.map(Self.appliesNothing) ?? false }
        }
        let roots = texts.map { GradleScript($0).root }
        // What is in a block may not run.
        isKnown = isKnown && !roots.flatMap(\.blocks).contains { $0.texts.contains { $0.contains("rojectDir") } }
        for line in roots.flatMap(\.texts) where line.contains("rojectDir") {
            // `parts`: the name of the module comes first, the path of its folder last.
            let parts = line.split(omittingEmptySubsequences: false) { $0 == "'" || $0 == "\"" }
            guard line.contains(".projectDir"), parts.count > 4, parts[0].contains("project("),
                !parts.contains(where: { $0.contains("$") })
            else {
                isKnown = false
                continue
            }
            let path = ProjectFolder.joined(root, String(parts[parts.count - 2]))
            places[GradleModule.key(String(parts[1]))] = ProjectFolder.normalized(path)
        }
        let included = roots.map(Self.included)
        guard isKnown, !included.contains(nil), !texts.contains(where: GradlePlugins.mayIncludeModules) else { return }
        modules = Set(
            included.compactMap(\.self).flatMap(\.self).compactMap { name in
                let path = ProjectFolder.joined(root, name.split(separator: ":").joined(separator: "/"))
                return places[GradleModule.key(name)] ?? ProjectFolder.normalized(path)
            }
        )
    }

    /// The modules that a script may include, or `nil` if it computes one of them.
    private static func included(by block: GradleScript.Block) -> [String]? {
        var result: [String] = []
        for text in block.texts {
            var tokens = GradleToken.body(of: text)[...]
            // `apply { from("modules.gradle") }`
            if tokens.first == .word("from") { return nil }
            guard let start = tokens.firstIndex(where: isInclude) else { continue }
            tokens = tokens[(start + 1)...]
            // `names.forEach(::include)`
            guard tokens.contains(where: { if case .text = $0 { true } else { false } }) else { return nil }
            for token in tokens where token != .symbol("(") && token != .symbol(")") && token != .symbol(",") {
                guard case .text(let name) = token else { return nil }
                // A module within another one includes that one.
                let names = name.split(separator: ":")
                result += names.indices.map { names[...$0].joined(separator: ":") }
            }
        }
        return result
    }

    private static func appliesNothing(_ script: String) -> Bool {
        let applied = GradleModule.applied(in: GradleScript(script).root)
        return applied.open == nil && applied.paths.isEmpty
    }

    private static func isInclude(_ token: GradleToken) -> Bool {
        guard case .word(let word) = token, let name = word.split(separator: ".").last else { return false }
        return name == "include" || name == "includeFlat"
    }
}
