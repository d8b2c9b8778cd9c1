/// What the build script of an Android module says of its variants.
struct GradleModule {
    /// A value that a script sets.
    enum Value: Hashable {
        case literal(String)
        /// It is set to something that only running the script tells.
        case computed
    }

    /// What a flavour, a build type or the defaults set.
    struct Settings {
        var applicationID: Value?
        var applicationIDSuffix: Value?
        var minimumSDK: Value?
        var targetSDK: Value?
        var dimension: String?
        var placeholders: [String: Value] = [:]
        var strings: [String: Value] = [:]
    }

    private static let maximumNameCount = 100
    private static let maximumProjectCount = 1_000
    private static let maximumDimensionCount = 10

    var defaults = Settings()
    var flavors: [(name: String, settings: Settings)] = []
    var buildTypes: [(name: String, settings: Settings)] = []
    var dimensions: [String] = []
    var namespace: String?
    /// The paths of the project's modules that it uses, as they are written: `:feature:links`, or `feature.links`.
    private(set) var projects: Set<String> = []
    /// Whether the module makes an app and no library.
    let isApplication: Bool
    /// A plugin that is not of the project and may set the application id, or `nil` if no script leaves it open.
    let unknownPlugin: String?

    /// - Parameters:
    ///   - script: The build script.
    ///   - applied: The scripts that it applies.
    ///   - plugins: What the plugins set that it applies; the script is stronger.
    init(_ script: String, applied: [String] = [], plugins: GradlePlugins.Applied = .init()) {
        let scripts = plugins.scripts + [script] + applied
        unknownPlugin = plugins.unknown
        let roots = scripts.map { GradleScript($0).root }
        for block in roots.flatMap({ $0.blocks(named: "dependencies") }) {
            for statement in block.statements { Self.readProjects(statement, into: &projects) }
        }
        // A plugin of the project itself that stands for Android's has its name at the end.
        isApplication =
            plugins.isApplication
            || scripts.contains { $0.contains("android.application") || $0.contains("applicationId") }
        defaults.applicationID = plugins.applicationID
        for android in roots.flatMap({ $0.blocks(named: "android") }) {
            for statement in android.statements {
                if let value = Self.value("namespace", statement), case .literal(let name) = value { namespace = name }
                if statement.hasPrefix("flavorDimensions") {
                    for case .text(let name) in GradleToken.tokens(of: statement) { dimensions.append(name) }
                }
            }
            for block in android.blocks(named: "defaultConfig") { Self.read(block, into: &defaults) }
            for block in android.blocks(named: "productFlavors") { Self.add(block, to: &flavors) }
            for block in android.blocks(named: "buildTypes") { Self.add(block, to: &buildTypes) }
        }
        for name in ["debug", "release"] where !buildTypes.contains(where: { $0.name == name }) {
            buildTypes.append((name, Settings()))
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

    /// Reads `project(":feature:links")`, `project(path: ":feature:links")` and `projects.feature.links`.
    private static func readProjects(_ statement: String, into projects: inout Set<String>) {
        let tokens = GradleToken.tokens(of: statement)
        for (index, token) in tokens.enumerated() where projects.count < maximumProjectCount {
            guard case .word(let word) = token else { continue }
            if word.hasPrefix("projects.") {
                projects.insert(String(word.dropFirst("projects.".count)))
            } else if word == "project" {
                for case .text(let path) in tokens[index...].prefix(6) where path.hasPrefix(":") {
                    projects.insert(path)
                }
            }
        }
    }

    /// The path of a module in the form in which paths and accessors are compared: `:my-feature` is `projects.myFeature`.
    static func key(_ path: String) -> String {
        path.lowercased().replacing(".", with: ":").filter { $0 != "-" && $0 != "_" }
            .split(separator: ":").joined(separator: ":")
    }

    private static func add(_ container: GradleScript.Block, to list: inout [(name: String, settings: Settings)]) {
        for block in container.blocks {
            guard let name = block.configuredName, list.count < maximumNameCount else { continue }
            let index = list.firstIndex { $0.name == name } ?? list.count
            if index == list.count { list.append((name, Settings())) }
            read(block, into: &list[index].settings)
        }
    }

    private static func read(_ block: GradleScript.Block, into settings: inout Settings) {
        for statement in block.statements {
            if let value = value("applicationId", statement) { settings.applicationID = value }
            if let value = value("applicationIdSuffix", statement) { settings.applicationIDSuffix = value }
            for name in ["minSdk", "minSdkVersion"] {
                settings.minimumSDK = value(name, statement) ?? settings.minimumSDK
            }
            for name in ["targetSdk", "targetSdkVersion"] {
                settings.targetSDK = value(name, statement) ?? settings.targetSDK
            }
            if case .literal(let name)? = value("dimension", statement) { settings.dimension = name }
            if statement.hasPrefix("manifestPlaceholders") { readPlaceholders(statement, into: &settings) }
            if statement.hasPrefix("resValue") { readResource(statement, into: &settings) }
        }
    }

    /// The value that a statement gives to a name: `name value`, `name = value`, `name(value)`, `name.set(value)`.
    private static func value(_ name: String, _ statement: String) -> Value? {
        guard statement.hasPrefix(name) else { return nil }
        var tokens = GradleToken.tokens(of: statement)[...]
        switch tokens.popFirst() {
        case .word(name)?: break
        case .word(name + ".set")?: break
        default: return nil
        }
        if tokens.first == .symbol("=") { tokens.removeFirst() }
        if tokens.first == .symbol("("), tokens.last == .symbol(")") { tokens = tokens.dropFirst().dropLast() }
        switch tokens.first {
        case .text(let text) where tokens.count == 1: return .literal(text)
        case .word(let word) where tokens.count == 1 && Int(word) != nil: return .literal(word)
        default: return .computed
        }
    }

    /// Reads `name: "value"`, `"name" to "value"`, `["name"] = "value"`, `put("name", "value")`.
    private static func readPlaceholders(_ statement: String, into settings: inout Settings) {
        let tokens = GradleToken.tokens(of: statement)
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
            let isWhole =
                next + 2 == tokens.count || [.symbol(","), .symbol("]"), .symbol(")")].contains(tokens[next + 2])
            if case .text(let text) = tokens[next + 1], isWhole {
                settings.placeholders[name] = .literal(text)
            } else if tokens[next + 1] != .symbol("["), tokens[next + 1] != .word("mapOf") {
                settings.placeholders[name] = .computed
            }
        }
    }

    /// Reads `resValue "string", "name", "value"`.
    private static func readResource(_ statement: String, into settings: inout Settings) {
        let values = GradleToken.tokens(of: statement).filter { token in
            switch token {
            case .text, .template: true
            default: false
            }
        }
        guard values.count >= 2, values[0] == .text("string"), case .text(let name) = values[1] else { return }
        if values.count == 3, case .text(let text) = values[2] {
            settings.strings[name] = .literal(text)
        } else {
            settings.strings[name] = .computed
        }
    }

    /// A variant: one flavour of each dimension and a build type.
    struct Variant {
        var name: String
        /// The settings, weakest first.
        var settings: [Settings]
        /// What is appended to the application id, in order.
        var suffixes: [Value]
        /// The names of the folders of its sources, weakest first.
        var sourceSets: [String]

        func value(_ key: KeyPath<Settings, Value?>) -> Value? {
            settings.reversed().lazy.compactMap { $0[keyPath: key] }.first
        }

        func placeholder(_ name: String) -> Value? {
            settings.reversed().lazy.compactMap { $0.placeholders[name] }.first
        }

        func string(_ name: String) -> Value? { settings.reversed().lazy.compactMap { $0.strings[name] }.first }

        /// The application id with the suffixes of the flavours and of the build type.
        var applicationID: Value? {
            guard case .literal(var id)? = value(\.applicationID) else { return value(\.applicationID) }
            for suffix in suffixes {
                switch suffix {
                case .literal(let suffix): id += suffix.hasPrefix(".") ? suffix : "." + suffix
                case .computed: return .computed
                }
            }
            return .literal(id)
        }
    }

    static let maximumVariantCount = 64

    /// The variants, at most ``maximumVariantCount``.
    var variants: [Variant] {
        var groups: [[(name: String, settings: Settings)]] = []
        let order = dimensions.isEmpty ? [""] : Array(dimensions.prefix(Self.maximumDimensionCount))
        for dimension in order {
            let group = flavors.filter { ($0.settings.dimension ?? order[0]) == dimension || dimensions.count <= 1 }
            if !group.isEmpty { groups.append(group) }
        }
        var combinations: [[(name: String, settings: Settings)]] = [[]]
        for group in groups {
            combinations = combinations.flatMap { combination in group.map { combination + [$0] } }
            combinations = Array(combinations.prefix(Self.maximumVariantCount))
        }
        var result: [Variant] = []
        for combination in combinations {
            let flavor = Self.camelCased(combination.map(\.name))
            for type in buildTypes where result.count < Self.maximumVariantCount {
                let name = Self.camelCased(combination.map(\.name) + [type.name])
                // Of several dimensions the first is the strongest.
                var sets = ["main"] + combination.reversed().map(\.name)
                if combination.count > 1 { sets.append(flavor) }
                sets.append(type.name)
                if !combination.isEmpty { sets.append(name) }
                result.append(
                    Variant(
                        name: name,
                        settings: [defaults] + combination.reversed().map(\.settings) + [type.settings],
                        suffixes: ([defaults] + combination.map(\.settings) + [type.settings]).compactMap(
                            \.applicationIDSuffix
                        ),
                        sourceSets: sets
                    )
                )
            }
        }
        return result
    }

    private static func camelCased(_ names: [String]) -> String {
        guard let first = names.first else { return "" }
        return first + names.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
