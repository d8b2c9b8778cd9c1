/// The Shift_JIS decoder of the Encoding Standard.
struct ShiftJISDecoder: Sendable {
    private var lead: UInt8 = 0

    mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        if lead != 0 {
            let first = lead
            lead = 0
            if let codePoint = Self.codePoint(first, byte) {
                output.append(codePoint: codePoint)
            } else {
                output.appendReplacementCharacter()
                if byte < 0x80 { output.append(byte) }
            }
            return
        }
        switch byte {
        case 0...0x80: output.append(codePoint: UInt32(byte))
        case 0xA1...0xDF: output.append(codePoint: 0xFF61 - 0xA1 + UInt32(byte))
        case 0x81...0x9F, 0xE0...0xFC: lead = byte
        default: output.appendReplacementCharacter()
        }
    }

    private static func codePoint(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
        guard (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) else { return nil }
        let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
        let pointer = row * 188 + Int(trail) - (trail < 0x7F ? 0x40 : 0x41)
        // End-user-defined characters.
        if (8836...10715).contains(pointer) { return 0xE000 + UInt32(pointer - 8836) }
        return EncodingTables.jis0208[pointer]
    }
}
