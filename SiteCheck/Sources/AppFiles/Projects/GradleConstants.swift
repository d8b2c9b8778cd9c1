import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The names with literal values in a Gradle script: values of the same file, properties and versions of a catalog.
struct GradleConstants {
    private static let maximumCount = 1_000
    /// The maximum length of a text; a longer one counts as unknown, because each name in it may expand to a text that doubles
    /// another.
    private static let maximumLength = 4_096
    /// The maximum nesting of maps, and of templates in templates.
    private static let maximumMapDepth = 4
    private static let maximumTemplateDepth = 8
    /// The maximum nesting of values in values, such as the alternatives of properties.
    private static let maximumValueDepth = 16
    /// The blocks of a root's script that set extra properties for each module.
    private static let sharedBlocks: Set<String> = ["buildscript", "allprojects", "subprojects"]
    private static let owners = [
        "rootProject.ext.", "rootProject.extra.", "project.ext.", "project.extra.", "ext.", "extra.",
    ]
    private static let setters: Set<String> = [
        "set", "extra", "setProperty", "project.setProperty", "rootProject.setProperty",
    ]
    private static let environmentReads: Set<String> = ["project.env.get", "project.env", "env.get", "env"]

    /// An inner `nil` is a name that is set more than once, or not literally.
    private var values: [String: String?] = [:]
    /// The names of objects with the words that they stand for, such as `rootProject.ext`.
    private var aliases: [String: String] = [:]
    private var properties: GradleProperties
    private let versions: [String: String]

    /// - Parameters:
    ///   - roots: The scripts.
    ///   - properties: The properties of the project.
    ///   - versions: The versions of the catalog, by accessor name, such as `app.id`.
    ///   - outer: The extra properties of the root's script, which each module sees.
    ///   - code: The constants of the build's own code; an inner `nil` is a name with several values.
    ///   - environment: The values of `project.env`.
    init(
        _ roots: [GradleScript.Block],
        properties: GradleProperties = GradleProperties(),
        versions: [String: String] = [:],
        outer: GradleConstants? = nil,
        code: [String: String?] = [:],
        environment: [String: String] = [:]
    ) {
        self.properties = properties
        self.versions = versions
        values = code.merging(outer?.values ?? [:]) { $1 }
        for (name, value) in environment { values["env.\(name)"] = value }
        // A property of a file hides the root's extra property, except where that is named as the root's.
        for (name, value) in outer?.values ?? [:] where properties[name].map({ $0 != value }) ?? false { forget(name) }
        for root in roots { add(root, prefix: "") }
        for root in roots { forget(in: root) }
        // A module may set a property of the root again, wherever that is; a bare name may be one of a block's own.
        guard let outer else { return }
        for tokens in roots.flatMap(\.texts).map(GradleToken.tokens) {
            for name in Self.assigned(tokens).map({ $0.contains(".") ? Self.plain(followed($0)) : $0 })
            where outer.values[name] != nil && tokens.first != .word(name) { forget(name) }
        }
    }

    /// Reads the extra properties of a root's script and of those that it applies; one that is set more than once, wherever that
    /// is, is unknown.
    ///
    /// All are unknown if a script that the root's applies is not among them.
    init(outer roots: [GradleScript.Block], properties: GradleProperties, isWhole: Bool) {
        (self.properties, versions) = (properties, [:])
        for root in roots {
            let shared = GradleScript.Block(
                // The places of the blocks are those between all statements.
                statements: root.statements.map { Self.setsExtra(GradleToken.tokens(of: $0)) ? $0 : "" },
                blocks: root.blocks.filter { Self.isExtra($0.header) || Self.sharedBlocks.contains($0.header) }
            )
            add(shared, prefix: "")
        }
        var assigned: Set<String> = []
        for statement in roots.flatMap(\.texts) {
            for name in Self.assigned(GradleToken.tokens(of: statement)) where !assigned.insert(name).inserted {
                forget(name)
            }
        }
        if !isWhole { values = values.mapValues { _ in nil } }
    }

    /// No names, for code whose local values may have any name.
    static var none: GradleConstants { GradleConstants([]) }

    /// Treats values that a condition sets as unknown.
    private mutating func forget(in block: GradleScript.Block, isCertain: Bool = true) {
        for statement in block.statements where !isCertain || Self.isConditional(statement) {
            for name in Self.assigned(GradleToken.tokens(of: statement)) { forget(name) }
        }
        for inner in block.blocks {
            let mayRunOften = Self.isConditional(inner.header) || Self.isLoop(inner.header)
            forget(in: inner, isCertain: isCertain && !mayRunOften)
        }
    }

    /// Treats a name, and what it contains, as unknown.
    private mutating func forget(_ name: String) {
        aliases[name] = nil
        for other in values.keys where other.hasPrefix(name + ".") { values[other] = .some(nil) }
        if values[name] != nil || values.count < Self.maximumCount { values[name] = .some(nil) }
    }

    /// Whether a header calls its block for each element of a list, or later.
    private static func isLoop(_ header: String) -> Bool {
        GradleToken.tokens(of: header).contains { token in
            guard case .word(let word) = token, let last = word.split(separator: ".").last else { return false }
            return ["each", "eachWithIndex", "forEach", "times", "whenReady", "afterEvaluate"].contains(last)
        }
    }

    /// The names with those that a block declares for itself.
    func within(_ block: GradleScript.Block) -> GradleConstants {
        let own = block.statements.filter { $0.hasPrefix("val ") || $0.hasPrefix("def ") }
        guard !own.isEmpty else { return self }
        var result = self
        for statement in own { result.add(GradleToken.tokens(of: statement), isInExtra: false) }
        return result
    }

    /// Whether a statement or a header begins with a condition.
    private static func isConditional(_ text: String) -> Bool {
        GradleToken.tokens(of: text).first?.isCondition == true
    }

    /// The names that a statement assigns, including those of `if (x) id += "a"`, `ext.set("id", "a")` and `ext.app = [id: "a"]`.
    static func assigned(_ tokens: [GradleToken]) -> [String] {
        let first = tokens.firstIndex(of: .symbol("="))
        return tokens.indices.dropFirst().flatMap { index -> [String] in
            if tokens[index] == .symbol("("), case .word(let word) = tokens[index - 1],
                setters.contains(plain(word)) || word.hasSuffix("extraProperties.set")
            {
                if word == "extra", index > 2, case .word(let name) = tokens[1] { return [name] }
                guard case .text(let name)? = tokens.dropFirst(index + 1).first else { return [] }
                return [name]
            }
            guard tokens[index] == .symbol("="), tokens.dropFirst(index + 1).first != .symbol("=") else { return [] }
            let isChange = tokens[index - 1] == .symbol("+") || tokens[index - 1] == .symbol("-")
            let end = index - (isChange ? 2 : 1)
            if end > 2, tokens[end] == .symbol("]"), case .text(let name) = tokens[end - 1] {
                guard case .word(let owner) = tokens[end - 3], isExtra(owner) else { return [] }
                return [name]
            }
            guard case .word(let word) = tokens[max(0, end)] else { return [] }
            let name = extraName(word) ?? plain(word)
            // Only the first one may be followed by the entries of a map.
            guard index == first else { return [name] }
            return [name] + entries(tokens[(index + 1)...]).map { "\(name).\($0.name)" }
        }
    }

    /// The entries of a map: `[id: "a", host: "b"]`.
    private static func entries(_ tokens: ArraySlice<GradleToken>) -> [(name: String, value: ArraySlice<GradleToken>)] {
        guard tokens.first == .symbol("["), tokens.last == .symbol("]") else { return [] }
        return GradleToken.parts(of: tokens.dropFirst().dropLast(), between: ",").compactMap { entry in
            guard entry.count > 2, entry.dropFirst().first == .symbol(":") else { return nil }
            switch entry.first {
            case .word(let name), .text(let name): return (name, entry.dropFirst(2))
            default: return nil
            }
        }
    }

    /// Whether a statement sets an extra property by name: `ext.id = "a"`, `extra["id"] = "a"`, `val id by extra("a")`.
    static func setsExtra(_ tokens: [GradleToken]) -> Bool {
        guard case .word(let first)? = tokens.first else { return false }
        return plain(first) != first || isExtra(first) || tokens.contains(.word("extra")) && first == "val"
    }

    /// The name of an extra property without its owner.
    private static func plain(_ word: String) -> String {
        String(word.dropFirst(owners.first(where: word.hasPrefix)?.count ?? 0))
    }

    /// The name of an extra property of any project: `id` of `project(":app").ext.id`; otherwise `nil`.
    private static func extraName(_ word: String) -> String? {
        let names = word.split(separator: ".")
        guard let owner = names.lastIndex(where: { $0 == "ext" || $0 == "extra" }), owner + 1 < names.count else {
            return nil
        }
        return names[(owner + 1)...].joined(separator: ".")
    }

    static func isExtra(_ word: String) -> Bool {
        ["extra", "ext"].contains(word.split(separator: ".").last ?? "")
    }

    /// Reads `val NAME = "…"`, `def NAME = '…'`, `ext.NAME = "…"`, `extra["NAME"] = "…"`, `val NAME by extra("…")` and those within
    /// `ext { … }`, at the script's own level and in blocks that run only once.
    private mutating func add(_ block: GradleScript.Block, prefix: String) {
        for part in block.parts {
            guard case .block(let inner) = part else {
                if case .statement(let text) = part {
                    add(GradleToken.tokens(of: text), isInExtra: !prefix.isEmpty)
                }
                continue
            }
            let name = String(inner.header.split(separator: ".").last ?? "")
            let runsOnce =
                ["ext", "extra", "android", "defaultConfig"].contains(name) || Self.sharedBlocks.contains(name)
            if prefix.isEmpty, runsOnce {
                // Each module has properties of its own.
                let ofRoot = properties
                if name != "buildscript", Self.sharedBlocks.contains(name) { properties = GradleProperties() }
                defer { properties = ofRoot }
                for statement in inner.statements {
                    let tokens = GradleToken.tokens(of: statement)
                    let isExtra = name.hasPrefix("ext")
                    if isExtra || Self.isDeclaration(tokens) || Self.setsExtra(tokens) {
                        add(tokens, isInExtra: isExtra)
                    }
                }
                for deeper in inner.blocks where deeper.header == "ext" { add(deeper, prefix: "ext") }
            }
        }
    }

    private static func isDeclaration(_ tokens: [GradleToken]) -> Bool {
        tokens.contains { [.word("val"), .word("def"), .word("const"), .word("final"), .word("String")].contains($0) }
    }

    private mutating func add(_ tokens: [GradleToken], isInExtra: Bool) {
        // A value that a condition sets is unknown.
        guard let equals = tokens.firstIndex(of: .symbol("=")), equals > 0 else {
            // val NAME by extra("…")
            if tokens.first == .word("val"), tokens.count > 5, case .word(let name) = tokens[1],
                let place = tokens.firstIndex(of: .word("by")), tokens.dropFirst(place + 1).first == .word("extra")
            {
                set(name, to: tokens[(place + 2)...])
            }
            return
        }
        if tokens[0].isCondition { return }
        let name: String
        switch tokens[equals - 1] {
        case .word(let word):
            let isType = equals > 2 && tokens[equals - 2] == .symbol(":")
            guard !isType else {
                guard case .word(let declared) = tokens[equals - 3], Self.isDeclaration(tokens) else { return }
                name = declared
                break
            }
            let plain = Self.plain(word)
            let isKnown = Self.isDeclaration(Array(tokens[..<equals])) || plain != word || isInExtra
            // A name that is set again is unknown.
            guard isKnown || equals == 1 && values[word] != nil else { return }
            name = plain
        case .symbol("]"):
            guard equals > 3, case .text(let text) = tokens[equals - 2], case .word(let word) = tokens[0],
                Self.isExtra(word)
            else { return }
            name = text
        case .symbol("+"), .symbol("-"):
            // A change such as `id += ".beta"` sets the name again.
            guard equals > 1, case .word(let word) = tokens[equals - 2], values[Self.plain(word)] != nil else { return }
            name = Self.plain(word)
        default: return
        }
        set(name, to: tokens[(equals + 1)...])
    }

    /// Sets a name, which is unknown if it was set before.
    private mutating func set(_ name: String, to tokens: ArraySlice<GradleToken>, depth: Int = 0) {
        guard values[name] == nil else {
            forget(name)
            return
        }
        guard values.count < Self.maximumCount else { return }
        properties.current = name
        let value = self.value(tokens)?.known
        properties.current = nil
        values[name] = .some(value)
        if value == nil, tokens.count == 1, case .word(let word)? = tokens.first { aliases[name] = word }
        // A script that is not run may replace the environment.
        guard depth < Self.maximumMapDepth, name != "env" else { return }
        for entry in Self.entries(tokens) { set("\(name).\(entry.name)", to: entry.value, depth: depth + 1) }
    }

    /// A word whose first name is replaced by the one that it stands for: with `def config = rootProject.ext`, `config.id` is
    /// `rootProject.ext.id`.
    private func followed(_ word: String) -> String {
        var word = word
        for _ in 0..<8 {
            let first = String(word.prefix { $0 != "." })
            guard let other = aliases[first] else { break }
            word = other + word.dropFirst(first.count)
        }
        return word
    }

    /// The text of a value's tokens, or `nil` if only running the script determines it, or if it is too long or nested too deeply.
    func value(_ tokens: ArraySlice<GradleToken>, depth: Int = 0) -> SourceText? {
        guard depth < Self.maximumValueDepth, let text = text(tokens, depth: depth + 1),
            Self.length(text) <= Self.maximumLength
        else { return nil }
        return text
    }

    private static func length(_ text: SourceText) -> Int { text.parts.reduce(0) { $0 + $1.text.utf8.count } }

    private func text(_ tokens: ArraySlice<GradleToken>, depth: Int) -> SourceText? {
        var tokens = tokens
        while tokens.first == .symbol("("), tokens.last == .symbol(")") { tokens = tokens.dropFirst().dropLast() }
        if let choice = properties.choice(in: tokens) { return choice.flatMap { value($0, depth: depth) } }
        // Concatenated strings: APP + ".beta".
        if tokens.contains(.symbol("+")) {
            var parts: [SourceText.Part] = []
            var gap: SourceGap?
            var length = 0
            let pieces = tokens.split(separator: .symbol("+"))
            // Plus would add two numbers instead of joining them.
            guard !pieces.prefix(2).allSatisfy({ isNumber($0, depth: depth) }) else { return nil }
            for piece in pieces {
                guard let text = value(piece, depth: depth) else { return nil }
                length += Self.length(text)
                guard length <= Self.maximumLength else { return nil }
                parts += text.parts
                gap = gap ?? text.gap
            }
            return SourceText(parts: parts, gap: gap ?? .computed)
        }
        switch tokens.first {
        case .text(let text) where tokens.count == 1: return SourceText(text)
        case .template(let text) where tokens.count == 1: return resolved(text, depth: depth)
        case .word(let word) where tokens.count == 1:
            if Int(word) != nil { return SourceText(word) }
            return named(word).map { SourceText($0) }
        default: return property(tokens).map { SourceText($0) }
        }
    }

    /// Whether a value's tokens are a number and not a string.
    private func isNumber(_ tokens: ArraySlice<GradleToken>, depth: Int) -> Bool {
        for token in tokens {
            switch token {
            case .text, .template: return false
            case .word, .symbol: continue
            }
        }
        return value(tokens, depth: depth)?.known.flatMap { Int($0) } != nil
    }

    private func named(_ word: String) -> String? {
        var word = Substring(followed(word))
        for end in [".toString", ".get", ".toInt"] where word.hasSuffix(end) { word = word.dropLast(end.count) }
        for start in Self.owners + ["rootProject.", "project."] where word.hasPrefix(start) {
            word = word.dropFirst(start.count)
            break
        }
        let name = String(word)
        if let known = values[name] { return known }
        if name.hasPrefix("libs.versions.") { return versions[String(name.dropFirst("libs.versions.".count))] }
        return properties[name]
    }

    /// Reads `property("name")`, `findProperty("name") as String`, `providers.gradleProperty("name").get()`, `extra["name"]`,
    /// `libs.versions.name.get()`, `name.toInt()` and `project.env.get("NAME")`.
    private func property(_ tokens: ArraySlice<GradleToken>) -> String? {
        var tokens = Array(tokens)
        if let place = tokens.firstIndex(of: .word("as")) { tokens = Array(tokens[..<place]) }
        while tokens.count > 2, tokens.suffix(2) == [.symbol("("), .symbol(")")] {
            tokens.removeLast(2)
            if tokens.count > 1, [.word(".get"), .word(".toInt"), .word(".toString")].contains(tokens.last) {
                tokens.removeLast()
            }
        }
        guard case .word(let word)? = tokens.first else { return nil }
        if tokens.count == 1 { return named(word) }
        guard tokens.count == 4, case .text(let name) = tokens[2] else { return nil }
        // Other objects have calls with these names too: System.getProperty("name"), or those of local.properties.
        if GradleProperties.calls.contains(word) { return values[name] ?? properties.value(of: name, by: word) }
        if Self.environmentReads.contains(word) { return values["env.\(name)"] ?? nil }
        // An extra property, or an entry of a map.
        let owner = followed(word.hasSuffix(".get") ? String(word.dropLast(4)) : word)
        return Self.isExtra(owner) ? values[name] ?? nil : values["\(Self.plain(owner)).\(name)"] ?? nil
    }

    /// A string with its names replaced by their values, or `nil` if it is too long.
    private func resolved(_ text: SourceText, depth: Int) -> SourceText? {
        var parts: [SourceText.Part] = []
        var length = 0
        for var part in text.parts {
            if case .open(let written) = part {
                let inner = written.hasPrefix("${") ? written.dropFirst(2).dropLast() : written.dropFirst()
                if inner.ranges(of: "${").count <= Self.maximumTemplateDepth {
                    let own = value(GradleToken.tokens(of: String(inner))[...], depth: depth)
                    part = own?.known.map { .known($0) } ?? part
                }
            }
            length += part.text.utf8.count
            guard length <= Self.maximumLength else { return nil }
            parts.append(part)
        }
        return SourceText(parts: parts, gap: text.gap ?? .computed)
    }
}

extension SourceGap {
    /// The gap for a value that code computes.
    static let computed = SourceGap("only running the build script sets it")
}
