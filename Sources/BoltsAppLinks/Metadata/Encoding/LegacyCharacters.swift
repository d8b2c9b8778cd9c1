// The only file of the reader that needs Foundation, for the tables of the large legacy encodings.
#if canImport(Foundation)
import Foundation
#endif

/// Which characters the well-formed sequences of the large legacy encodings stand for.
///
/// Without Foundation they are unknown, and such characters become U+FFFD; what App Links are made of is ASCII.
enum LegacyCharacters {
    /// - Returns: The scalars of one sequence, or nothing when the encoding gives it no meaning.
    static func scalars(of sequence: [UInt8], in encoding: WebEncoding) -> [UInt32] {
        if encoding == .big5, let exception = big5Exceptions[sequence] { return exception }
        if sequence == [0x8F, 0xA2, 0xB7] { return [0xFF5E] }
        // Foundation gives private use characters to what is not assigned; of the standard's, only GB 18030 has such.
        let mayBePrivate = encoding == .gbk || encoding == .gb18030
        let scalars = foundationScalars(of: sequence, in: encoding)
        return mayBePrivate || !scalars.contains { (0xE000...0xF8FF).contains($0) } ? scalars : []
    }

    private static func foundationScalars(of sequence: [UInt8], in encoding: WebEncoding) -> [UInt32] {
        #if canImport(Foundation)
        // Core Foundation's numbers. Others of it that sound right do not decode all that the standard's do.
        let shiftJIS: UInt = 0x0A01
        let jis0212: UInt = 0x0821
        switch encoding {
        case .eucJP where sequence.count == 3:
            // Linux has no EUC-JP, so the two bytes of JIS X 0212 go as ISO-2022-JP-1, between its escape sequences.
            let plain = sequence.dropFirst().map { $0 & 0x7F }
            return decode([0x1B, 0x24, 0x28, 0x44] + plain + [0x1B, 0x28, 0x42], jis0212)
        case .eucJP, .shiftJIS: return decode(sequence, shiftJIS)
        case .gbk, .gb18030: return decode(sequence, 0x0632)
        case .big5: return decode(sequence, 0x0A06)
        case .eucKR: return decode(sequence, 0x0422)
        default: return []
        }
        #else
        return []
        #endif
    }

    #if canImport(Foundation)
    private static func decode(_ bytes: [UInt8], _ coreFoundationEncoding: UInt) -> [UInt32] {
        let encoding = String.Encoding(rawValue: 0x8000_0000 | coreFoundationEncoding)
        return String(bytes: bytes, encoding: encoding)?.unicodeScalars.map(\.value) ?? []
    }
    #endif

    /// What the Encoding Standard has in Big5 and Foundation has not: characters newer than its table, and pairs.
    private static let big5Exceptions: [[UInt8]: [UInt32]] = {
        var exceptions: [[UInt8]: [UInt32]] = [
            [0x88, 0x62]: [0xCA, 0x304], [0x88, 0x64]: [0xCA, 0x30C],
            [0x88, 0xA3]: [0xEA, 0x304], [0x88, 0xA5]: [0xEA, 0x30C],
            [0x88, 0xA9]: [0x23DA], [0x88, 0xAA]: [0x23DB],
            [0xC8, 0x79]: [0x31CF], [0xC8, 0xA1]: [0x9FB0], [0xC8, 0xA3]: [0x9FB1],
            [0x8C, 0xED]: [0x9FB2], [0x8D, 0x48]: [0x9FB3],
        ]
        let strokes: [UInt8] = [
            0x40, 0x41, 0x42, 0x43, 0x44, 0x46, 0x49, 0x4A, 0x4D, 0x4F, 0x50, 0x51, 0x52, 0x54, 0x55,
        ]
        for (offset, trail) in strokes.enumerated() { exceptions[[0x88, trail]] = [0x31C0 + UInt32(offset)] }
        let ideographs: [UInt8] = [0x43, 0x6D, 0x74, 0xB7, 0xB9, 0xBB, 0xC0, 0xD7, 0xD8, 0xDA]
        for (offset, trail) in ideographs.enumerated() { exceptions[[0x8C, trail]] = [0x9FA6 + UInt32(offset)] }
        return exceptions
    }()
}
