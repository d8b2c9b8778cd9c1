import Testing

@testable import BoltsPageMetadata

/// The legacy decoders, by checksums of the output of other decoders, which follow the Encoding Standard's text and use its index
/// files.
struct EncodingIndexTests {
    /// FNV-1a of some decoded texts in UTF-8, each decoded separately.
    private func checksum(_ label: String, _ texts: some Sequence<[UInt8]>) throws -> UInt64 {
        let decoder = ValueDecoder(encoding: try #require(WebEncoding(label: label.utf8)))
        return texts.lazy.flatMap(decoder.utf8).reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private func expect(_ found: UInt64, _ expected: UInt64) {
        #expect(found == expected, "\(String(found, radix: 16))")
    }

    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            ("shift_jis", 0xE8A3_1F92_1F6B_A9E1),
            ("euc-jp", 0x1E5B_3A7B_43BF_1D55),
            ("gb18030", 0x6FD5_2555_DD7A_83FE),
            ("gbk", 0x6FD5_2555_DD7A_83FE),
            ("big5", 0x7553_2B21_BAC2_708C),
            ("euc-kr", 0x2ED5_1D2C_FE14_3898),
        ] as [(String, UInt64)]
    )
    func everyBytePairHasTheChecksumOfTheIndexes(label: String, expected: UInt64) throws {
        let texts = (UInt8.min...UInt8.max).lazy.map { first -> [UInt8] in
            (UInt8.min...UInt8.max).flatMap { [first, $0, Byte.newline] }
        }
        expect(try checksum(label, texts), expected)
    }

    @Test func everySingleByteHasTheChecksumOfTheIndexes() throws {
        let labels = WebEncoding.allCases.filter { $0.singleByteIndex != nil }.map { $0.rawValue.lowercased() }
        #expect(labels.count == 28)
        var checksums: [UInt64] = []
        for label in labels.sorted() { checksums.append(try checksum(label, [Array(UInt8.min...UInt8.max)])) }
        expect(checksums.reduce(0) { ($0 &* 31) &+ $1 }, 0x1F6F_64FB_E626_847F)
    }

    @Test(.timeLimit(.minutes(20))) func everyLongerSequenceHasTheChecksumOfTheIndexes() throws {
        let threeBytes = (UInt8.min...UInt8.max).lazy.map { second -> [UInt8] in
            (UInt8.min...UInt8.max).flatMap { [0x8F, second, $0, Byte.newline] }
        }
        expect(try checksum("euc-jp", threeBytes), 0x0A25_FAEA_A385_143D)
        let fourBytes = (UInt8(0x81)...0xFE).lazy.map { first -> [UInt8] in
            var bytes: [UInt8] = []
            for second in UInt8(0x30)...0x39 {
                for third in UInt8(0x81)...0xFE {
                    for fourth in UInt8(0x30)...0x39 { bytes += [first, second, third, fourth] }
                }
            }
            return bytes
        }
        expect(try checksum("gb18030", fourBytes), 0x37FC_074D_4DD1_D6E6)
        var kanji: [UInt8] = [0x1B, 0x24, 0x42]
        for row in UInt8(0x21)...0x7E { for cell in UInt8(0x21)...0x7E { kanji += [row, cell] } }
        let katakana: [UInt8] = [0x1B, 0x28, 0x49] + Array(0x21...0x5F)
        expect(try checksum("iso-2022-jp", [kanji, katakana]), 0x9D87_D15F_D51F_A472)
    }

    /// Tests random bytes with escape sequences, in which errors affect the following bytes.
    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            ("shift_jis", 0x3BEE_EB6A_41C5_61BC),
            ("euc-jp", 0x8F0E_434B_5E92_844B),
            ("iso-2022-jp", 0x13C4_3E6C_8526_9B67),
            ("gb18030", 0x3C54_F7A3_CB2B_4A50),
            ("gbk", 0x3C54_F7A3_CB2B_4A50),
            ("big5", 0x1245_8C1D_5930_0AA3),
            ("euc-kr", 0xD7DB_B08C_B93E_5057),
        ] as [(String, UInt64)]
    )
    func randomTextsHaveTheirChecksum(label: String, expected: UInt64) throws {
        let pieces: [[UInt8]] = [
            [0x1B, 0x24, 0x42], [0x1B, 0x24, 0x40], [0x1B, 0x28, 0x42], [0x1B, 0x28, 0x4A], [0x1B, 0x28, 0x49], [0x1B],
            [0x1B, 0x24], [0x5D], [0x30], [0x39], [0x8E], [0x8F], [0x81], [0xFE], [0x40], [0x21],
        ]
        var state: UInt64 = 1
        var texts: [[UInt8]] = []
        for _ in 0..<4_000 {
            var text: [UInt8] = []
            for _ in 0..<16 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let value = state >> 32
                text += value % 3 == 0 ? pieces[Int(value >> 8) % 16] : [UInt8(truncatingIfNeeded: value >> 8)]
            }
            texts.append(text + [Byte.newline])
        }
        expect(try checksum(label, texts), expected)
    }

    @Test func indexesHaveTheirSizes() {
        #expect(WebEncoding.byLabel.count == 228)
        #expect(EncodingTables.jis0208.count == 11_104)
        #expect(EncodingTables.jis0212.count == 7_211)
        #expect(EncodingTables.gb18030.count == 23_940)
        #expect(EncodingTables.big5.count == 19_782)
        #expect(EncodingTables.eucKR.count == 23_750)
        #expect(EncodingTables.gb18030RangePointers.count == 207)
        #expect(EncodingTables.gb18030RangeCodePoints.count == 207)
        #expect(EncodingTables.big5[0] == nil)
        #expect(EncodingTables.big5[-1] == nil)
        #expect(EncodingTables.big5[19_782] == nil)
    }
}
