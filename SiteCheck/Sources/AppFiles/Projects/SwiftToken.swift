import BoltsBase

/// A word, a string or a mark of a description that is written in Swift; comments are none.
struct SwiftToken {
    enum Kind {
        case word, string, symbol
    }

    private static let maximumCount = 100_000

    let kind: Kind
    let text: String
    /// Whether the text is what is meant: nothing in it stands for something else.
    var isPlain = true
    /// Whether it is the first of its line.
    let startsLine: Bool

    func isSymbol(_ mark: Character) -> Bool { kind == .symbol && text == String(mark) }

    /// Reads the tokens of a text.
    static func tokens(of text: String) -> [SwiftToken] {
        var reader = Reader(bytes: Array(text.utf8))
        return reader.tokens(Self.maximumCount)
    }

    /// Goes through the bytes once.
    private struct Reader {
        let bytes: [UInt8]
        private var index = 0
        private var startsLine = true

        init(bytes: [UInt8]) { self.bytes = bytes }

        private func peek(_ distance: Int = 0) -> UInt8? {
            bytes.indices.contains(index + distance) ? bytes[index + distance] : nil
        }

        private func isAhead(_ text: StaticString) -> Bool {
            text.withUTF8Buffer { bytes[min(index, bytes.count)...].starts(with: $0) }
        }

        mutating func tokens(_ limit: Int) -> [SwiftToken] {
            var result: [SwiftToken] = []
            while let byte = peek(), result.count < limit {
                switch byte {
                case UInt8(ascii: "\n"):
                    startsLine = true
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
            if isAhead("//") {
                while let byte = peek(), byte != UInt8(ascii: "\n") { index += 1 }
                return true
            }
            guard isAhead("/*") else { return false }
            var depth = 0
            repeat {
                if isAhead("/*") {
                    depth += 1
                    index += 2
                } else if isAhead("*/") {
                    depth -= 1
                    index += 2
                } else {
                    if peek() == UInt8(ascii: "\n") { startsLine = true }
                    index += 1
                }
            } while depth > 0 && index < bytes.count
            return true
        }

        private mutating func token(_ byte: UInt8) -> SwiftToken {
            let isFirst = startsLine
            let start = index
            func made(_ kind: Kind, _ text: some Sequence<UInt8>, isPlain: Bool = true) -> SwiftToken {
                SwiftToken(
                    kind: kind,
                    text: String(decoding: Array(text), as: UTF8.self),
                    isPlain: isPlain,
                    startsLine: isFirst
                )
            }
            if byte == UInt8(ascii: "\"") {
                let (text, isPlain) = string()
                return made(.string, text, isPlain: isPlain)
            }
            while let next = peek(), isWord(next) { index += 1 }
            guard index > start else {
                index += 1
                return made(.symbol, [byte])
            }
            return made(.word, bytes[start..<index])
        }

        private func isWord(_ byte: UInt8) -> Bool {
            byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "_.".utf8.contains(byte)
        }

        /// The text of a string, and whether it is plain.
        private mutating func string() -> (text: ArraySlice<UInt8>, isPlain: Bool) {
            let quote = UInt8(ascii: "\"")
            let isLong = isAhead("\"\"\"")
            index += isLong ? 3 : 1
            let start = index
            var isPlain = !isLong
            while let byte = peek() {
                if byte == quote, !isLong || isAhead("\"\"\"") { break }
                // Only a long string goes over the end of a line.
                if byte == UInt8(ascii: "\n"), !isLong { break }
                if byte == UInt8(ascii: "$") { isPlain = false }
                if byte == UInt8(ascii: "\\") {
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
