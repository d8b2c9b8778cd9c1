import BoltsBase

/// The attributes of classes and the constants of a C# file.
///
/// The program is not compiled: what stands in it literally is known, and everything else is not.
struct CSharpFile {
    /// An attribute of a class.
    struct Attribute {
        /// The name without its qualifiers and without `Attribute` at its end.
        let name: String
        var positional: [CSharpValue] = []
        var named: [(name: String, value: CSharpValue)] = []
        let line: Int
        /// The `#if` that nobody can decide and that the attribute depends on.
        let condition: String?

        func value(_ name: String) -> CSharpValue? { named.last { $0.name == name }?.value }
    }

    /// A class, or a part of one.
    struct Class {
        /// The name with its namespace and the classes around it.
        let name: String
        let attributes: [Attribute]
        let isAbstract: Bool
    }

    /// A constant string.
    struct Constant {
        /// The class that has it, with its namespace.
        let owner: [String]
        let name: String
        let value: CSharpValue
    }

    private static let depthLimit = 32
    private static let maximumCount = 2_000
    /// The compiler refuses longer names of classes, with all that stands before them (CS7013).
    private static let maximumNameLength = 1_023
    private static let maximumPartCount = 100

    private(set) var classes: [Class] = []
    private(set) var constants: [Constant] = []
    /// The classes whose members are named without them.
    private(set) var staticImports: [[String]] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - symbols: Whether a symbol of `#if` is defined.
    init(_ bytes: [UInt8], symbols: @escaping (String) -> Decision) {
        let tokenizer = CSharpTokenizer(bytes, symbols: symbols)
        var parser = Parser(bytes: bytes, tokens: tokenizer.tokens, conditions: tokenizer.conditions)
        parser.parse()
        classes = parser.classes
        constants = parser.constants
        staticImports = parser.staticImports
    }

    private enum Scope {
        case named([String])
        case other
    }

    private struct Parser {
        private static let modifiers: Set<String> = [
            "public", "internal", "private", "protected", "sealed", "abstract", "partial", "static", "unsafe", "new",
            "file",
            "readonly", "ref",
        ]
        private static let types: Set<String> = ["class", "struct", "record", "interface", "enum"]

        let bytes: [UInt8]
        let tokens: [CSharpToken]
        let conditions: [String]
        var position = 0
        var scopes: [Scope] = []
        var pending: Scope?
        var fileNamespace: [String] = []
        var attributes: [Attribute] = []
        var isAbstract = false
        var classes: [Class] = []
        var constants: [Constant] = []
        var staticImports: [[String]] = []

        private var token: CSharpToken? { position < tokens.count ? tokens[position] : nil }

        private func isSymbol(_ symbol: Unicode.Scalar, _ offset: Int = 0) -> Bool {
            position + offset < tokens.count && tokens[position + offset].isSymbol(symbol)
        }

        private func word(_ offset: Int = 0) -> String? {
            guard position + offset < tokens.count, case .word(let word) = tokens[position + offset].kind else {
                return nil
            }
            return word
        }

        /// The names around the place.
        private var path: [String] {
            var path = fileNamespace
            for case .named(let names) in scopes.prefix(CSharpFile.depthLimit) { path += names }
            return path
        }

        mutating func parse() {
            var isStart = true
            while let token {
                switch token.kind {
                case .symbol(UInt8(ascii: "{")):
                    scopes.append(pending ?? .other)
                    pending = nil
                    forget()
                    position += 1
                    isStart = true
                case .symbol(UInt8(ascii: "}")):
                    _ = scopes.popLast()
                    forget()
                    position += 1
                    isStart = true
                case .symbol(UInt8(ascii: ";")):
                    // A record or a namespace may end so.
                    pending = nil
                    forget()
                    position += 1
                    isStart = true
                case .symbol(UInt8(ascii: "[")) where isStart: section()
                case .word(let word):
                    isStart = statement(word, isStart)
                default:
                    position += 1
                    isStart = false
                    forget()
                }
            }
        }

        private mutating func forget() {
            attributes = []
            isAbstract = false
        }

        /// Reads what begins with a word; whether attributes may follow.
        private mutating func statement(_ word: String, _ isStart: Bool) -> Bool {
            if Self.modifiers.contains(word) {
                if word == "abstract" { isAbstract = true }
                position += 1
                return false
            }
            if Self.types.contains(word), isDeclaration, let name = name(afterType: word) {
                if classes.count < CSharpFile.maximumCount {
                    let whole = (path + [name]).joined(separator: ".")
                    if whole.utf8.count <= CSharpFile.maximumNameLength {
                        classes.append(Class(name: whole, attributes: attributes, isAbstract: isAbstract))
                    }
                }
                pending = .named(Self.bounded([name]))
                forget()
                return false
            }
            if word == "namespace", isStart {
                position += 1
                let names = Self.bounded(dottedName())
                if isSymbol(";") { fileNamespace = names } else { pending = .named(names) }
                return false
            }
            if word == "using", self.word(1) == "static", isStart {
                position += 2
                if staticImports.count < CSharpFile.maximumCount { staticImports.append(dottedName()) }
                return false
            }
            forget()
            if word == "const" {
                constant()
                return false
            }
            position += 1
            return false
        }

        /// The names of a scope, or none if they are too long: each class and constant in it would have them.
        private static func bounded(_ names: [String]) -> [String] {
            guard names.count <= CSharpFile.maximumPartCount else { return [] }
            return names.reduce(0) { $0 + $1.utf8.count } <= CSharpFile.maximumNameLength ? names : []
        }

        /// Whether the word stands for a declaration, and is no constraint of a generic type.
        private var isDeclaration: Bool {
            guard position > 0 else { return true }
            let previous = tokens[position - 1]
            return !previous.isSymbol(":") && !previous.isSymbol(",") && !previous.isSymbol(".")
        }

        private mutating func name(afterType type: String) -> String? {
            var offset = 1
            if type == "record", word(1) == "class" || word(1) == "struct" { offset = 2 }
            guard let name = word(offset) else { return nil }
            position += offset + 1
            return name
        }

        private mutating func dottedName() -> [String] {
            var names: [String] = []
            while let word = word() {
                names.append(word)
                position += 1
                if isSymbol(".") {
                    position += 1
                } else if isSymbol(":"), isSymbol(":", 1) {
                    position += 2
                } else {
                    break
                }
            }
            return names
        }

        // MARK: - Attributes

        /// Reads `[A(…), B]`.
        private mutating func section() {
            position += 1
            if word() != nil, isSymbol(":", 1), !isSymbol(":", 2) {
                // The attribute is one of the assembly or of something else than the class.
                skip(to: ["]"])
                position += 1
                return
            }
            while token != nil, !isSymbol("]") {
                let start = token
                let names = dottedName()
                guard let start, let last = names.last else {
                    skip(to: ["]"])
                    break
                }
                var attribute = Attribute(
                    name: last.hasSuffix("Attribute") ? String(last.dropLast("Attribute".count)) : last,
                    line: start.line,
                    condition: start.condition.map { conditions[$0] }
                )
                if isSymbol("(") { arguments(of: &attribute) }
                if attributes.count < CSharpFile.maximumCount { attributes.append(attribute) }
                if !isSymbol(","), !isSymbol("]") { skip(to: [",", "]"]) }
                if isSymbol(",") { position += 1 }
            }
            position += 1
        }

        private mutating func arguments(of attribute: inout Attribute) {
            position += 1
            while token != nil, !isSymbol(")") {
                let start = position
                var name: String?
                if let word = word(), isSymbol("=", 1), !isSymbol("=", 2) {
                    name = word
                    position += 2
                } else if word() != nil, isSymbol(":", 1), !isSymbol(":", 2) {
                    position += 2
                }
                // An argument that one `#if` leaves out and another does not is not known.
                let condition = token?.condition.map { conditions[$0] }
                var value = value(0)
                if let condition, condition != attribute.condition { value = .unknown(condition) }
                if let name {
                    attribute.named.append((name, value))
                } else {
                    attribute.positional.append(value)
                }
                if isSymbol(",") { position += 1 }
                // Nothing can be made of what stands here.
                if position == start { return skip(to: [")"]) }
            }
            position += 1
        }

        /// Goes to one of some marks outside of brackets, or to the end.
        private mutating func skip(to marks: [Unicode.Scalar]) {
            var depth = 0
            while let token {
                if depth == 0, marks.contains(where: token.isSymbol) { return }
                switch token.kind {
                case .symbol(UInt8(ascii: "(")), .symbol(UInt8(ascii: "[")), .symbol(UInt8(ascii: "{")): depth += 1
                case .symbol(UInt8(ascii: ")")), .symbol(UInt8(ascii: "]")), .symbol(UInt8(ascii: "}")):
                    guard depth > 0 else { return }
                    depth -= 1
                default: break
                }
                position += 1
            }
        }

        // MARK: - Values

        /// Reads a value up to the mark behind it.
        private mutating func value(_ depth: Int) -> CSharpValue {
            let start = position
            var terms = [term(depth)]
            while isSymbol("+"), !isSymbol("+", 1), terms.count < CSharpFile.maximumCount {
                position += 1
                terms.append(term(depth))
            }
            if token == nil || isSymbol(",") || isSymbol(")") || isSymbol("]") || isSymbol("}") || isSymbol(";") {
                return terms.count == 1 ? terms[0] : .sum(terms)
            }
            skip(to: [",", ";"])
            return .unknown(written(start))
        }

        /// What is written from a token up to the place, shortened.
        private func written(_ start: Int) -> String {
            guard start < tokens.count, position > start else { return "?" }
            let first = tokens[start].range.lowerBound
            let end = min(tokens[min(position, tokens.count) - 1].range.upperBound, first + 200)
            // A mark of the byte order is no part of the tokens' places.
            let offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            guard first < end, end + offset <= bytes.count else { return "?" }
            return String(decoding: bytes[(first + offset)..<(end + offset)], as: UTF8.self)
        }

        private mutating func term(_ depth: Int) -> CSharpValue {
            let start = position
            guard depth < CSharpFile.depthLimit, let token else { return unknown(start) }
            switch token.kind {
            case .text(let text):
                position += 1
                return .text(text)
            case .template(let parts):
                position += 1
                return .template(parts)
            case .symbol(UInt8(ascii: "[")): return list(closing: "]", depth)
            case .symbol(UInt8(ascii: "(")):
                position += 1
                let inner = value(depth + 1)
                guard isSymbol(")") else { return unknown(start) }
                position += 1
                return inner
            case .word("true"), .word("false"):
                position += 1
                return .boolean(token.kind == .word("true"))
            case .word("null"):
                position += 1
                return .null
            case .word("new"): return array(depth)
            case .word("nameof"):
                position += 1
                guard isSymbol("(") else { return unknown(start) }
                position += 1
                let names = dottedName()
                guard isSymbol(")"), let last = names.last else { return unknown(start) }
                position += 1
                return .text(last)
            case .word(let word):
                guard word.utf8.first.map({ !$0.isASCIIDigit }) ?? false else {
                    position += 1
                    return .unknown(word)
                }
                return .name(dottedName())
            default: return unknown(start)
            }
        }

        /// Goes behind a value that is not known.
        private mutating func unknown(_ start: Int) -> CSharpValue {
            skip(to: [",", ";"])
            return .unknown(written(start))
        }

        /// Reads `new[] { … }`, `new string[] { … }`.
        private mutating func array(_ depth: Int) -> CSharpValue {
            let start = position
            position += 1
            _ = dottedName()
            guard isSymbol("[") else { return unknown(start) }
            position += 1
            skip(to: ["]"])
            guard isSymbol("]"), isSymbol("{", 1) else { return unknown(start) }
            position += 1
            return list(closing: "}", depth)
        }

        private mutating func list(closing: Unicode.Scalar, _ depth: Int) -> CSharpValue {
            position += 1
            var values: [CSharpValue] = []
            while token != nil, !isSymbol(closing) {
                let start = position
                let condition = token?.condition
                var value = value(depth + 1)
                if let condition, tokens[max(0, start - 1)].condition != condition {
                    value = .unknown(conditions[condition])
                }
                if values.count < CSharpFile.maximumCount { values.append(value) }
                if isSymbol(",") { position += 1 }
                if position == start { break }
            }
            if !isSymbol(closing) { skip(to: [closing]) }
            if isSymbol(closing) { position += 1 }
            return .list(values)
        }

        // MARK: - Constants

        /// Reads `const string A = "…", B = "…";`.
        private mutating func constant() {
            position += 1
            let type = dottedName()
            guard type.last == "string" || type.last == "String" else { return }
            repeat {
                guard let name = word(), isSymbol("=", 1) else { return }
                let condition = token?.condition.map { conditions[$0] }
                position += 2
                var value = value(0)
                if let condition { value = .unknown(condition) }
                if constants.count < CSharpFile.maximumCount {
                    constants.append(Constant(owner: path, name: name, value: value))
                }
                guard isSymbol(",") else { return }
                position += 1
            } while true
        }
    }
}
