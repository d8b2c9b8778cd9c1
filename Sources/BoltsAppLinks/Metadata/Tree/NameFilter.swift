/// Which names have been seen, with a few false positives and no memory: one word of a Bloom filter.
///
/// It answers for end tags that stand inside svg or math and have no element of theirs there: does one close an element
/// outside, and so the svg, or is it a stray?
struct NameFilter {
    private var bits: UInt64 = 0

    @inline(__always)
    mutating func insert(_ name: HTMLName) { bits |= Self.bit(of: name) }

    func mayContain(_ name: HTMLName) -> Bool { bits & Self.bit(of: name) != 0 }

    @inline(__always)
    private static func bit(of name: HTMLName) -> UInt64 {
        1 &<< (((name.low ^ name.high) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    }
}
