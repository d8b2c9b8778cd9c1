import BoltsBase

/// Finds the edits that turn a text into strict JSON, if only its punctuation is wrong.
///
/// It makes one pass over the text; the caller that applies the edits parses the result.
struct SyntaxFix {
    private enum Token {
        case open(UInt8)
        case close(UInt8)
        case colon, comma, semicolon
        case string
        /// A number, a literal, or a name without quotes.
        case word
        case comment
        /// White space that JSON does not allow.
        case space
    }

    /// The tokens that may come next.
    private enum Expectation {
        case value
        /// An element, or the closing bracket of an empty array.
        case firstElement
        /// A name, or the closing bracket of an empty object.
        case firstName
        case name, colon, separator, end
    }

    private let bytes: [UInt8]
    private var position = 0
    private var edits: [FileEdit] = []
    private var hasComments = false

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the edits and whether they remove the author's comments, or `nil` if the intention is unclear.
    static func edits(for bytes: [UInt8]) -> (edits: [FileEdit], dropsComments: Bool)? {
        var fix = SyntaxFix(bytes)
        guard fix.run(), !fix.edits.isEmpty else { return nil }
        return (FileEdit.inOrder(fix.edits), fix.hasComments)
    }

    // MARK: - Grammar

    /// Returns whether the text was understood to its end.
    private mutating func run() -> Bool {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        var brackets: [UInt8] = []
        var expected = Expectation.value
        // The last comma, if nothing follows it yet, and the end of the last value.
        var comma: Range<Int>?
        var end = 0
        func afterValue() -> Expectation { brackets.isEmpty ? .end : .separator }
        while let (token, range) = next() {
            switch token {
            case .comment:
                hasComments = true
                edits.append(FileEdit(removalOfComment(range)))
                continue
            case .space:
                // Visible white space separates words, so it becomes a space; invisible characters are removed.
                edits.append(FileEdit(range, isInvisible(range) ? "" : " "))
                continue
            case .comma, .semicolon:
                guard case .comma = token else {
                    guard expected == .end, isAtEnd() else { return false }
                    edits.append(FileEdit(range))
                    continue
                }
                switch expected {
                case .separator:
                    comma = range
                    expected = brackets.last == UInt8(ascii: "{") ? .name : .value
                // The comma is superfluous.
                case .firstElement, .firstName: edits.append(FileEdit(range))
                case .name where comma != nil, .value where comma != nil: edits.append(FileEdit(range))
                case .end where isAtEnd(): edits.append(FileEdit(range))
                default: return false
                }
                continue
            case .close(let bracket):
                guard let open = brackets.popLast(), (open == UInt8(ascii: "{")) == (bracket == UInt8(ascii: "}"))
                else {
                    return false
                }
                switch expected {
                case .separator, .firstElement, .firstName: break
                case .name, .value:
                    guard let comma else { return false }
                    edits.append(FileEdit(comma))
                default: return false
                }
                end = range.upperBound
                expected = afterValue()
            case .colon:
                guard expected == .colon else { return false }
                expected = .value
            case .open, .string, .word:
                if expected == .separator {
                    let isMember = brackets.last == UInt8(ascii: "{")
                    guard !isMember || isName(token) && isBeforeColon() else { return false }
                    edits.append(FileEdit(end..<end, ","))
                    expected = isMember ? .name : .value
                }
                switch expected {
                case .firstName, .name:
                    guard isName(token), quote(token, range, isName: true) else { return false }
                    expected = .colon
                case .value, .firstElement:
                    if case .open(let bracket) = token {
                        guard brackets.count < 128 else { return false }
                        brackets.append(bracket)
                        expected = bracket == UInt8(ascii: "{") ? .firstName : .firstElement
                    } else {
                        guard quote(token, range, isName: false) else { return false }
                        end = range.upperBound
                        expected = afterValue()
                    }
                default: return false
                }
            }
            comma = nil
        }
        return position == bytes.count && expected == .end
    }

    private func isName(_ token: Token) -> Bool {
        switch token {
        case .string, .word: true
        default: false
        }
    }

    private func isAtEnd() -> Bool { bytes[position...].allSatisfy(FileEdit.isSpace) }

    private func isBeforeColon() -> Bool {
        bytes[position...].first { !FileEdit.isSpace($0) } == UInt8(ascii: ":")
    }

    /// Adds the edits that make a string or a word valid JSON, if it is not.
    private mutating func quote(_ token: Token, _ range: Range<Int>, isName: Bool) -> Bool {
        let first = bytes[range.lowerBound]
        if case .word = token {
            let word = String(decoding: bytes[range], as: UTF8.self)
            if isName {
                edits += FileEdit.quotes(range)
                return !first.isASCIIDigit
            }
            guard first.isASCIILetter else { return true }
            if ["true", "false", "null"].contains(word) { return true }
            guard
                let known = ["True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "null"][word]
            else { return false }
            edits.append(FileEdit(range, known))
            return true
        }
        if first == UInt8(ascii: "\"") { return true }
        let width = first == UInt8(ascii: "'") ? 1 : 3
        edits.append(FileEdit(range.lowerBound..<range.lowerBound + width, "\""))
        guard bytes[range.upperBound - 1] != UInt8(ascii: "\"") else { return true }
        edits.append(FileEdit(range.upperBound - width..<range.upperBound, "\""))
        return true
    }

    // MARK: - Tokens

    /// Returns the next token that is not white space, or `nil` at the end or for an unknown token.
    private mutating func next() -> (Token, Range<Int>)? {
        while position < bytes.count, FileEdit.isSpace(bytes[position]) { position += 1 }
        guard position < bytes.count else { return nil }
        let start = position
        guard let token = scan() else {
            position = start
            return nil
        }
        return (token, start..<position)
    }

    private mutating func scan() -> Token? {
        let byte = bytes[position]
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            position += 1
            return .open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            position += 1
            return .close(byte)
        case UInt8(ascii: ":"):
            position += 1
            return .colon
        case UInt8(ascii: ","):
            position += 1
            return .comma
        case UInt8(ascii: ";"):
            position += 1
            return .semicolon
        case UInt8(ascii: "\""): return scanString() ? .string : nil
        case UInt8(ascii: "'"): return scanString(until: [byte]) ? .string : nil
        case UInt8(ascii: "/"): return scanComment() ? .comment : nil
        case UInt8(ascii: "#"):
            scanLine()
            return .comment
        case 0x80...: return scanTypographic()
        default: break
        }
        guard byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") else {
            return nil
        }
        while position < bytes.count,
            bytes[position].isASCIILetter || bytes[position].isASCIIDigit || "-_.+".utf8.contains(bytes[position])
        {
            position += 1
        }
        return .word
    }

    /// Scans a JSON string.
    private mutating func scanString() -> Bool {
        position += 1
        while position < bytes.count, bytes[position] >= 0x20 {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 2
                continue
            }
            position += 1
            if bytes[position - 1] == UInt8(ascii: "\"") { return true }
        }
        return false
    }

    /// Scans a string in other quotes whose content means the same in double quotes.
    private mutating func scanString(until close: [UInt8]) -> Bool {
        position += close.count
        while position < bytes.count, bytes[position] >= 0x20 {
            let byte = bytes[position]
            if byte == close[0], bytes[position...].starts(with: close) {
                position += close.count
                return true
            }
            if byte == UInt8(ascii: "\""), close.count > 1 {
                // Only the first quotation mark was replaced.
                position += 1
                let next = bytes[position...].first { !FileEdit.isSpace($0) }
                return next.map { ",:]}".utf8.contains($0) } ?? false
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
            // A quotation mark similar to the closing one may be meant as the end.
            if byte == 0xE2, position + 2 < bytes.count, bytes[position + 1] == 0x80,
                (0x98...0x9F).contains(bytes[position + 2])
            {
                return false
            }
            position += 1
        }
        return false
    }

    /// Scans a typographic quote with its string, or white space that JSON does not allow.
    private mutating func scanTypographic() -> Token? {
        let rest = bytes[position...]
        if rest.starts(with: [0xC2, 0xA0]) {
            position += 2
            return .space
        }
        for space in ["\u{202F}", "\u{2007}", "\u{200B}", "\u{FEFF}", "\u{2060}"] where rest.starts(with: space.utf8) {
            position += space.utf8.count
            return .space
        }
        for (open, close) in [("\u{201C}", "\u{201D}"), ("\u{201D}", "\u{201D}"), ("\u{2018}", "\u{2019}")]
        where rest.starts(with: open.utf8) {
            return scanString(until: Array(close.utf8)) ? .string : nil
        }
        return nil
    }

    private func isInvisible(_ range: Range<Int>) -> Bool {
        // U+202F and U+2007 are visible blanks; the other three-byte characters are invisible.
        range.count == 3 && !["\u{202F}", "\u{2007}"].contains(String(decoding: bytes[range], as: UTF8.self))
    }

    private mutating func scanComment() -> Bool {
        guard position + 1 < bytes.count else { return false }
        switch bytes[position + 1] {
        case UInt8(ascii: "/"):
            scanLine()
            return true
        case UInt8(ascii: "*"):
            position += 2
            while position + 1 < bytes.count {
                if bytes[position] == UInt8(ascii: "*"), bytes[position + 1] == UInt8(ascii: "/") {
                    position += 2
                    return true
                }
                position += 1
            }
            return false
        default: return false
        }
    }

    private mutating func scanLine() {
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
    }

    /// The bytes to remove with a comment: its line, if nothing else is there, or the blanks before it.
    private func removalOfComment(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        guard range.upperBound == bytes.count || bytes[range.upperBound] == 0x0A || bytes[range.upperBound] == 0x0D
        else { return range }
        guard start > 0, bytes[start - 1] == 0x0A, range.upperBound < bytes.count else {
            return start..<range.upperBound
        }
        let isPair =
            bytes[range.upperBound] == 0x0D && range.upperBound + 1 < bytes.count
            && bytes[range.upperBound + 1] == 0x0A
        return start..<range.upperBound + (isPair ? 2 : 1)
    }
}

extension FileEdit {
    /// Puts bytes in double quotes.
    fileprivate static func quotes(_ range: Range<Int>) -> [FileEdit] {
        [
            FileEdit(range.lowerBound..<range.lowerBound, "\""),
            FileEdit(range.upperBound..<range.upperBound, "\""),
        ]
    }
}
