import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// A word of a statement of a Gradle script.
enum GradleToken: Hashable {
    /// A name or a number, with the dots between names.
    case word(String)
    /// A literal string.
    case text(String)
    /// A string with embedded values, such as `$base.beta`.
    case template(SourceText)
    case symbol(Character)

    /// The last name of a word: `apply` of `target.plugins.apply`.
    var lastName: Substring? { if case .word(let word) = self { word.split(separator: ".").last } else { nil } }

    /// Whether it is a word that begins a block or a statement that may not run.
    var isCondition: Bool { if case .word(let word) = self { GradleModule.conditions.contains(word) } else { false } }

    /// The tokens of a statement.
    static func tokens(of statement: String) -> [GradleToken] {
        let bytes = Array(statement.utf8)
        var tokens: [GradleToken] = []
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte <= 0x20 {
                position += 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                tokens.append(string(bytes, &position))
            } else if isWordByte(byte) {
                let start = position
                while position < bytes.count, isWordByte(bytes[position]) { position += 1 }
                tokens.append(.word(String(decoding: bytes[start..<position], as: UTF8.self)))
            } else {
                tokens.append(.symbol(Character(Unicode.Scalar(byte))))
                position += 1
            }
        }
        return tokens
    }

    /// The tokens of a closure's statement, without preceding parameter names: `variant -> …`.
    static func body(of statement: String) -> [GradleToken] {
        let tokens = tokens(of: statement)
        for (index, pair) in zip(tokens, tokens.dropFirst()).enumerated() where pair == (.symbol("-"), .symbol(">")) {
            return Array(tokens[(index + 2)...])
        }
        return tokens
    }

    /// The number of tokens before the bracket or comma that ends a value.
    static func valueLength(_ tokens: ArraySlice<GradleToken>, endsAtComma: Bool = true) -> Int {
        var depth = 0
        for (count, token) in tokens.enumerated() {
            switch token {
            case .symbol("("), .symbol("["): depth += 1
            case .symbol(")"), .symbol("]"): depth -= 1
            default: break
            }
            if depth < 0 || endsAtComma && depth == 0 && token == .symbol(",") { return count }
        }
        return tokens.count
    }

    /// The parts of a condition or a list between two of a symbol, outside of brackets; only the last one may be empty.
    static func parts(of tokens: ArraySlice<GradleToken>, between symbol: Character) -> [ArraySlice<GradleToken>] {
        var depth = 0
        var parts: [ArraySlice<GradleToken>] = []
        var start = tokens.startIndex
        for index in tokens.indices {
            if tokens[index] == .symbol("(") || tokens[index] == .symbol("[") { depth += 1 }
            if tokens[index] == .symbol(")") || tokens[index] == .symbol("]") { depth -= 1 }
            guard depth == 0, tokens[index] == .symbol(symbol) else { continue }
            if start < index { parts.append(tokens[start..<index]) }
            start = index + 1
        }
        return parts + [tokens[start...]]
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".")
    }

    private static func string(_ bytes: [UInt8], _ position: inout Int) -> GradleToken {
        let quote = bytes[position]
        let isLong = bytes[position...].starts(with: [quote, quote, quote])
        let mark = Array(repeating: quote, count: isLong ? 3 : 1)
        position += mark.count
        var content: [UInt8] = []
        var parts: [SourceText.Part] = []
        func take() {
            parts.append(.known(String(decoding: content, as: UTF8.self)))
            content = []
        }
        while position < bytes.count, !bytes[position...].starts(with: mark) {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
                position += 1
            } else if bytes[position] == UInt8(ascii: "$"), quote == UInt8(ascii: "\"") {
                take()
                parts.append(.open(reference(bytes, &position)))
                continue
            }
            content.append(bytes[position])
            position += 1
        }
        position += mark.count
        take()
        let text = SourceText(parts: parts, gap: .computed)
        return text.known.map(GradleToken.text) ?? .template(text)
    }

    /// A reference within a string: `$name`, or `${name}`.
    private static func reference(_ bytes: [UInt8], _ position: inout Int) -> String {
        let start = position
        position += 1
        if position < bytes.count, bytes[position] == UInt8(ascii: "{") {
            var depth = 0
            while position < bytes.count {
                if bytes[position] == UInt8(ascii: "{") { depth += 1 }
                if bytes[position] == UInt8(ascii: "}") { depth -= 1 }
                position += 1
                if depth == 0 { break }
            }
        } else {
            while position < bytes.count, isWordByte(bytes[position]), bytes[position] != UInt8(ascii: ".") {
                position += 1
            }
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}
