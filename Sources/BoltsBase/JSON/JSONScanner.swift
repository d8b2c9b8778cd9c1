/// Scans JSON (RFC 8259) value by value, to a bounded depth; all JSON readers use it.
///
/// It checks only the grammar. The reader decides about strings that are not UTF-8 and about two members with one name. It
/// stores no bytes: pass the same text to each call.
public struct JSONScanner {
    /// The kind of a value, with its bytes; a string's bytes are those between the quotes.
    public enum Value: Sendable {
        case object
        case array
        case string(Range<Int>)
        /// A number; whole if it has neither fraction nor exponent.
        case number(Range<Int>, isWhole: Bool)
        case bool(Bool)
        case null
    }

    /// Why the text is not JSON, and the byte where it stops being JSON.
    public struct Fault: Error {
        /// What is wrong.
        public enum Kind: Sendable {
            /// The text is empty or ends inside a value.
            case truncated
            case unexpected(Expectation)
            case missingComma
            case trailingComma
            /// A string contains a raw control character.
            case controlCharacter
            case invalidEscape
            case invalidNumber
            case tooDeep
            /// Other text follows the value.
            case trailingText
        }

        /// What was expected instead.
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

    private let depthLimit: Int
    private var depth = 0
    /// The first byte that was not scanned yet.
    public private(set) var position: Int

    /// Creates a scanner.
    ///
    /// - Parameters:
    ///   - start: The byte to begin at.
    ///   - depthLimit: How deeply arrays and objects may be nested; at most 512, for which the stack of any thread suffices,
    ///     even if a reader uses stack for each level.
    public init(start: Int = 0, depthLimit: Int) {
        self.position = start
        self.depthLimit = min(depthLimit, 512)
    }

    /// Skips white space; a reader needs this only to know where a value starts.
    @inline(__always)
    public mutating func skipSpace(in bytes: Span<UInt8>) {
        // Most texts have little of it.
        if let byte = current(bytes), byte <= 0x20 { skipSpaces(bytes) }
    }

    private mutating func skipSpaces(_ bytes: Span<UInt8>) {
        while let byte = current(bytes), byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Scans a value; for an object or array, only the opening bracket.
    public mutating func scanValue(in bytes: Span<UInt8>) throws(Fault) -> Value {
        skipSpace(in: bytes)
        guard let byte = current(bytes) else { throw truncated(bytes) }
        switch byte {
        case UInt8(ascii: "{"):
            try enter()
            return .object
        case UInt8(ascii: "["):
            try enter()
            return .array
        case UInt8(ascii: "\""): return .string(try scanString(bytes))
        case UInt8(ascii: "t"):
            try scanWord(UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "e"), in: bytes)
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanWord(UInt8(ascii: "a"), UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "e"), in: bytes)
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanWord(UInt8(ascii: "u"), UInt8(ascii: "l"), UInt8(ascii: "l"), in: bytes)
            return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber(bytes)
        default: throw unexpected(.value)
        }
    }

    /// Scans the closing bracket of an empty object or array.
    ///
    /// - Returns: Whether the bracket was there. Call it once, after the opening bracket.
    public mutating func scanEnd(_ bracket: UInt8, in bytes: Span<UInt8>) -> Bool {
        skipSpace(in: bytes)
        guard current(bytes) == bracket else { return false }
        position += 1
        depth -= 1
        return true
    }

    /// Scans the name of a member and the colon after it.
    ///
    /// - Returns: The bytes between the quotes.
    public mutating func scanName(in bytes: Span<UInt8>) throws(Fault) -> Range<Int> {
        skipSpace(in: bytes)
        guard let byte = current(bytes) else { throw truncated(bytes) }
        guard byte == UInt8(ascii: "\"") else { throw unexpected(.name) }
        let name = try scanString(bytes)
        skipSpace(in: bytes)
        guard let colon = current(bytes) else { throw truncated(bytes) }
        guard colon == UInt8(ascii: ":") else { throw unexpected(.colon) }
        position += 1
        return name
    }

    /// Scans the comma before another element, or the closing bracket.
    ///
    /// - Returns: Whether another element follows.
    public mutating func scanSeparator(until bracket: UInt8, in bytes: Span<UInt8>) throws(Fault) -> Bool {
        skipSpace(in: bytes)
        guard let byte = current(bytes) else { throw truncated(bytes) }
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
        skipSpace(in: bytes)
        guard let following = current(bytes) else { throw truncated(bytes) }
        if following == UInt8(ascii: "}") || following == UInt8(ascii: "]") {
            throw Fault(kind: .trailingComma, offset: comma)
        }
        return true
    }

    /// Scans the end of the text; only white space may precede it.
    public mutating func scanEndOfText(in bytes: Span<UInt8>) throws(Fault) {
        skipSpace(in: bytes)
        guard position == bytes.count else { throw Fault(kind: .trailingText, offset: position) }
    }

    // MARK: - Tokens

    @inline(__always)
    private func current(_ bytes: Span<UInt8>) -> UInt8? { Self.byte(bytes, position) }

    /// The byte at an index, or `nil` after the end; its check makes the span's own bounds check redundant.
    @inline(__always)
    private static func byte(_ bytes: Span<UInt8>, _ index: Int) -> UInt8? {
        UInt(bitPattern: index) < UInt(bitPattern: bytes.count) ? bytes[index] : nil
    }

    private mutating func enter() throws(Fault) {
        guard depth < depthLimit else { throw Fault(kind: .tooDeep, offset: position) }
        depth += 1
        position += 1
    }

    /// Scans a word whose first letter is known.
    private mutating func scanWord(
        _ second: UInt8,
        _ third: UInt8,
        _ fourth: UInt8,
        _ fifth: UInt8? = nil,
        in bytes: Span<UInt8>
    ) throws(Fault) {
        let start = position
        position += 1
        try scan(second, ofWordAt: start, bytes)
        try scan(third, ofWordAt: start, bytes)
        try scan(fourth, ofWordAt: start, bytes)
        if let fifth { try scan(fifth, ofWordAt: start, bytes) }
    }

    private mutating func scan(_ letter: UInt8, ofWordAt start: Int, _ bytes: Span<UInt8>) throws(Fault) {
        guard let found = current(bytes) else { throw truncated(bytes) }
        guard found == letter else {
            position = start
            throw unexpected(.value)
        }
        position += 1
    }

    private mutating func scanString(_ bytes: Span<UInt8>) throws(Fault) -> Range<Int> {
        let start = position + 1
        var index = start
        while true {
            // This inner loop is for the common case: all but the last byte of most strings.
            while let byte = Self.byte(bytes, index),
                byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
            {
                index &+= 1
            }
            position = index
            switch current(bytes) {
            case UInt8(ascii: "\""):
                position += 1
                return start..<index
            case UInt8(ascii: "\\"):
                try scanEscape(bytes)
                index = position
            case nil: throw truncated(bytes)
            default: throw Fault(kind: .controlCharacter, offset: index)
            }
        }
    }

    private mutating func scanEscape(_ bytes: Span<UInt8>) throws(Fault) {
        let start = position
        position += 1
        guard let byte = current(bytes) else { throw truncated(bytes) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        case UInt8(ascii: "u"):
            for _ in 0..<4 {
                guard let digit = current(bytes) else { throw truncated(bytes) }
                guard digit.hexadecimalValue != nil else { throw Fault(kind: .invalidEscape, offset: start) }
                position += 1
            }
        default: throw Fault(kind: .invalidEscape, offset: start)
        }
    }

    private mutating func scanNumber(_ bytes: Span<UInt8>) throws(Fault) -> Value {
        let start = position
        if current(bytes) == UInt8(ascii: "-") { position += 1 }
        let firstDigit = current(bytes)
        let digits = try scanDigits(from: start, bytes)
        guard digits == 1 || firstDigit != UInt8(ascii: "0") else { throw Fault(kind: .invalidNumber, offset: start) }
        var isWhole = true
        if current(bytes) == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            _ = try scanDigits(from: start, bytes)
        }
        if current(bytes) == UInt8(ascii: "e") || current(bytes) == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if current(bytes) == UInt8(ascii: "+") || current(bytes) == UInt8(ascii: "-") { position += 1 }
            _ = try scanDigits(from: start, bytes)
        }
        return .number(start..<position, isWhole: isWhole)
    }

    private mutating func scanDigits(from start: Int, _ bytes: Span<UInt8>) throws(Fault) -> Int {
        let first = position
        while let byte = current(bytes), byte.isASCIIDigit { position += 1 }
        guard position > first else {
            if current(bytes) == nil { throw truncated(bytes) }
            throw Fault(kind: .invalidNumber, offset: start)
        }
        return position - first
    }

    private func truncated(_ bytes: Span<UInt8>) -> Fault { Fault(kind: .truncated, offset: bytes.count) }

    private func unexpected(_ expectation: Fault.Expectation) -> Fault {
        Fault(kind: .unexpected(expectation), offset: position)
    }
}
