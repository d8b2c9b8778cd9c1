// URLs, header fields, JSON and HTML are compared by their ASCII bytes, not by characters or locale.
extension UInt8 {
    /// Whether the byte is a letter of ASCII.
    @inlinable
    @inline(__always)
    public var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// Whether the byte is a capital ASCII letter.
    @inlinable
    @inline(__always)
    public var isASCIIUppercase: Bool { self &- 0x41 < 26 }

    /// Whether the byte is a digit of ASCII.
    @inlinable
    @inline(__always)
    public var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// The byte, with an ASCII capital converted to lower case.
    @inlinable
    @inline(__always)
    public var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }

    /// The value of a hexadecimal digit of either case, or `nil` for any other byte.
    @inlinable
    @inline(__always)
    public var hexadecimalValue: UInt8? {
        if isASCIIDigit { return self &- 0x30 }
        let letter = (self | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }
}
