import BoltsBase

/// The letters of some patterns: ASCII, the other characters in them, and two for all remaining characters.
struct PatternAlphabet: Sendable {
    /// The characters beyond ASCII in patterns, in the order of their letters.
    let named: [UInt32]
    private let letters: [UInt32: Int]

    /// Collects the letters, or returns `nil` if patterns contain too many characters.
    init?(_ patterns: some Sequence<LinkPattern>) {
        var found = Set<UInt32>()
        for pattern in patterns { Self.collect(pattern.steps, &found) }
        guard found.count <= Letter.maximumNamed else { return nil }
        named = found.sorted()
        letters = Dictionary(uniqueKeysWithValues: named.enumerated().map { ($1, Letter.firstNamed + $0) })
    }

    private static func collect(_ steps: [LinkPattern.Step], _ found: inout Set<UInt32>) {
        for step in steps {
            switch step {
            case .character(let value), .upTo(let value): if value >= 0x80 { found.insert(value) }
            case .oneOf(let choices): for choice in choices { collect(choice, &found) }
            case .anyCharacter, .anything, .ascii, .never: break
            }
        }
    }

    var count: Int { Letter.firstNamed + named.count }

    var all: LetterSet { LetterSet(below: count) }

    func letter(_ scalar: UInt32) -> Int {
        if scalar < 0x80 { return Int(scalar) }
        return letters[scalar] ?? (scalar > 0xFFFF ? Letter.otherLongCharacter : Letter.otherCharacter)
    }

    /// Returns the character of a letter; for the two special letters, one that no pattern contains.
    func scalar(_ letter: Int) -> UInt32 {
        if letter < 0x80 { return UInt32(letter) }
        if letter >= Letter.firstNamed { return named[letter - Letter.firstNamed] }
        let first: UInt32 = letter == Letter.otherCharacter ? 0xC5 : 0x1F600
        return (first...).first { letters[$0] == nil } ?? first
    }

    var long: LetterSet {
        var set = LetterSet(Letter.otherLongCharacter)
        for value in named where value > 0xFFFF { set.insert(letter(value)) }
        return set
    }
}

enum CharacterSpelling {
    static func utf8(_ scalar: UInt32) -> [UInt8] {
        Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? []
    }

    /// Returns the escapes of a scalar, in capital digits.
    static func escapes(_ scalar: UInt32) -> [UInt8] { PercentCoding.encode(utf8(scalar)) { _ in false } }
}
