/// Percent-encoding, by bytes.
enum PercentCoding {
    static let hexadecimal = Array("0123456789ABCDEF".utf8)

    /// The value of a hexadecimal digit, or `nil`.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    /// Decodes `%XX`; any other `%`, and every plus sign, stays as it is.
    static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            let after = bytes.index(after: index)
            if byte == UInt8(ascii: "%"), let value = escapeValue(bytes[after...]) {
                decoded.append(value)
                index = bytes.index(index, offsetBy: 3)
            } else {
                decoded.append(byte)
                index = after
            }
        }
        return decoded
    }

    /// Decodes to text; invalid UTF-8 becomes U+FFFD.
    static func decodeText(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: decode(bytes), as: UTF8.self)
    }

    /// Encodes every byte except the unreserved characters of RFC 3986: letters, digits and `-` `.` `_` `~`.
    static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var encoded: [UInt8] = []
        for byte in bytes {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexadecimal[Int(byte >> 4)])
                encoded.append(hexadecimal[Int(byte & 15)])
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    /// The value of the two hexadecimal digits at the beginning, or `nil`.
    private static func escapeValue(_ bytes: some Collection<UInt8>) -> UInt8? {
        guard let high = bytes.first.flatMap(digit), let low = bytes.dropFirst().first.flatMap(digit) else {
            return nil
        }
        return high << 4 | low
    }
}
