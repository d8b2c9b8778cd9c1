import BoltsBase

/// One step of a compiled pattern, in two bytes.
///
/// Values below 256 are literal bytes of UTF-8. The others are wildcards, classes and variables.
@_spi(Bolts) public struct PatternToken: Sendable, Hashable {
    /// The two bytes of the token.
    @_spi(Bolts) public var code: UInt16

    init(code: UInt16) { self.code = code }

    /// A literal byte.
    init(byte: UInt8) { code = UInt16(byte) }

    /// One character: a Unicode scalar.
    @_spi(Bolts) public static let anyScalar = PatternToken(code: 0x100)
    /// Any number of characters.
    @_spi(Bolts) public static let star = PatternToken(code: 0x101)
    /// An ISO region code.
    @_spi(Bolts) public static let region = PatternToken(code: 0x102)
    /// An ISO language code.
    @_spi(Bolts) public static let language = PatternToken(code: 0x103)

    private static let firstClass: UInt16 = 0x110
    private static let firstVariable: UInt16 = 0x200

    init(characterClass: CharacterClass) { code = Self.firstClass + UInt16(characterClass.rawValue) }

    /// One of the values of a variable, or `nil` if there are too many variables.
    init?(variable index: Int) {
        guard index < Int(UInt16.max - Self.firstVariable) else { return nil }
        code = Self.firstVariable + UInt16(index)
    }

    /// Whether the token is a literal byte.
    @inline(__always)
    @_spi(Bolts) public var isByte: Bool { code < 0x100 }

    /// The class of the token, if it is one.
    @_spi(Bolts) public var characterClass: CharacterClass? {
        guard code >= Self.firstClass, code < Self.firstVariable else { return nil }
        return CharacterClass(rawValue: UInt8(code - Self.firstClass))
    }

    /// The index of the token's variable, if it is one.
    @_spi(Bolts) public var variable: Int? { code >= Self.firstVariable ? Int(code - Self.firstVariable) : nil }

    /// Whether the token may end at several places: a region, a language or a variable.
    var needsSets: Bool { self == .region || self == .language || code >= Self.firstVariable }
}

/// The built-in classes of one ASCII character.
@_spi(Bolts) public enum CharacterClass: UInt8, Sendable, CaseIterable {
    case alpha
    case upper
    case lower
    case alnum
    case digit
    case xdigit

    /// Whether a byte belongs to the class; with folding, letters match in either case.
    @inline(__always)
    @_spi(Bolts) public func contains(_ byte: UInt8, foldsCase: Bool) -> Bool {
        switch self {
        case .alpha: byte.isASCIILetter
        case .upper: foldsCase ? byte.isASCIILetter : byte.isASCIIUppercase
        case .lower: byte.isASCIILetter && (foldsCase || !byte.isASCIIUppercase)
        case .alnum: byte.isASCIILetter || byte.isASCIIDigit
        case .digit: byte.isASCIIDigit
        case .xdigit: byte.hexadecimalValue != nil
        }
    }
}
