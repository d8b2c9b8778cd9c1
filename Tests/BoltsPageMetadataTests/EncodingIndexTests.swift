import Testing

@testable import BoltsPageMetadata

/// The legacy decoders on every byte pair, by checksums of what the Encoding Standard's indexes say.
///
/// `generate-tables.py checksums` computes them. ``EncodingIndexConformanceTests`` compares with the indexes
/// themselves, where they are on the machine.
@Suite
struct EncodingIndexTests {
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
        let encoding = try #require(WebEncoding(label: label.utf8))
        var checksum: UInt64 = 0xCBF2_9CE4_8422_2325
        for first in UInt8.min...UInt8.max {
            var pairs: [UInt8] = []
            for second in UInt8.min...UInt8.max { pairs += [first, second, Byte.newline] }
            for byte in ValueDecoder(encoding: encoding).utf8(pairs) {
                checksum = (checksum ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        #expect(checksum == expected, "\(String(checksum, radix: 16))")
    }

    @Test
    func indexesHaveTheirSizes() {
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
