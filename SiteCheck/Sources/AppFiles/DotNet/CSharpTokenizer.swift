import BoltsBase

/// Splits a C# file into tokens, without comments and without what its `#if` leaves out.
///
/// It takes one pass over the file. A file that is not C# gives tokens too, and never an error.
struct CSharpTokenizer {
    static let maximumSize = 1 << 20
    private static let depthLimit = 16

    /// A branch of `#if` that is open.
    private struct Branch {
        let outer: Decision
        /// Whether no branch before was taken.
        var isLeft: Decision
        var state: Decision
        /// The innermost condition around it, or its own, that nobody can decide.
        var condition: Int?
    }

    private let bytes: [UInt8]
    private let symbols: (String) -> Decision
    private var defined: [String: Decision] = [:]
    private var position = 0
    private var line = 1
    private var branches: [Branch] = []
    private(set) var tokens: [CSharpToken] = []
    /// The conditions that nobody can decide, as they are written.
    private(set) var conditions: [String] = []

    /// Splits a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - symbols: Whether a symbol of `#if` is defined.
    init(_ bytes: [UInt8], symbols: @escaping (String) -> Decision) {
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        self.symbols = symbols
        run()
    }

    private var state: Decision { branches.last?.state ?? .yes }

    private func byte(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { buffer in
            position + buffer.count <= bytes.count
                && buffer.indices.allSatisfy { bytes[position + $0] == buffer[$0] }
        }
    }

    private mutating func run() {
        var isLineStart = true
        while let byte = byte() {
            if byte == 0x0A {
                line += 1
                position += 1
                isLineStart = true
            } else if byte <= 0x20 {
                position += 1
            } else if byte == UInt8(ascii: "#"), isLineStart {
                directive()
            } else if state == .no {
                // Only directives count in what is left out.
                skipLine()
            } else {
                isLineStart = false
                token(byte)
            }
        }
    }

    private mutating func skipLine() {
        while let byte = byte(), byte != 0x0A { position += 1 }
    }

    private mutating func add(_ kind: CSharpToken.Kind, from start: Int, line: Int) {
        let condition = state == .unknown ? branches.last?.condition : nil
        tokens.append(
            CSharpToken(kind: kind, line: line, range: start..<min(position, bytes.count), condition: condition)
        )
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || byte == UInt8(ascii: "_")
    }

    private mutating func token(_ byte: UInt8) {
        let start = position
        let startLine = line
        if starts(with: "//") {
            skipLine()
        } else if starts(with: "/*") {
            position += 2
            while position < bytes.count, !starts(with: "*/") { advance() }
            position = min(position + 2, bytes.count)
        } else if byte == UInt8(ascii: "'") {
            position += 1
            while let next = self.byte(), next != UInt8(ascii: "'"), next != 0x0A {
                position += next == UInt8(ascii: "\\") ? 2 : 1
            }
            if self.byte() == UInt8(ascii: "'") { position += 1 }
            add(.symbol(UInt8(ascii: "'")), from: start, line: startLine)
        } else if let kind = string(depth: 0) {
            add(kind, from: start, line: startLine)
        } else if Self.isWordByte(byte) || byte == UInt8(ascii: "@") {
            if byte == UInt8(ascii: "@") { position += 1 }
            let name = position
            while let next = self.byte(), Self.isWordByte(next) { position += 1 }
            add(.word(String(decoding: bytes[name..<position], as: UTF8.self)), from: start, line: startLine)
        } else {
            position += 1
            add(.symbol(byte), from: start, line: startLine)
        }
    }

    private mutating func advance() {
        if byte() == 0x0A { line += 1 }
        position += 1
    }

    // MARK: - Strings

    /// Reads a string if one begins here: plain, verbatim, raw, or one of these interpolated.
    private mutating func string(depth: Int) -> CSharpToken.Kind? {
        var offset = 0
        var dollars = 0
        var isVerbatim = false
        while let next = byte(offset), next == UInt8(ascii: "$") || next == UInt8(ascii: "@"), offset < Self.depthLimit
        {
            if next == UInt8(ascii: "$") { dollars += 1 } else { isVerbatim = true }
            offset += 1
        }
        guard byte(offset) == UInt8(ascii: "\"") else { return nil }
        position += offset
        var quotes = 0
        while byte(quotes) == UInt8(ascii: "\"") { quotes += 1 }
        if quotes >= 3, !isVerbatim { return raw(quotes: quotes, dollars: dollars, depth: depth) }
        position += 1
        var text: [UInt8] = []
        var parts: [CSharpToken.Part] = []
        while let next = byte() {
            if next == UInt8(ascii: "\"") {
                position += 1
                guard isVerbatim, byte() == UInt8(ascii: "\"") else { break }
                text.append(next)
                position += 1
            } else if next == 0x0A, !isVerbatim {
                break
            } else if next == UInt8(ascii: "\\"), !isVerbatim {
                escape(into: &text)
            } else if dollars > 0, next == UInt8(ascii: "{") || next == UInt8(ascii: "}") {
                if byte(1) == next {
                    text.append(next)
                    position += 2
                } else if next == UInt8(ascii: "{") {
                    parts.append(.text(String(decoding: text, as: UTF8.self)))
                    text = []
                    position += 1
                    parts.append(.hole(hole(closing: 1, depth: depth)))
                } else {
                    position += 1
                }
            } else {
                text.append(next)
                advance()
            }
        }
        let last = String(decoding: text, as: UTF8.self)
        return dollars == 0 ? .text(last) : .template(parts + [.text(last)])
    }

    /// Reads a string between three or more quotation marks.
    private mutating func raw(quotes: Int, dollars: Int, depth: Int) -> CSharpToken.Kind {
        position += quotes
        var text: [UInt8] = []
        var parts: [CSharpToken.Part] = []
        var run = 0
        while let next = byte() {
            if next == UInt8(ascii: "\"") {
                var count = 0
                while byte(count) == UInt8(ascii: "\"") { count += 1 }
                position += count
                if count >= quotes {
                    text += Array(repeating: next, count: count - quotes)
                    break
                }
                text += Array(repeating: next, count: count)
                continue
            }
            if dollars > 0, next == UInt8(ascii: "{") {
                run = 0
                while byte(run) == next { run += 1 }
                position += run
                if run >= dollars {
                    text += Array(repeating: next, count: run - dollars)
                    parts.append(.text(String(decoding: text, as: UTF8.self)))
                    text = []
                    parts.append(.hole(hole(closing: dollars, depth: depth)))
                } else {
                    text += Array(repeating: next, count: run)
                }
                continue
            }
            text.append(next)
            advance()
        }
        let last = Self.unindented(String(decoding: text, as: UTF8.self))
        return dollars == 0 ? .text(last) : .template(parts + [.text(last)])
    }

    /// A raw string of several lines without the indentation of its last line.
    private static func unindented(_ text: String) -> String {
        guard text.contains(where: \.isNewline) else { return text }
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.count >= 2, let last = lines.popLast(), last.allSatisfy(\.isWhitespace) else { return text }
        lines.removeFirst()
        return lines.map { $0.hasPrefix(last) ? $0.dropFirst(last.count) : $0 }.joined(separator: "\n")
    }

    private mutating func escape(into text: inout [UInt8]) {
        let next = byte(1)
        position += 2
        switch next {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "0"): text.append(0)
        case let letter? where "uUx".utf8.contains(letter):
            let limit = letter == UInt8(ascii: "U") ? 8 : 4
            var value: UInt32 = 0
            var count = 0
            while count < limit, let digit = byte().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) {
                value = value << 4 | UInt32(digit)
                count += 1
                position += 1
            }
            text += Array(String(Character(Unicode.Scalar(value) ?? "\u{FFFD}")).utf8)
        case 0x0A?, nil: position -= 1
        case let other?: text.append(other)
        }
    }

    /// Reads what stands between braces of an interpolated string, up to its end.
    private mutating func hole(closing count: Int, depth: Int) -> String {
        let start = position
        var open = 0
        while let next = byte() {
            if next == UInt8(ascii: "}"), open == 0 {
                let text = String(decoding: bytes[start..<position], as: UTF8.self)
                position = min(position + count, bytes.count)
                return text
            }
            if next == UInt8(ascii: "{") { open += 1 }
            if next == UInt8(ascii: "}") { open -= 1 }
            if depth < Self.depthLimit, string(depth: depth + 1) != nil { continue }
            advance()
        }
        return String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    }

    // MARK: - Directives

    private mutating func directive() {
        let start = position + 1
        skipLine()
        let text = String(decoding: bytes[min(start, position)..<position], as: UTF8.self)
        let code = Substring(text.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
        let words = code.split(whereSeparator: \.isWhitespace)
        let rest = words.dropFirst().joined(separator: " ")
        switch words.first {
        case "if": open(rest)
        case "elif": next(rest)
        case "else": next(nil)
        case "endif": _ = branches.popLast()
        case "define" where state != .no: defined[rest] = state
        case "undef" where state != .no: defined[rest] = state == .yes ? .no : .unknown
        default: break
        }
    }

    private func decide(_ text: String) -> Decision {
        SymbolCondition.decide(text) { name in defined[name] ?? symbols(name) }
    }

    private mutating func open(_ text: String) {
        let outer = state
        let condition = decide(text)
        var branch = Branch(outer: outer, isLeft: !condition, state: outer && condition, condition: nil)
        branch.condition = note(branch.state, outer, text) ?? branches.last?.condition
        branches.append(branch)
    }

    private mutating func next(_ text: String?) {
        guard var branch = branches.popLast() else { return }
        let condition = text.map(decide) ?? .yes
        branch.state = branch.outer && branch.isLeft && condition
        branch.isLeft = branch.isLeft && !condition
        branch.condition = note(branch.state, branch.outer, text) ?? branch.condition
        branches.append(branch)
    }

    private mutating func note(_ state: Decision, _ outer: Decision, _ text: String?) -> Int? {
        guard state == .unknown, outer == .yes, let text else { return nil }
        conditions.append("#if \(text)")
        return conditions.count - 1
    }
}

/// A condition of `#if`.
enum SymbolCondition {
    private static let depthLimit = 32

    static func decide(_ text: String, _ symbols: (String) -> Decision) -> Decision {
        var words = Self.words(text)[...]
        let result = any(&words, symbols, 0)
        return words.isEmpty ? result : .unknown
    }

    private static func words(_ text: String) -> [Substring] {
        var words: [Substring] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
                continue
            }
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let mark = ["&&", "||", "==", "!="].first { rest.hasPrefix($0) }
            let length = word.isEmpty ? mark?.count ?? 1 : word.count
            words.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return words
    }

    private static func any(_ words: inout ArraySlice<Substring>, _ symbols: (String) -> Decision, _ depth: Int)
        -> Decision
    {
        var result = all(&words, symbols, depth)
        while words.first == "||" {
            words.removeFirst()
            let next = all(&words, symbols, depth)
            result = result || next
        }
        return result
    }

    private static func all(_ words: inout ArraySlice<Substring>, _ symbols: (String) -> Decision, _ depth: Int)
        -> Decision
    {
        var result = equal(&words, symbols, depth)
        while words.first == "&&" {
            words.removeFirst()
            let next = equal(&words, symbols, depth)
            result = result && next
        }
        return result
    }

    private static func equal(_ words: inout ArraySlice<Substring>, _ symbols: (String) -> Decision, _ depth: Int)
        -> Decision
    {
        var result = one(&words, symbols, depth)
        while let mark = words.first, mark == "==" || mark == "!=" {
            words.removeFirst()
            let next = one(&words, symbols, depth)
            if result == .unknown || next == .unknown {
                result = .unknown
            } else {
                result = Decision((result == next) == (mark == "=="))
            }
        }
        return result
    }

    private static func one(_ words: inout ArraySlice<Substring>, _ symbols: (String) -> Decision, _ depth: Int)
        -> Decision
    {
        guard depth < depthLimit, let first = words.popFirst() else { return .unknown }
        switch first {
        case "!": return !one(&words, symbols, depth + 1)
        case "(":
            let result = any(&words, symbols, depth + 1)
            guard words.popFirst() == ")" else { return .unknown }
            return result
        case "true": return .yes
        case "false": return .no
        default: return first.first.map { $0.isLetter || $0 == "_" } ?? false ? symbols(String(first)) : .unknown
        }
    }
}
