/// The properties of a project in the files `gradle.properties`, and the conditions on them.
///
/// The option -P and the file of a user's home may set others, which an ordinary build does not have.
struct GradleProperties {
    /// The properties of the files, the strongest first; the root's is the last.
    var files: [[String: String]] = []
    /// The names that scripts may give other properties, with how often; `nil` if code that is not read may set any.
    var others: [String: Int]?
    /// The name whose value is being read, which its own statement sets only afterwards.
    var current: String?

    /// The words that read a property, which is null, or absent, if nothing sets it.
    static let calls: Set<String> = [
        "property", "findProperty", "project.property", "project.findProperty", "rootProject.property",
        "rootProject.findProperty", "providers.gradleProperty",
    ]
    private static let tests: Set<String> = ["hasProperty", "project.hasProperty", "rootProject.hasProperty"]
    /// Names that each project has without setting them.
    private static let ofProjects: Set<String> = [
        "name", "path", "version", "group", "description", "status", "parent", "ext", "extensions", "tasks", "buildDir",
        "android", "kotlin", "java",
    ]

    subscript(name: String) -> String? { files.lazy.compactMap { $0[name] }.first }

    /// Reads a file.
    static func properties(in text: String) -> [String: String] {
        let lines = text.replacing(#/\\\r?\n/#, with: "").split(whereSeparator: \.isNewline)
        let pairs = lines.compactMap { line -> (String, String)? in
            let line = line.drop(while: \.isWhitespace)
            let name = line.prefix { !$0.isWhitespace && $0 != "=" && $0 != ":" }
            guard let first = name.first, first != "#", first != "!" else { return nil }
            var value = line[name.endIndex...].drop(while: \.isWhitespace)
            if value.first == "=" || value.first == ":" { value = value.dropFirst().drop(while: \.isWhitespace) }
            while value.last?.isWhitespace == true { value.removeLast() }
            return (String(name), String(value))
        }
        return Dictionary(pairs) { $1 }
    }

    /// The names that scripts may give properties: those that they assign, and those of blocks, which may be extensions.
    static func names(in scripts: [GradleScript.Block]) -> [String: Int] {
        var names: [String: Int] = [:]
        func visit(_ block: GradleScript.Block) {
            for text in [block.header] + block.statements {
                let tokens = GradleToken.tokens(of: text)
                let isLocal = [.word("val"), .word("def"), .word("var"), .word("String")].contains(tokens.first)
                guard !isLocal || tokens.contains(.word("extra")) else { continue }
                for name in GradleConstants.assigned(tokens) { names[name, default: 0] += 1 }
            }
            if case .word(let name)? = GradleToken.tokens(of: block.header).first { names[name, default: 0] += 1 }
            for inner in block.blocks { visit(inner) }
        }
        for script in scripts { visit(script) }
        return names
    }

    /// Whether an ordinary build sets a property, or `nil` if that is not known.
    private func has(_ name: String, _ call: String) -> Bool? {
        let own = call.hasPrefix("rootProject.") ? files.suffix(1) : files[...]
        if own.contains(where: { $0[name] != nil }) { return true }
        guard let others, self[name] == nil, !Self.ofProjects.contains(name) else { return nil }
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
        if tokens.first == .symbol("!") { return test(tokens.dropFirst()).map(!) }
        let rest = tokens.dropFirst(4).filter { $0 != .symbol("(") && $0 != .symbol(")") }
        if let has = isSet(tokens, by: Self.tests) { return rest.isEmpty ? has : nil }
        guard let has = isSet(tokens, by: Self.calls) else { return nil }
        if rest == [.word(".isPresent")] { return has }
        // What is not set is null.
        let isNull = rest.last == .word("null")
        guard isNull || !has else { return nil }
        switch rest.first {
        case .symbol("!"): return has == isNull
        case .symbol("="): return has != isNull
        default: return rest.isEmpty ? false : nil
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
            guard let has = isSet(tokens[start..<end].drop { $0 == .symbol("(") }, by: Self.calls) else {
                return .some(nil)
            }
            if has { return tokens[start..<end] }
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
            return isSet(tokens[..<4], by: Self.calls).map { $0 ? tokens[..<4] : tokens[6..<end] }
        }
        return nil
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
    /// - Parameter holds: Returns whether a condition holds, or `nil` if that is not known.
    /// - Returns: The block.
    func decided(_ holds: (ArraySlice<GradleToken>) -> Bool?) -> GradleScript.Block {
        var result = GradleScript.Block(header: header, place: place)
        // Whether a condition before an `else` held.
        var held: Bool?
        for part in parts {
            guard case .block(let inner) = part else {
                if case .statement(let text, let next) = part, !Self.isLeftOut(text, before: next, holds) {
                    result.statements.append(text)
                }
                continue
            }
            var own = inner.decided(holds)
            let tokens = GradleToken.tokens(of: inner.header)[...]
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

    /// Whether a statement such as `if (hasProperty("a")) id = "b"` does not run.
    private static func isLeftOut(
        _ text: String,
        before next: String?,
        _ holds: (ArraySlice<GradleToken>) -> Bool?
    ) -> Bool {
        guard text.hasPrefix("if"), let (condition, rest) = condition(GradleToken.tokens(of: text)[...]), !rest.isEmpty,
            !rest.contains(.word("else")), next?.hasPrefix("else") != true
        else { return false }
        return holds(condition) == false
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
