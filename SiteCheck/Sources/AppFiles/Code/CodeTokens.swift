/// The words and marks of a program, without its comments and texts.
///
/// It recognizes the ends of comments and texts, but no grammar. Directives such as `#if` are treated as code, so all of their
/// branches count. Each byte is examined a bounded number of times, whatever the file contains.
struct CodeTokens {
    /// The maximum nesting of code in texts in code; real programs have a few levels.
    private static let depthLimit = 64
    /// The maximum number of words to examine between angle brackets.
    private static let maximumArgumentCount = 200

    let bytes: [UInt8]
    let language: CodeLanguage
    private(set) var tokens: [CodeToken] = []
    /// The indices of the tokens that may be one of the words to stop at, in order.
    private(set) var stops: [Int] = []
    /// Whether the whole file was understood: each comment and each text ends.
    private(set) var isComplete = true

    private var index = 0
    private var line = 1
    private var frames: [Frame] = []
    /// For each token that opens a bracket, the index after the matching end, otherwise 0; computed in one pass, also for nested
    /// brackets.
    private var ends: [Int] = []
    /// The indices of the open brackets of each kind.
    private var open: [[Int]] = [[], [], []]
    private let words: CodeWords?
    private let work: CodeWork?

    /// The construct that encloses the current place.
    private enum Frame {
        /// Code in a text: its closing bracket, the matching opening bracket, and how many are open.
        case code(opening: UInt8, closing: UInt8, open: Int)
        case text(TextForm)
    }

    /// How a text is delimited.
    private struct TextForm {
        let quote: UInt8
        /// The number of quotation marks: one, or at least three.
        let count: Int
        /// The number signs around a Swift text.
        var hashes = 0
        /// Whether a backslash is an ordinary character.
        var isRaw = false
        /// Whether a C# text may have several lines, and two quotation marks stand for one.
        var isVerbatim = false
        /// The number of braces that begin code in a C# text, or 0 if it has none.
        var braces = 0
    }

    /// `words` are those at which the caller stops; `work` counts the steps, for tests.
    init(_ bytes: [UInt8], _ language: CodeLanguage, stoppingAt words: CodeWords? = nil, work: CodeWork? = nil) {
        self.bytes = bytes
        self.language = language
        self.words = words
        self.work = work
        // Ordinary programs have about one token in five bytes.
        tokens.reserveCapacity(bytes.count / 4)
        ends.reserveCapacity(bytes.count / 4)
        read()
    }

    // MARK: - Queries

    var count: Int { tokens.count }

    /// Whether the token at an index is a word or a mark.
    func has(_ text: StaticString, at index: Int) -> Bool {
        work?.look()
        guard tokens.indices.contains(index), tokens[index].kind != .text else { return false }
        return isSame(text, tokens[index])
    }

    /// Whether the token at an index is one of some words.
    func hasAny(_ texts: [StaticString], at index: Int) -> Bool {
        guard tokens.indices.contains(index), tokens[index].kind != .text else { return false }
        let token = tokens[index]
        let (count, first) = (token.end - token.start, bytes[token.start])
        for text in texts {
            work?.look()
            // Length and first byte differ for most words, so they are compared first.
            if text.utf8CodeUnitCount == count, text.utf8Start.pointee == first, isSame(text, token) { return true }
        }
        return false
    }

    /// Whether the token at an index is a word.
    func isWord(at index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

    /// The word at an index, or `nil` if there is none.
    func word(at index: Int) -> String? {
        work?.look()
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return nil }
        return String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self)
    }

    /// The content of a text at an index including its marks, or `nil` if there is none.
    func text(at index: Int) -> String? {
        work?.look()
        guard tokens.indices.contains(index), tokens[index].kind == .text else { return nil }
        return String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self)
    }

    /// The host that a literal text at an index states, in lower case, or `nil` if there is none; a scheme, a port or a path that is
    /// written with it by mistake is kept.
    func host(at index: Int) -> String? {
        guard let text = text(at: index), text.count > 2 else { return nil }
        let host = text.dropFirst().dropLast().lowercased()
        let isHost = host.utf8.allSatisfy { Self.isOfWord($0) && $0 != UInt8(ascii: "$") || "-.:/".utf8.contains($0) }
        return isHost && host.contains(".") ? host : nil
    }

    func line(at index: Int) -> Int { tokens.indices.contains(index) ? tokens[index].line : line }

    /// The index after the bracket that closes the one at an index, or the end of the file.
    func end(ofBracketAt index: Int) -> Int {
        if ends.indices.contains(index), ends[index] > 0 { return ends[index] }
        guard has("<", at: index) else { return hasAny(["(", "{", "["], at: index) ? tokens.count : index + 1 }
        // The token may be a comparison operator, which is not a bracket and has no end.
        var open = 0
        for place in index..<min(tokens.count, index + Self.maximumArgumentCount) {
            if has("<", at: place) {
                open += 1
            } else if has(">", at: place) {
                open -= 1
                if open == 0 { return place + 1 }
            }
        }
        return index + 1
    }

    /// Records a mark that opens or closes a bracket, before it is added to the tokens.
    private mutating func pair(_ mark: UInt8) {
        let index = tokens.count
        switch mark {
        case UInt8(ascii: "("): open[0].append(index)
        case UInt8(ascii: "{"): open[1].append(index)
        case UInt8(ascii: "["): open[2].append(index)
        case UInt8(ascii: ")"): if let start = open[0].popLast() { ends[start] = index + 1 }
        case UInt8(ascii: "}"): if let start = open[1].popLast() { ends[start] = index + 1 }
        case UInt8(ascii: "]"): if let start = open[2].popLast() { ends[start] = index + 1 }
        default: break
        }
    }

    private func isSame(_ text: StaticString, _ token: CodeToken) -> Bool {
        let count = text.utf8CodeUnitCount
        guard token.end - token.start == count else { return false }
        return text.withUTF8Buffer { buffer in
            for offset in 0..<count where bytes[token.start + offset] != buffer[offset] { return false }
            return true
        }
    }

    // MARK: - Reading

    private func byte(_ offset: Int) -> UInt8 {
        work?.look()
        let place = index + offset
        return place < bytes.count ? bytes[place] : 0
    }

    private mutating func read() {
        while index < bytes.count {
            if case .text(let form)? = frames.last { readText(form) } else { readCode() }
        }
        if !frames.isEmpty { isComplete = false }
    }

    private mutating func readCode() {
        let first = bytes[index]
        switch first {
        case UInt8(ascii: "\n"):
            line += 1
            index += 1
        case UInt8(ascii: " "):
            var end = index + 1
            while end < bytes.count, bytes[end] == first { end += 1 }
            index = end
        case UInt8(ascii: "`") where language == .javaScript:
            // Its lines are one text, as in C#.
            beginText(TextForm(quote: first, count: 1, isVerbatim: true), length: 1)
        case UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "`"): index += 1
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"): skipLine()
        case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
        case UInt8(ascii: "#") where language == .swift: readHashes()
        case UInt8(ascii: "#") where language == .cSharp: readDirective()
        case UInt8(ascii: "/") where language == .swift && beginsExpression: readExpression()
        case UInt8(ascii: "\""): beginText(quote: first)
        case UInt8(ascii: "'") where language == .dart: beginText(quote: first)
        case UInt8(ascii: "'") where language.hasCharacters: beginText(TextForm(quote: first, count: 1), length: 1)
        default:
            if Self.isOfWord(first) {
                readWord()
            } else {
                // The bracket that begins code in a text is part of the text, and so is the one that ends it.
                if !endsCode(first) { add(.mark, index, index + 1) }
                index += 1
            }
        }
    }

    /// Counts the brackets of code within a text, and returns whether a mark ends that code.
    private mutating func endsCode(_ mark: UInt8) -> Bool {
        guard case .code(let opening, let closing, let open)? = frames.last else { return false }
        if mark == closing, open == 1 {
            frames.removeLast()
            return true
        }
        let change = mark == opening ? 1 : mark == closing ? -1 : 0
        if change != 0 { frames[frames.count - 1] = .code(opening: opening, closing: closing, open: open + change) }
        return false
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    private mutating func add(_ kind: CodeToken.Kind, _ start: Int, _ end: Int) {
        work?.look()
        if kind != .text {
            let first = bytes[start]
            if let words, words.mayHave(first, length: end - start) { stops.append(tokens.count) }
            if kind == .mark { pair(first) }
        }
        tokens.append(CodeToken(kind: kind, start: start, end: end, line: line))
        ends.append(0)
    }

    private mutating func readWord() {
        let start = index
        var end = start + 1
        while end < bytes.count, Self.isOfWord(bytes[end]) { end += 1 }
        index = end
        // The letter before a Dart text disables its escapes.
        if language == .dart, index - start == 1, bytes[start] == UInt8(ascii: "r"),
            byte(0) == UInt8(ascii: "\"") || byte(0) == UInt8(ascii: "'")
        {
            beginText(quote: bytes[index], isRaw: true)
            return
        }
        add(.word, start, index)
    }

    private mutating func skipLine() {
        var end = index
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        index = end
    }

    private mutating func skipComment() {
        var open = 0
        while index < bytes.count {
            if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*"), open == 0 || language.nestsComments {
                open += 1
                index += 2
            } else if byte(0) == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                open -= 1
                index += 2
                if open == 0 { return }
            } else {
                if bytes[index] == UInt8(ascii: "\n") { line += 1 }
                index += 1
            }
        }
        isComplete = false
    }

    /// Reads Swift's number signs: those of a raw text, of a regular expression, or of a directive.
    private mutating func readHashes() {
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        let next = byte(hashes)
        if next == UInt8(ascii: "\"") {
            index += hashes
            beginText(quote: next, hashes: hashes)
        } else if next == UInt8(ascii: "/") {
            beginText(TextForm(quote: next, count: 3, hashes: hashes, isRaw: true), length: hashes + 1)
        } else {
            add(.mark, index, index + 1)
            index += hashes
        }
    }

    /// Reads the number sign of a C# directive; the text of directives other than conditions is not code.
    private mutating func readDirective() {
        var start = 1
        while byte(start) == UInt8(ascii: " ") { start += 1 }
        let word = bytes[(index + start)...].prefix(6).prefix { Self.isOfWord($0) }
        guard ["if", "elif", "else", "endif"].contains(String(decoding: word, as: UTF8.self)) else { return skipLine() }
        add(.mark, index, index + 1)
        index += 1
    }

    /// Whether a slash begins a regular expression; after a value it is an operator.
    private var beginsExpression: Bool {
        guard let last = tokens.last, last.kind == .mark, !" \t/*)".utf8.contains(byte(1)) else { return false }
        return "(=,:[{&|!?".utf8.contains(bytes[last.start])
    }

    /// Skips a regular expression if it ends in its line.
    private mutating func readExpression() {
        var end = index + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "/") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "/") else {
            // The slash is an operator; the text after it is read as code.
            add(.mark, index, index + 1)
            index += 1
            return
        }
        add(.text, index, end + 1)
        index = end + 1
    }

    private mutating func beginText(quote: UInt8, hashes: Int = 0, isRaw: Bool = false) {
        if language == .cSharp { return beginCSharpText(quote) }
        let isLong = language.hasLongTexts && byte(1) == quote && byte(2) == quote
        // In Kotlin a multi-line text has no escapes.
        let form = TextForm(
            quote: quote,
            count: isLong ? 3 : 1,
            hashes: hashes,
            isRaw: isRaw || isLong && language == .kotlin
        )
        beginText(form, length: form.count)
    }

    /// Begins a C# text; of the marks before it, `@` disables escapes and `$` begins code in braces.
    private mutating func beginCSharpText(_ quote: UInt8) {
        var form = TextForm(quote: quote, count: 1)
        var place = index - 1
        while place >= 0, bytes[place] == UInt8(ascii: "@") || bytes[place] == UInt8(ascii: "$") {
            if bytes[place] == UInt8(ascii: "@") { form.isVerbatim = true } else { form.braces += 1 }
            place -= 1
        }
        form.isRaw = form.isVerbatim
        if !form.isVerbatim, byte(1) == quote, byte(2) == quote {
            var count = 3
            while byte(count) == quote, count < Self.depthLimit { count += 1 }
            form = TextForm(quote: quote, count: count, isRaw: true, braces: form.braces)
        }
        beginText(form, length: form.count)
    }

    private mutating func beginText(_ form: TextForm, length: Int) {
        guard frames.count < Self.depthLimit else {
            isComplete = false
            index = bytes.count
            return
        }
        frames.append(.text(form))
        // The end of the text is not known yet.
        add(.text, index, index)
        index += length
    }

    private mutating func endText(from start: Int) {
        frames.removeLast()
        // The token is the last one unless code within the text has others.
        guard let last = tokens.last, last.kind == .text, last.start == last.end else { return }
        tokens[tokens.count - 1] = CodeToken(kind: .text, start: last.start, end: index, line: last.line)
    }

    private mutating func readText(_ form: TextForm) {
        let start = index
        while index < bytes.count {
            let next = bytes[index]
            if next == UInt8(ascii: "\n") {
                // A one-line text that does not end in its line is not a text.
                if form.count == 1, !form.isVerbatim { return endText(from: start) }
                line += 1
                index += 1
            } else if next == UInt8(ascii: "\\"), !form.isRaw {
                if readEscape(form) { return }
            } else if next == UInt8(ascii: "$"), language.hasDollarCode || form.quote == UInt8(ascii: "`"),
                byte(1) == UInt8(ascii: "{"), !(form.isRaw && language == .dart)
            {
                index += 2
                return begin(opening: UInt8(ascii: "{"), closing: UInt8(ascii: "}"))
            } else if form.braces > 0, next == UInt8(ascii: "{") {
                var count = 1
                while count < max(2, form.braces), byte(count) == next { count += 1 }
                index += count
                // In a text with one mark, two braces stand for one.
                if count == form.braces { return begin(opening: next, closing: UInt8(ascii: "}")) }
            } else if next == form.quote, closes(form) {
                return endText(from: start)
            } else {
                index += 1
            }
        }
    }

    /// Reads a backslash, and returns whether it begins code.
    private mutating func readEscape(_ form: TextForm) -> Bool {
        guard language == .swift else {
            index += byte(1) == UInt8(ascii: "\n") ? 1 : 2
            return false
        }
        for hash in 0..<form.hashes where byte(1 + hash) != UInt8(ascii: "#") {
            index += 1
            return false
        }
        index += 1 + form.hashes
        if byte(0) == UInt8(ascii: "(") {
            index += 1
            begin(opening: UInt8(ascii: "("), closing: UInt8(ascii: ")"))
            return true
        }
        if byte(0) != UInt8(ascii: "\n") { index += 1 }
        return false
    }

    private mutating func begin(opening: UInt8, closing: UInt8) {
        guard frames.count < Self.depthLimit else {
            isComplete = false
            index = bytes.count
            return
        }
        frames.append(.code(opening: opening, closing: closing, open: 1))
    }

    /// Moves past the end of a text if it is here.
    private mutating func closes(_ form: TextForm) -> Bool {
        // The text is a regular expression between number signs.
        let isExpression = form.quote == UInt8(ascii: "/")
        let quotes = isExpression ? 1 : form.count
        for offset in 0..<quotes where byte(offset) != form.quote { return false }
        for hash in 0..<form.hashes where byte(quotes + hash) != UInt8(ascii: "#") { return false }
        index += quotes + form.hashes
        if form.isVerbatim, byte(0) == form.quote { return false }
        // Of more than three marks the last three end a Kotlin text.
        if language == .kotlin, quotes == 3 {
            while byte(0) == form.quote { index += 1 }
        }
        return true
    }
}
