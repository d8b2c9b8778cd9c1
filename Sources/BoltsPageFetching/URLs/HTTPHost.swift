/// The host of an http URL: a name to look up, or an address in any notation that URLs allow.
@_spi(Bolts) public enum HTTPHost: Hashable, Sendable {
    /// A name in lower case, without a trailing dot.
    case name(String)
    case address(HostAddress)

    /// Reads a host as browsers do, with or without the brackets of IPv6.
    ///
    /// A host whose last label is a number is an IPv4 address or invalid, and never a name, so that `0x7f.1`, `2130706433` and
    /// `017700000001` mean the same here as to the system's resolver.
    @_spi(Bolts) public init?(_ text: String) {
        if text.contains(":") || text.hasPrefix("[") {
            let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
            // A zone (`%eth0`) names an interface of this machine, and a link must not choose it.
            guard let address = HostAddress(bare), address.family == .v6 else { return nil }
            self = .address(address)
            return
        }
        let name = text.lowercased()
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last == "" { labels.removeLast() }
        guard let last = labels.last else { return nil }
        if HTTPHost.isNumeric(last) {
            guard let address = HTTPHost.address(labels) else { return nil }
            self = .address(address)
            return
        }
        guard name.utf8.count <= 254, labels.allSatisfy({ HTTPHost.isLabel($0) }) else { return nil }
        self = .name(labels.joined(separator: "."))
    }

    /// The host as written in a URL.
    @_spi(Bolts) public var text: String {
        switch self {
        case .name(let name): name
        case .address(let address): address.family == .v6 ? "[\(address)]" : address.description
        }
    }

    private static func isNumeric(_ label: Substring) -> Bool {
        guard !label.isEmpty else { return false }
        return label.utf8.allSatisfy { (0x30...0x39).contains($0) } || number(label) != nil
    }

    /// Letters, digits, `-` and `_`; names in other scripts are in punycode in URLs.
    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count)
            && label.utf8.allSatisfy { byte in
                (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x5f
            }
    }

    /// One to four numbers; the last one covers the remaining bytes.
    private static func address(_ labels: [Substring]) -> HostAddress? {
        guard labels.count <= 4 else { return nil }
        let numbers = labels.compactMap(number)
        guard numbers.count == labels.count, let last = numbers.last else { return nil }
        var bits: UInt64 = 0
        for (index, number) in numbers.dropLast().enumerated() {
            guard number <= 255 else { return nil }
            bits |= number << UInt64(24 - 8 * index)
        }
        guard last < 1 << UInt64(8 * (5 - numbers.count)) else { return nil }
        return HostAddress(v4: UInt32(bits | last))
    }

    /// A number: hexadecimal after `0x`, octal after `0`, otherwise decimal.
    private static func number(_ label: Substring) -> UInt64? {
        var digits = label
        var radix = 10
        if digits.hasPrefix("0x") {
            digits = digits.dropFirst(2)
            radix = 16
        } else if digits.utf8.count > 1, digits.hasPrefix("0") {
            digits = digits.dropFirst()
            radix = 8
        } else if digits.isEmpty {
            return nil
        }
        // Browsers read a bare `0x` as zero and reject a sign.
        guard !digits.isEmpty else { return 0 }
        guard digits.first != "+", digits.first != "-" else { return nil }
        return UInt64(digits, radix: radix)
    }
}
