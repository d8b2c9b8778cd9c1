import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The variants in the build script of an Android module.
struct GradleModule {
    typealias Value = SourceText

    /// The product of a module.
    enum Role: Hashable {
        case application
        /// A library, a feature, or something unrelated to Android.
        case library
        /// The role is unknown; only this unread part decides it.
        case unknown(GradleUnread?)
    }

    static let maximumNameCount = 100
    private static let maximumProjectCount = 1_000
    static let maximumDimensionCount = 10

    var defaults = Settings()
    var flavors: [(name: String, settings: Settings)] = []
    var buildTypes: [(name: String, settings: Settings)] = []
    var dimensions: [String] = []
    var namespace: String?
    /// The project's modules that this module uses, including its features.
    private(set) var dependencies: Set<GradleDependency> = []
    /// The changes that code makes to single variants, applied after everything else.
    var changes: [GradleVariantChange] = []
    /// The code that is not run and may set the unknown values, as a clause.
    private(set) var openness: String?
    /// The script's settings for each build type, and for each flavour.
    private var ofEachType = Settings()
    private var ofEachFlavor = Settings()
    /// The parts that loops may set for the flavours and build types that they create.
    private var openParts: Set<Part> = []
    /// The kind of the module's output.
    var role = Role.library
    /// Whether a plugin determines that the module is not an app.
    let isLibrary: Bool
    /// Whether a plugin determines that the module contains tests of an app.
    let isTest: Bool
    /// The unread part that may set the application id, or `nil` if there is none.
    let unread: GradleUnread?
    /// The code of the build itself that may set a part of the id and is not read, or `nil` if there is none.
    let changer: GradleUnread?
    /// The manifests of source sets in unusual places, relative to the module.
    var manifests: [String: String] = [:]
    /// The source sets for which code computes the manifest's place; an empty name is an unknown one.
    private(set) var computedManifests: Set<String> = []
    /// The folders of source sets' resources in unusual places, relative to the module.
    private(set) var resources: [String: [String]] = [:]
    /// The source sets for which code computes folders of resources.
    private(set) var computedResources: Set<String> = []
    private(set) var constants: GradleConstants
    /// The module with the values of `project.env`, for variants whose names begin with a text, in lower case; the first that
    /// applies counts, and `nil` is unknown values.
    var environments: [(start: String, module: GradleModule?)] = []

    /// - Parameters:
    ///   - script: The build script.
    ///   - before: The scripts of plugins, which run before it.
    ///   - applied: The scripts that it applies.
    ///   - plugins: The facts known from the ids of the applied plugins.
    ///   - above: The part of the root's script about all modules, or this one; the script is stronger.
    ///   - environment: The values of `project.env`, which are also string resources.
    ///   - properties: The properties of the project, which decide conditions.
    ///   - constants: Returns the names with text values in the scripts.
    init(
        _ script: String,
        before: [String] = [],
        applied: [String] = [],
        plugins: GradlePlugins.Applied = .init(),
        above: [GradleScript.Block] = [],
        environment: [String: String] = [:],
        properties: GradleProperties = GradleProperties(),
        constants: ([GradleScript.Block]) -> GradleConstants = { GradleConstants($0) }
    ) {
        isLibrary = plugins.isLibrary
        isTest = plugins.isTest
        let roots = (before + [script] + applied).map { GradleScript($0).root.decided(properties.holds) }
        let above = above.map { $0.decided(properties.holds) }
        // A function of the build itself wraps the `android` block, and may set anything before it.
        let isWrapped = roots.contains { root in root.blocks.contains { $0.header.hasPrefix("android(") } }
        unread = plugins.unknown ?? (isWrapped ? GradleUnread(name: "the function \"android\"", fault: nil) : nil)
        changer = plugins.changer
        let own = constants(roots)
        self.constants = own
        for root in roots { readDependencies(root) }
        let resources = Dictionary(uniqueKeysWithValues: environment.map { ("string/" + $0, SourceText($1)) })
        defaults.strings = resources
        for block in above { readAndroid(block) }
        self.constants = plugins.constants
        for block in plugins.android { readAndroid(block) }
        self.constants = own
        let idAbove = defaults.applicationID
        defaults.applicationID = nil
        for root in roots {
            // The plugin for libraries of Kotlin Multiplatform has its block within that of Kotlin.
            let inner = root.blocks(named: "kotlin").flatMap(\.blocks)
                .filter { $0.header == "androidLibrary" || $0.header == "android" }
            for block in inner { readAndroid(block) }
            readAndroid(in: root, isCertain: true)
        }
        // Which of two resources with one name is made last depends on where the scripts apply each other.
        for (name, value) in resources where defaults.strings[name] != value { defaults.strings[name] = .computed }
        let setsID = defaults.applicationID != nil || flavors.contains { $0.settings.applicationID != nil }
        defaults.applicationID = defaults.applicationID ?? idAbove
        // Only apps have an id.
        let isApplication = plugins.isApplication || setsID && !plugins.isLibrary
        role = isApplication ? .application : plugins.isLibrary ? .library : .unknown(plugins.unknown)
        for name in ["debug", "release"] where !buildTypes.contains(where: { $0.name == name }) {
            buildTypes.append((name, ofEachType))
        }
        changes = (above + plugins.android + roots).flatMap { GradleVariantChange.changes(in: $0, self.constants) }
        if changes.contains(where: { !$0.isKnown }) {
            openness = "code of the build for single variants may set it, and is not run"
        }
        let parts = openParts.union(plugins.changes)
        if !parts.isEmpty { changes.append(GradleVariantChange(open: parts)) }
        if !openParts.isDisjoint(with: [.placeholders, .strings]) {
            openness = openness ?? "a loop of the build may set it, and is not run"
        }
        openness = openness ?? unread?.maySet
    }

    /// Reads the modules in the blocks of dependencies; Kotlin Multiplatform has one such block in each source set.
    private mutating func readDependencies(_ block: GradleScript.Block, isCertain: Bool = true) {
        for inner in block.blocks {
            let isCertain = isCertain && GradleToken.tokens(of: inner.header).first?.isCondition != true
            let name = inner.configuredName ?? String(inner.header.prefix { $0 != "." })
            // Dependencies of tests are not in the app.
            if name.hasSuffix("Test") { continue }
            if inner.header == "dependencies" || inner.header.hasSuffix(".dependencies") {
                addDependencies(inner, isCertain: isCertain)
            } else {
                readDependencies(inner, isCertain: isCertain)
            }
        }
    }

    private mutating func addDependencies(_ block: GradleScript.Block, isCertain: Bool) {
        for statement in block.statements {
            for own in GradleDependency.read(statement, isCertain: isCertain) { add(own) }
        }
        for inner in block.blocks {
            // A dependency may be followed by a block that lists exclusions.
            for own in GradleDependency.read(inner.header, isCertain: isCertain) { add(own) }
            guard GradleToken.tokens(of: inner.header).first?.isCondition == true else { continue }
            addDependencies(inner, isCertain: false)
        }
    }

    /// The types of Android's plugins' extensions.
    private static let extensions: Set<Substring> = [
        "AppExtension", "ApplicationExtension", "BaseAppModuleExtension", "BaseExtension", "CommonExtension",
        "DynamicFeatureExtension", "LibraryExtension", "TestExtension", "TestedExtension",
    ]

    /// Whether a header begins a block for Android's plugin: `android {`, `configure<ApplicationExtension> {`,
    /// `extensions.configure("android") {`, `extensions.getByType(BaseExtension::class.java).apply {`.
    ///
    /// - Parameters:
    ///   - header: The header.
    ///   - projects: The names that stand for the project.
    /// - Returns: Whether it does.
    static func isAndroid(_ header: String, in projects: Set<String> = []) -> Bool {
        if header == "android" || header.hasPrefix("android.") || header.hasPrefix("android(") { return true }
        let tokens = GradleToken.tokens(of: header)
        guard case .word(let word)? = tokens.first, tokens.count > 2 else { return false }
        let names = word.split(separator: ".").map(String.init)
        guard ["configure", "getByType", "the"].contains(names.last),
            names.dropLast().allSatisfy({
                ["extensions", "project", "target", "this"].contains($0) || projects.contains($0)
            })
        else { return false }
        switch tokens[2] {
        case .text(let name): return name == "android"
        case .word(let name): return name.split(separator: ".").contains(where: extensions.contains)
        default: return false
        }
    }

    /// Whether the values of a block for Android's plugin that matter to an id are literal.
    static func isLiteral(_ block: GradleScript.Block, _ constants: GradleConstants) -> Bool {
        let module = GradleModule("", plugins: .init(android: [block], constants: constants))
        let all = [module.defaults] + (module.flavors + module.buildTypes).map(\.settings)
        let values = all.flatMap { [$0.applicationID, $0.applicationIDSuffix] }.compactMap(\.self)
        return module.openParts.isEmpty && module.changes.isEmpty && values.allSatisfy { $0.gap == nil }
    }

    /// Words that begin a block that may not run.
    static let conditions: Set<String> = [
        "if", "else", "when", "switch", "case", "for", "while", "try", "catch", "default",
    ]

    /// Reads the blocks for Android's plugin of a script, also those that a condition may leave out.
    private mutating func readAndroid(in script: GradleScript.Block, isCertain: Bool) {
        for block in script.blocks {
            if Self.isAndroid(block.header) {
                var android = block
                android.header = block.header.hasPrefix("android.") ? String(block.header.dropFirst(8)) : ""
                let isWhole = android.header.isEmpty
                readAndroid(isWhole ? android : GradleScript.Block(blocks: [android]), isCertain: isCertain)
            } else if GradleToken.tokens(of: block.header).first?.isCondition == true {
                readAndroid(in: block, isCertain: false)
            }
        }
    }

    /// Reads the settings of an `android` block.
    private mutating func readAndroid(_ block: GradleScript.Block, isCertain: Bool = true) {
        for statement in block.statements {
            if isCertain, let name = Self.value("namespace", statement, constants)?.known { namespace = name }
            if statement.hasPrefix("dynamicFeatures") {
                for text in Self.texts(of: statement) where text.hasPrefix(":") { add(GradleDependency(path: text)) }
            }
            if statement.hasPrefix("flavorDimensions") {
                for case .text(let name) in GradleToken.tokens(of: statement)
                where dimensions.count < Self.maximumDimensionCount { dimensions.append(name) }
            }
            if let start = statement.firstRange(of: "defaultConfig."),
                statement[..<start.lowerBound].allSatisfy({ $0.isLetter || $0 == "." })
            {
                var settings = defaults
                Self.read(String(statement[start.upperBound...]), into: &settings, constants) { _ in nil }
                if isCertain || settings.applicationID == defaults.applicationID { defaults = settings }
            } else if statement.contains("pplicationId"), !GradleConstants.setsExtra(GradleToken.tokens(of: statement))
            {
                openParts.formUnion(Self.parts(in: GradleScript.Block(statements: [statement])))
            }
        }
        for inner in block.blocks {
            if GradleVariantChange.isForVariants(inner.header) || GradleConstants.isExtra(inner.header) { continue }
            // In a closure with a name for its parameter, `own -> own.buildTypes`.
            guard case .word(let first)? = GradleToken.body(of: inner.header).first else {
                readAndroid(inner, isCertain: isCertain)
                continue
            }
            let words = first.split(separator: ".").map(String.init)
            let isCertain = isCertain && !Self.conditions.contains(first)
            if words.contains("defaultConfig") {
                // A block for the enclosing `android` block configures that block even inside `defaultConfig`.
                var own = inner
                own.blocks.removeAll { Self.isOfAndroid($0.header) }
                Self.read(own, into: &defaults, constants, isCertain: isCertain) { _ in nil }
                let outer = GradleScript.Block(
                    statements: inner.statements.filter { $0.hasPrefix("flavorDimensions") },
                    blocks: inner.blocks.filter { Self.isOfAndroid($0.header) }
                )
                readAndroid(outer, isCertain: isCertain)
            } else if words.contains("sourceSets") {
                readSources(inner)
            } else if let place = words.firstIndex(of: "productFlavors") {
                let container = Self.container(inner, after: words[...place])
                Self.add(
                    container,
                    to: &flavors,
                    each: &ofEachFlavor,
                    open: &openParts,
                    constants,
                    isCertain: isCertain
                )
            } else if let place = words.firstIndex(of: "buildTypes") {
                let container = Self.container(inner, after: words[...place])
                Self.add(
                    container,
                    to: &buildTypes,
                    each: &ofEachType,
                    open: &openParts,
                    constants,
                    isCertain: isCertain
                )
            } else {
                readAndroid(inner, isCertain: isCertain)
            }
        }
    }

    /// Whether a block belongs to Android's plugin and is not part of the default settings.
    private static func isOfAndroid(_ header: String) -> Bool {
        ["productFlavors", "buildTypes", "sourceSets", "buildFeatures", "compileOptions"].contains(header)
    }

    /// Reads the places of source sets' manifests and resources: `main { manifest.srcFile("AndroidManifest.xml") }`,
    /// `main { res.srcDirs("res") }`.
    private mutating func readSources(_ block: GradleScript.Block) {
        func add(_ set: String, _ statements: [String], isWithin: Bool) {
            for statement in statements {
                let tokens = GradleToken.tokens(of: statement)
                addResources(set, tokens, isWithin: false)
                guard
                    let place = tokens.firstIndex(where: { token in
                        guard case .word(let word) = token else { return false }
                        return word.hasSuffix("manifest.srcFile") || isWithin && word == "srcFile"
                    })
                else { continue }
                let silent: [GradleToken] = [
                    .symbol("("), .symbol(")"), .symbol("="), .word("file"), .word("project.file"),
                ]
                let rest = tokens[place...].dropFirst().filter { !silent.contains($0) }
                if rest.count == 1, case .text(let path)? = rest.first {
                    manifests[set] = path
                } else {
                    computedManifests.insert(set)
                }
            }
        }
        for statement in block.statements {
            // main.manifest.srcFile "AndroidManifest.xml", getByName("main").manifest.srcFile("AndroidManifest.xml").
            let tokens = GradleToken.tokens(of: statement)
            if case .word(let word)? = tokens.first, word.contains(".manifest.srcFile") || word.contains(".res.") {
                add(String(word.prefix { $0 != "." }), [statement], isWithin: false)
            } else if tokens.count > 2, case .text(let set) = tokens[2] {
                add(set, [GradleScript.rest(of: statement)], isWithin: false)
            }
        }
        for inner in block.blocks {
            guard let set = inner.configuredName else {
                readConditionalSources(inner)
                continue
            }
            add(set, inner.statements, isWithin: false)
            for deeper in inner.blocks where GradleToken.tokens(of: deeper.header).first?.isCondition == true {
                if deeper.texts.contains(where: { $0.contains("manifest") }) { computedManifests.insert(set) }
            }
            for deeper in inner.blocks where deeper.header == "manifest" { add(set, deeper.statements, isWithin: true) }
            for statement in inner.blocks.filter({ $0.header == "res" }).flatMap(\.statements) {
                addResources(set, GradleToken.tokens(of: statement), isWithin: true)
            }
        }
    }

    /// Reads source sets whose manifests a condition may move.
    private mutating func readConditionalSources(_ block: GradleScript.Block) {
        for statement in block.statements where statement.contains(".manifest.srcFile") {
            computedManifests.insert(String(statement.prefix { $0 != "." }))
        }
        for inner in block.blocks {
            guard let set = inner.configuredName else {
                readConditionalSources(inner)
                continue
            }
            if inner.texts.contains(where: { $0.contains("manifest") }) { computedManifests.insert(set) }
        }
    }

    /// Adds the folders of resources that a statement names literally.
    private mutating func addResources(_ set: String, _ tokens: [GradleToken], isWithin: Bool) {
        let place = tokens.firstIndex { token in
            guard case .word(let word) = token else { return false }
            let parts = word.split(separator: ".")
            let names = ["srcDir", "srcDirs", "setSrcDirs", "directories"]
            return parts.contains { names.contains(String($0)) } && (isWithin || parts.contains("res"))
        }
        guard let place else { return }
        // A list of literal folders has no other calls than these.
        let silent = [
            "srcDir", "srcDirs", "setSrcDirs", "directories", "listOf", "setOf", "file", "files", "add", "addAll",
        ]
        let isLiteral = tokens.dropFirst(place + 1).allSatisfy { token in
            switch token {
            case .text, .symbol: true
            case .word(let word): silent.contains(word.split(separator: ".").last.map(String.init) ?? "")
            case .template: false
            }
        }
        if !isLiteral { computedResources.insert(set) }
        for case .text(let path) in tokens[place...]
        where resources[set, default: []].count < Self.maximumNameCount { resources[set, default: []].append(path) }
    }

    /// The block of a container: the given block, or that of `buildTypes.getByName("release") { … }`.
    static func container(_ block: GradleScript.Block, after words: ArraySlice<String>) -> GradleScript.Block {
        let name = words.joined(separator: ".") + "."
        guard block.header.hasPrefix(name) else { return block }
        var inner = block
        inner.header = String(block.header.dropFirst(name.count))
        return ["apply", "run", "invoke"].contains(inner.header) ? block : GradleScript.Block(blocks: [inner])
    }

    /// The part of a root's script about all modules below it, or, if it names a path, about that module: `subprojects { … }`,
    /// `project(":app") { … }`.
    static func blocks(forModulesIn script: GradleScript.Block) -> [(path: String?, block: GradleScript.Block)] {
        func found(in block: GradleScript.Block, _ depth: Int) -> [(path: String?, block: GradleScript.Block)] {
            block.blocks.flatMap { inner -> [(path: String?, block: GradleScript.Block)] in
                guard case .word(let word)? = GradleToken.tokens(of: inner.header).first else { return [] }
                if conditions.contains(word), depth > 0 {
                    // The condition's header is kept, because it shows that the block may not run.
                    return found(in: inner, depth - 1).map { own in
                        (own.path, GradleScript.Block(blocks: [.init(header: inner.header, blocks: [own.block])]))
                    }
                }
                if word == "project" { return texts(of: inner.header).map { (key($0), inner) } }
                return isForModules(.word(word)) ? [(nil, inner)] : []
            }
        }
        return found(in: script, 8)
    }

    /// Whether the header of a block for other projects begins with a word: `subprojects`, `project` of `project(":app")`.
    static func isForModules(_ word: GradleToken?) -> Bool {
        guard case .word(let word)? = word else { return false }
        return ["subprojects", "allprojects"].contains(word.prefix { $0 != "." }) || word == "project"
    }

    /// The scripts that a script applies: the paths relative to the module or, if they begin with a slash, to the root, and a
    /// statement whose script only running it determines; without that of ``GradleDotenv``.
    static func applied(in block: GradleScript.Block, isCertain: Bool = true) -> (paths: [String], open: String?) {
        var result: (paths: [String], open: String?) = ([], nil)
        for statement in block.statements {
            let tokens = GradleToken.body(of: statement).filter { $0 != .symbol("(") && $0 != .symbol(")") }
            guard tokens.starts(with: [.word("apply"), .word("from")]) else { continue }
            if isCertain, GradleDotenv.isApplied(by: statement) { continue }
            let value = tokens.dropFirst(3).filter { ![.word("file"), .word("project.file")].contains($0) }
            var path: String?
            switch value.last {
            case .text(let text) where value.count == 1: path = text
            case .text(let text) where value.first == .word("rootProject.file"): path = "/" + text
            case .template(let text) where value.count == 1:
                let names = ["rootDir", "rootProject.projectDir", "rootProject.rootDir", "project.rootDir"]
                guard case .open(let name)? = text.parts.first, case .known(let rest)? = text.parts.last,
                    text.parts.count == 2
                else { break }
                if names.contains(name.filter { !"${}".contains($0) }) { path = "/" + rest.drop { $0 == "/" } }
            default: break
            }
            if let path, isCertain { result.paths.append(path) } else { result.open = result.open ?? statement }
        }
        for inner in block.blocks {
            guard case .word(let word)? = GradleToken.tokens(of: inner.header).first else { continue }
            let own = applied(in: inner, isCertain: isCertain && !conditions.contains(word))
            result.paths += own.paths
            result.open = result.open ?? own.open
        }
        return result
    }

    mutating func add(_ dependency: GradleDependency) {
        if dependencies.count < Self.maximumProjectCount { dependencies.insert(dependency) }
    }

    /// The path of a module in the form for comparing paths and accessors: `:my-feature` is `projects.myFeature`.
    static func key(_ path: String) -> String {
        path.lowercased().replacing(".", with: ":").filter { $0 != "-" && $0 != "_" }
            .split(separator: ":").joined(separator: ":")
    }

}

extension SourceText {
    /// A text that only running a build script determines.
    static let computed = unknown(.computed)

    /// A text that only running a statement of a build script determines.
    static func computed(_ statement: String) -> SourceText {
        var gap = SourceGap.computed
        gap.statement = String(statement.prefix(200))
        return unknown(gap)
    }
}

extension GradleToken {
    var isTemplate: Bool { if case .template = self { true } else { false } }
}
