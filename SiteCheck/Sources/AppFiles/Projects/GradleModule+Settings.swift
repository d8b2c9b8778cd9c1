import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The settings in blocks of a script for flavours, build types and the defaults.
extension GradleModule {
    /// The settings of a flavour, a build type or the defaults.
    struct Settings {
        var applicationID: Value?
        var applicationIDSuffix: Value?
        var minimumSDK: Value?
        var targetSDK: Value?
        var dimension: String?
        /// `matchingFallbacks`: the names to use in libraries that lack this one.
        var fallbacks: [String] = []
        /// `missingDimensionStrategy`: flavours to try, in order, for a dimension that only a library has.
        var strategies: [String: [String]] = [:]
        var placeholders: [String: Value] = [:]
        /// Resources by type and name, such as `string/host`.
        var strings: [String: Value] = [:]
        /// Parts that unevaluated code may also set.
        var open: Set<Part> = []

        /// Marks the values of a part as ones that only running the script determines.
        mutating func setOpen(_ part: Part) {
            switch part {
            case .applicationID: applicationID = .computed
            case .suffix: applicationIDSuffix = .computed
            case .placeholders:
                open.insert(part)
                placeholders = placeholders.mapValues { _ in .computed }
            case .strings:
                open.insert(part)
                strings = strings.mapValues { _ in .computed }
            }
        }

        /// Reads a resource; if it is unknown which one it is, any string may be set.
        mutating func read(_ resource: GradleResource?) {
            guard let resource else { return setOpen(.strings) }
            if let key = resource.key { strings[key] = resource.value }
        }

        /// The possible settings, if it is unknown whether the code runs.
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

    /// A setting that is relevant to links.
    enum Part: CaseIterable {
        case applicationID, suffix, placeholders, strings

        /// The names by which code sets this part.
        var names: Set<String> {
            switch self {
            case .applicationID: ["applicationId", "setApplicationId"]
            case .suffix: ["applicationIdSuffix", "setApplicationIdSuffix"]
            case .placeholders: ["manifestPlaceholders", "addManifestPlaceholders", "setManifestPlaceholders"]
            case .strings: ["resValue", "resValues", "setResValues"]
            }
        }
    }

    /// Reads the settings of a container of flavours or build types, and of each element in it.
    static func add(
        _ container: GradleScript.Block,
        to list: inout [(name: String, settings: Settings)],
        each: inout Settings,
        open: inout Set<Part>,
        _ constants: GradleConstants,
        isCertain: Bool
    ) {
        let calls = container.statements.compactMap(GradleScript.Block.init(element:))
        // A call with more than the name may refer to an element that a block creates.
        let (bare, others) = (calls.filter { $0.statements == [""] }, calls.filter { $0.statements != [""] })
        for block in bare + container.blocks + others {
            guard let name = block.configuredName else {
                var rest = block
                if case .word(let word)? = GradleToken.tokens(of: block.header).first, ["if", "else"].contains(word) {
                    add(block, to: &list, each: &each, open: &open, constants, isCertain: false)
                    rest.blocks = []
                    rest.statements.removeAll { GradleScript.Block(element: $0) != nil }
                }
                // A loop creates elements without a name here.
                open.formUnion(parts(in: rest))
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
            // An element that only a condition creates has the settings of its block if it exists.
            let isCertain = isCertain || index == list.count && block.isCreation
            if index == list.count { list.append((name, each)) }
            var settings = list[index].settings
            read(block, into: &settings, constants, isCertain: isCertain) { base in
                list.first { $0.name == base }?.settings ?? (base == "debug" || base == "release" ? each : nil)
            }
            list[index].settings = settings
        }
    }

    /// The parts of the settings that a block may set, whatever the block configures.
    ///
    /// - Parameters:
    ///   - block: The block.
    ///   - needsReceiver: Whether a bare name belongs to something else, like a task's name within the code for a variant.
    /// - Returns: The parts.
    static func parts(in block: GradleScript.Block, needsReceiver: Bool = false) -> Set<Part> {
        var found: Set<Part> = []
        for text in block.texts {
            var tokens = GradleToken.body(of: text)
            // The name that a declaration gives a local value is irrelevant.
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

    /// Whether the text after a name assigns it a value instead of only reading it.
    static func sets(_ names: [String], _ rest: ArraySlice<GradleToken>) -> Bool {
        if let last = names.last, last == "set" || last.hasPrefix("set") { return true }
        switch rest.first {
        case .symbol("="): return rest.dropFirst().first != .symbol("=")
        case .text, .template: return true
        default: return false
        }
    }

    static func texts(of statement: String) -> [String] {
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

    /// The value that a statement assigns to a name, in one of these forms: `name value`, `name = value`, `name(value)`,
    /// `name.set(value)`.
    static func value(_ name: String, _ statement: String, _ constants: GradleConstants) -> Value? {
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

    /// The maximum number of tokens of a placeholder's value.
    private static let maximumValueLength = 200

    /// Reads `name: "value"`, `"name" to "value"`, `["name"] = "value"`, `put("name", "value")`.
    static func readPlaceholders(_ tokens: [GradleToken], into settings: inout Settings, _ constants: GradleConstants) {
        // In Groovy, manifestPlaceholders.host = "example.com" sets an element.
        if case .word(let word)? = tokens.first, tokens.count > 2, tokens[1] == .symbol("=") {
            let parts = word.split(separator: ".")
            if parts.count == 2, parts[0] == "manifestPlaceholders" {
                let value = tokens[2...].prefix(GradleToken.valueLength(tokens[2...]))
                settings.placeholders[String(parts[1])] = constants.value(value) ?? .computed
                return
            }
        }
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
            let rest = tokens[(next + 1)...].prefix(maximumValueLength)
            let value = rest.prefix(GradleToken.valueLength(rest))
            if let text = constants.value(value) {
                settings.placeholders[name] = text
            } else if tokens[next + 1] != .symbol("["), tokens[next + 1] != .word("mapOf") {
                settings.placeholders[name] = .computed
            }
        }
    }

    /// Reads the settings of a block.
    ///
    /// - Parameters:
    ///   - block: The block.
    ///   - settings: The settings so far.
    ///   - constants: The names with text values.
    ///   - isCertain: Whether the block certainly runs.
    ///   - base: Returns the settings of the element that `initWith` names.
    static func read(
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
        let constants = constants.within(block)
        for statement in block.statements { read(statement, into: &settings, constants, base: base) }
        for inner in block.blocks {
            if inner.header.hasPrefix("manifestPlaceholders") || inner.header.hasPrefix("with(manifestPlaceholders") {
                for statement in inner.statements {
                    readPlaceholders(GradleToken.tokens(of: statement), into: &settings, constants)
                }
                if !inner.blocks.isEmpty { settings.open.insert(.placeholders) }
            } else {
                // The block is a condition, or configures something else.
                for part in parts(in: inner) { settings.setOpen(part) }
            }
        }
    }

    static func read(
        _ statement: String,
        into settings: inout Settings,
        _ constants: GradleConstants,
        base: (String) -> Settings?
    ) {
        if statement.hasPrefix("initWith") {
            let tokens = GradleToken.tokens(of: statement)
            guard tokens.first == .word("initWith") else { return }
            // Gradle copies all current settings of the other element and forgets earlier ones of this element.
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
        if Part.placeholders.names.contains(where: statement.hasPrefix) {
            readPlaceholders(GradleToken.tokens(of: statement), into: &settings, constants)
        }
        if statement.hasPrefix("resValue") {
            settings.read(GradleResource(GradleToken.tokens(of: statement), constants, statement))
        }
        if statement.hasPrefix("matchingFallbacks") || statement.hasPrefix("setMatchingFallbacks") {
            settings.fallbacks += texts(of: statement)
        }
        if statement.hasPrefix("missingDimensionStrategy") {
            let texts = texts(of: statement)
            if let dimension = texts.first { settings.strategies[dimension] = Array(texts.dropFirst()) }
        }
    }
}
