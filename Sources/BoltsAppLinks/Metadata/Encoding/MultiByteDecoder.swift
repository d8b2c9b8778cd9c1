/// Decodes the encodings of Chinese, Japanese and Korean, by the Encoding Standard's decoders.
///
/// How bytes make characters, and what an error costs, is decided here; which character a well-formed sequence is,
/// by ``LegacyCharacters``. Each sequence is asked for once a page.
struct MultiByteDecoder {
    private let encoding: WebEncoding
    private var known: [UInt32: [UInt32]] = [:]

    /// - Returns: `nil` for any encoding but those of this type.
    init?(_ encoding: WebEncoding) {
        switch encoding {
        case .gbk, .gb18030, .big5, .eucJP, .shiftJIS, .eucKR: self.encoding = encoding
        default: return nil
        }
    }

    /// What one attempt at reading a character came to.
    private enum Reading {
        case scalars([UInt32], bytes: Int)
        case error(bytes: Int)
    }

    mutating func utf8(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
        var output: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] < 0x80 {
                output.append(bytes[index])
                index += 1
                continue
            }
            switch read(bytes, index) {
            case .scalars(let scalars, let count):
                for scalar in scalars { output.append(scalar: scalar) }
                index += count
            case .error(let count):
                output.append(scalar: 0xFFFD)
                index += count
            }
        }
        return output
    }

    private mutating func read(_ bytes: [UInt8], _ index: Int) -> Reading {
        switch encoding {
        case .shiftJIS: readShiftJIS(bytes, index)
        case .eucJP: readEUCJP(bytes, index)
        case .big5: readPair(bytes, index, leads: 0x81...0xFE, trails: 0x40...0xFE)
        case .eucKR: readPair(bytes, index, leads: 0x81...0xFE, trails: 0x41...0xFE)
        default: readGB18030(bytes, index)
        }
    }

    /// Two bytes that make a character, or an error.
    private mutating func readPair(
        _ bytes: [UInt8],
        _ index: Int,
        leads: ClosedRange<UInt8>,
        trails: ClosedRange<UInt8>
    ) -> Reading {
        guard leads.contains(bytes[index]), index + 1 < bytes.count else { return .error(bytes: 1) }
        let trail = bytes[index + 1]
        if trails.contains(trail) {
            let scalars = lookUp(bytes[index], trail)
            if !scalars.isEmpty { return .scalars(scalars, bytes: 2) }
        }
        // An ASCII byte is never swallowed by an error: it might be the end of a tag.
        return .error(bytes: trail < 0x80 ? 1 : 2)
    }

    /// The scalars of a sequence, given as a number with its last byte in the lowest eight bits.
    private mutating func lookUp(_ sequence: UInt32) -> [UInt32] {
        if let scalars = known[sequence] { return scalars }
        let bytes = withUnsafeBytes(of: sequence.bigEndian) { Array($0.drop { $0 == 0 }) }
        let scalars = LegacyCharacters.scalars(of: bytes, in: encoding)
        known[sequence] = scalars
        return scalars
    }

    private mutating func lookUp(_ lead: UInt8, _ trail: UInt8) -> [UInt32] {
        lookUp(UInt32(lead) << 8 | UInt32(trail))
    }
}

// MARK: - Japanese

extension MultiByteDecoder {
    private mutating func readShiftJIS(_ bytes: [UInt8], _ index: Int) -> Reading {
        let lead = bytes[index]
        if lead == 0x80 { return .scalars([0x80], bytes: 1) }
        if (0xA1...0xDF).contains(lead) { return .scalars([0xFF61 - 0xA1 + UInt32(lead)], bytes: 1) }
        if (0xF0...0xF9).contains(lead), index + 1 < bytes.count {
            // The private use area, in rows of 188.
            let trail = bytes[index + 1]
            if (0x40...0x7E).contains(trail) || (0x80...0xFC).contains(trail) {
                let cell = UInt32(trail) - (trail < 0x7F ? 0x40 : 0x41)
                return .scalars([0xE000 + (UInt32(lead) - 0xF0) * 188 + cell], bytes: 2)
            }
        }
        return readPair(bytes, index, leads: 0x81...0xFC, trails: 0x40...0xFC)
    }

    private mutating func readEUCJP(_ bytes: [UInt8], _ index: Int) -> Reading {
        let lead = bytes[index]
        guard lead == 0x8E || lead == 0x8F || (0xA1...0xFE).contains(lead), index + 1 < bytes.count else {
            return .error(bytes: 1)
        }
        let trail = bytes[index + 1]
        if lead == 0x8E && (0xA1...0xDF).contains(trail) {
            return .scalars([0xFF61 - 0xA1 + UInt32(trail)], bytes: 2)
        }
        guard (0xA1...0xFE).contains(trail) else { return .error(bytes: trail < 0x80 ? 1 : 2) }
        if lead == 0x8F {
            guard index + 2 < bytes.count else { return .error(bytes: 2) }
            let last = bytes[index + 2]
            guard (0xA1...0xFE).contains(last) else { return .error(bytes: last < 0x80 ? 2 : 3) }
            let scalars = lookUp(UInt32(lead) << 16 | UInt32(trail) << 8 | UInt32(last))
            return scalars.isEmpty ? .error(bytes: 3) : .scalars(scalars, bytes: 3)
        }
        let scalars = lead == 0x8E ? [] : jis(row: lead - 0xA0, cell: trail - 0xA0)
        return scalars.isEmpty ? .error(bytes: 2) : .scalars(scalars, bytes: 2)
    }

    /// A character of JIS X 0208 by its row and cell, each from 1 to 94; nothing when there is none.
    mutating func jis(row: UInt8, cell: UInt8) -> [UInt32] {
        let lead = (row - 1) / 2 + (row <= 62 ? 0x81 : 0xC1)
        let trail = row % 2 == 0 ? cell + 0x9E : cell + (cell < 64 ? 0x3F : 0x40)
        return lookUp(lead, trail)
    }
}

// MARK: - Chinese

extension MultiByteDecoder {
    private mutating func readGB18030(_ bytes: [UInt8], _ index: Int) -> Reading {
        let lead = bytes[index]
        if lead == 0x80 { return .scalars([0x20AC], bytes: 1) }
        guard index + 1 < bytes.count, lead != 0xFF, (0x30...0x39).contains(bytes[index + 1]) else {
            return readPair(bytes, index, leads: 0x81...0xFE, trails: 0x40...0xFE)
        }
        guard index + 3 < bytes.count else {
            // At the end of the value one error stands for all of a sequence that is right so far.
            let isPrefix = index + 2 == bytes.count || (0x81...0xFE).contains(bytes[index + 2])
            return .error(bytes: isPrefix ? bytes.count - index : 1)
        }
        let sequence = Array(bytes[index..<index + 4])
        guard (0x81...0xFE).contains(sequence[2]), (0x30...0x39).contains(sequence[3]) else {
            return .error(bytes: 1)
        }
        let scalars = scalars(ofFour: sequence)
        return scalars.isEmpty ? .error(bytes: 4) : .scalars(scalars, bytes: 4)
    }

    private mutating func scalars(ofFour sequence: [UInt8]) -> [UInt32] {
        let digits = zip(sequence, [0x81, 0x30, 0x81, 0x30] as [UInt32]).map { UInt32($0) - $1 }
        let pointer = ((digits[0] * 10 + digits[1]) * 126 + digits[2]) * 10 + digits[3]
        switch pointer {
        case 7457: return [0xE7C7]
        case 0...39_419: return lookUp(sequence.reduce(0) { $0 << 8 | UInt32($1) })
        // Beyond the basic plane the encoding counts straight on.
        case 189_000...1_237_575: return [0x1_0000 + pointer - 189_000]
        default: return []
        }
    }
}
