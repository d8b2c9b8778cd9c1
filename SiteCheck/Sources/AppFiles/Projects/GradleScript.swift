/// The blocks and statements of a Gradle script, in Groovy or Kotlin, as written.
///
/// A script is a program and is not run: only its literal values are known.
struct GradleScript {
    /// A statement `header { … }`, or the whole script, which has no header.
    struct Block {
        var header = ""
        var statements: [String] = []
        var blocks: [Block] = []
        /// The number of statements before it in the block around it.
        var place = 0

        enum Part {
            case statement(String)
            case block(Block)
        }

        /// The statements and the blocks, in order.
        var parts: [Part] {
            var rest = blocks[...]
            var parts: [Part] = []
            for index in 0...statements.count {
                while let next = rest.first, next.place <= index || index == statements.count {
                    parts.append(.block(next))
                    rest.removeFirst()
                }
                if index < statements.count { parts.append(.statement(statements[index])) }
            }
            return parts
        }

        /// The blocks with a name that are directly in this one.
        func blocks(named name: String) -> [Block] { blocks.filter { $0.header == name } }

        /// The header and the statements of the block and of all nested blocks.
        var texts: [String] { blocks.reduce(into: [header] + statements) { $0 += $1.texts } }

        /// The name of the element that a block configures: `free { }`, `"free" { }`, `create("free") { }`,
        /// `val free by creating { }`, `val name = create("free") { }`.
        var configuredName: String? {
            var tokens = GradleToken.tokens(of: header)[...]
            if tokens.first == .word("val") || tokens.first == .word("def") {
                tokens.removeFirst()
                guard tokens.count >= 3, case .word(let name) = tokens.removeFirst() else { return nil }
                switch tokens.removeFirst() {
                case .word("by"):
                    guard case .word(let word)? = tokens.first,
                        ["creating", "getting", "registering", "existing"].contains(word)
                    else { return nil }
                    return name
                case .symbol("="): break
                default: return nil
                }
            }
            switch tokens.first {
            case .text(let name): return name
            case .word(let word) where Self.makers.contains(word):
                return tokens.lazy.compactMap { if case .text(let name) = $0 { name } else { nil } }.first
            case .word(let word) where tokens.count == 1 && !word.contains("."): return word
            default: return nil
            }
        }

        fileprivate static let makers = ["create", "register", "getByName", "named", "maybeCreate"]

        /// Whether the header creates an element, which does not exist before: `create("free") { }`.
        var isCreation: Bool {
            GradleToken.tokens(of: header).prefix(4).contains { [.word("create"), .word("register")].contains($0) }
        }
    }

    private static let depthLimit = 32

    /// The text after the first call of a statement: `.manifest.srcFile("a")` of `getByName("main").manifest.srcFile("a")`.
    static func rest(of statement: String) -> String {
        guard let end = statement.firstIndex(of: ")") else { return "" }
        return String(statement[statement.index(after: end)...].drop { $0 == "." })
    }

    let root: Block

    init(_ text: String) {
        var parser = Parser(bytes: Array(text.utf8))
        root = parser.parse()
    }

    private struct Parser {
        let bytes: [UInt8]
        var position = 0
        var stack = [Block()]
        /// The number of open brackets in the statement of each block.
        var brackets = [0]
        var statement: [UInt8] = []
        /// The size of the statement at the end of the last line, if it continues.
        var openCount = 0
        /// The number of open blocks that are omitted because they are nested too deeply.
        var ignoredDepth = 0

        mutating func parse() -> Block {
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: "/") where starts(with: "//"):
                    position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
                    continue
                case UInt8(ascii: "/") where starts(with: "/*"):
                    skipComment()
                    continue
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    takeString(byte)
                    continue
                case UInt8(ascii: "{"): open()
                case UInt8(ascii: "}"): close()
                case UInt8(ascii: "("), UInt8(ascii: "["):
                    brackets[brackets.count - 1] += 1
                    statement.append(byte)
                case UInt8(ascii: ")"), UInt8(ascii: "]"):
                    brackets[brackets.count - 1] = max(0, brackets[brackets.count - 1] - 1)
                    statement.append(byte)
                case UInt8(ascii: ";") where brackets[brackets.count - 1] == 0: endStatement()
                case UInt8(ascii: ";"), 0x0A, 0x0D: endLine()
                default: statement.append(byte)
                }
                position += 1
            }
            while stack.count > 1 { close() }
            endStatement()
            return stack[0]
        }

        private mutating func open() {
            guard stack.count < depthLimit else {
                ignoredDepth += 1
                return
            }
            stack.append(Block(header: taken()))
            brackets.append(0)
        }

        private mutating func close() {
            if ignoredDepth > 0 {
                ignoredDepth -= 1
                return
            }
            endStatement()
            guard stack.count > 1 else { return }
            var block = stack.removeLast()
            brackets.removeLast()
            block.place = stack[stack.count - 1].statements.count
            stack[stack.count - 1].blocks.append(block.split)
        }

        /// Ends the statement, unless a bracket is open, or the line ends within a value or before what a condition is for.
        private mutating func endLine() {
            let last = statement.last { $0 != 0x20 && $0 != 0x09 }
            if brackets[brackets.count - 1] > 0 || last == UInt8(ascii: "=") || last == UInt8(ascii: ",")
                || statement.count == openCount || GradleCondition.isAll(of: statement)
            {
                if statement.last != 0x20 { statement.append(0x20) }
                openCount = statement.count
            } else {
                endStatement()
            }
        }

        private mutating func endStatement() {
            let text = taken()
            if !text.isEmpty, ignoredDepth == 0 { stack[stack.count - 1].add(text) }
            brackets[brackets.count - 1] = 0
        }

        private mutating func taken() -> String {
            let text = String(decoding: statement, as: UTF8.self)
            (statement, openCount) = ([], 0)
            var trimmed = Substring(text)
            while trimmed.first?.isWhitespace == true { trimmed.removeFirst() }
            while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
            return String(trimmed)
        }

        private mutating func takeString(_ quote: UInt8) {
            let isLong = bytes[position...].starts(with: [quote, quote, quote])
            let mark = Array(repeating: quote, count: isLong ? 3 : 1)
            statement += mark
            position += mark.count
            while position < bytes.count, !bytes[position...].starts(with: mark) {
                if !isLong, bytes[position] == 0x0A { break }
                if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
                    statement.append(bytes[position])
                    position += 1
                }
                statement.append(bytes[position])
                position += 1
            }
            statement += mark
            position += mark.count
        }

        private mutating func skipComment() {
            position += 2
            while position < bytes.count, !starts(with: "*/") { position += 1 }
            position += 2
        }

        private func starts(with text: StaticString) -> Bool {
            position < bytes.count && text.withUTF8Buffer { bytes[position...].starts(with: $0) }
        }
    }
}

extension GradleScript.Block {
    /// Reads a statement that creates or configures an element without a block: `create("free")`,
    /// `getByName("free").initWith(getByName("paid"))`, and in Groovy the name alone.
    init?(element statement: String) {
        if statement.wholeMatch(of: #/[A-Za-z_]\w*/#) != nil {
            self.init(header: statement, statements: [""])
            return
        }
        let named = GradleToken.tokens(of: statement).prefix(4).contains { token in
            if case .word(let word) = token { Self.makers.contains(word) } else { false }
        }
        guard named else { return nil }
        self.init(header: statement, statements: [GradleScript.rest(of: statement)])
    }
}
