/// The EUC-KR decoder of the Encoding Standard.
struct EUCKRDecoder: Sendable {
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
        if (0x41...0xFE).contains(byte),
            let codePoint = EncodingTables.eucKR[(Int(first) - 0x81) * 190 + Int(byte) - 0x41]
        {
            output.append(codePoint: codePoint)
            return
        }
        output.appendReplacementCharacter()
        if byte < 0x80 { output.append(byte) }
    }
}
