import BoltsBase
@_spi(Bolts) import BoltsSiteCheck

/// The parts of a C# file that decide about intent filters: two kinds of attributes of classes, and constant strings.
///
/// The language allows only constants in attributes (C# specification, "Attribute specification"), so literal ones are data.
struct CSharpFile {
    /// `[Activity(…)]` or `[IntentFilter(…)]`.
    struct Attribute {
        let line: Int
        /// The condition under which the build has the attribute as it is read, such as `#if DEBUG`, or `nil` if it always has.
        let condition: String?
        /// The arguments by name; an argument without a name has the empty name.
        let values: [String: [SourceText]]
    }

    struct Class {
        let name: String
        let isAbstract: Bool
        let isPartial: Bool
        let activities: [Attribute]
        let filters: [Attribute]
    }

    /// The gap of texts that are not literal; names of constants are open parts.
    static let gap = SourceGap("only the build knows it")
    /// A file without one of these is irrelevant to intent filters.
    static let filter = CodeFilter(["IntentFilter", "Activity", "const string"])

    private static let maximumHeaderLength = 400
    /// The symbols that builds for Android define, and some that they do not define.
    private static let symbols: [String: Certainty] = [
        "ANDROID": .yes, "__ANDROID__": .yes, "__MOBILE__": .yes, "true": .yes, "IOS": .no, "__IOS__": .no,
        "MACCATALYST": .no, "__MACCATALYST__": .no, "WINDOWS": .no, "WINDOWS_UWP": .no, "TIZEN": .no, "false": .no,
    ]

    /// An `#if` directive that encloses the current place.
    private struct Branch {
        let text: String
        /// The state and the condition around the directive, so that a token's cost does not depend on the nesting.
        let outer: (state: Certainty, condition: String?)
        /// Whether the build has the current branch, and an earlier one, if it has the directive.
        var now: Certainty
        var earlier: Certainty
    }

    private(set) var classes: [Class] = []
    /// The constants as `Class.name`, each with its values.
    private(set) var constants: [String: [SourceText]] = [:]
    /// Whether the file was understood as far as it may declare intent filters.
    var isComplete: Bool { code.isComplete && !hasAlias }
    /// Whether the file gives one of the two kinds of attributes another name, which other files may use too.
    private var hasAlias = false

    private let code: CodeTokens
    private var branches: [Branch] = []
    /// The index after the last directive.
    private var lineStart = 0
    private var scopes: [(name: String, end: Int)] = []
    private var pending: [(name: String, attribute: Attribute)] = []
    private var modifiers: Set<String> = []

    init(_ bytes: [UInt8], work: CodeWork? = nil) {
        // A byte order mark would be a part of the first word.
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        code = CodeTokens(hasMark ? Array(bytes.dropFirst(3)) : bytes, .cSharp, work: work)
        var index = 0
        while index < code.count { index = read(index) }
    }

    /// Reads the declaration at a token, and returns the index of the next one.
    private mutating func read(_ index: Int) -> Int {
        if code.has("#", at: index) { return readDirective(index) }
        guard state != .no else { return index + 1 }
        while let scope = scopes.last, index >= scope.end { scopes.removeLast() }
        if code.has("[", at: index), index == lineStart || code.hasAny([";", "{", "}", "]"], at: index - 1) {
            return readSection(index)
        }
        if code.hasAny([";", "{", "}"], at: index) {
            (pending, modifiers) = ([], [])
        } else if code.hasAny(["abstract", "partial"], at: index) {
            modifiers.insert(code.word(at: index) ?? "")
        } else if code.hasAny(["class", "struct", "interface", "record"], at: index),
            let name = code.word(at: index + 1),
            !code.hasAny(["class", "struct"], at: index + 1), !code.hasAny([":", ","], at: index - 1)
        {
            readClass(name, index + 2)
        } else if code.has("using", at: index), let name = code.word(at: index + 1), code.has("=", at: index + 2) {
            let end = (index + 3..<min(code.count, index + Self.maximumHeaderLength)).first { code.has(";", at: $0) }
            let kind = end.flatMap { code.word(at: $0 - 1) } ?? ""
            let isAttribute = ["ActivityAttribute", "IntentFilterAttribute"].contains(kind)
            hasAlias = hasAlias || isAttribute && name != kind && name + "Attribute" != kind
        } else if code.has("const", at: index), code.hasAny(["string", "String"], at: index + 1),
            let name = code.word(at: index + 2), code.has("=", at: index + 3)
        {
            let end = (index + 4..<min(code.count, index + Self.maximumHeaderLength)).first { code.has(";", at: $0) }
            let value = expression(Array(index + 4..<(end ?? index + 4))[...])
            let isKnown = state == .yes && !(index..<(end ?? index)).contains { code.has("#", at: $0) }
            constants["\(scopes.last?.name ?? "").\(name)", default: []].append(isKnown ? value : Self.unknown(name))
        }
        return index + 1
    }

    private mutating func readClass(_ name: String, _ start: Int) {
        let header = start..<min(code.count, start + Self.maximumHeaderLength)
        if let brace = header.first(where: { code.hasAny(["{", ";"], at: $0) }), code.has("{", at: brace) {
            scopes.append((name, code.end(ofBracketAt: brace)))
        }
        func attributes(_ name: String) -> [Attribute] { pending.filter { $0.name == name }.map(\.attribute) }
        let (activities, filters) = (attributes("Activity"), attributes("IntentFilter"))
        if !activities.isEmpty || !filters.isEmpty {
            classes.append(
                Class(
                    name: name,
                    isAbstract: modifiers.contains("abstract"),
                    isPartial: modifiers.contains("partial"),
                    activities: activities,
                    filters: filters
                )
            )
        }
        pending = []
    }

    // MARK: - Conditions

    /// Whether the build has the current place.
    private var state: Certainty { branches.last.map { $0.outer.state.and($0.now) } ?? .yes }

    /// The directive that decides whether the build has the current place, or `nil` if that is known.
    private var condition: String? { state == .open ? branches.last.flatMap { $0.outer.condition ?? $0.text } : nil }

    private func endOfLine(_ index: Int) -> Int {
        (index..<code.count).first { code.line(at: $0) != code.line(at: index) } ?? code.count
    }

    private mutating func readDirective(_ index: Int) -> Int {
        let end = endOfLine(index)
        let holds = self.holds(index + 2..<max(index + 2, end))
        switch code.word(at: index + 1) {
        case "if":
            branches.append(
                Branch(text: written(index..<end), outer: (state, condition), now: holds, earlier: holds)
            )
        case "endif": _ = branches.popLast()
        default:
            guard var last = branches.popLast() else { break }
            let own = code.has("elif", at: index + 1) ? holds : .yes
            (last.now, last.earlier) = (own.and(last.earlier.inverse), last.earlier.or(own))
            branches.append(last)
        }
        lineStart = end
        return end
    }

    /// Whether a condition without brackets is true in builds for Android.
    private func holds(_ tokens: Range<Int>) -> Certainty {
        var (any, all, isInverse) = (Certainty.no, Certainty.yes, false)
        for index in tokens {
            if code.has("|", at: index) {
                if code.has("|", at: index + 1) { (any, all) = (any.or(all), .yes) }
            } else if code.has("!", at: index) {
                isInverse.toggle()
            } else if !code.has("&", at: index) {
                guard let word = code.word(at: index) else { return .open }
                let value = Self.symbols[word] ?? .open
                all = all.and(isInverse ? value.inverse : value)
                isInverse = false
            }
        }
        return any.or(all)
    }

    // MARK: - Attributes

    /// Reads the attributes between two brackets, and returns the index after them.
    private mutating func readSection(_ index: Int) -> Int {
        let end = code.end(ofBracketAt: index)
        var condition = self.condition
        var items: [Int] = []
        var place = index + 1
        while place < end - 1 {
            items.append(place)
            if code.has("#", at: place) {
                condition = condition ?? written(place..<endOfLine(place))
                place = readDirective(place)
            } else {
                place += 1
            }
        }
        for item in split(items[...]) {
            let name = item.prefix { !code.has("(", at: $0) }
            guard let last = name.last, var word = code.word(at: last) else { continue }
            if word.hasSuffix("Attribute") { word.removeLast("Attribute".count) }
            guard ["Activity", "IntentFilter"].contains(word) else { continue }
            var values: [String: [SourceText]] = [:]
            for argument in split(item.dropFirst(name.count + 1).dropLast()) {
                let isNamed = argument.count > 2 && code.has("=", at: argument[argument.startIndex + 1])
                let isPlaced = argument.count > 2 && code.has(":", at: argument[argument.startIndex + 1])
                let key = isNamed ? code.word(at: argument[argument.startIndex]) ?? "" : ""
                values[key, default: []] += list(argument.dropFirst(isNamed || isPlaced ? 2 : 0))
            }
            pending.append((word, Attribute(line: code.line(at: last), condition: condition, values: values)))
        }
        return end
    }

    /// The parts between commas outside brackets, and between directives, of which only the mark is left.
    private func split(_ tokens: ArraySlice<Int>) -> [ArraySlice<Int>] {
        var depth = 0
        return tokens.split { index in
            if code.hasAny(["(", "[", "{"], at: index) { depth += 1 }
            if code.hasAny([")", "]", "}"], at: index) { depth -= 1 }
            return depth == 0 && code.hasAny([",", "#"], at: index)
        }
    }

    /// The values of an argument: the elements of an array, or one value.
    private func list(_ tokens: ArraySlice<Int>) -> [SourceText] {
        guard let first = tokens.first else { return [] }
        if code.has("[", at: first) { return split(tokens.dropFirst().dropLast()).map { expression($0) } }
        guard code.has("new", at: first) else { return [expression(tokens)] }
        return split(tokens.drop { !code.has("{", at: $0) }.dropFirst().dropLast()).map { expression($0) }
    }

    // MARK: - Expressions

    private static func unknown(_ text: String) -> SourceText { .unknown(gap, written: text) }

    /// The text of tokens as written.
    private func written(_ tokens: some BidirectionalCollection<Int>) -> String {
        guard let first = tokens.first, let last = tokens.last else { return "" }
        let text = code.bytes[code.tokens[first].start..<max(code.tokens[first].start, code.tokens[last].end)]
        return String(decoding: text, as: UTF8.self)
    }

    /// A sum of literals and constants; anything else is unknown.
    private func expression(_ tokens: ArraySlice<Int>) -> SourceText {
        var (rest, result) = (tokens, SourceText(""))
        while let operand = operand(&rest) {
            result = result + operand
            guard let next = rest.popFirst() else { return result }
            guard code.has("+", at: next) else { break }
        }
        return Self.unknown(written(tokens))
    }

    private func operand(_ rest: inout ArraySlice<Int>) -> SourceText? {
        let isVerbatim = rest.first.map { code.has("@", at: $0) } ?? false
        if isVerbatim { rest.removeFirst() }
        guard let first = rest.popFirst() else { return nil }
        if let text = code.text(at: first) { return literal(text, isVerbatim) }
        guard var name = code.word(at: first) else { return nil }
        while rest.count > 1, let mark = rest.first, code.hasAny([".", ":"], at: mark) {
            rest.removeFirst()
            guard let next = rest.first, let word = code.word(at: next) else { continue }
            rest.removeFirst()
            name += ".\(word)"
        }
        if name == "null" { return SourceText("") }
        return name == "true" || name == "false" ? SourceText(name) : Self.unknown(name)
    }

    /// A literal text, or `nil` for one with rare escapes or with more than one mark at its ends.
    private func literal(_ text: String, _ isVerbatim: Bool) -> SourceText? {
        let inner = text.dropFirst().dropLast()
        if isVerbatim { return SourceText(String(inner).replacing("\"\"", with: "\"")) }
        let rest = inner.replacing("\\\\", with: "").replacing("\\\"", with: "")
        guard !rest.contains("\\"), !text.hasPrefix("\"\"\"") else { return nil }
        let parts = inner.split(separator: "\\\\", omittingEmptySubsequences: false)
        return SourceText(parts.map { $0.replacing("\\\"", with: "\"") }.joined(separator: "\\"))
    }
}
