/// An index of the Encoding Standard: the code point of each pointer.
struct EncodingIndex: Sendable {
    /// The code points by pointer, ``missing`` where the index has none.
    private let codePoints: [UInt32]

    /// Marks a pointer without a code point; beyond Unicode.
    private static let missing = UInt32.max

    var count: Int { codePoints.count }

    /// The code point at a pointer, or `nil` if the index has none there.
    subscript(pointer: Int) -> UInt32? {
        guard codePoints.indices.contains(pointer), codePoints[pointer] != Self.missing else { return nil }
        return codePoints[pointer]
    }

    /// The last pointer at most `limit`, in an index whose code points are themselves sorted pointers.
    func lastPointer(withCodePointAtMost limit: UInt32) -> Int? {
        var low = 0
        var high = codePoints.count
        while low < high {
            let middle = (low + high) / 2
            if codePoints[middle] <= limit { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}

// MARK: - Expanding

extension EncodingIndex {
    /// Expands an index from the compressed text that Development/Scripts/generate-tables.py encodings generates and describes.
    init(compressed: StaticString) {
        codePoints = compressed.withUTF8Buffer { text in
            var digits = unsafe Digits(text: text)
            return digits.expand()
        }
    }

    // Safe: the buffer is used only within the closure that gets the constant text.
    @safe private struct Digits {
        let text: UnsafeBufferPointer<UInt8>
        var index = 0

        /// The next digit in base 92, or `nil` at the end.
        mutating func next() -> UInt32? {
            while unsafe index < text.count {
                let byte = unsafe text[index]
                index += 1
                // The alphabet is printable ASCII without the quote (0x22) and the backslash (0x5C).
                switch byte {
                case 0x21: return 0
                case 0x23..<0x5C: return UInt32(byte) - 0x22
                case 0x5D..<0x7F: return UInt32(byte) - 0x23
                default: continue
                }
            }
            return nil
        }

        mutating func expand() -> [UInt32] {
            var codePoints: [UInt32] = []
            unsafe codePoints.reserveCapacity(text.count)
            var upcoming: UInt32 = 0
            while let digit = next() {
                switch digit {
                case 90:
                    codePoints += repeatElement(EncodingIndex.missing, count: Int(next() ?? 0))
                    continue
                case 91:
                    let end = upcoming + (next() ?? 0)
                    codePoints += upcoming..<end
                    upcoming = end
                    continue
                case 66..<90:
                    upcoming = ((digit - 66) * 92 + (next() ?? 0)) * 92 + (next() ?? 0)
                default:
                    let distance = digit < 35 ? digit : 35 + (digit - 35) * 92 + (next() ?? 0)
                    upcoming = distance % 2 == 0 ? upcoming + distance / 2 : upcoming - (distance + 1) / 2
                }
                codePoints.append(upcoming)
                upcoming += 1
            }
            return codePoints
        }
    }
}
