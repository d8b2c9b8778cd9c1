/// A set of letters of the alphabet for comparing URLs, one bit each.
///
/// Letters 0 to 127 are the ASCII characters. The others are ``Letter/otherCharacter``, ``Letter/otherLongCharacter`` and the
/// characters beyond ASCII in the patterns.
struct LetterSet: Hashable, Sendable {
    private var words: SIMD4<UInt64>

    private init(words: SIMD4<UInt64>) { self.words = words }

    /// Creates the set of the ASCII characters whose bits are set.
    init(ascii low: UInt64, _ high: UInt64) { words = SIMD4(low, high, 0, 0) }

    init() { words = .zero }

    init(_ letter: Int) {
        words = .zero
        insert(letter)
    }

    init(_ text: StaticString) {
        words = .zero
        for offset in 0..<text.utf8CodeUnitCount { unsafe insert(Int(text.utf8Start[offset])) }
    }

    static let ascii = LetterSet(words: SIMD4(.max, .max, 0, 0))

    /// All letters below a count.
    init(below count: Int) {
        words = .zero
        for letter in 0..<count { insert(letter) }
    }

    var isEmpty: Bool { words == .zero }

    @inline(__always)
    func contains(_ letter: Int) -> Bool { words[letter >> 6] >> UInt64(letter & 63) & 1 == 1 }

    mutating func insert(_ letter: Int) { words[letter >> 6] |= 1 << UInt64(letter & 63) }

    mutating func formUnion(_ other: LetterSet) { words |= other.words }

    @inline(__always)
    func intersection(_ other: LetterSet) -> LetterSet { LetterSet(words: words & other.words) }

    @inline(__always)
    func subtracting(_ other: LetterSet) -> LetterSet { LetterSet(words: words & ~other.words) }

    func isSuperset(of other: LetterSet) -> Bool { other.words & ~words == .zero }

    /// The lowest letter, or `nil` if the set is empty.
    var first: Int? {
        for index in 0..<4 where words[index] != 0 { return index * 64 + words[index].trailingZeroBitCount }
        return nil
    }

    /// The only letter, or `nil` if there are none or several.
    var only: Int? {
        let count = (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount }
        return count == 1 ? first : nil
    }
}

/// The letters for characters beyond ASCII.
enum Letter {
    /// A character up to U+FFFF that no pattern contains.
    static let otherCharacter = 128
    /// A character beyond U+FFFF that no pattern contains.
    static let otherLongCharacter = 129
    /// The letter of the first character beyond ASCII in the patterns.
    static let firstNamed = 130
    /// The maximum number of characters beyond ASCII in patterns.
    static let maximumNamed = 120

    static let slash = 0x2F
    static let star = 0x2A
    static let percent = 0x25
}
