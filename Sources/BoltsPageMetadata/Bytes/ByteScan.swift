// Looking for bytes, sixteen at a time. All loads are bounds-checked.

extension Span<UInt8> {
    /// The first index from `start` on that holds `byte`, or `count`.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int) -> Int {
        let wanted = SIMD16<UInt8>(repeating: byte)
        var index = start
        while index &+ 16 <= count {
            let found = unsafeBitCast(vector(at: index) .== wanted, to: SIMD2<UInt64>.self)
            if found[0] | found[1] != 0 { return index &+ Self.firstLane(found) }
            index &+= 16
        }
        while index < count, self[index] != byte { index &+= 1 }
        return index
    }

    /// The first index from `start` on that holds either byte, or `count`.
    @inline(__always)
    func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int {
        let wanted = SIMD16<UInt8>(repeating: byte)
        let alsoWanted = SIMD16<UInt8>(repeating: other)
        var index = start
        while index &+ 16 <= count {
            let bytes = vector(at: index)
            let found = unsafeBitCast((bytes .== wanted) .| (bytes .== alsoWanted), to: SIMD2<UInt64>.self)
            if found[0] | found[1] != 0 { return index &+ Self.firstLane(found) }
            index &+= 16
        }
        while index < count, self[index] != byte, self[index] != other { index &+= 1 }
        return index
    }

    @inline(__always)
    private func vector(at index: Int) -> SIMD16<UInt8> {
        bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// Which lane of a mask, seen as two integers, is the first that is set; lanes go from the lowest bits up.
    @inline(__always)
    private static func firstLane(_ mask: SIMD2<UInt64>) -> Int {
        mask[0] != 0
            ? mask[0].littleEndian.trailingZeroBitCount &>> 3
            : 8 &+ mask[1].littleEndian.trailingZeroBitCount &>> 3
    }
}

extension UInt8 {
    /// Whether this is what HTML calls ASCII whitespace.
    @inline(__always)
    var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C || self == 0x0D }

    @inline(__always)
    var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    @inline(__always)
    var isASCIIDigit: Bool { self &- 0x30 < 10 }

    @inline(__always)
    var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

/// The bytes that mean something to a tokenizer, by name.
enum Byte {
    static let tab: UInt8 = 0x09
    static let newline: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let space: UInt8 = 0x20
    static let exclamation: UInt8 = 0x21
    static let quote: UInt8 = 0x22
    static let hash: UInt8 = 0x23
    static let ampersand: UInt8 = 0x26
    static let apostrophe: UInt8 = 0x27
    static let dash: UInt8 = 0x2D
    static let slash: UInt8 = 0x2F
    static let semicolon: UInt8 = 0x3B
    static let lessThan: UInt8 = 0x3C
    static let equals: UInt8 = 0x3D
    static let greaterThan: UInt8 = 0x3E
    static let question: UInt8 = 0x3F
    static let openBracket: UInt8 = 0x5B
    static let closeBracket: UInt8 = 0x5D
}
