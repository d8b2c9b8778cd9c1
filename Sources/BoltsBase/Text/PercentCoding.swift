/// Percent-encoding, by bytes.
public enum PercentCoding {
    @usableFromInline
    package static let hexadecimal = Array("0123456789ABCDEF".utf8)

    /// Decodes `%XX`; any other `%`, and every plus sign, remains as it is.
    @inlinable
    public static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
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
    @inlinable
    public static func decodeText(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: decode(bytes), as: UTF8.self)
    }

    /// Encodes every byte except the unreserved characters of RFC 3986: letters, digits and `-` `.` `_` `~`.
    @inlinable
    package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] { encode(bytes, keeping: isUnreserved) }

    /// Encodes every byte except those that a condition keeps.
    @inlinable
    public static func encode(_ bytes: some Sequence<UInt8>, keeping isKept: (UInt8) -> Bool) -> [UInt8] {
        var encoded: [UInt8] = []
        for byte in bytes {
            if isKept(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(hexadecimal[Int(byte >> 4)])
                encoded.append(hexadecimal[Int(byte & 15)])
            }
        }
        return encoded
    }

    @usableFromInline
    static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
    }

    /// The value of two hexadecimal digits at the beginning, or `nil`.
    @inlinable
    public static func escapeValue(_ bytes: some Collection<UInt8>) -> UInt8? {
        guard let high = bytes.first?.hexadecimalValue, let low = bytes.dropFirst().first?.hexadecimalValue else {
            return nil
        }
        return high << 4 | low
    }
}
