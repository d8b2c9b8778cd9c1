/// Which elements may still be open, with few false positives and no memory: a Bloom filter of two words.
///
/// It answers for end tags that stand inside svg or math and have no element of theirs there: does one close an element
/// outside, and so the svg, or is it a stray? An element that was closed before another was opened never gets in.
struct NameFilter {
    private var bits: UInt64 = 0
    private var otherBits: UInt64 = 0
    /// The element opened last, while nothing has been closed since.
    private var newest = HTMLName()

    @inline(__always)
    mutating func open(_ name: HTMLName) {
        let hash = Self.hash(newest)
        bits |= Self.bit(hash)
        otherBits |= Self.otherBit(hash)
        newest = name
    }

    @inline(__always)
    mutating func close(_ name: HTMLName) {
        if newest == name { newest = HTMLName() }
    }

    func mayHaveOpen(_ name: HTMLName) -> Bool {
        if newest == name { return true }
        let hash = Self.hash(name)
        return bits & Self.bit(hash) != 0 && otherBits & Self.otherBit(hash) != 0
    }

    @inline(__always)
    private static func hash(_ name: HTMLName) -> UInt64 { (name.low ^ name.high) &* 0x9E37_79B9_7F4A_7C15 }

    @inline(__always)
    private static func bit(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 58) }

    @inline(__always)
    private static func otherBit(_ hash: UInt64) -> UInt64 { 1 &<< (hash &>> 52) }
}
