/// The gb18030 decoder of the Encoding Standard, which is also GBK's.
struct GB18030Decoder: Sendable {
    private var first: UInt8 = 0
    private var second: UInt8 = 0
    private var third: UInt8 = 0

    mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        if third != 0 {
            decodeFourth(byte, into: &output)
        } else if second != 0 {
            if (0x81...0xFE).contains(byte) {
                third = byte
                return
            }
            let digit = second
            (first, second) = (0, 0)
            output.appendReplacementCharacter()
            decode(digit, into: &output)
            decode(byte, into: &output)
        } else if first != 0 {
            if (0x30...0x39).contains(byte) {
                second = byte
                return
            }
            let codePoint = Self.codePoint(first, byte)
            first = 0
            if let codePoint {
                output.append(codePoint: codePoint)
            } else {
                output.appendReplacementCharacter()
                if byte < 0x80 { output.append(byte) }
            }
        } else {
            switch byte {
            case 0..<0x80: output.append(byte)
            case 0x80: output.append(codePoint: 0x20AC)
            case 0xFF: output.appendReplacementCharacter()
            default: first = byte
            }
        }
    }

    private mutating func decodeFourth(_ byte: UInt8, into output: inout [UInt8]) {
        let (lead, digit, middle) = (first, second, third)
        (first, second, third) = (0, 0, 0)
        guard (0x30...0x39).contains(byte) else {
            output.appendReplacementCharacter()
            for byte in [digit, middle, byte] { decode(byte, into: &output) }
            return
        }
        let row = (Int(lead) - 0x81) * 10 + Int(digit) - 0x30
        let pointer = (row * 126 + Int(middle) - 0x81) * 10 + Int(byte) - 0x30
        if let codePoint = Self.codePoint(ofRangePointer: pointer) {
            output.append(codePoint: codePoint)
        } else {
            output.appendReplacementCharacter()
        }
    }

    private static func codePoint(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
        guard (0x40...0x7E).contains(trail) || (0x80...0xFE).contains(trail) else { return nil }
        return EncodingTables.gb18030[(Int(lead) - 0x81) * 190 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)]
    }

    /// The index gb18030 ranges code point of a pointer.
    private static func codePoint(ofRangePointer pointer: Int) -> UInt32? {
        if (39_420..<189_000).contains(pointer) || pointer > 1_237_575 { return nil }
        if pointer == 7_457 { return 0xE7C7 }
        let pointers = EncodingTables.gb18030RangePointers
        guard let range = pointers.lastPointer(withCodePointAtMost: UInt32(pointer)), let start = pointers[range],
            let codePoint = EncodingTables.gb18030RangeCodePoints[range]
        else { return nil }
        return codePoint + UInt32(pointer) - start
    }
}
