/// Validates UTF-8 by RFC 3629.
enum UTF8Check {
    /// Returns the offset of the first byte that is not part of a well-formed sequence, or `nil` if there is none.
    static func firstInvalidByte(in bytes: Span<UInt8>) -> Int? {
        var position = 0
        while position < bytes.count {
            let length = sequenceLength(at: position, in: bytes)
            guard length > 0 else { return position }
            position += length
        }
        return nil
    }

    /// Returns the length of the well-formed sequence at an offset, or 0 if there is none.
    @inline(__always)
    static func sequenceLength(at position: Int, in bytes: Span<UInt8>) -> Int {
        let lead = bytes[position]
        if lead < 0x80 { return 1 }
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { second = 0xA0...0xBF }
            if lead == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { second = 0x90...0xBF }
            if lead == 0xF4 { second = 0x80...0x8F }
        default: return 0
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return 0 }
        for offset in 2..<max(2, length) where bytes[position + offset] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
