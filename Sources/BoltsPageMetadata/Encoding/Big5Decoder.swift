/// The Big5 decoder of the Encoding Standard.
struct Big5Decoder: Sendable {
    private var lead: UInt8 = 0

    mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        guard lead != 0 else {
            switch byte {
            case 0..<0x80: output.append(byte)
            case 0x81...0xFE: lead = byte
            default: output.appendReplacementCharacter()
            }
            return
        }
        let first = lead
        lead = 0
        if (0x40...0x7E).contains(byte) || (0xA1...0xFE).contains(byte) {
            let pointer = (Int(first) - 0x81) * 157 + Int(byte) - (byte < 0x7F ? 0x40 : 0x62)
            if let codePoints = Self.codePoints(pointer) {
                output.append(codePoint: codePoints.base)
                if let mark = codePoints.mark { output.append(codePoint: mark) }
                return
            }
        }
        output.appendReplacementCharacter()
        if byte < 0x80 { output.append(byte) }
    }

    /// Four pointers map to a letter and a combining mark.
    private static func codePoints(_ pointer: Int) -> (base: UInt32, mark: UInt32?)? {
        switch pointer {
        case 1133: (0xCA, 0x304)
        case 1135: (0xCA, 0x30C)
        case 1164: (0xEA, 0x304)
        case 1166: (0xEA, 0x30C)
        default: EncodingTables.big5[pointer].map { ($0, nil) }
        }
    }
}
