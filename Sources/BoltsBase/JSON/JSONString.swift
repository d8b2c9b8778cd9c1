/// The strings of JSON (RFC 8259): the meaning of their escapes, and how to write a text as a string.
public enum JSONString {
    /// Characters to escape in addition to those that JSON requires.
    public struct Escapes: OptionSet, Sendable {
        /// The bits of the set.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Invisible characters and those that change the text direction, so that they hide nothing from readers of the JSON.
        ///
        /// Joiners are not escaped: emoji and several scripts need them.
        public static let invisible = Escapes(rawValue: 1)

        /// `<`, `>` and `&`, so that the text may be in an HTML script.
        public static let markup = Escapes(rawValue: 2)
    }

    /// Returns the text of a string.
    ///
    /// - Parameter content: The bytes between the quotes, whose escapes a scanner has checked.
    /// - Returns: The text, and whether a lone surrogate or bytes that are not UTF-8 were replaced by U+FFFD.
    @inlinable
    public static func decode(_ content: some RandomAccessCollection<UInt8>) -> (text: String, isRepaired: Bool) {
        // The generic part is compiled where it is called, so that the rest need not be generic.
        unsafe content.withContiguousStorageIfAvailable { unsafe decodeBytes($0) }
            ?? Array(content).withUnsafeBufferPointer { unsafe decodeBytes($0) }
    }

    @usableFromInline
    package static func decodeBytes(_ content: UnsafeBufferPointer<UInt8>) -> (text: String, isRepaired: Bool) {
        guard unsafe content.contains(UInt8(ascii: "\\")) else { return unsafe text(of: content) }
        let (bytes, hasLoneSurrogate) = unsafe unescape(Array(content))
        let (text, isRepaired) = unsafe bytes.withUnsafeBufferPointer { unsafe Self.text(of: $0) }
        return (text, isRepaired || hasLoneSurrogate)
    }

    private static func text(of bytes: UnsafeBufferPointer<UInt8>) -> (text: String, isRepaired: Bool) {
        if let valid = unsafe String(validating: bytes, as: UTF8.self) { return (valid, false) }
        return (unsafe String(decoding: bytes, as: UTF8.self), true)
    }

    private static func unescape(_ bytes: [UInt8]) -> (bytes: [UInt8], hasLoneSurrogate: Bool) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var hasLoneSurrogate = false
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                text.append(byte)
                continue
            }
            let escape = bytes[position]
            position += 1
            switch escape {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var value = unit(in: bytes, at: position)
                position += 4
                if (0xD800..<0xDC00).contains(value), position + 6 <= bytes.count,
                    bytes[position] == UInt8(ascii: "\\"), bytes[position + 1] == UInt8(ascii: "u")
                {
                    let second = unit(in: bytes, at: position + 2)
                    if (0xDC00..<0xE000).contains(second) {
                        value = 0x10000 + (value - 0xD800) << 10 + (second - 0xDC00)
                        position += 6
                    }
                }
                let scalar = Unicode.Scalar(value)
                if scalar == nil { hasLoneSurrogate = true }
                text += String(scalar ?? "\u{FFFD}").utf8
            default:
                text.append(escape)
            }
        }
        return (text, hasLoneSurrogate)
    }

    private static func unit(in bytes: [UInt8], at position: Int) -> UInt32 {
        bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt32($1.hexadecimalValue ?? 0) }
    }

    /// Appends a text as a JSON string, quotes included.
    ///
    /// Control characters use the short escape if JSON has one, and otherwise `\u` with lower-case digits, as in RFC 8785; DEL
    /// is escaped too.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - bytes: The destination.
    ///   - escapes: Characters to escape in addition to those that JSON requires.
    public static func append(_ text: String, to bytes: inout [UInt8], escaping escapes: Escapes = []) {
        bytes.append(UInt8(ascii: "\""))
        if escapes.contains(.invisible), !text.utf8.allSatisfy({ $0 < 0x80 }) {
            for scalar in text.unicodeScalars {
                if scalar.value < 0x80 {
                    append(UInt8(truncatingIfNeeded: scalar.value), to: &bytes, escaping: escapes)
                } else if scalar.isUnsafeInText, !scalar.isJoiner {
                    for unit in String(scalar).utf16 { appendEscape(unit, to: &bytes) }
                } else {
                    bytes += String(scalar).utf8
                }
            }
        } else {
            for byte in text.utf8 { append(byte, to: &bytes, escaping: escapes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8], escaping escapes: Escapes) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        case 0..<0x20, 0x7F: appendEscape(UInt16(byte), to: &bytes)
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
            if escapes.contains(.markup) { appendEscape(UInt16(byte), to: &bytes) } else { bytes.append(byte) }
        default: bytes.append(byte)
        }
    }

    private static func appendEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
        bytes += "\\u".utf8
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: unit >> shift) & 15
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
