/// The EUC-JP decoder of the Encoding Standard.
struct EUCJPDecoder: Sendable {
    private var lead: UInt8 = 0
    /// Whether the two bytes being read are of JIS X 0212, because 0x8F came before them.
    private var isJIS0212 = false

    mutating func decode(_ byte: UInt8, into output: inout [UInt8]) {
        if lead == 0 {
            switch byte {
            case 0..<0x80: output.append(byte)
            case 0x8E, 0x8F, 0xA1...0xFE: lead = byte
            default: output.appendReplacementCharacter()
            }
            return
        }
        if lead == 0x8F, !isJIS0212, (0xA1...0xFE).contains(byte) {
            isJIS0212 = true
            lead = byte
            return
        }
        let codePoint = codePoint(lead, byte)
        lead = 0
        isJIS0212 = false
        if let codePoint {
            output.append(codePoint: codePoint)
        } else {
            output.appendReplacementCharacter()
            if byte < 0x80 { output.append(byte) }
        }
    }

    private func codePoint(_ lead: UInt8, _ trail: UInt8) -> UInt32? {
        if lead == 0x8E, (0xA1...0xDF).contains(trail) { return 0xFF61 - 0xA1 + UInt32(trail) }
        guard (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(trail) else { return nil }
        let pointer = (Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1
        return isJIS0212 ? EncodingTables.jis0212[pointer] : EncodingTables.jis0208[pointer]
    }
}
