/// The `Host` field of a request (RFC 9112, section 3.2).
enum HostField {
    /// Whether a value is a name, an IPv4 address or an IPv6 address in brackets, optionally with a port.
    ///
    /// An empty name is valid: a client sends it for a target without an authority.
    ///
    /// - Parameter value: The bytes of the value; spaces and tabs around it are ignored.
    /// - Returns: Whether the value is valid.
    static func isValid(_ value: some BidirectionalCollection<UInt8>) -> Bool {
        var rest = value[...]
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        if rest.first == UInt8(ascii: "[") {
            rest.removeFirst()
            var count = 0
            while let byte = rest.first, isHexDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") {
                rest.removeFirst()
                count += 1
            }
            guard count >= 2, rest.popFirst() == UInt8(ascii: "]") else { return false }
        } else {
            while let byte = rest.first, byte != UInt8(ascii: ":") {
                rest.removeFirst()
                if byte == UInt8(ascii: "%") {
                    guard let high = rest.popFirst(), let low = rest.popFirst(), isHexDigit(high), isHexDigit(low)
                    else {
                        return false
                    }
                } else if !isNameByte(byte) {
                    return false
                }
            }
        }
        guard let colon = rest.popFirst() else { return true }
        return colon == UInt8(ascii: ":") && rest.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }

    /// Whether a byte may be in a name without being escaped (RFC 3986, section 3.2.2).
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
            UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
            true
        default: false
        }
    }
}
