@_spi(Bolts) import BoltsSiteCheck

/// The properties of a project in the files `gradle.properties`, and the conditions on them.
///
/// The option -P and the file of a user's home may set others, which an ordinary build does not have.
struct GradleProperties {
    /// The properties of the files, the strongest first; the root's is the last.
    var files: [[String: String]] = []
    /// How often the project's scripts set each name, and, behind a star, each end of a computed one; `nil` if code that is not
    /// read may set any.
    var others: [String: Int]? { didSet { ends = others.map(Self.ends) ?? [] } }
    private var ends: [Substring] = []
    /// The name that the statement being read sets; it is not set yet.
    var current: String?

    /// The words that read a property, which is null, or absent, if nothing sets it.
    static let calls: Set<String> = [
        "property", "findProperty", "project.property", "project.findProperty", "rootProject.property",
        "rootProject.findProperty", provider,
    ]
    /// The word that reads properties of the root's file only.
    private static let provider = "providers.gradleProperty"
    private static let tests: Set<String> = ["hasProperty", "project.hasProperty", "rootProject.hasProperty"]
    /// Names that each project has without setting them: the properties of Gradle's `Project`, and what Android's plugins add.
    private static let ofProjects: Set<String> = [
        "allprojects", "android", "androidComponents", "ant", "artifacts", "base", "buildDir", "buildFile", "buildPath",
        "buildscript", "childProjects", "class", "components", "configurations", "convention", "defaultTasks",
        "dependencies", "dependencyFactory", "dependencyLocking", "depth", "description", "displayName", "ext",
        "extensions", "gradle", "group", "java", "javaToolchains", "kotlin", "layout", "logger", "logging", "name",
        "normalization", "objects", "parent", "path", "pluginManager", "plugins", "project", "projectDir",
        "projectPath",
        "properties", "providers", "reporting", "repositories", "resources", "rootDir", "rootProject", "script",
        "sourceSets", "state", "status", "subprojects", "tasks", "version",
    ]

    init(files: [[String: String]] = [], others: [String: Int]? = nil) {
        (self.files, self.others) = (files, others)
        ends = others.map(Self.ends) ?? []
    }

    private static func ends(_ names: [String: Int]) -> [Substring] {
        names.keys.filter { $0.hasPrefix("*") }.map { $0.dropFirst() }
    }

    subscript(name: String) -> String? { files.lazy.compactMap { $0[name] }.first }

    /// The value of a property in the files that a call reads.
    func value(of name: String, by call: String) -> String? { files(for: call).lazy.compactMap { $0[name] }.first }

    private func files(for call: String) -> ArraySlice<[String: String]> {
        call.hasPrefix("rootProject.") || call == Self.provider ? files.suffix(1) : files[...]
    }

    /// Reads a file as Java does.
    static func properties(in text: String) -> [String: String] {
        var properties: [String: String] = [:]
        var logical = ""
        var isOpen = false
        for natural in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = natural.drop(while: \.isWhitespace)
            // A comment ends with its line.
            if !isOpen, line.isEmpty || line.first == "#" || line.first == "!" { continue }
            isOpen = !line.reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
            logical += isOpen ? line.dropLast() : line
            if isOpen { continue }
            add(logical[...])
            logical = ""
        }
        if isOpen { add(logical[...]) }
        func add(_ line: Substring) {
            var end = line.startIndex
            while end < line.endIndex, !line[end].isWhitespace, line[end] != "=", line[end] != ":" {
                if line[end] == "\\" { line.formIndex(after: &end) }
                if end < line.endIndex { line.formIndex(after: &end) }
            }
            var value = line[end...].drop(while: \.isWhitespace)
            if value.first == "=" || value.first == ":" { value = value.dropFirst().drop(while: \.isWhitespace) }
            while value.last?.isWhitespace == true { value.removeLast() }
            properties[unescaped(line[..<end])] = unescaped(value)
        }
        return properties
    }

    private static func unescaped(_ text: Substring) -> String {
        guard text.contains("\\") else { return String(text) }
        var result = ""
        var rest = text
        while let character = rest.popFirst() {
            guard character == "\\", let escaped = rest.popFirst() else {
                result.append(character)
                continue
            }
            switch escaped {
            case "t": result.append("\t")
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "u":
                let code = UInt32(rest.prefix(4), radix: 16).flatMap(Unicode.Scalar.init)
                result.unicodeScalars.append(code ?? "\u{FFFD}")
                rest = rest.dropFirst(4)
            default: result.append(escaped)
            }
        }
        return result
    }

    /// How often scripts set each name, as a property or as something that has it too, such as a task; `nil` if a name is computed.
    static func names(in scripts: [GradleScript.Block]) -> [String: Int]? {
        var names: [String: Int] = [:]
        func visit(_ block: GradleScript.Block) -> Bool {
            for text in block.statements + [block.header] {
                let tokens = GradleToken.tokens(of: text)
                guard var own = self.names(in: tokens) else { return false }
                if text == block.header || tokens.first == .word("task") {
                    own.formUnion(tokens.prefix(2).compactMap { if case .word(let name) = $0 { name } else { nil } })
                }
                for name in own { names[name, default: 0] += 1 }
            }
            return block.blocks.allSatisfy(visit)
        }
        return scripts.allSatisfy(visit) ? names : nil
    }

    /// The names that a statement may set, or `nil` if it sets one that is computed.
    private static func names(in tokens: [GradleToken]) -> Set<String>? {
        let isLocal = [.word("val"), .word("def"), .word("var"), .word("String")].contains(tokens.first)
        var names = isLocal && !tokens.contains(.word("extra")) ? [] : Set(GradleConstants.assigned(tokens))
        if tokens.contains(.word("by")), tokens.count > 1, case .word(let name) = tokens[1] { names.insert(name) }
        let equals = tokens.lastIndex(of: .symbol("="))
        let hasExtra = tokens.contains { $0.lastName?.lowercased().contains("extraproperties") == true }
        for (index, token) in tokens.enumerated().dropLast() {
            guard case .word(let word) = token, let last = token.lastName else { continue }
            let owner = word.split(separator: ".").dropLast().last.map(String.init)
            let isOfExtra = owner.map(GradleConstants.isExtra) ?? (word == "set" || hasExtra)
            let sets = last == "setProperty" && owner != "System" || isOfExtra && (last == "set" || last == "putAll")
            // ext."$name" = value
            let isQuoted = word.hasSuffix(".") && (projects.contains(word) || GradleConstants.isExtra(word))
            switch (tokens[index + 1], tokens.dropFirst(index + 2).first) {
            case (.symbol("("), .text(let name)), (.text(let name), _):
                // Other calls create what a project then has by that name.
                if !reads.contains(last), !last.hasPrefix("get") { names.insert(name) }
            case (.symbol("("), .template(let text)) where sets,
                (.template(let text), _) where sets || isQuoted:
                guard case .known(let end)? = text.parts.last, !end.isEmpty else { return nil }
                names.insert("*\(end)")
            case (.symbol("("), _) where sets, (.word, _) where sets: return nil
            // ext[key] = value, ext << map, ext += map
            case (.symbol("["), let name) where GradleConstants.isExtra(word):
                if case .text? = name { continue }
                if let equals, equals > index { return nil }
            case (.symbol("<"), _) where GradleConstants.isExtra(word),
                (.symbol("+"), _) where GradleConstants.isExtra(word):
                return nil
            default: continue
            }
        }
        return names
    }

    /// The words before a quoted name that stand for a project.
    private static let projects: Set<String> = ["project.", "rootProject.", "it.", "this.", "target."]
    /// The last names of calls that read something by its name.
    private static let reads: Set<Substring> = [
        "property", "findProperty", "hasProperty", "gradleProperty", "environmentVariable", "systemProperty",
        "containsKey",
    ]

    /// Whether an ordinary build sets a property, or `nil` if that is not known.
    private func has(_ name: String, _ call: String) -> Bool? {
        if value(of: name, by: call) != nil { return true }
        if call == Self.provider { return false }
        guard let others, self[name] == nil, !Self.ofProjects.contains(name), !ends.contains(where: name.hasSuffix)
        else {
            return nil
        }
        return others[name, default: 0] > (current == name ? 1 : 0) ? nil : false
    }

    /// Whether a condition holds, or `nil` if that is not known.
    func holds(_ condition: ArraySlice<GradleToken>) -> Bool? {
        let choices = GradleToken.parts(of: condition, between: "|").map { choice -> Bool? in
            let parts = GradleToken.parts(of: choice, between: "&").map(test)
            return parts.contains(false) ? false : parts.contains(nil) ? nil : true
        }
        return choices.contains(true) ? true : choices.contains(nil) ? nil : false
    }

    /// Whether one comparison holds: `!hasProperty("id")`, `findProperty("id") == "a"`, `providers.gradleProperty("id").isPresent`.
    private func test(_ tokens: ArraySlice<GradleToken>) -> Bool? {
        let marks = tokens.prefix { $0 == .symbol("!") }.count
        guard marks == 0 else {
            let isOdd = marks % 2 == 1
            return test(tokens.dropFirst(marks)).map { $0 != isOdd }
        }
        let rest = tokens.dropFirst(4).filter { $0 != .symbol("(") && $0 != .symbol(")") }
        if let has = isSet(tokens, by: Self.tests) { return rest.isEmpty ? has : nil }
        guard let has = isSet(tokens, by: Self.calls) else { return nil }
        if rest == [.word(".isPresent")] { return has }
        // What is not set is null.
        let isNull = rest.last == .word("null")
        guard isNull || !has, rest.isEmpty || rest.count == 3 && Self.isLiteral(rest[2]) else { return nil }
        switch rest.first {
        case .symbol("!"): return has == isNull
        case .symbol("="): return has != isNull
        default: return rest.isEmpty ? false : nil
        }
    }

    private static func isLiteral(_ token: GradleToken) -> Bool {
        switch token {
        case .text: true
        case .word(let word): ["null", "true", "false"].contains(word)
        default: false
        }
    }

    /// The part of a value that conditions on properties choose: of `hasProperty("id") ? id : "a"`, `findProperty("id") ?: "a"`,
    /// `if (hasProperty("id")) id else "a"` and `providers.gradleProperty("id").getOrElse("a")`.
    ///
    /// An inner `nil` is an unknown one; the result is `nil` if a value has none of these forms.
    func choice(in tokens: ArraySlice<GradleToken>) -> ArraySlice<GradleToken>?? {
        let tokens = Array(tokens)
        var depth = 0
        let depths = tokens.map { token -> Int in
            if token == .symbol("(") || token == .symbol("[") { depth += 1 }
            if token == .symbol(")") || token == .symbol("]") { depth -= 1 }
            return depth
        }
        func first(_ token: GradleToken, from start: Int) -> Int? {
            tokens.indices.dropFirst(start).first { tokens[$0] == token && depths[$0] == 0 }
        }
        if tokens.first == .word("if"), let end = first(.symbol(")"), from: 1),
            let other = first(.word("else"), from: end)
        {
            let isNested = tokens.dropFirst().contains(.word("if"))
            return isNested ? .some(nil) : chosen(tokens[2..<end], tokens[(end + 1)..<other], tokens[(other + 1)...])
        }
        let marks = tokens.indices.filter { tokens[$0] == .symbol("?") && depths[$0] == 0 }
        let ends = marks.filter { tokens.dropFirst($0 + 1).first == .symbol(":") }
        var start = 0
        for end in ends {
            let call = tokens[start..<end].drop { $0 == .symbol("(") }
            // A conversion of null is a text.
            let isPlain = call.dropFirst(4).allSatisfy { ![.word(".toString"), .symbol("(")].contains($0) }
            guard isPlain, let has = isSet(call, by: Self.calls) else { return .some(nil) }
            // An empty text is false in Groovy.
            if has { return isEmpty(tokens[start..<end]) ? .some(nil) : tokens[start..<end] }
            start = end + 2
        }
        guard ends.isEmpty else { return tokens[start...] }
        if let mark = marks.first, let colon = first(.symbol(":"), from: mark) {
            let isNested = marks.count > 1 || tokens.contains(.word("as"))
            return isNested ? .some(nil) : chosen(tokens[..<mark], tokens[(mark + 1)..<colon], tokens[(colon + 1)...])
        }
        if tokens.count > 6, [.word(".getOrElse"), .word(".orElse")].contains(tokens[4]), case .symbol("(") = tokens[5],
            let end = tokens.indices.dropFirst(6).first(where: { depths[$0] == 0 })
        {
            let isWhole = tokens[(end + 1)...].allSatisfy { [.word(".get"), .symbol("("), .symbol(")")].contains($0) }
            return isWhole
                ? isSet(tokens[..<4], by: Self.calls).map { $0 ? tokens[..<4] : tokens[6..<end] } : .some(nil)
        }
        return nil
    }

    /// Whether a property that a call reads, or one that has its name, is set to the empty text.
    private func isEmpty(_ tokens: ArraySlice<GradleToken>) -> Bool {
        tokens.contains { if case .text(let name) = $0 { files.contains { $0[name]?.isEmpty == true } } else { false } }
    }

    private func chosen(
        _ condition: ArraySlice<GradleToken>,
        _ value: ArraySlice<GradleToken>,
        _ other: ArraySlice<GradleToken>
    ) -> ArraySlice<GradleToken>? {
        holds(condition).map { $0 ? value : other }
    }

    /// Whether the property that a call names is set: that of `findProperty("id") as String?`.
    private func isSet(_ tokens: ArraySlice<GradleToken>, by calls: Set<String>) -> Bool? {
        guard tokens.count > 3, case .word(let call)? = tokens.first, calls.contains(call),
            case .text(let name)? = tokens.dropFirst(2).first
        else { return nil }
        return has(name, call)
    }
}

extension GradleScript.Block {
    /// The block without what does not run by its conditions, and with what runs as a part of its own.
    ///
    /// Blocks for other projects, which may have other properties, are left as they are.
    ///
    /// - Parameter holds: Returns whether a condition holds, or `nil` if that is not known.
    /// - Returns: The block.
    func decided(_ holds: (ArraySlice<GradleToken>) -> Bool?) -> GradleScript.Block {
        var result = GradleScript.Block(header: header, place: place)
        // Whether a condition before an `else` held.
        var held: Bool?
        for part in parts {
            guard case .block(let inner) = part else {
                if case .statement(let text) = part { result.statements.append(text) }
                held = nil
                continue
            }
            let tokens = GradleToken.tokens(of: inner.header)[...]
            var own = GradleModule.isForModules(tokens.first) ? inner : inner.decided(holds)
            let isElse = tokens.first == .word("else")
            let head = isElse ? tokens.dropFirst() : tokens
            let condition = Self.condition(head)
            let runs: Bool?
            switch (isElse, held) {
            case (true, true?): continue
            case (true, nil): runs = nil
            default: runs = isElse && head.isEmpty ? true : condition.flatMap { $1.isEmpty ? holds($0) : nil }
            }
            // The first one that may run is no `else` any more.
            if isElse, held == false { own.header = String(own.header.dropFirst(4).drop(while: \.isWhitespace)) }
            if !isElse || held == false { held = runs }
            let count = result.statements.count
            switch runs {
            case nil:
                own.place = count
                result.blocks.append(own)
            case false?: continue
            case true?:
                for var deeper in own.blocks {
                    deeper.place += count
                    result.blocks.append(deeper)
                }
                result.statements += own.statements
            }
        }
        return result
    }

    /// The condition of `if (…)`, and what follows it.
    private static func condition(
        _ tokens: ArraySlice<GradleToken>
    ) -> (condition: ArraySlice<GradleToken>, rest: ArraySlice<GradleToken>)? {
        guard tokens.starts(with: [.word("if"), .symbol("(")]) else { return nil }
        let inner = tokens.dropFirst(2)
        let length = GradleToken.valueLength(inner, endsAtComma: false)
        return (inner.prefix(length), inner.dropFirst(length + 1))
    }
}
