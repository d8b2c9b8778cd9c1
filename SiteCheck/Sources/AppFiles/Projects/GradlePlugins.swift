import BoltsBase

/// The plugins that the build scripts of a project apply, by their ids.
///
/// Plugins are code and are not read, except those of `buildSrc` and of included builds: their scripts, and the plugins that their
/// classes certainly apply.
struct GradlePlugins {
    /// The facts known from the ids of a script's plugins.
    struct Applied {
        /// Whether one of them is Android's plugin for apps.
        var isApplication = false
        /// Whether one of them is an Android plugin for something other than an app: a library, a feature, tests.
        var isLibrary = false
        /// Whether that is the plugin for modules with tests of an app.
        var isTest = false
        /// The first plugin that may set anything, including the module's role and the application id, or `nil` if there is
        /// none.
        var unknown: GradleUnread?
        /// The blocks for Android's plugin that the classes of plugins certainly run, with literal values.
        var android: [GradleScript.Block] = []
        /// The names with text values in those blocks.
        var constants = GradleConstants.none
        /// The parts of the id that other code of the build itself may set, and that code.
        var changes: Set<GradleModule.Part> = []
        var changer: GradleUnread?
    }

    /// What the class of a plugin certainly does: the ids of the plugins that it applies, and its blocks for Android's plugin.
    private struct Effect {
        var plugins: [String] = []
        var android: [GradleScript.Block] = []
    }

    /// A declaration of the build's own code, or what is left of it without its blocks for Android's plugin that are read.
    private struct Code: Hashable {
        let name: String
        var isRest = false
    }

    private static let applications: Set<String> = ["com.android.application", "libs.plugins.android.application"]

    /// Android's plugins for modules that are not apps.
    private static let libraries: Set<String> = [
        "com.android.library", "com.android.dynamic-feature", "com.android.test", "com.android.asset-pack",
        "com.android.kotlin.multiplatform.library", "com.android.fused-library", "android-library",
    ]

    private static let maximumPluginCount = 50

    /// The prefixes of the ids of plugins that are known to set no application id and, in settings, to include no app.
    private static let published = [
        "com.android.", "org.jetbrains.", "org.gradle.", "com.gradle.", "com.google.", "androidx.", "dagger.",
        "dev.flutter.",
        "kotlin-", "java-", "realm-", "io.sentry.", "com.bugsnag.", "com.huawei.", "com.apollographql.", "app.cash.",
        "com.squareup.", "com.diffplug.", "com.github.triplet.", "com.github.ben-manes.", "com.mikepenz.",
        "com.autonomousapps.", "org.jlleitschuh.", "io.gitlab.arturbosch.", "com.datadoghq.",
    ]
    /// Complete ids of such plugins.
    private static let publishedNames: Set<String> = [
        "android", "android-library", "com.facebook.react", "com.facebook.react.settings", "kotlin", "java",
        "org.sonarqube", "jacoco",
        "maven-publish", "newrelic", "idea",
        // Gradle's own.
        "antlr", "base", "build-dashboard", "checkstyle", "codenarc", "distribution", "eclipse", "groovy",
        "ivy-publish",
        "pmd", "project-report", "publishing", "reporting-base", "scala", "signing", "version-catalog",
    ]

    private let folder: ProjectFolder
    private var catalogs: [String: VersionCatalog] = [:]
    private var logics: [String: BuildLogic] = [:]
    private var effects: [[String]: Effect] = [:]
    private var classNames: [String: [String: Set<String>]] = [:]
    /// The code that may set a part of an id, directly or by other code, with the places that set it.
    private var changers: [String: [GradleModule.Part: [Code: String]]] = [:]

    init(_ folder: ProjectFolder) { self.folder = folder }

    /// Returns the facts known from the plugins that a module's scripts apply, and whether those of the root's change the id.
    mutating func applied(
        by scripts: [GradleScript.Block],
        root rootScripts: [GradleScript.Block],
        at module: String
    ) -> Applied {
        let root = root(above: module)
        var result = Applied()
        var unknown: [String] = []
        for reference in scripts.flatMap(Self.references).prefix(Self.maximumPluginCount) {
            let id = id(of: reference, root)
            if logic(root).scripts[id] != nil { continue }
            add(id, to: &result)
            guard !Self.isKnown(id) else { continue }
            unknown.append(id)
            let effect = effect(ofClassOf: id, root)
            for own in effect.plugins { add(own, to: &result) }
            result.android += effect.android
        }
        if !result.android.isEmpty { result.constants = GradleConstants([], code: logic(root).constants) }
        addChanges(to: &result, scripts + rootScripts, unknown, root)
        // One that may set the id is named first.
        let first = unknown.first { !isWithoutID($0, root) } ?? unknown.first
        result.unknown = first.map { id in
            var unread = GradleUnread.plugin(id, logic(root).idPlace, isAlone: Set(unknown).count == 1)
            unread.setsNoID = isWithoutID(id, root)
            unread.setsNoNamespace = unread.setsNoID && !logic(root).mayMakeNamespace
            return unread
        }
        return result
    }

    private func add(_ id: String, to result: inout Applied) {
        if Self.applications.contains(id) { result.isApplication = true }
        if Self.libraries.contains(id) { result.isLibrary = true }
        if id == "com.android.test" { result.isTest = true }
    }

    private static func isKnown(_ id: String) -> Bool {
        applications.contains(id) || libraries.contains(id) || isPublished(id)
    }

    /// What a plugin of the build's own certainly does by its class, also by the classes of the plugins that it applies.
    private mutating func effect(ofClassOf id: String, _ root: String) -> Effect {
        // Many modules apply the same plugins.
        let key = [root, id]
        if let known = effects[key] { return known }
        let found = search(classOf: id, root)
        effects[key] = found
        return found
    }

    private mutating func search(classOf id: String, _ root: String) -> Effect {
        var found = Effect()
        var open = [id]
        var seen: Set<String> = []
        while let next = open.popLast() {
            if Self.isKnown(next) { found.plugins.append(next) }
            guard !Self.isKnown(next), seen.count < Self.maximumPluginCount, seen.insert(next).inserted else {
                continue
            }
            let script = logic(root).scripts[next].map { GradleScript($0.text).root }
            guard let code = script ?? ownClass(of: next, root) else { continue }
            // A plugin applies others before it configures what they make.
            if script == nil { found.android = android(in: code, root).read + found.android }
            open += Self.references(inCode: code).references.filter(\.isCertain).map { self.id(of: $0.id, root) }
        }
        return found
    }

    /// The names of the classes of the build's own plugins, by id.
    private mutating func classNames(_ root: String) -> [String: Set<String>] {
        if let known = classNames[root] { return known }
        var names: [String: Set<String>] = [:]
        for (reference, name) in logic(root).registrations { names[id(of: reference, root), default: []].insert(name) }
        classNames[root] = names
        return names
    }

    /// The class of a plugin of the build's own, or `nil` if it has not exactly one.
    private mutating func ownClass(of id: String, _ root: String) -> GradleScript.Block? {
        let names = classNames(root)[id] ?? []
        return names.count == 1 ? names.first.flatMap { logic(root).classes[$0] ?? nil } : nil
    }

    /// The blocks of a plugin's class for Android's plugin that certainly run and have literal values, and the rest of the class.
    private mutating func android(
        in code: GradleScript.Block,
        _ root: String
    ) -> (read: [GradleScript.Block], rest: GradleScript.Block) {
        guard !Self.mayEnd(code) else { return ([], code) }
        let locals = Self.locals(in: code)
        let constants = GradleConstants([], code: logic(root).constants.filter { !locals.contains($0.key) })
        var read: [GradleScript.Block] = []
        func rest(of block: GradleScript.Block, _ projects: Set<String>?) -> GradleScript.Block {
            var other = block
            other.blocks = block.blocks.compactMap { inner in
                if let projects, GradleModule.isAndroid(inner.header, in: projects),
                    GradleModule.isLiteral(inner, constants)
                {
                    read.append(inner)
                    return nil
                }
                guard Self.isCertain(inner, within: projects != nil) else { return rest(of: inner, nil) }
                // The name of the method's parameter is one of its words.
                return rest(of: inner, projects ?? Self.words(in: .init(header: inner.header)))
            }
            return other
        }
        let other = rest(of: code, nil)
        return (read, other)
    }

    /// The names that code declares for itself, which hide constants: local values and parameters.
    private static func locals(in code: GradleScript.Block) -> Set<String> {
        code.texts.reduce(into: []) { names, text in
            let tokens = GradleToken.tokens(of: text)
            for (token, next) in zip(tokens, tokens.dropFirst()) {
                switch (token, next) {
                case (.word(let name), .symbol(":")): names.insert(name)
                case (.word("val"), .word(let name)), (.word("var"), .word(let name)),
                    (.word("String"), .word(let name)):
                    if tokens.first != .word("const"), !tokens.contains(.word("static")) { names.insert(name) }
                default: continue
                }
            }
        }
    }

    /// Adds the code of the build that may set a part of the id and is not read.
    private mutating func addChanges(
        to result: inout Applied,
        _ scripts: [GradleScript.Block],
        _ unknown: [String],
        _ root: String
    ) {
        if logic(root).isPartial, let id = unknown.first {
            result.changes = [.applicationID]
            result.changer = .plugin(id, nil, isAlone: true)
        }
        let changers = changers(root)
        guard changers.contains(where: { !$0.value.isEmpty }) else { return }
        let ids = scripts.flatMap(Self.references).map { id(of: $0, root) }
        let plugins = ids.flatMap { id in codes(of: id, isRest: true, root).map { (id: id, code: $0) } }
        let words = scripts.reduce(into: Set<String>()) { $0.formUnion(Self.words(in: $1)) }
        for part in [GradleModule.Part.suffix, .applicationID] {
            let places = changers[part] ?? [:]
            if let (id, place) = plugins.lazy.compactMap({ own in places[own.code].map { (own.id, $0) } }).first {
                result.changer = .plugin(id, place, isAlone: true)
            } else if let name = words.sorted().first(where: { places[Code(name: $0)] != nil }) {
                let shown = "the build's own \(name.quoted(limit: 100))"
                result.changer = GradleUnread(name: shown, fault: nil, place: places[Code(name: name)])
            } else {
                continue
            }
            result.changes.insert(part)
        }
    }

    /// The code that may set each part of an id and is not read, with the places.
    private mutating func changers(_ root: String) -> [GradleModule.Part: [Code: String]] {
        if let known = changers[root] { return known }
        var found: [GradleModule.Part: [Code: String]] = [.applicationID: [:], .suffix: [:]]
        let logic = logic(root)
        // The name of a script is no word of other code.
        let names = Set(logic.declarations.map(\.name)).subtracting(logic.scripts.keys)
        var users: [Code: [Code]] = [:]
        for declaration in logic.declarations where logic.mayMakeID {
            let isScript = logic.scripts[declaration.name] != nil
            var rest = declaration.code
            if isScript {
                rest.blocks.removeAll { GradleModule.isAndroid($0.header) || $0.header.hasPrefix("androidComponents") }
            } else {
                rest = android(in: rest, root).rest
            }
            var used = Set(Self.words(in: declaration.code).filter(names.contains).map { Code(name: $0) })
            for (reference, isCertain) in Self.references(inCode: declaration.code).references {
                let id = id(of: reference, root)
                // Only scripts apply scripts that are read.
                used.formUnion(codes(of: id, isRest: isCertain && logic.scripts[id] == nil, root))
            }
            for (code, isRest) in [(declaration.code, false), (rest, true)] {
                let own = Code(name: declaration.name, isRest: isRest)
                for part in Self.parts(setIn: code) { found[part]?[own] = declaration.place }
                for other in used where other.name != own.name { users[other, default: []].append(own) }
            }
        }
        for (part, direct) in found {
            var places = direct
            var open = places.keys.sorted { $0.name < $1.name }
            while let next = open.popLast() {
                for user in users[next] ?? [] where places[user] == nil {
                    places[user] = places[next]
                    open.append(user)
                }
            }
            found[part] = places
        }
        changers[root] = found
        return found
    }

    /// The code of a plugin of the build's own; `isRest` says whether its blocks are read, because what applies it certainly runs.
    private mutating func codes(of id: String, isRest: Bool, _ root: String) -> [Code] {
        if logic(root).scripts[id] != nil { return [Code(name: id, isRest: isRest)] }
        let names = classNames(root)[id] ?? []
        // Of several classes, none is read.
        let isOne = ownClass(of: id, root) != nil
        return names.sorted().map { Code(name: $0, isRest: isRest && isOne) }
    }

    /// The parts of an id that code sets; the id among the default settings does not replace that of a module.
    private static func parts(
        setIn block: GradleScript.Block,
        isDefault: Bool = false,
        isForVariants: Bool = false,
        isLate: Bool = false
    ) -> Set<GradleModule.Part> {
        let words = GradleToken.tokens(of: block.header).compactMap(\.lastName)
        // What runs after a module's script is stronger.
        let isDefault = isDefault || words.contains("defaultConfig") && !isLate
        let isLate = isLate || words.contains { ["afterEvaluate", "projectsEvaluated", "finalizeDsl"].contains($0) }
        let isForVariants = isForVariants || GradleVariantChange.isForVariants(block.header)
        let texts = ([block.header] + block.statements).filter { $0.contains("pplicationId") }
        var parts = GradleModule.parts(in: GradleScript.Block(statements: texts), needsReceiver: isForVariants)
        if isDefault { parts.remove(.applicationID) }
        return block.blocks.reduce(parts) { found, inner in
            found.union(Self.parts(setIn: inner, isDefault: isDefault, isForVariants: isForVariants, isLate: isLate))
        }
    }

    /// The names in code.
    private static func words(in code: GradleScript.Block) -> Set<String> {
        var words: Set<String> = []
        for case .word(let word) in code.texts.lazy.flatMap(GradleToken.tokens) {
            words.formUnion(word.split(separator: ".").map(String.init))
        }
        return words
    }

    /// Whether a plugin certainly sets no application id: it is the build's own, whose code sets none and applies no other code.
    private mutating func isWithoutID(_ id: String, _ root: String) -> Bool {
        let logic = logic(root)
        guard !logic.mayMakeID, ownClass(of: id, root) != nil else { return false }
        let own = classNames(root)
        return logic.applied.allSatisfy { reference in
            let id = self.id(of: reference, root)
            return Self.isKnown(id) || own[id] != nil || logic.scripts[id] != nil
        }
    }

    private static func isPublished(_ id: String) -> Bool {
        publishedNames.contains(id) || published.contains(where: id.hasPrefix)
    }

    /// Whether settings apply a plugin that may include modules: one that is not known.
    static func mayIncludeModules(_ settings: String) -> Bool {
        references(in: GradleScript(settings).root).contains { reference in
            if case .id(let id) = reference { !isPublished(id) } else { true }
        }
    }

    /// The scripts of the plugins that scripts apply, after those that they apply, and their paths.
    mutating func precompiled(by scripts: [String], at module: String) -> [(file: String, text: String)] {
        let root = root(above: module)
        guard !logic(root).scripts.isEmpty else { return [] }
        var found: [(file: String, text: String)] = []
        var seen: Set<String> = []
        func visit(_ text: String) {
            for reference in Self.references(in: GradleScript(text).root).prefix(Self.maximumPluginCount) {
                guard seen.count < Self.maximumPluginCount, let script = logic(root).scripts[id(of: reference, root)],
                    seen.insert(script.file).inserted
                else { continue }
                visit(script.text)
                found.append(script)
            }
        }
        for script in scripts { visit(script) }
        return found
    }

    /// The constants of the build's own code, by name; an inner `nil` is a name with several values.
    mutating func constants(above module: String) -> [String: String?] { logic(root(above: module)).constants }

    /// Parts of the ids of published plugins that load files of properties.
    private static let loaders = ["propert", "dotenv", "secret"]

    /// Whether code that is not read may set properties of a module: the build's own, or plugins of the module's scripts, of the
    /// root's and of the settings that load them from other files.
    mutating func mayMakeProperty(by scripts: [GradleScript.Block], at module: String) -> Bool {
        let root = root(above: module)
        if logic(root).mayMakeProperty { return true }
        let shared = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]
            .compactMap { folder.text(ProjectFolder.joined(root, $0)) }.map { GradleScript($0).root }
        return (scripts + shared).flatMap(Self.references).contains { reference in
            let id = id(of: reference, root).lowercased()
            return Self.loaders.contains(where: id.contains)
        }
    }

    private mutating func logic(_ root: String) -> BuildLogic {
        if let known = logics[root] { return known }
        let logic = BuildLogic(folder, root: root)
        logics[root] = logic
        return logic
    }

    private mutating func id(of reference: Reference, _ root: String) -> String {
        switch reference {
        case .id(let name): name
        case .accessor(let name): catalog(root).plugins[name] ?? "libs.plugins." + name
        }
    }

    enum Reference: Hashable {
        case id(String)
        /// The text after `libs.plugins.` in a script.
        case accessor(String)

        /// The first reference in some tokens: a literal id, or `libs.plugins.name.get().pluginId`.
        init?(in tokens: some Sequence<GradleToken>) {
            for token in tokens {
                if case .text(let id) = token {
                    self = .id(id)
                    return
                }
                guard case .word(let name) = token, let start = name.firstRange(of: "libs.plugins.") else { continue }
                var parts = name[start.upperBound...].split(separator: ".")
                while parts.last == "get" || parts.last == "asProvider" { parts.removeLast() }
                self = .accessor(parts.joined(separator: "."))
                return
            }
            return nil
        }
    }

    /// The words of the blocks within a plugin's method that certainly run once.
    private static let scopes: Set<Substring> = ["with", "run", "apply", "let", "also"]

    /// The plugins that code applies, and whether these are all: `pluginManager.apply("id")`.
    static func references(
        inCode code: GradleScript.Block
    ) -> (references: [(id: Reference, isCertain: Bool)], isWhole: Bool) {
        var (found, isWhole): ([(id: Reference, isCertain: Bool)], Bool) = ([], true)
        func visit(_ block: GradleScript.Block, _ isCertain: Bool) {
            for text in block.statements {
                let tokens = GradleToken.body(of: text)
                guard let place = tokens.firstIndex(where: { $0.lastName == "apply" }) else { continue }
                if let id = Reference(in: tokens[place...]) {
                    // In Java, `project.getPluginManager().apply("id")`.
                    let isCall = tokens[..<place].dropFirst().allSatisfy { $0 == .symbol("(") || $0 == .symbol(")") }
                    let isIf = tokens[0].lastName == nil || tokens[0].isCondition
                    found.append((id, isCertain && isCall && !isIf))
                } else {
                    isWhole = false
                }
            }
            for inner in block.blocks { visit(inner, Self.isCertain(inner, within: isCertain)) }
        }
        visit(code, false)
        return (mayEnd(code) ? found.map { ($0.id, false) } : found, isWhole)
    }

    /// Whether a block of a plugin's class certainly runs: the method of plugins, or a block that runs at once within it.
    private static func isCertain(_ block: GradleScript.Block, within isCertain: Bool) -> Bool {
        let tokens = GradleToken.tokens(of: block.header)
        let isMethod = zip(tokens, tokens.dropFirst()).contains { pair in
            (pair.0 == .word("fun") || pair.0 == .word("void")) && pair.1 == .word("apply")
        }
        return isMethod || isCertain && tokens.first?.lastName.map(scopes.contains) == true
    }

    /// Whether code may end early: what follows a return may not run.
    private static func mayEnd(_ code: GradleScript.Block) -> Bool {
        code.texts.contains { GradleToken.tokens(of: $0).contains(.word("return")) }
    }

    /// The plugins that a script applies.
    private static func references(in script: GradleScript.Block) -> [Reference] {
        var found: [Reference] = []
        func visit(_ block: GradleScript.Block, isPlugins: Bool) {
            for statement in block.statements {
                let tokens = GradleToken.tokens(of: statement)
                // A plugin that is only on the class path is applied elsewhere.
                if tokens.suffix(2) == [.word("apply"), .word("false")] { continue }
                guard let first = tokens.first, case .word(let word) = first else { continue }
                let applies =
                    isPlugins ? word == "id" || word == "alias" : word == "apply" || word.hasSuffix(".apply")
                guard applies, !tokens.contains(.word("from")) else { continue }
                if let reference = Reference(in: tokens.dropFirst()) { found.append(reference) }
            }
            for inner in block.blocks { visit(inner, isPlugins: inner.header == "plugins") }
        }
        visit(script, isPlugins: false)
        return found
    }

    /// The versions in a project's catalog, by the names that scripts use.
    mutating func versions(above module: String) -> [String: String] { catalog(root(above: module)).versions }

    private mutating func catalog(_ root: String) -> VersionCatalog {
        if let known = catalogs[root] { return known }
        let catalog = VersionCatalog(folder.text(ProjectFolder.joined(root, "gradle/libs.versions.toml")) ?? "")
        catalogs[root] = catalog
        return catalog
    }

    /// The folder of the settings above a module.
    func root(above module: String) -> String {
        ProjectFolder.folders(from: module).dropFirst().first(where: hasSettings) ?? ""
    }

    func hasSettings(_ place: String) -> Bool {
        ["settings.gradle", "settings.gradle.kts"].contains { folder.exists(ProjectFolder.joined(place, $0)) }
    }
}
