/// The name of a tag or an attribute in lower case, kept without an allocation.
///
/// Names of up to sixteen bytes are exact. The bytes after the sixteenth are folded into a hash, because no known name
/// is that long.
struct HTMLName: Equatable {
    /// The first eight bytes, the first in the lowest eight bits.
    private(set) var low: UInt64 = 0

    /// The next eight bytes; zero if the name has at most eight.
    private(set) var high: UInt64 = 0

    private(set) var count = 0

    init() {}

    /// A name of at most eight bytes, in lower case.
    @inline(__always)
    init(low: UInt64, count: Int) {
        self.low = low
        self.count = count
    }

    init(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    var isEmpty: Bool { count == 0 }

    /// Whether the name is the given one, as in ``NameKeys``.
    @inline(__always)
    func matches(_ low: UInt64, _ high: UInt64 = 0) -> Bool {
        self.low == low && self.high == high
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count < 8 {
            low |= UInt64(Self.folded(byte)) &<< UInt64(truncatingIfNeeded: count &* 8)
        } else {
            appendLong(Self.folded(byte))
        }
        count &+= 1
    }

    @inline(never)
    private mutating func appendLong(_ byte: UInt8) {
        if count < 16 {
            high |= UInt64(byte) &<< UInt64(truncatingIfNeeded: (count &- 8) &* 8)
        } else {
            high = (high ^ UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15
            high ^= high &>> 29
        }
    }

    /// The byte in lower case, and 0xFF for NUL; no known name has 0xFF, and a zero byte would not be visible in `low` and `high`.
    @inline(__always)
    private static func folded(_ byte: UInt8) -> UInt8 {
        if byte &- 0x41 < 26 { return byte | 0x20 }
        return byte == 0 ? 0xFF : byte
    }
}
