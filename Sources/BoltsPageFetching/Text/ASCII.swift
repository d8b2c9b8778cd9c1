// URLs, header fields and JSON are compared by their ASCII bytes, not by characters or locale.
extension UInt8 {
    package var isASCIILetter: Bool { (0x61...0x7A).contains(asciiLowercased) }
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    package var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
