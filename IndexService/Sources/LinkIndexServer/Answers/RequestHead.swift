import NIOCore

/// The header section of one request, read from its bytes without a decoder.
///
/// It is stricter than any decoder: bytes that decoders could read differently are not read at all. So a request that is
/// read here ends, and means, what a decoder would say.
struct RequestHead {
    /// What the fields of the request say, as far as it decides how it is answered.
    struct Fields: OptionSet {
        let rawValue: Int

        /// There is one `Host`.
        static let host = Fields(rawValue: 1)
        /// There is a key.
        static let authorization = Fields(rawValue: 2)
        /// A body follows, or the field says how long it would be.
        static let body = Fields(rawValue: 4)
        /// The connection does not go on as usual, or the client waits for something else.
        static let connection = Fields(rawValue: 8)
        /// The client has an answer already, and asks whether it still holds, or does not want a kept one.
        static let condition = Fields(rawValue: 16)
        /// The connection ends after the response: the request says so, or is of HTTP/1.0 and does not say otherwise.
        static let close = Fields(rawValue: 32)
    }

    /// How long a header section may be that is read here, in bytes.
    static let byteLimit = 8_192

    /// The method and the target up to its question mark, as offsets.
    let path: Range<Int>
    /// The target behind its question mark, as offsets; `nil` if it has none.
    let query: Range<Int>?
    let fields: Fields
    /// The value of `Authorization`, with the blanks around it, as offsets; `nil` if there is none.
    let authorization: Range<Int>?
    /// The value of the field in which proxies say whom they ask for, as offsets; `nil` if there is none.
    let forwarded: Range<Int>?
    /// The length of the body, if one `Content-Length` says so and no other field says anything about a body.
    let bodyLength: Int?

    /// Reads bytes that are the header section of one request and nothing more.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - forwardedName: The name of the field in which proxies say whom they ask for, in lower case.
    init?(_ bytes: UnsafeRawBufferPointer, forwardedName: StaticString = "x-forwarded-for") {
        guard bytes.count <= Self.byteLimit, let line = Self.requestLine(bytes) else { return nil }
        var fields: Fields = line.isOld ? .close : []
        var authorization: Range<Int>?
        var forwarded: Range<Int>?
        var (bodyFields, bodyLength): (Int, Int?) = (0, nil)
        var start = line.end
        while true {
            guard start + 1 < bytes.count else { return nil }
            if bytes[start] == UInt8(ascii: "\r") {
                guard bytes[start + 1] == UInt8(ascii: "\n"), start + 2 == bytes.count else { return nil }
                break
            }
            guard let field = Self.field(bytes, from: start, isOld: line.isOld) else { return nil }
            // A second Host makes a request invalid.
            if field.kind == .host, fields.contains(.host) { return nil }
            if field.kind == .authorization {
                // Which of two counts is for the decoder to say.
                if authorization != nil { fields.insert(.connection) }
                authorization = field.value
            } else if field.name.count == forwardedName.utf8CodeUnitCount,
                Self.hasBytes(bytes, field.name.lowerBound, forwardedName, ignoringCase: true)
            {
                if forwarded != nil { fields.insert(.connection) }
                forwarded = field.value
            }
            if field.kind == .body {
                bodyFields += 1
                // Transfer-Encoding is longer.
                bodyLength = field.name.count == 14 ? Self.number(bytes[field.value]) : nil
            }
            fields.formUnion(field.kind)
            start = field.end
        }
        (path, query, self.fields) = (line.path, line.query, fields)
        (self.authorization, self.forwarded) = (authorization, forwarded)
        self.bodyLength = bodyFields == 1 ? bodyLength : nil
    }

    /// Reads a number of at most eight digits, with blanks around it.
    private static func number(_ value: Slice<UnsafeRawBufferPointer>) -> Int? {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let first = value.firstIndex(where: { !isBlank($0) }),
            let last = value.lastIndex(where: { !isBlank($0) }),
            last - first < 8
        else { return nil }
        var number = 0
        for byte in value[first...last] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            number = number * 10 + Int(byte - 0x30)
        }
        return number
    }

    private static func requestLine(
        _ bytes: UnsafeRawBufferPointer
    ) -> (path: Range<Int>, query: Range<Int>?, isOld: Bool, end: Int)? {
        guard let space = bytes.firstIndex(of: UInt8(ascii: " ")), space > 0, bytes[..<space].allSatisfy(isUppercase)
        else { return nil }
        var end = space + 1
        var mark: Int?
        while end < bytes.count, bytes[end] > 0x20, bytes[end] < 0x7F, bytes[end] != UInt8(ascii: "#") {
            if bytes[end] == UInt8(ascii: "?"), mark == nil { mark = end }
            end += 1
        }
        guard end > space + 1, bytes[space + 1] == UInt8(ascii: "/") else { return nil }
        let isOld = hasBytes(bytes, end, " HTTP/1.0\r\n")
        guard isOld || hasBytes(bytes, end, " HTTP/1.1\r\n") else { return nil }
        return (0..<(mark ?? end), mark.map { $0 + 1..<end }, isOld, end + 11)
    }

    /// Reads one field and the end of its line.
    private static func field(
        _ bytes: UnsafeRawBufferPointer,
        from start: Int,
        isOld: Bool
    ) -> (kind: Fields, name: Range<Int>, value: Range<Int>, end: Int)? {
        var end = start
        while end < bytes.count, isToken(bytes[end]) { end += 1 }
        let name = start..<end
        guard !name.isEmpty, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
        end += 1
        while end < bytes.count, bytes[end] >= 0x20 && bytes[end] < 0x7F || bytes[end] == 0x09 { end += 1 }
        guard hasBytes(bytes, end, "\r\n") else { return nil }
        let value = name.upperBound + 1..<end
        return (kind(bytes, name, value: value, isOld: isOld), name, value, end + 2)
    }

    private static func kind(
        _ bytes: UnsafeRawBufferPointer,
        _ name: Range<Int>,
        value: Range<Int>,
        isOld: Bool
    ) -> Fields {
        func isNamed(_ text: StaticString) -> Bool {
            name.count == text.utf8CodeUnitCount && hasBytes(bytes, name.lowerBound, text, ignoringCase: true)
        }
        switch name.count {
        case 4:
            guard isNamed("host") else { return [] }
            // Who refuses it stands behind the decoder.
            return HostField.isValid(UnsafeRawBufferPointer(rebasing: bytes[value])) ? .host : .connection
        case 6:
            if isNamed("pragma") { return .condition }
            return isNamed("expect") ? .connection : []
        case 7: return isNamed("upgrade") ? .connection : []
        case 8: return isNamed("if-match") ? .condition : []
        case 10:
            guard isNamed("connection") else { return [] }
            if value.count == 6, hasBytes(bytes, value.lowerBound, " close", ignoringCase: true) { return .close }
            let isPersistent = value.count == 11 && hasBytes(bytes, value.lowerBound, " keep-alive", ignoringCase: true)
            return isPersistent && !isOld ? [] : .connection
        case 13:
            if isNamed("if-none-match") || isNamed("cache-control") { return .condition }
            return isNamed("authorization") ? .authorization : []
        case 14: return isNamed("content-length") ? .body : []
        case 17: return isNamed("transfer-encoding") ? .body : []
        default: return []
        }
    }

    /// Whether the bytes from an offset begin with a text.
    static func hasBytes(
        _ bytes: UnsafeRawBufferPointer,
        _ start: Int,
        _ text: StaticString,
        ignoringCase: Bool = false
    ) -> Bool {
        let count = text.utf8CodeUnitCount
        guard start + count <= bytes.count else { return false }
        for offset in 0..<count {
            let byte = bytes[start + offset]
            let isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
            if (ignoringCase && isLetter ? byte | 0x20 : byte) != text.utf8Start[offset] { return false }
        }
        return true
    }

    private static func isUppercase(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

    /// Whether a byte may stand in the name of a field (RFC 9110, section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }
}
