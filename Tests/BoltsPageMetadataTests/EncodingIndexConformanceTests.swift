import SharedData
import Testing

@testable import BoltsPageMetadata

/// The legacy decoders against the Encoding Standard's index files: every byte, every pair, every sequence of EUC-JP's
/// three bytes and gb18030's four.
@Suite(.enabled(if: SharedData.isUsable("encoding-indexes"), "the Encoding Standard's indexes are not on this machine"))
struct EncodingIndexConformanceTests {
    /// An index file: the code point of each pointer.
    private static func index(_ name: String) throws -> [Int: UInt32] {
        let lines = try SharedData.bytes("encoding-indexes/index-\(name).txt").split(separator: Byte.newline)
        let pairs = lines.filter { $0.first != Byte.hash }
            .compactMap { line -> (Int, UInt32)? in
                let fields = line.split(separator: Byte.tab).map { String(decoding: $0, as: UTF8.self) }
                guard let pointer = Int(fields[0].drop { $0 == " " }) else { return nil }
                return UInt32(fields[1].dropFirst(2), radix: 16).map { (pointer, $0) }
            }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func decode(_ bytes: [UInt8], _ label: String) throws -> [Unicode.Scalar] {
        let encoding = try #require(WebEncoding(label: label.utf8))
        return Array(String(decoding: ValueDecoder(encoding: encoding).utf8(bytes), as: UTF8.self).unicodeScalars)
    }

    @Test
    func singleBytesAreThoseOfTheirIndexes() throws {
        var compared = 0
        for encoding in WebEncoding.allCases where encoding.singleByteIndex != nil {
            let name = encoding == .iso8859part8Logical ? "iso-8859-8" : encoding.rawValue.lowercased()
            let index = try Self.index(name)
            let bytes = Array(UInt8.min...UInt8.max)
            let expected = bytes.map { byte in
                byte < 0x80 ? Unicode.Scalar(byte) : index[Int(byte) - 0x80].flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
            }
            #expect(try Self.decode(bytes, encoding.rawValue) == expected, "\(encoding)")
            compared += bytes.count
        }
        #expect(compared == 28 * 256)
    }

    @Test
    func labelsAreThoseOfTheStandard() throws {
        let groups = try #require(try SharedData.json("encoding-indexes/encodings.json") as? [[String: Any]])
        var count = 0
        for group in groups {
            for encoding in try #require(group["encodings"] as? [[String: Any]]) {
                let name = try #require(encoding["name"] as? String)
                for label in try #require(encoding["labels"] as? [String]) {
                    count += 1
                    for spelling in [label, label.uppercased(), "\t \(label)\r\n"] {
                        #expect(WebEncoding(label: spelling.utf8)?.rawValue == name, "\(label)")
                    }
                }
            }
        }
        #expect(count == 228)
    }

    // MARK: Two bytes

    /// An encoding as the standard's tables show it: what one byte and what two bytes stand for.
    private struct Tables {
        var singles: [UInt8: UInt32] = [:]
        var leads: Set<UInt8> = []
        var pairs: [[UInt8]: [UInt32]] = [:]

        /// What two bytes stand for in front of a line end.
        func text(_ first: UInt8, _ second: UInt8) -> [UInt32] {
            guard leads.contains(first) else { return [singles[first] ?? 0xFFFD, singles[second] ?? 0xFFFD] }
            return pairs[[first, second]] ?? [0xFFFD] + (second < 0x80 ? [UInt32(second)] : [])
        }
    }

    private static func tables(_ label: String) throws -> Tables {
        var tables = Tables()
        for byte in UInt8.min..<0x80 { tables.singles[byte] = UInt32(byte) }
        switch label {
        case "shift_jis":
            tables.singles[0x80] = 0x80
            for byte in UInt8(0xA1)...0xDF { tables.singles[byte] = 0xFF61 + UInt32(byte - 0xA1) }
            tables.leads = Set(0x81...0x9F).union(0xE0...0xFC)
            var codes = try index("jis0208")
            for pointer in 8836...10_715 { codes[pointer] = 0xE000 + UInt32(pointer - 8836) }
            for (pointer, code) in codes {
                let (row, cell) = (pointer / 188, pointer % 188)
                guard let lead = UInt8(exactly: row + (row < 0x1F ? 0x81 : 0xC1)), lead <= 0xFC else { continue }
                tables.pairs[[lead, UInt8(cell + (cell < 0x3F ? 0x40 : 0x41))]] = [code]
            }
        case "euc-jp":
            tables.leads = Set([0x8E, 0x8F]).union(0xA1...0xFE)
            for byte in UInt8(0xA1)...0xDF { tables.pairs[[0x8E, byte]] = [0xFF61 + UInt32(byte - 0xA1)] }
            for (pointer, code) in try index("jis0208") where pointer < 94 * 94 {
                tables.pairs[[UInt8(pointer / 94 + 0xA1), UInt8(pointer % 94 + 0xA1)]] = [code]
            }
        case "gbk", "gb18030":
            tables.singles[0x80] = 0x20AC
            tables.leads = Set(0x81...0xFE)
            for (pointer, code) in try index("gb18030") {
                let cell = pointer % 190
                tables.pairs[[UInt8(pointer / 190 + 0x81), UInt8(cell + (cell < 0x3F ? 0x40 : 0x41))]] = [code]
            }
        case "big5":
            tables.leads = Set(0x81...0xFE)
            for (pointer, code) in try index("big5") {
                let cell = pointer % 157
                tables.pairs[[UInt8(pointer / 157 + 0x81), UInt8(cell + (cell < 0x3F ? 0x40 : 0x62))]] = [code]
            }
            for (trail, codes) in [
                0x62: [0xCA, 0x304], 0x64: [0xCA, 0x30C], 0xA3: [0xEA, 0x304], 0xA5: [0xEA, 0x30C],
            ] {
                tables.pairs[[0x88, UInt8(trail)]] = codes.map(UInt32.init)
            }
        default:
            tables.leads = Set(0x81...0xFE)
            for (pointer, code) in try index("euc-kr") {
                tables.pairs[[UInt8(pointer / 190 + 0x81), UInt8(pointer % 190 + 0x41)]] = [code]
            }
        }
        return tables
    }

    @Test(
        .timeLimit(.minutes(20)),
        arguments: [
            ("shift_jis", 9_604), ("euc-jp", 7_399), ("gbk", 23_940), ("gb18030", 23_940), ("big5", 18_594),
            ("euc-kr", 17_048),
        ]
    )
    func everyBytePairIsThatOfTheIndex(label: String, pairCount: Int) throws {
        let tables = try Self.tables(label)
        #expect(tables.pairs.count == pairCount)
        var compared = 0
        for first in UInt8.min...UInt8.max {
            var bytes: [UInt8] = []
            var expected: [UInt32] = []
            for second in UInt8.min...UInt8.max {
                bytes += [first, second, Byte.newline]
                expected += tables.text(first, second) + [0x0A]
            }
            #expect(try Self.decode(bytes, label).map(\.value) == expected, "\(label), lead \(first)")
            compared += 256
        }
        #expect(compared == 65_536)
    }

    // MARK: Three and four bytes

    @Test(.timeLimit(.minutes(20)))
    func everyThreeByteSequenceOfEUCJPIsThatOfTheIndex() throws {
        let index = try Self.index("jis0212")
        for second in UInt8.min...UInt8.max {
            let isLead = (0xA1...0xFE).contains(second)
            var bytes: [UInt8] = []
            var expected: [UInt32] = []
            for third in UInt8.min...UInt8.max {
                bytes += [0x8F, second, third, Byte.newline]
                if isLead, (0xA1...0xFE).contains(third) {
                    expected.append(index[(Int(second) - 0xA1) * 94 + Int(third) - 0xA1] ?? 0xFFFD)
                } else if isLead {
                    expected += [0xFFFD] + (third < 0x80 ? [UInt32(third)] : [])
                } else {
                    // The second byte ended the sequence in an error; what follows stands for itself.
                    let rest = (second < 0x80 ? [second] : []) + [third]
                    expected += [0xFFFD] + (try Self.decode(rest, "euc-jp").map(\.value))
                }
                expected.append(0x0A)
            }
            #expect(try Self.decode(bytes, "euc-jp").map(\.value) == expected, "8F \(second)")
        }
    }

    /// All 1,587,600 sequences of four bytes; with the pairs and ASCII they reach every scalar but nineteen.
    @Test(.timeLimit(.minutes(20)))
    func everyFourByteSequenceOfGB18030IsThatOfTheRanges() throws {
        let ranges = try Self.index("gb18030-ranges").sorted { $0.key < $1.key }
        var reached = [Bool](repeating: false, count: 0x11_0000)
        for scalar in 0..<0x80 { reached[scalar] = true }
        for code in try Self.index("gb18030").values { reached[Int(code)] = true }
        var pointer = 0
        var range = 0
        for first in UInt8(0x81)...0xFE {
            var bytes: [UInt8] = []
            var expected: [UInt32] = []
            for second in UInt8(0x30)...0x39 {
                for third in UInt8(0x81)...0xFE {
                    for fourth in UInt8(0x30)...0x39 {
                        bytes += [first, second, third, fourth]
                        while range + 1 < ranges.count, ranges[range + 1].key <= pointer { range += 1 }
                        let isGap = pointer > 39_419 && pointer < 189_000 || pointer > 1_237_575
                        let code =
                            pointer == 7_457 ? 0xE7C7 : ranges[range].value + UInt32(pointer - ranges[range].key)
                        expected.append(isGap ? 0xFFFD : code)
                        if !isGap { reached[Int(code)] = true }
                        pointer += 1
                    }
                }
            }
            #expect(try Self.decode(bytes, "gb18030").map(\.value) == expected, "lead \(first)")
        }
        #expect(pointer == 1_587_600)
        let unreached = reached.indices.filter { !reached[$0] && Unicode.Scalar(UInt32($0)) != nil }
        // GB 18030-2022 moved eighteen characters out of the private use area; no bytes mean U+E5E5.
        let moved = Array(0xE78D...0xE796) + [0xE81E, 0xE826, 0xE82B, 0xE82C, 0xE832, 0xE843, 0xE854, 0xE864]
        #expect(unreached == [0xE5E5] + moved)
    }

    @Test
    func everyPairOfISO2022JPIsThatOfTheIndex() throws {
        let index = try Self.index("jis0208")
        let katakana = try Self.index("iso-2022-jp-katakana")
        var bytes: [UInt8] = [0x1B, 0x24, 0x42]
        var expected: [UInt32] = []
        for row in 0..<94 {
            for cell in 0..<94 {
                bytes += [UInt8(row + 0x21), UInt8(cell + 0x21)]
                expected.append(index[row * 94 + cell] ?? 0xFFFD)
            }
        }
        #expect(try Self.decode(bytes, "iso-2022-jp").map(\.value) == expected)
        // The decoder has the half-width forms, which the index maps to the full-width ones for the encoder.
        #expect(katakana.count == 63)
        let narrow = try Self.decode([0x1B, 0x28, 0x49] + Array(0x21...0x5F), "iso-2022-jp")
        #expect(narrow.map(\.value) == Array(0xFF61...0xFF9F))
    }
}
