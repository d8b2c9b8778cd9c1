/// The beginning of a conditional statement without braces: `if (…)`, `else` and `else if (…)`.
struct GradleCondition {
    /// The maximum size of a statement in bytes, and the maximum number of conditions before one.
    private static let maximumSize = 4_096
    fileprivate static let maximumDepth = 8

    let header: String
    /// The statement that the condition is for; it may be empty.
    let statement: String
    /// The text from the `else` for that statement on; it may be empty.
    let other: String

    /// Reads a statement, or returns `nil` if it does not begin with a condition that something follows.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumSize, let end = Self.end(of: bytes, from: 0) else { return nil }
        let start = Self.firstWord(bytes, from: end)
        // In a `when` block, `else -> …` is a case.
        guard start < bytes.count, !bytes[start...].starts(with: "->".utf8) else { return nil }
        let last = Self.isWord("if", in: bytes, at: start) ? nil : Self.elsePlace(bytes, from: start)
        func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
            let end = bytes.lastIndex { $0 > 0x20 }
            return end.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
        }
        header = trimmed(bytes[..<end])
        statement = trimmed(bytes[start..<(last ?? bytes.count)])
        other = last.map { trimmed(bytes[$0...]) } ?? ""
    }

    /// Whether a text has only conditions, so that the next line has what they are for.
    static func isAll(of bytes: [UInt8]) -> Bool {
        guard bytes.count <= maximumSize else { return false }
        var start = firstWord(bytes, from: 0)
        for _ in 0..<maximumDepth {
            guard let end = end(of: bytes, from: start) else { return false }
            start = firstWord(bytes, from: end)
            if start == bytes.count { return true }
        }
        return false
    }

    /// The end of a condition that begins at a place, or `nil` if none does.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        let isElse = isWord("else", in: bytes, at: start)
        let next = isElse ? firstWord(bytes, from: start + 4) : start
        guard isWord("if", in: bytes, at: next) else { return isElse ? start + 4 : nil }
        let bracket = firstWord(bytes, from: next + 2)
        guard bracket < bytes.count, bytes[bracket] == UInt8(ascii: "(") else { return nil }
        return walk(bytes, from: bracket) { place, depth in depth == 0 && bytes[place] == UInt8(ascii: ")") }.map {
            $0 + 1
        }
    }

    /// The place of an `else` outside of brackets.
    private static func elsePlace(_ bytes: [UInt8], from start: Int) -> Int? {
        walk(bytes, from: start) { place, depth in depth == 0 && isWord("else", in: bytes, at: place) }
    }

    private static func firstWord(_ bytes: [UInt8], from start: Int) -> Int {
        var place = start
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        return place
    }

    private static func isWord(_ word: String, in bytes: [UInt8], at place: Int) -> Bool {
        guard place < bytes.count, bytes[place...].starts(with: word.utf8) else { return false }
        func isPart(_ place: Int) -> Bool { bytes.indices.contains(place) && GradleToken.isWordByte(bytes[place]) }
        return !isPart(place + word.utf8.count) && !isPart(place - 1)
    }

    /// The first place outside of strings for which a function returns `true`, with the number of open brackets behind it.
    private static func walk(_ bytes: [UInt8], from start: Int, until isEnd: (Int, Int) -> Bool) -> Int? {
        var depth = 0
        var quote: UInt8?
        var place = start
        while place < bytes.count {
            let byte = bytes[place]
            if let open = quote {
                if byte == UInt8(ascii: "\\") { place += 1 }
                if byte == open { quote = nil }
            } else {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
                if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { depth += 1 }
                if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") { depth -= 1 }
                if isEnd(place, depth) { return place }
            }
            place += 1
        }
        return nil
    }
}

extension GradleScript.Block {
    /// Adds a statement; one with a condition becomes the block of the condition.
    mutating func add(_ text: String, depth: Int = 0) {
        // What follows a closure within a condition begins with a bracket.
        guard text.hasPrefix("if") || text.hasPrefix("else") || text.hasPrefix(")"),
            [.word("if"), .word("else"), .symbol(")")].contains(GradleToken.tokens(of: text).first)
        else {
            statements.append(text)
            return
        }
        guard depth < GradleCondition.maximumDepth, let condition = GradleCondition(text) else {
            blocks.append(GradleScript.Block(header: "if", statements: [text], place: statements.count))
            return
        }
        var inner = GradleScript.Block(header: condition.header, place: statements.count)
        if !condition.statement.isEmpty { inner.add(condition.statement, depth: depth + 1) }
        blocks.append(inner)
        if !condition.other.isEmpty { add(condition.other, depth: depth + 1) }
    }

    /// The block with a condition before its name as a block of its own: `if (…) android {`.
    var split: GradleScript.Block {
        guard let condition = GradleCondition(header), condition.other.isEmpty, !condition.statement.isEmpty else {
            return self
        }
        var inner = self
        (inner.header, inner.place) = (condition.statement, 0)
        return GradleScript.Block(header: condition.header, blocks: [inner], place: place)
    }
}
