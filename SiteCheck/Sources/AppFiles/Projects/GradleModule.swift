import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// What the build script of an Android module says of its variants.
struct GradleModule {
    typealias Value = SourceText

    /// What a flavour, a build type or the defaults set.
    struct Settings {
        var applicationID: Value?
        var applicationIDSuffix: Value?
        var minimumSDK: Value?
        var targetSDK: Value?
        var dimension: String?
        /// The names that stand for its own in libraries that lack it.
        var fallbacks: [String] = []
        /// For dimensions that the app lacks and a library has, the flavours to take, the first one that there is.
        var strategies: [String: [String]] = [:]
        var placeholders: [String: Value] = [:]
        var strings: [String: Value] = [:]
        /// What code that is not run may set more of.
        var open: Set<Part> = []

        /// The values of a part as only running the script tells them.
        mutating func setOpen(_ part: Part) {
            switch part {
            case .applicationID: applicationID = .computed
            case .suffix: applicationIDSuffix = .computed
            case .placeholders, .strings: open.insert(part)
            }
        }

        /// What may be set, where it is not known whether the code runs.
        var computed: Settings {
            var result = self
            if applicationID != nil { result.applicationID = .computed }
            if applicationIDSuffix != nil { result.applicationIDSuffix = .computed }
            if minimumSDK != nil { result.minimumSDK = .computed }
            if targetSDK != nil { result.targetSDK = .computed }
            result.placeholders = placeholders.mapValues { _ in .computed }
            result.strings = strings.mapValues { _ in .computed }
            return result
        }
    }

    /// A part of the settings that decides of links.
    enum Part: CaseIterable {
        case applicationID, suffix, placeholders, strings

        /// The names by which code sets it.
        var names: Set<String> {
            switch self {
            case .applicationID: ["applicationId", "setApplicationId"]
            case .suffix: ["applicationIdSuffix", "setApplicationIdSuffix"]
            case .placeholders: ["manifestPlaceholders", "addManifestPlaceholders", "setManifestPlaceholders"]
            case .strings: ["resValue", "resValues", "setResValues"]
            }
        }
    }

    /// What a module makes.
    enum Role: Hashable {
        case application
        /// A library, a feature, or nothing that has to do with Android.
        case library
        /// Unknown from the scripts: only the plugin with this id decides it.
        case unknown(String?)
    }

    static let maximumNameCount = 100
    private static let maximumProjectCount = 1_000
    static let maximumDimensionCount = 10

    var defaults = Settings()
    var flavors: [(name: String, settings: Settings)] = []
    var buildTypes: [(name: String, settings: Settings)] = []
    var dimensions: [String] = []
    var namespace: String?
    /// The project's modules that it uses, and its features.
    private(set) var dependencies: Set<GradleDependency> = []
    /// What code changes of single variants, after all else.
    private(set) var changes: [GradleVariantChange] = []
    /// What may set values that are not known, and is not run: a clause.
    private(set) var openness: String?
    /// What the script sets for each build type, and for each flavour.
    private var ofEachType = Settings()
    private var ofEachFlavor = Settings()
    /// What loops may set of flavours and build types that they make.
    private var openParts: Set<Part> = []
    /// What the module makes.
    var role = Role.library
    /// Whether a plugin says that the module is no app.
    let isLibrary: Bool
    /// A plugin that may set the application id, or `nil` if no script leaves it open.
    let unknownPlugin: String?
    /// The manifests of sets of sources that lie elsewhere than is usual, relative to the module.
    private(set) var manifests: [String: String] = [:]
    private let constants: GradleConstants

    /// - Parameters:
    ///   - script: The build script.
    ///   - applied: The scripts that it applies.
    ///   - plugins: What the ids of the plugins tell that they apply.
    ///   - above: What the root's script says of all modules, or of this one; the script is stronger.
    ///   - constants: Returns the names that stand for texts in the scripts.
    init(
        _ script: String,
        applied: [String] = [],
        plugins: GradlePlugins.Applied = .init(),
        above: [GradleScript.Block] = [],
        constants: ([GradleScript.Block]) -> GradleConstants = { GradleConstants($0) }
    ) {
        unknownPlugin = plugins.unknown
        isLibrary = plugins.isLibrary
        let roots = ([script] + applied).map { GradleScript($0).root }
        self.constants = constants(roots)
        for root in roots { readDependencies(root) }
        for block in above { readAndroid(block) }
        let idAbove = defaults.applicationID
        defaults.applicationID = nil
        for root in roots {
            // The plugin for libraries of Kotlin Multiplatform has its block within that of Kotlin.
            let inner = root.blocks(named: "kotlin").flatMap(\.blocks)
                .filter { $0.header == "androidLibrary" || $0.header == "android" }
            for block in inner { readAndroid(block) }
            for block in root.blocks where Self.isAndroid(block.header) {
                var android = block
                android.header = block.header.hasPrefix("android.") ? String(block.header.dropFirst(8)) : ""
                if android.header.isEmpty {
                    readAndroid(android)
                } else {
                    readAndroid(GradleScript.Block(blocks: [android]))
                }
            }
        }
        let setsID = defaults.applicationID != nil || flavors.contains { $0.settings.applicationID != nil }
        defaults.applicationID = defaults.applicationID ?? idAbove
        // Only apps have an id.
        let isApplication = plugins.isApplication || setsID && !plugins.isLibrary
        role = isApplication ? .application : plugins.isLibrary ? .library : .unknown(plugins.unknown)
        for name in ["debug", "release"] where !buildTypes.contains(where: { $0.name == name }) {
            buildTypes.append((name, ofEachType))
        }
        changes = (above + roots).flatMap { GradleVariantChange.changes(in: $0, self.constants) }
        if changes.contains(where: { !$0.isKnown }) {
            openness = "code of the build for single variants may set it, and is not run"
        }
        if !openParts.isEmpty {
            changes.append(GradleVariantChange(open: openParts))
            openness = openness ?? "a loop of the build may set it, and is not run"
        }
        if let plugin = plugins.unknown {
            openness = openness ?? "the plugin \(plugin.quoted(limit: 100)) may set it, and is code, which is not read"
        }
    }

    /// Reads the modules that the blocks of dependencies name, of which Kotlin Multiplatform has one in each set of sources.
    private mutating func readDependencies(_ block: GradleScript.Block) {
        for inner in block.blocks {
            let name = inner.configuredName ?? String(inner.header.prefix { $0 != "." })
            // What tests use is not in the app.
            if name.hasSuffix("Test") { continue }
            if inner.header == "dependencies" || inner.header.hasSuffix(".dependencies") {
                addDependencies(inner, isCertain: true)
            } else {
                readDependencies(inner)
            }
        }
    }

    private mutating func addDependencies(_ block: GradleScript.Block, isCertain: Bool) {
        for statement in block.statements {
            for own in GradleDependency.read(statement, isCertain: isCertain) { add(own) }
        }
        for inner in block.blocks {
            // A dependency may have a block behind it, which says what is left out of it.
            for own in GradleDependency.read(inner.header, isCertain: isCertain) { add(own) }
            guard case .word(let word)? = GradleToken.tokens(of: inner.header).first, Self.conditions.contains(word)
            else { continue }
            addDependencies(inner, isCertain: false)
        }
    }

    private static func isAndroid(_ header: String) -> Bool {
        header == "android" || header.hasPrefix("android.") || header.hasPrefix("configure<")
            || header.hasPrefix("extensions.configure")
    }

    /// Words before a block that may not run.
    static let conditions: Set<String> = [
        "if", "else", "when", "switch", "case", "for", "while", "try", "catch", "default",
    ]

    /// Reads what an `android` block sets.
    private mutating func readAndroid(_ block: GradleScript.Block, isCertain: Bool = true) {
        for statement in block.statements {
            if let name = Self.value("namespace", statement, constants)?.known { namespace = name }
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
            }
        }
        for inner in block.blocks {
            let tokens = GradleToken.tokens(of: inner.header)
            guard case .word(let first)? = tokens.first else {
                readAndroid(inner, isCertain: isCertain)
                continue
            }
            let words = first.split(separator: ".").map(String.init)
            let isCertain = isCertain && !Self.conditions.contains(first)
            if words.contains("defaultConfig") {
                // What belongs to the block around it is set there, wherever it is written.
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

    /// Whether a block is one of Android's plugin, and none of the default settings.
    private static func isOfAndroid(_ header: String) -> Bool {
        ["productFlavors", "buildTypes", "sourceSets", "buildFeatures", "compileOptions"].contains(header)
    }

    /// Reads where the manifests of sets of sources lie: `main { manifest.srcFile("AndroidManifest.xml") }`.
    private mutating func readSources(_ block: GradleScript.Block) {
        func add(_ set: String, _ statements: [String], isWithin: Bool) {
            for statement in statements {
                let tokens = GradleToken.tokens(of: statement)
                guard
                    let place = tokens.firstIndex(where: { token in
                        guard case .word(let word) = token else { return false }
                        return word.hasSuffix("manifest.srcFile") || isWithin && word == "srcFile"
                    }),
                    let path = tokens[place...].lazy.compactMap({ if case .text(let text) = $0 { text } else { nil } })
                        .first
                else { continue }
                manifests[set] = path
            }
        }
        for statement in block.statements {
            // main.manifest.srcFile "AndroidManifest.xml", getByName("main").manifest.srcFile("AndroidManifest.xml").
            let tokens = GradleToken.tokens(of: statement)
            if case .word(let word)? = tokens.first, word.contains(".manifest.srcFile") {
                add(String(word.prefix { $0 != "." }), [statement], isWithin: false)
            } else if tokens.count > 2, case .text(let set) = tokens[2] {
                add(set, [GradleScript.rest(of: statement)], isWithin: false)
            }
        }
        for inner in block.blocks {
            guard let set = inner.configuredName else { continue }
            add(set, inner.statements, isWithin: false)
            for deeper in inner.blocks where deeper.header == "manifest" { add(set, deeper.statements, isWithin: true) }
        }
    }

    /// The block of a container: itself, or that of `buildTypes.getByName("release") { … }`.
    private static func container(_ block: GradleScript.Block, after words: ArraySlice<String>) -> GradleScript.Block {
        let name = words.joined(separator: ".") + "."
        guard block.header.hasPrefix(name) else { return block }
        var inner = block
        inner.header = String(block.header.dropFirst(name.count))
        return ["apply", "run", "invoke"].contains(inner.header) ? block : GradleScript.Block(blocks: [inner])
    }

    /// What a script says of all modules below it, or of the one with a path: `subprojects { … }`, `project(":app") { … }`.
    static func blocks(for module: String, in script: String) -> [GradleScript.Block] {
        let path = key(module.replacing("/", with: ":"))
        return GradleScript(script).root.blocks.filter { block in
            let tokens = GradleToken.tokens(of: block.header)
            switch tokens.first {
            case .word(let word):
                if word == "project" { return texts(of: block.header).contains { key($0) == path } }
                return ["subprojects", "allprojects"].contains(word.prefix { $0 != "." })
            default: return false
            }
        }
    }

    /// The paths, relative to the script's folder, of the scripts that it applies: `apply from: "ids.gradle"`.
    static func applied(in script: String) -> [String] {
        GradleScript(script).root.statements.compactMap { statement in
            let tokens = GradleToken.tokens(of: statement).filter { $0 != .symbol("(") && $0 != .symbol(")") }
            guard tokens.count == 4, tokens[0] == .word("apply"), tokens[1] == .word("from"),
                tokens[2] == .symbol(":") || tokens[2] == .symbol("="), case .text(let path) = tokens[3]
            else { return nil }
            return path
        }
    }

    private mutating func add(_ dependency: GradleDependency) {
        if dependencies.count < Self.maximumProjectCount { dependencies.insert(dependency) }
    }

    /// The path of a module in the form in which paths and accessors are compared: `:my-feature` is `projects.myFeature`.
    static func key(_ path: String) -> String {
        path.lowercased().replacing(".", with: ":").filter { $0 != "-" && $0 != "_" }
            .split(separator: ":").joined(separator: ":")
    }

    /// Reads what a container says of what has a name, and of each in it.
    private static func add(
        _ container: GradleScript.Block,
        to list: inout [(name: String, settings: Settings)],
        each: inout Settings,
        open: inout Set<Part>,
        _ constants: GradleConstants,
        isCertain: Bool
    ) {
        for block in container.blocks {
            guard let name = block.configuredName else {
                // A loop makes what has no name here.
                open.formUnion(parts(in: block))
                continue
            }
            if ["all", "each", "configureEach", "forEach"].contains(name) {
                read(block, into: &each, constants, isCertain: isCertain) { _ in nil }
                for index in list.indices {
                    read(block, into: &list[index].settings, constants, isCertain: isCertain) { _ in nil }
                }
                continue
            }
            let index = list.firstIndex { $0.name == name } ?? list.count
            guard index < maximumNameCount else { continue }
            if index == list.count { list.append((name, each)) }
            var settings = list[index].settings
            read(block, into: &settings, constants, isCertain: isCertain) { base in
                list.first { $0.name == base }?.settings ?? (base == "debug" || base == "release" ? each : nil)
            }
            list[index].settings = settings
        }
    }

    /// Reads the settings of a block.
    ///
    /// - Parameters:
    ///   - block: The block.
    ///   - settings: What is known so far.
    ///   - constants: The names that stand for texts.
    ///   - isCertain: Whether the block is run.
    ///   - base: Returns the settings of what `initWith` names.
    private static func read(
        _ block: GradleScript.Block,
        into settings: inout Settings,
        _ constants: GradleConstants,
        isCertain: Bool = true,
        base: (String) -> Settings?
    ) {
        guard isCertain else {
            var own = Settings()
            read(block, into: &own, constants, base: base)
            own = own.computed
            settings.applicationID = own.applicationID ?? settings.applicationID
            settings.applicationIDSuffix = own.applicationIDSuffix ?? settings.applicationIDSuffix
            settings.placeholders.merge(own.placeholders) { $1 }
            settings.strings.merge(own.strings) { $1 }
            settings.open.formUnion(own.open)
            return
        }
        for statement in block.statements { read(statement, into: &settings, constants, base: base) }
        for inner in block.blocks {
            if inner.header.hasPrefix("manifestPlaceholders") {
                for statement in inner.statements {
                    readPlaceholders(GradleToken.tokens(of: statement), into: &settings, constants)
                }
                if !inner.blocks.isEmpty { settings.open.insert(.placeholders) }
            } else {
                // A condition, or a block for something else.
                for part in parts(in: inner) { settings.setOpen(part) }
            }
        }
    }

    /// The parts of the settings that a block may set, whatever it is for.
    ///
    /// - Parameters:
    ///   - block: The block.
    ///   - needsReceiver: Whether a bare name is one of something else, as that of a task is within the code for a variant.
    /// - Returns: The parts.
    static func parts(in block: GradleScript.Block, needsReceiver: Bool = false) -> Set<Part> {
        var found: Set<Part> = []
        for text in block.texts {
            var tokens = GradleToken.body(of: text)
            // The name of a local value says nothing.
            if [.word("val"), .word("var"), .word("def")].contains(tokens.first) {
                tokens.removeFirst(min(2, tokens.count))
            }
            for (index, token) in tokens.enumerated() {
                guard case .word(let word) = token else { continue }
                let names = word.split(separator: ".").map(String.init)
                for part in Part.allCases where names.contains(where: part.names.contains) {
                    let isID = part == .applicationID || part == .suffix
                    let reads = isID && !sets(names, tokens[(index + 1)...])
                    let isOther = isID && needsReceiver && names.first.map(part.names.contains) == true
                    if !reads, !isOther { found.insert(part) }
                }
                if names.contains("initWith") { found.formUnion([.suffix, .placeholders, .strings]) }
            }
        }
        return found
    }

    /// Whether a name with what stands behind it gives it a value, and does not only read it.
    private static func sets(_ names: [String], _ rest: ArraySlice<GradleToken>) -> Bool {
        if let last = names.last, last == "set" || last.hasPrefix("set") { return true }
        switch rest.first {
        case .symbol("="): return rest.dropFirst().first != .symbol("=")
        case .text, .template: return true
        default: return false
        }
    }

    private static func read(
        _ statement: String,
        into settings: inout Settings,
        _ constants: GradleConstants,
        base: (String) -> Settings?
    ) {
        if statement.hasPrefix("initWith") {
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.first == .word("initWith") else { return }
            // The tool takes all that the other one has so far, and forgets what was set before.
            if let known = baseName(tokens.dropFirst()).flatMap(base) {
                settings = known
            } else {
                settings = Settings()
                for part in [Part.suffix, .placeholders, .strings] { settings.setOpen(part) }
            }
            return
        }
        if let value = value("applicationId", statement, constants) { settings.applicationID = value }
        if let value = value("applicationIdSuffix", statement, constants) { settings.applicationIDSuffix = value }
        for name in ["minSdk", "minSdkVersion"] {
            settings.minimumSDK = value(name, statement, constants) ?? settings.minimumSDK
        }
        for name in ["targetSdk", "targetSdkVersion"] {
            settings.targetSDK = value(name, statement, constants) ?? settings.targetSDK
        }
        if let name = value("dimension", statement, constants)?.known { settings.dimension = name }
        if statement.hasPrefix("manifestPlaceholders") {
            readPlaceholders(GradleToken.tokens(of: statement), into: &settings, constants)
        }
        if statement.hasPrefix("resValue") { readResource(statement, into: &settings, constants) }
        if statement.hasPrefix("matchingFallbacks") || statement.hasPrefix("setMatchingFallbacks") {
            settings.fallbacks += texts(of: statement)
        }
        if statement.hasPrefix("missingDimensionStrategy") {
            let texts = texts(of: statement)
            if let dimension = texts.first { settings.strategies[dimension] = Array(texts.dropFirst()) }
        }
    }

    private static func texts(of statement: String) -> [String] {
        GradleToken.tokens(of: statement).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// The name in `getByName("debug")`, `buildTypes["debug"]`, `buildTypes.debug` or `debug`.
    private static func baseName(_ tokens: ArraySlice<GradleToken>) -> String? {
        let texts = tokens.compactMap { if case .text(let text) = $0 { text } else { nil } }
        if let only = texts.first { return texts.count == 1 ? only : nil }
        let words = tokens.compactMap { if case .word(let word) = $0 { word } else { nil } }
        guard words.count == 1, !tokens.contains(where: \.isTemplate) else { return nil }
        return words[0].split(separator: ".").last { $0 != "get" }.map(String.init)
    }

    /// The value that a statement gives to a name: `name value`, `name = value`, `name(value)`, `name.set(value)`.
    private static func value(_ name: String, _ statement: String, _ constants: GradleConstants) -> Value? {
        guard statement.hasPrefix(name) else { return nil }
        var tokens = GradleToken.tokens(of: statement)[...]
        switch tokens.popFirst() {
        case .word(name)?: break
        case .word(name + ".set")?: break
        default: return nil
        }
        if tokens.first == .symbol("=") { tokens.removeFirst() }
        return constants.value(tokens) ?? .computed(statement)
    }

    /// Reads `name: "value"`, `"name" to "value"`, `["name"] = "value"`, `put("name", "value")`.
    static func readPlaceholders(_ tokens: [GradleToken], into settings: inout Settings, _ constants: GradleConstants) {
        for index in tokens.indices.dropFirst() {
            let name: String
            switch tokens[index] {
            case .text(let text): name = text
            case .word(let word): name = word
            default: continue
            }
            var next = index + 1
            if next < tokens.count, tokens[next] == .symbol("]"), tokens[index - 1] == .symbol("[") { next += 1 }
            guard next + 1 < tokens.count else { continue }
            switch tokens[next] {
            case .symbol(":"), .symbol("="), .word("to"): break
            case .symbol(",") where tokens[index - 1] == .symbol("("):
                guard case .word(let word) = tokens[max(0, index - 2)], word.hasSuffix("put") else { continue }
            default: continue
            }
            let value = tokens[(next + 1)...].prefix { ![.symbol(","), .symbol("]"), .symbol(")")].contains($0) }
            // A call has its own brackets.
            let isWhole = next + 1 + value.count == tokens.count || tokens[next + 1 + value.count] != .symbol(")")
            if let text = constants.value(value) {
                settings.placeholders[name] = text
            } else if let text = isWhole ? nil : constants.value(tokens[(next + 1)...]) {
                settings.placeholders[name] = text
            } else if tokens[next + 1] != .symbol("["), tokens[next + 1] != .word("mapOf") {
                settings.placeholders[name] = .computed
            }
        }
    }

    /// Reads `resValue "string", "name", "value"`.
    private static func readResource(_ statement: String, into settings: inout Settings, _ constants: GradleConstants) {
        let tokens = GradleToken.tokens(of: statement)
        let start = tokens.firstIndex { if case .text = $0 { true } else { false } } ?? tokens.count
        let values = tokens[start...].split(separator: .symbol(","), maxSplits: 2)
        guard values.count == 3, values[0].first == .text("string"), case .text(let name)? = values[1].first else {
            return
        }
        var value = values[2]
        if value.last == .symbol(")"), start > 0, tokens[start - 1] == .symbol("(") { value.removeLast() }
        settings.strings[name] = constants.value(value) ?? .computed
    }
}

extension SourceText {
    /// A text that only running a build script tells.
    static let computed = unknown(.computed)

    /// A text that only running a statement of a build script tells.
    static func computed(_ statement: String) -> SourceText {
        var gap = SourceGap.computed
        gap.statement = String(statement.prefix(200))
        return unknown(gap)
    }
}

extension GradleToken {
    var isTemplate: Bool { if case .template = self { true } else { false } }
}
