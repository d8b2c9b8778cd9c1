import BoltsBase

/// A word, a string or a mark of a description that is written in YAML or Swift; comments are none.
struct DescriptionToken {
    enum Kind {
        case word, string, symbol
    }

    private static let maximumCount = 100_000

    let kind: Kind
    let text: String
    /// Whether the text is what is meant: nothing in it stands for something else.
    var isPlain = true
    /// How far from the beginning of its line it stands.
    let column: Int
    /// Whether it is the first of its line.
    let startsLine: Bool

    func isSymbol(_ mark: Character) -> Bool { kind == .symbol && text == String(mark) }

    /// Reads the tokens of a text.
    static func tokens(of text: String, isSwift: Bool) -> [DescriptionToken] {
        var reader = Reader(bytes: Array(text.utf8), isSwift: isSwift)
        return reader.tokens(Self.maximumCount)
    }

    /// Goes through the bytes once.
    private struct Reader {
        let bytes: [UInt8]
        let isSwift: Bool
        private var index = 0
        private var lineStart = 0
        private var startsLine = true

        init(bytes: [UInt8], isSwift: Bool) {
            self.bytes = bytes
            self.isSwift = isSwift
        }

        private func peek(_ distance: Int = 0) -> UInt8? {
            bytes.indices.contains(index + distance) ? bytes[index + distance] : nil
        }

        private func isAhead(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
        }

        private mutating func newLine() {
            lineStart = index + 1
            startsLine = true
        }

        mutating func tokens(_ limit: Int) -> [DescriptionToken] {
            var result: [DescriptionToken] = []
            while let byte = peek(), result.count < limit {
                switch byte {
                case UInt8(ascii: "\n"):
                    newLine()
                    index += 1
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
                default:
                    if skipComment() { continue }
                    result.append(token(byte))
                    startsLine = false
                }
            }
            return result
        }

        /// Whether a comment began here, which is behind the reader now.
        private mutating func skipComment() -> Bool {
            if isSwift ? isAhead("//") : isYAMLComment {
                while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
                return true
            }
            guard isSwift, isAhead("/*") else { return false }
            var depth = 0
            repeat {
                if isAhead("/*") {
                    depth += 1
                    index += 2
                } else if isAhead("*/") {
                    depth -= 1
                    index += 2
                } else {
                    if peek() == UInt8(ascii: "\n") { newLine() }
                    index += 1
                }
            } while depth > 0 && index < bytes.count
            return true
        }

        /// A number sign within a word begins no comment.
        private var isYAMLComment: Bool {
            guard peek() == UInt8(ascii: "#") else { return false }
            return index == 0 || [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n")].contains(bytes[index - 1])
        }

        private mutating func token(_ byte: UInt8) -> DescriptionToken {
            let column = index - lineStart
            let isFirst = startsLine
            let start = index
            func made(_ kind: Kind, _ text: some Sequence<UInt8>, isPlain: Bool = true) -> DescriptionToken {
                DescriptionToken(
                    kind: kind,
                    text: String(decoding: Array(text), as: UTF8.self),
                    isPlain: isPlain,
                    column: column,
                    startsLine: isFirst
                )
            }
            if byte == UInt8(ascii: "\"") || (!isSwift && byte == UInt8(ascii: "'")) {
                let (text, isPlain) = string(byte)
                return made(.string, text, isPlain: isPlain)
            }
            while let next = peek(), isWord(next) { index += 1 }
            guard index > start else {
                index += 1
                return made(.symbol, [byte])
            }
            let word = bytes[start..<index]
            // In YAML some marks at the beginning stand for a text in another place.
            let isPlain = !word.contains(UInt8(ascii: "$")) && (isSwift || !"*&!|>".utf8.contains(byte))
            return made(.word, word, isPlain: isPlain)
        }

        private func isWord(_ byte: UInt8) -> Bool {
            if byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "_.".utf8.contains(byte) { return true }
            guard !isSwift else { return false }
            let end: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")]
            let next = peek(1)
            switch byte {
            // Both are marks only before white space, and a colon before the end of a list too.
            case UInt8(ascii: "-"): return next.map { !end.contains($0) } ?? false
            case UInt8(ascii: ":"): return next.map { !(end + ",]}[{\"'".utf8).contains($0) } ?? false
            default: return !end.contains(byte) && !",[]{}\"'".utf8.contains(byte)
            }
        }

        /// The text of a string, and whether it is plain.
        private mutating func string(_ quote: UInt8) -> (text: ArraySlice<UInt8>, isPlain: Bool) {
            let isLong = isSwift && isAhead("\"\"\"")
            index += isLong ? 3 : 1
            let start = index
            var isPlain = !isLong
            while let byte = peek() {
                if byte == quote, !isLong || isAhead("\"\"\"") { break }
                if byte == UInt8(ascii: "\n") {
                    // Only a long string goes over the end of a line; in YAML any may.
                    if isSwift, !isLong { break }
                    isPlain = false
                    lineStart = index + 1
                }
                if byte == UInt8(ascii: "$") { isPlain = false }
                if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                    isPlain = false
                    index += 1
                }
                index += 1
            }
            let end = min(index, bytes.count)
            if peek() == quote { index = min(index + (isLong ? 3 : 1), bytes.count) }
            return (bytes[start..<end], isPlain)
        }
    }
}
