import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The names with literal values in a Gradle script: values of the same file, properties and versions of a catalog.
struct GradleConstants {
    private static let maximumCount = 1_000
    /// The maximum length of a text; a longer one counts as unknown, because each name in it may expand to a text that doubles
    /// another.
    private static let maximumLength = 4_096
    private static let propertyCalls: Set<String> = [
        "property", "findProperty", "project.property", "project.findProperty", "rootProject.property",
        "rootProject.findProperty", "providers.gradleProperty",
    ]
    private static let environmentReads: Set<String> = ["project.env.get", "project.env", "env.get", "env"]

    /// An inner `nil` is a name that is set more than once, or not literally.
    private var values: [String: String?] = [:]
    /// The settings in `gradle.properties`, the strongest first.
    private let properties: [[String: String]]
    private let versions: [String: String]

    /// - Parameters:
    ///   - roots: The scripts.
    ///   - properties: The settings in `gradle.properties`, the strongest first.
    ///   - versions: The versions of the catalog, by accessor name, such as `app.id`.
    ///   - outer: The extra properties of the root's script, which each module sees.
    ///   - code: The constants of the build's own code; an inner `nil` is a name with several values.
    ///   - environment: The values of `project.env`.
    init(
        _ roots: [GradleScript.Block],
        properties: [[String: String]] = [],
        versions: [String: String] = [:],
        outer: GradleConstants? = nil,
        code: [String: String?] = [:],
        environment: [String: String] = [:]
    ) {
        self.properties = properties
        self.versions = versions
        values = code.merging(outer?.values ?? [:]) { $1 }
        for (name, value) in environment { values["env.\(name)"] = value }
        for root in roots { add(root, prefix: "") }
        for root in roots { forget(in: root) }
    }

    /// Reads the extra properties of a root's script.
    init(outer: GradleScript.Block) {
        (properties, versions) = ([], [:])
        let shared = GradleScript.Block(
            statements: outer.statements.filter { $0.hasPrefix("ext.") || $0.hasPrefix("extra[") },
            blocks: outer.blocks.filter { ["ext", "extra", "buildscript"].contains($0.header) }
        )
        add(shared, prefix: "")
    }

    /// No names, for code whose local values may have any name.
    static var none: GradleConstants { GradleConstants([]) }

    private func property(_ name: String) -> String? { properties.lazy.compactMap { $0[name] }.first }

    /// Treats values that a condition sets as unknown.
    private mutating func forget(in block: GradleScript.Block, isCertain: Bool = true) {
        for statement in block.statements where !isCertain || Self.isConditional(statement) {
            for name in Self.assigned(GradleToken.tokens(of: statement))
            where values[name] != nil || values.count < Self.maximumCount { values[name] = .some(nil) }
        }
        for inner in block.blocks { forget(in: inner, isCertain: isCertain && !Self.isConditional(inner.header)) }
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
        guard case .word(let word)? = GradleToken.tokens(of: text).first else { return false }
        return GradleModule.conditions.contains(word)
    }

    /// The names that a statement assigns, including that of `if (x) id += "a"`.
    private static func assigned(_ tokens: [GradleToken]) -> [String] {
        tokens.indices.dropFirst().compactMap { index -> String? in
            guard tokens[index] == .symbol("="), tokens.dropFirst(index + 1).first != .symbol("=") else { return nil }
            let isChange = tokens[index - 1] == .symbol("+") || tokens[index - 1] == .symbol("-")
            guard case .word(let word) = tokens[max(0, index - (isChange ? 2 : 1))] else { return nil }
            return plain(word)
        }
    }

    /// The name of an extra property without its owner.
    private static func plain(_ word: String) -> String {
        let start = ["project.ext.", "rootProject.ext.", "ext."].first(where: word.hasPrefix)
        return String(word.dropFirst(start?.count ?? 0))
    }

    private static func isExtra(_ word: String) -> Bool {
        ["extra", "ext"].contains(word.split(separator: ".").last ?? "")
    }

    /// Reads `val NAME = "…"`, `def NAME = '…'`, `ext.NAME = "…"`, `extra["NAME"] = "…"` and those within `ext { … }`, at the
    /// script's own level and in blocks that run only once.
    private mutating func add(_ block: GradleScript.Block, prefix: String) {
        for statement in block.statements { add(GradleToken.tokens(of: statement), isInExtra: !prefix.isEmpty) }
        for inner in block.blocks {
            let name = String(inner.header.split(separator: ".").last ?? "")
            if prefix.isEmpty, ["ext", "extra", "buildscript", "android", "defaultConfig"].contains(name) {
                for statement in inner.statements {
                    let tokens = GradleToken.tokens(of: statement)
                    let isExtra = name.hasPrefix("ext")
                    if isExtra || Self.isDeclaration(tokens) { add(tokens, isInExtra: isExtra) }
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
        guard let equals = tokens.firstIndex(of: .symbol("=")), equals > 0 else { return }
        if case .word(let first) = tokens[0], GradleModule.conditions.contains(first) { return }
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
        guard values[name] != nil || values.count < Self.maximumCount else { return }
        let value = self.value(tokens[(equals + 1)...])?.known
        values[name] = .some(values[name] == nil ? value : nil)
    }

    /// The text of a value's tokens, or `nil` if only running the script determines it, or if it is too long.
    func value(_ tokens: ArraySlice<GradleToken>) -> SourceText? {
        guard let text = text(tokens), Self.length(text) <= Self.maximumLength else { return nil }
        return text
    }

    private static func length(_ text: SourceText) -> Int { text.parts.reduce(0) { $0 + $1.text.utf8.count } }

    private func text(_ tokens: ArraySlice<GradleToken>) -> SourceText? {
        var tokens = tokens
        while tokens.first == .symbol("("), tokens.last == .symbol(")") { tokens = tokens.dropFirst().dropLast() }
        // Concatenated strings: APP + ".beta".
        if tokens.contains(.symbol("+")) {
            var parts: [SourceText.Part] = []
            var gap: SourceGap?
            var length = 0
            let pieces = tokens.split(separator: .symbol("+"))
            // Plus would add two numbers instead of joining them.
            guard !pieces.prefix(2).allSatisfy(isNumber) else { return nil }
            for piece in pieces {
                guard let text = value(piece) else { return nil }
                length += Self.length(text)
                guard length <= Self.maximumLength else { return nil }
                parts += text.parts
                gap = gap ?? text.gap
            }
            return SourceText(parts: parts, gap: gap ?? .computed)
        }
        switch tokens.first {
        case .text(let text) where tokens.count == 1: return SourceText(text)
        case .template(let text) where tokens.count == 1: return resolved(text)
        case .word(let word) where tokens.count == 1:
            if Int(word) != nil { return SourceText(word) }
            return named(word).map { SourceText($0) }
        default: return property(tokens).map { SourceText($0) }
        }
    }

    /// Whether a value's tokens are a number and not a string.
    private func isNumber(_ tokens: ArraySlice<GradleToken>) -> Bool {
        for token in tokens {
            switch token {
            case .text, .template: return false
            case .word, .symbol: continue
            }
        }
        return value(tokens)?.known.flatMap { Int($0) } != nil
    }

    private func named(_ word: String) -> String? {
        var word = Substring(word)
        for end in [".toString", ".get", ".toInt"] where word.hasSuffix(end) { word = word.dropLast(end.count) }
        for start in ["rootProject.ext.", "project.ext.", "ext.", "rootProject.", "project."]
        where word.hasPrefix(start) {
            word = word.dropFirst(start.count)
            break
        }
        let name = String(word)
        if let known = values[name] { return known }
        if name.hasPrefix("libs.versions.") { return versions[String(name.dropFirst("libs.versions.".count))] }
        return property(name)
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
        if Self.propertyCalls.contains(word) { return values[name] ?? property(name) }
        if Self.environmentReads.contains(word) { return values["env.\(name)"] ?? nil }
        return Self.isExtra(word) ? values[name] ?? nil : nil
    }

    /// A string with its names replaced by their values, or `nil` if it is too long.
    private func resolved(_ text: SourceText) -> SourceText? {
        var parts: [SourceText.Part] = []
        var length = 0
        for var part in text.parts {
            if case .open(let written) = part {
                let inner = written.hasPrefix("${") ? written.dropFirst(2).dropLast() : written.dropFirst()
                part = value(GradleToken.tokens(of: String(inner))[...])?.known.map { .known($0) } ?? part
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
