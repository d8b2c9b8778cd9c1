/// Which names have been seen, with very few false positives and no memory: a Bloom filter of two words.
///
/// It answers for end tags that stand inside svg or math and have no element of theirs there: does one close an element
/// outside, and so the svg, or is it a stray?
struct NameFilter {
    private var bits: UInt64 = 0
    private var otherBits: UInt64 = 0

    @inline(__always)
    mutating func insert(_ name: HTMLName) {
        let hash = Self.hash(name)
        bits |= Self.bit(hash)
        otherBits |= Self.otherBit(hash)
    }

    func mayContain(_ name: HTMLName) -> Bool {
        let hash = Self.hash(name)
        return bits & Self.bit(hash) != 0 && otherBits & Self.otherBit(hash) != 0
    }

    /// Whether there may have been a table, without which the parts of one are ignored.
    var mayContainTable: Bool { mayContain(HTMLName("table")) }

    @inline(__always)
    private static func hash(_ name: HTMLName) -> UInt64 { (name.low ^ name.high) &* 0x9E37_79B9_7F4A_7C15 }

    @inline(__always)
    private static func bit(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 58) }

    @inline(__always)
    private static func otherBit(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 52) }
}
