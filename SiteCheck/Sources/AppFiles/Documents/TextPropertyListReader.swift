import BoltsBase

/// Reads the older text form of property lists: `{ key = value; }`, `( value, value )`, strings with and without quotes.
struct TextPropertyListReader {
    private let bytes: [UInt8]
    private static let maximumValueCount = 1_000_000

    private var position = 0
    private var valueCount = 0

    static func value(of bytes: [UInt8]) throws(FormatError) -> PropertyList {
        var reader = TextPropertyListReader(bytes: bytes)
        let value = try reader.value(depth: 0)
        try reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error("text after the value") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private func error(_ what: String) -> FormatError {
        FormatError(
            "is not a property list: line \(bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1) has \(what)"
        )
    }

    private mutating func value(depth: Int) throws(FormatError) -> PropertyList {
        valueCount += 1
        guard valueCount <= Self.maximumValueCount else { throw error("too many values before it") }
        guard depth < PropertyList.depthLimit else { throw error("values that are nested too deeply") }
        try skipSpace()
        switch position < bytes.count ? bytes[position] : 0 {
        case UInt8(ascii: "{"):
            position += 1
            var values: [String: PropertyList] = [:]
            while try !take(UInt8(ascii: "}")) {
                let key = try string()
                guard try take(UInt8(ascii: "=")) else { throw error("a key without a value") }
                values[key] = try value(depth: depth + 1)
                guard try take(UInt8(ascii: ";")) else { throw error("a pair without a semicolon") }
            }
            return .dictionary(values)
        case UInt8(ascii: "("):
            position += 1
            var values: [PropertyList] = []
            while try !take(UInt8(ascii: ")")) {
                values.append(try value(depth: depth + 1))
                if try take(UInt8(ascii: ",")) { continue }
                guard try take(UInt8(ascii: ")")) else { throw error("an array without an end") }
                break
            }
            return .array(values)
        case UInt8(ascii: "<"):
            guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else {
                throw error("data without an end")
            }
            position = end + 1
            return .other
        default: return .string(try string())
        }
    }

    private mutating func string() throws(FormatError) -> String {
        try skipSpace()
        guard position < bytes.count else { throw error("no value") }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = position
            while position < bytes.count, Self.isPlain(bytes[position]) { position += 1 }
            guard start < position else { throw error("a character that no value begins with") }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        position += 1
        var content: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count {
                position += 1
                switch bytes[position] {
                case UInt8(ascii: "n"): content.append(0x0A)
                case UInt8(ascii: "t"): content.append(0x09)
                default: content.append(bytes[position])
                }
            } else {
                content.append(bytes[position])
            }
            position += 1
        }
        guard position < bytes.count else { throw error("a string without an end") }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "_$/:.-+@".utf8.contains(byte)
    }

    private mutating func take(_ byte: UInt8) throws(FormatError) -> Bool {
        try skipSpace()
        guard position < bytes.count else { throw error("no end") }
        guard bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// Skips white space and comments.
    private mutating func skipSpace() throws(FormatError) {
        while position < bytes.count {
            if bytes[position] <= 0x20 {
                position += 1
            } else if bytes[position...].starts(with: [0x2F, 0x2F]) {
                position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
            } else if bytes[position...].starts(with: [0x2F, 0x2A]) {
                position += 2
                while position < bytes.count, !bytes[position...].starts(with: [0x2A, 0x2F]) { position += 1 }
                guard position < bytes.count else { throw error("a comment without an end") }
                position += 2
            } else {
                return
            }
        }
    }
}
