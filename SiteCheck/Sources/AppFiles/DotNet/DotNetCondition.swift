import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// A condition of an MSBuild file; only the target framework and the configuration are known.
///
/// Source: Microsoft's "MSBuild conditions" and "Property functions". The result of a condition on anything else is unknown.
struct DotNetCondition {
    /// A condition that cannot be decided here.
    static let unknown = "$(Unknown)"

    private static let maximumLength = 2_000
    private static let depthLimit = 16

    private let text: Substring

    init(_ text: String) { self.text = text.utf8.count <= Self.maximumLength ? text[...] : Self.unknown[...] }

    /// The build's known values, in lower case.
    private struct Build {
        let framework: String?
        let configuration: String?
    }

    /// Whether the condition is true in the build for a framework such as `net10.0-ios`; without a framework, whether it is always
    /// true.
    func holds(for framework: String?, in configuration: String? = nil) -> Certainty {
        let build = Build(framework: framework?.lowercased(), configuration: configuration?.lowercased())
        return Self.holds(text, build, 0)
    }

    private static func holds(_ text: Substring, _ build: Build, _ depth: Int) -> Certainty {
        guard depth < depthLimit else { return .open }
        let text = trimmed(text)
        if text.isEmpty { return .yes }
        // "or" binds less than "and".
        let alternatives = split(text, at: "or")
        if alternatives.count > 1 {
            return alternatives.reduce(.no) { $0.or(holds($1, build, depth + 1)) }
        }
        let parts = split(text, at: "and")
        if parts.count > 1 { return parts.reduce(.yes) { $0.and(holds($1, build, depth + 1)) } }
        if text.first == "!", text.dropFirst().first != "=" {
            return holds(text.dropFirst(), build, depth + 1).inverse
        }
        if text.first == "(", text.last == ")", closes(text) {
            return holds(text.dropFirst().dropLast(), build, depth + 1)
        }
        for sign in ["==", "!="] {
            guard let place = operatorPlace(sign, in: text) else { continue }
            // MSBuild compares without regard to case.
            let first = value(trimmed(text[..<place]), build)
            let second = value(trimmed(text[text.index(place, offsetBy: 2)...]), build)
            let equal = first.equals(second)
            return sign == "==" ? equal : equal.inverse
        }
        return switch value(text, build).known {
        case "true": .yes
        case "false": .no
        default: .open
        }
    }

    /// The value of an operand, in lower case.
    private static func value(_ text: Substring, _ build: Build) -> SourceText {
        let quote = text.first == "'" && text.last == "'" && text.count > 1
        var rest = (quote ? text.dropFirst().dropLast() : text).lowercased()[...]
        var result = SourceText("")
        while let start = rest.firstRange(of: "$(") {
            result = result + SourceText(String(rest[..<start.lowerBound]))
            guard let end = end(of: rest[start.upperBound...]) else { return .unknown(gap) }
            result = result + property(rest[start.upperBound..<end], build)
            rest = rest[rest.index(after: end)...]
        }
        // Lists and functions are not evaluated.
        guard !rest.contains("@("), !rest.contains("%("), quote || !rest.contains("(") else { return .unknown(gap) }
        return result + SourceText(String(rest))
    }

    /// The text between the brackets of a property, in lower case.
    private static func property(_ text: Substring, _ build: Build) -> SourceText {
        let plain = text.filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" && $0 != "`" }
        if plain == "configuration", let configuration = build.configuration { return SourceText(configuration) }
        guard let framework = build.framework else { return .unknown(gap, written: String(text)) }
        let platform = framework.split(separator: "-", maxSplits: 1).dropFirst().first?.prefix { $0.isLetter } ?? ""
        switch plain {
        case "targetframework": return SourceText(framework)
        case "targetplatformidentifier", "[msbuild]::gettargetplatformidentifier($(targetframework))":
            return SourceText(String(platform))
        default: break
        }
        let tests: [(String, (String) -> Bool)] = [
            ("contains", { framework.contains($0) }), ("startswith", { framework.hasPrefix($0) }),
            ("endswith", { framework.hasSuffix($0) }),
        ]
        for (name, test) in tests {
            let start = "targetframework.\(name)("
            guard plain.hasPrefix(start), plain.hasSuffix(")") else { continue }
            let argument = String(plain.dropFirst(start.count).dropLast())
            guard !argument.contains("$"), !argument.contains("(") else { break }
            return SourceText(test(argument) ? "true" : "false")
        }
        return .unknown(gap, written: String(text))
    }

    private static let gap = SourceGap("only the build sets it")

    // MARK: - Parts

    static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// The bracket that closes the one directly before the text.
    private static func end(of text: Substring) -> Substring.Index? {
        var depth = 1
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// Whether the first bracket of a text is closed by its last one.
    private static func closes(_ text: Substring) -> Bool {
        end(of: text.dropFirst()) == text.index(before: text.endIndex)
    }

    /// The characters outside quotes and brackets.
    private static func open(_ text: Substring) -> [Substring.Index] {
        var depth = 0
        var isQuoted = false
        return text.indices.filter { index in
            switch text[index] {
            case "'": isQuoted.toggle()
            case "(" where !isQuoted: depth += 1
            case ")" where !isQuoted: depth -= 1
            default: return depth == 0 && !isQuoted
            }
            return false
        }
    }

    private static func operatorPlace(_ sign: String, in text: Substring) -> Substring.Index? {
        open(text).first { text[$0...].hasPrefix(sign) }
    }

    /// The parts of a text around a separate word, in any letter case.
    private static func split(_ text: Substring, at word: String) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        for index in open(text) where index >= start {
            let end = text.index(index, offsetBy: word.count, limitedBy: text.endIndex) ?? text.endIndex
            guard text[index..<end].lowercased() == word, index > text.startIndex, end < text.endIndex else { continue }
            func isBorder(_ character: Character) -> Bool {
                !character.isLetter && !character.isNumber && character != "_"
            }
            guard isBorder(text[text.index(before: index)]), isBorder(text[end]) else { continue }
            parts.append(text[start..<index])
            start = end
        }
        return parts + [text[start...]]
    }
}
