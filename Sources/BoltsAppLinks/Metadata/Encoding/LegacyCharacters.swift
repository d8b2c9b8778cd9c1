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
        if let exception = exceptions[Key(encoding: encoding, sequence: sequence)] { return exception }
        #if canImport(Foundation)
        // Only these of Core Foundation's encodings decode all that the standard's do, on Linux as well.
        let number: UInt =
            switch encoding {
            case .shiftJIS, .eucJP: 0x0A01
            case .gbk, .gb18030: 0x0632
            case .big5: 0x0A06
            case .eucKR: 0x0422
            default: 0
            }
        guard number != 0, sequence.count != 3 else { return [] }
        let foundationEncoding = String.Encoding(rawValue: 0x8000_0000 | number)
        return String(bytes: sequence, encoding: foundationEncoding)?.unicodeScalars.map(\.value) ?? []
        #else
        return []
        #endif
    }

    private struct Key: Hashable {
        let encoding: WebEncoding
        let sequence: [UInt8]
    }

    /// Where the Encoding Standard says something else than Foundation, or says two characters.
    private static let exceptions: [Key: [UInt32]] = [
        Key(encoding: .big5, sequence: [0x88, 0x62]): [0xCA, 0x304],
        Key(encoding: .big5, sequence: [0x88, 0x64]): [0xCA, 0x30C],
        Key(encoding: .big5, sequence: [0x88, 0xA3]): [0xEA, 0x304],
        Key(encoding: .big5, sequence: [0x88, 0xA5]): [0xEA, 0x30C],
    ]
}
