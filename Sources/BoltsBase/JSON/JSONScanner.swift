// Safe once made: whoever makes one promises that the bytes outlive it, and every index is within them.
/// Scans JSON (RFC 8259) value by value, to a bounded depth: every reader of JSON asks it what comes next.
///
/// It checks the grammar and nothing else: whether the bytes of a string are UTF-8, and what becomes of two members with
/// one name, is the reader's affair.
@safe public struct JSONScanner {
    /// What a value is, with its bytes; a string's are those between the quotes.
    public enum Value: Sendable {
        case object
        case array
        case string(Range<Int>)
        /// Whole, if it has neither fraction nor exponent.
        case number(Range<Int>, isWhole: Bool)
        case bool(Bool)
        case null
    }

    /// Why the text is not JSON, and the byte at which it stops being so.
    public struct Fault: Error {
        /// What is wrong.
        public enum Kind: Sendable {
            /// The text ends inside a value, or has none.
            case truncated
            case unexpected(Expectation)
            case missingComma
            case trailingComma
            /// A raw control character in a string.
            case controlCharacter
            case invalidEscape
            case invalidNumber
            case tooDeep
            /// Something follows the value.
            case trailingText
        }

        /// What would have been right.
        public enum Expectation: Sendable {
            case value
            case name
            case colon
            case commaOr(UInt8)
        }

        /// What is wrong.
        public let kind: Kind
        /// The byte at which the text stops being JSON.
        public let offset: Int
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private var depth = 0
    /// The first byte that was not scanned yet.
    public private(set) var position: Int

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - bytes: The text, which must outlive the scanner.
    ///   - start: The byte to begin at.
    ///   - depthLimit: How deeply arrays and objects may be nested; at most 512, for which the stack of any thread is
    ///     large enough, whatever a reader keeps on it for each.
    public init(_ bytes: UnsafeBufferPointer<UInt8>, start: Int = 0, depthLimit: Int) {
        unsafe self.bytes = unsafe bytes
        self.position = start
        self.depthLimit = min(depthLimit, 512)
    }

    /// Skips white space; the reader needs it only to know where a value starts.
    public mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Scans a value; of an object or array, the bracket alone.
    public mutating func scanValue() throws(Fault) -> Value {
        skipSpace()
        guard let byte = current else { throw truncated() }
        switch byte {
        case UInt8(ascii: "{"):
            try enter()
            return .object
        case UInt8(ascii: "["):
            try enter()
            return .array
        case UInt8(ascii: "\""): return .string(try scanString())
        case UInt8(ascii: "t"):
            try scanWord("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanWord("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanWord("null")
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber()
        default: throw unexpected(.value)
        }
    }

    /// Scans the closing bracket of an object or array that has nothing in it.
    ///
    /// - Returns: Whether it was there. Call it once, after the opening bracket.
    public mutating func scanEnd(_ bracket: UInt8) -> Bool {
        skipSpace()
        guard current == bracket else { return false }
        position += 1
        depth -= 1
        return true
    }

    /// Scans the name of a member and the colon after it.
    ///
    /// - Returns: The bytes between the quotes.
    public mutating func scanName() throws(Fault) -> Range<Int> {
        skipSpace()
        guard let byte = current else { throw truncated() }
        guard byte == UInt8(ascii: "\"") else { throw unexpected(.name) }
        let name = try scanString()
        skipSpace()
        guard let colon = current else { throw truncated() }
        guard colon == UInt8(ascii: ":") else { throw unexpected(.colon) }
        position += 1
        return name
    }

    /// Scans the comma before another element, or the closing bracket.
    ///
    /// - Returns: Whether another element follows.
    public mutating func scanSeparator(until bracket: UInt8) throws(Fault) -> Bool {
        skipSpace()
        guard let byte = current else { throw truncated() }
        if byte == bracket {
            position += 1
            depth -= 1
            return false
        }
        guard byte == UInt8(ascii: ",") else {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
                throw Fault(kind: .missingComma, offset: position)
            default: throw unexpected(.commaOr(bracket))
            }
        }
        let comma = position
        position += 1
        skipSpace()
        guard let following = current else { throw truncated() }
        if following == UInt8(ascii: "}") || following == UInt8(ascii: "]") {
            throw Fault(kind: .trailingComma, offset: comma)
        }
        return true
    }

    /// Scans the end of the text, which only white space may precede.
    public mutating func scanEndOfText() throws(Fault) {
        skipSpace()
        guard unsafe position == bytes.count else { throw Fault(kind: .trailingText, offset: position) }
    }

    // MARK: - Tokens

    private var current: UInt8? { unsafe position < bytes.count ? unsafe bytes[position] : nil }

    private mutating func enter() throws(Fault) {
        guard depth < depthLimit else { throw Fault(kind: .tooDeep, offset: position) }
        depth += 1
        position += 1
    }

    private mutating func scanWord(_ word: StaticString) throws(Fault) {
        let start = position
        for byte in word.description.utf8 {
            guard let found = current else { throw truncated() }
            guard found == byte else {
                position = start
                throw unexpected(.value)
            }
            position += 1
        }
    }

    private mutating func scanString() throws(Fault) -> Range<Int> {
        position += 1
        let start = position
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position - 1
            case UInt8(ascii: "\\"): try scanEscape()
            case 0..<0x20: throw Fault(kind: .controlCharacter, offset: position)
            default: position += 1
            }
        }
        throw truncated()
    }

    private mutating func scanEscape() throws(Fault) {
        let start = position
        position += 1
        guard let byte = current else { throw truncated() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = current else { throw truncated() }
                guard digit.hexadecimalValue != nil else { throw Fault(kind: .invalidEscape, offset: start) }
                position += 1
            }
        default: throw Fault(kind: .invalidEscape, offset: start)
        }
    }

    private mutating func scanNumber() throws(Fault) -> Value {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let firstDigit = current
        let digits = try scanDigits(from: start)
        guard digits == 1 || firstDigit != UInt8(ascii: "0") else { throw Fault(kind: .invalidNumber, offset: start) }
        var isWhole = true
        if current == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            _ = try scanDigits(from: start)
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            _ = try scanDigits(from: start)
        }
        return .number(start..<position, isWhole: isWhole)
    }

    private mutating func scanDigits(from start: Int) throws(Fault) -> Int {
        let first = position
        while let byte = current, byte.isASCIIDigit { position += 1 }
        guard position > first else {
            if current == nil { throw truncated() }
            throw Fault(kind: .invalidNumber, offset: start)
        }
        return position - first
    }

    private func truncated() -> Fault { unsafe Fault(kind: .truncated, offset: bytes.count) }

    private func unexpected(_ expectation: Fault.Expectation) -> Fault {
        Fault(kind: .unexpected(expectation), offset: position)
    }
}
