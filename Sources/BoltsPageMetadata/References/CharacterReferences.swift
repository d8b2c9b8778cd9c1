import BoltsBase

/// Character references such as `&amp;`, `&eacute` and `&#x1F600;`, by the rules of the HTML Standard.
enum CharacterReferences {
    /// Decodes the references in UTF-8 text, and normalizes line ends and NUL as the tokenizer of the standard does.
    ///
    /// - Parameters:
    ///   - text: The source of a value or of text, in UTF-8.
    ///   - inAttribute: Whether the text is an attribute's value, in which `&copy=1` is not a reference.
    /// - Returns: The decoded text in UTF-8.
    static func decoding(_ text: [UInt8], inAttribute: Bool) -> [UInt8] {
        guard text.contains(where: { $0 == Byte.ampersand || $0 == Byte.carriageReturn || $0 == 0 }) else {
            return text
        }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            switch byte {
            case Byte.ampersand:
                index = appendReference(at: index, of: text, inAttribute: inAttribute, to: &output)
            case Byte.carriageReturn:
                output.append(Byte.newline)
                index += 1
                if index < text.count && text[index] == Byte.newline { index += 1 }
            case 0 where inAttribute:
                append(0xFFFD, to: &output)
                index += 1
            default:
                output.append(byte)
                index += 1
            }
        }
        return output
    }

    /// Appends the characters of the reference at `start`, or else its `&`.
    ///
    /// - Returns: The index after it.
    private static func appendReference(
        at start: Int,
        of text: [UInt8],
        inAttribute: Bool,
        to output: inout [UInt8]
    ) -> Int {
        if start + 1 < text.count {
            if text[start + 1] == Byte.hash {
                if let end = appendNumber(at: start + 2, of: text, to: &output) { return end }
            } else if let match = longestName(at: start + 1, of: text) {
                let isOpenEnded = text[match.end - 1] != Byte.semicolon
                // Keeps links such as `?a=1&copy=2` intact.
                let belongsToLink =
                    inAttribute && isOpenEnded && match.end < text.count
                    && (text[match.end] == Byte.equals || isNameByte(text[match.end]))
                if !belongsToLink {
                    appendMeaning(of: match.entry, to: &output)
                    return match.end
                }
            }
        }
        output.append(Byte.ampersand)
        return start + 1
    }

    private static func isNameByte(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

    private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        output.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }
}

// MARK: - Numbers

extension CharacterReferences {
    /// Appends the character of the number at `start`.
    ///
    /// - Returns: The index after the reference, or `nil` if there are no digits.
    private static func appendNumber(at start: Int, of text: [UInt8], to output: inout [UInt8]) -> Int? {
        let isHexadecimal = start < text.count && text[start] | 0x20 == UInt8(ascii: "x")
        let radix: UInt32 = isHexadecimal ? 16 : 10
        let firstDigit = isHexadecimal ? start + 1 : start
        var index = firstDigit
        var value: UInt32 = 0
        while index < text.count, let digit = digit(text[index], isHexadecimal: isHexadecimal) {
            // The value is capped above Unicode, so that more digits cannot overflow it.
            value = min(value * radix + digit, 0x11_0000)
            index += 1
        }
        guard index > firstDigit else { return nil }
        if index < text.count && text[index] == Byte.semicolon { index += 1 }
        switch value {
        case 0: append(0xFFFD, to: &output)
        // The standard reads C1 controls as windows-1252.
        case 0x80..<0xA0: append(windows1252Controls[Int(value) - 0x80], to: &output)
        default: append(value, to: &output)
        }
        return index
    }

    /// The characters of 0x80 to 0x9F, from the HTML Standard's table for numeric character references.
    private static let windows1252Controls: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
        if byte.isASCIIDigit { return UInt32(byte &- 0x30) }
        let lowered = byte | 0x20
        return isHexadecimal && lowered &- 0x61 < 6 ? UInt32(lowered &- 0x57) : nil
    }
}

// MARK: - Names

extension CharacterReferences {
    /// The table, and the index of each of its entries.
    private static let table: (bytes: [UInt8], entries: [Int]) = {
        let bytes = characterReferenceData.withUTF8Buffer { unsafe Array($0) }
        let breaks = bytes.indices.filter { bytes[$0] == Byte.newline }
        return (bytes, [0] + breaks.dropLast().map { $0 + 1 })
    }()

    static var count: Int { table.entries.count }

    /// The longest known name at `start`: the number of its entry, and the index after it in the text.
    private static func longestName(at start: Int, of text: [UInt8]) -> (entry: Int, end: Int)? {
        guard isNameByte(text[start]) else { return nil }
        let bytes = table.bytes
        let entries = table.entries
        var candidates = 0..<entries.count
        var longest: (entry: Int, end: Int)?
        var length = 0
        while start + length < text.count {
            let byte = text[start + length]
            let lower = partition(candidates) { bytes[entries[$0] + length] >= byte }
            let upper = partition(lower..<candidates.upperBound) { bytes[entries[$0] + length] > byte }
            guard lower < upper else { break }
            length += 1
            candidates = lower..<upper
            // A name that ends here is the first: the space after it is less than any byte of a name.
            if bytes[entries[lower] + length] == Byte.space {
                longest = (lower, start + length)
                candidates = lower + 1..<upper
                if candidates.isEmpty { break }
            }
        }
        return longest
    }

    /// The first number in a range for which a condition holds; the condition must also hold for all later numbers.
    private static func partition(_ range: Range<Int>, _ isAtOrBehind: (Int) -> Bool) -> Int {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if isAtOrBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    private static func appendMeaning(of entry: Int, to output: inout [UInt8]) {
        let bytes = table.bytes
        var index = table.entries[entry]
        while bytes[index] != Byte.space { index += 1 }
        while bytes[index] == Byte.space {
            index += 1
            var value: UInt32 = 0
            while let digit = digit(bytes[index], isHexadecimal: true) {
                value = value * 16 + digit
                index += 1
            }
            append(value, to: &output)
        }
    }
}
