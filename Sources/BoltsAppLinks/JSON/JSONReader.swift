import BoltsBase

/// Reads JSON (RFC 8259) from bytes, to a bounded depth, in one pass.
///
/// A parser of its own, so that every platform reads the same values, integers stay exact, and truncated text is
/// distinguished from text that is not JSON. It is lenient in two points, so that a sender's mistake does not lose the
/// link: a lone surrogate and bytes that are not UTF-8 become U+FFFD. Of two members with the same name, the last one
/// counts. A number that fits neither an `Int64` nor a `Double` is kept as text.
package struct JSONReader<Bytes: RandomAccessCollection<UInt8>> where Bytes.Index == Int {
    private let bytes: Bytes
    private var position: Int
    private let maximumDepth: Int
    /// Whether an object had two members with the same name.
    package private(set) var hasRepeatedNames = false
    /// Whether a string contained invalid UTF-8 or a lone surrogate, which was replaced.
    package private(set) var hasReplacements = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - maximumDepth: How deeply arrays and objects may be nested; at most 512, for which the stack of any thread
    ///     is large enough.
    package init(_ bytes: Bytes, maximumDepth: Int) {
        self.bytes = bytes
        self.position = bytes.startIndex
        self.maximumDepth = min(maximumDepth, 512)
    }

    /// Reads the text, which must be a single value.
    package mutating func readDocument() throws(JSONTextError) -> JSONValue {
        let value = try readValue(depth: 0)
        skipSpace()
        guard position == bytes.endIndex else { throw failure(.malformed) }
        return value
    }

    private func failure(_ code: JSONTextError.Code) -> JSONTextError {
        JSONTextError(code, at: position - bytes.startIndex)
    }

    private var current: UInt8? {
        position < bytes.endIndex ? bytes[position] : nil
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONTextError) {
        guard let found = current else { throw failure(.cutShort) }
        guard found == byte else { throw failure(.malformed) }
        position += 1
    }

    private mutating func readValue(depth: Int) throws(JSONTextError) -> JSONValue {
        skipSpace()
        guard let byte = current else { throw failure(.cutShort) }
        switch byte {
        case UInt8(ascii: "{"): return .object(try readObject(depth: depth))
        case UInt8(ascii: "["): return .array(try readArray(depth: depth))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: return try readNumber()
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(JSONTextError) -> JSONValue {
        for byte in word.description.utf8 { try expect(byte) }
        return value
    }

    private mutating func readObject(depth: Int) throws(JSONTextError) -> [String: JSONValue] {
        guard depth < maximumDepth else { throw failure(.tooDeep) }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return members
        }
        while true {
            skipSpace()
            guard let quote = current else { throw failure(.cutShort) }
            guard quote == UInt8(ascii: "\"") else { throw failure(.malformed) }
            let name = try readString()
            skipSpace()
            try expect(UInt8(ascii: ":"))
            if members.updateValue(try readValue(depth: depth + 1), forKey: name) != nil { hasRepeatedNames = true }
            guard try continues(until: UInt8(ascii: "}")) else { return members }
        }
    }

    private mutating func readArray(depth: Int) throws(JSONTextError) -> [JSONValue] {
        guard depth < maximumDepth else { throw failure(.tooDeep) }
        position += 1
        var elements: [JSONValue] = []
        skipSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return elements
        }
        while true {
            elements.append(try readValue(depth: depth + 1))
            guard try continues(until: UInt8(ascii: "]")) else { return elements }
        }
    }

    /// Reads the comma before another element, or the end.
    private mutating func continues(until end: UInt8) throws(JSONTextError) -> Bool {
        skipSpace()
        guard let byte = current else { throw failure(.cutShort) }
        guard byte == end || byte == UInt8(ascii: ",") else { throw failure(.malformed) }
        position += 1
        return byte != end
    }

    private mutating func readString() throws(JSONTextError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                if let valid = String(validating: text, as: UTF8.self) { return valid }
                hasReplacements = true
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                try readEscape(into: &text)
            case 0..<0x20:
                throw failure(.malformed)
            default:
                text.append(byte)
                position += 1
            }
        }
        throw failure(.cutShort)
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(JSONTextError) {
        guard let byte = current else { throw failure(.cutShort) }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(try readScalar()).utf8)
        default:
            position -= 1
            throw failure(.malformed)
        }
    }

    /// Reads the digits of `\uXXXX`, and those of the low surrogate after a high one.
    private mutating func readScalar() throws(JSONTextError) -> Unicode.Scalar {
        let first = UInt32(try readHexadecimal())
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, let second = try readLowSurrogate(),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        {
            return scalar
        }
        hasReplacements = true
        return "\u{FFFD}"
    }

    /// Reads a low surrogate; `nil`, and nothing is read, if none follows.
    private mutating func readLowSurrogate() throws(JSONTextError) -> UInt32? {
        let resume = position
        guard current == UInt8(ascii: "\\") else { return nil }
        position += 1
        if current == UInt8(ascii: "u") {
            position += 1
            let second = UInt32(try readHexadecimal())
            if (0xDC00...0xDFFF).contains(second) { return second }
        }
        position = resume
        return nil
    }

    private mutating func readHexadecimal() throws(JSONTextError) -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current else { throw failure(.cutShort) }
            guard let digit = byte.hexadecimalValue else { throw failure(.malformed) }
            value = value << 4 | UInt16(digit)
            position += 1
        }
        return value
    }

    private mutating func readNumber() throws(JSONTextError) -> JSONValue {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        let firstDigit = current
        let whole = try readDigits()
        guard whole == 1 || firstDigit != UInt8(ascii: "0") else { throw failure(.malformed) }
        var isWhole = true
        if current == UInt8(ascii: ".") {
            isWhole = false
            position += 1
            _ = try readDigits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            isWhole = false
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            _ = try readDigits()
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isWhole, text != "-0" { return Int64(text).map(JSONValue.integer) ?? .decimal(text) }
        guard let number = Double(text), number.isFinite, !number.isZero || isZero(start) else { return .decimal(text) }
        return .number(number)
    }

    /// Whether the number just read has only zeros before its exponent.
    private func isZero(_ start: Int) -> Bool {
        bytes[start..<position].prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy { !(0x31...0x39).contains($0) }
    }

    private mutating func readDigits() throws(JSONTextError) -> Int {
        let start = position
        while let byte = current, byte.isASCIIDigit { position += 1 }
        guard position > start else { throw failure(current == nil ? .cutShort : .malformed) }
        return position - start
    }
}

extension JSONValue {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - jsonText: The text: a single value, which white space may surround.
    ///   - maximumDepth: How deeply arrays and objects may be nested, at most 512.
    /// - Throws: ``JSONTextError``, with the byte at which reading failed.
    public init(jsonText: String, maximumDepth: Int = 32) throws(JSONTextError) {
        var reader = JSONReader(Array(jsonText.utf8), maximumDepth: maximumDepth)
        self = try reader.readDocument()
    }
}
