import NIOCore

/// An IP address as a number; an IPv4 address is represented by its IPv4-mapped IPv6 address.
struct IPNumber: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Reads an address without port, brackets or zone.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45, !text.contains("%"),
            let address = try? SocketAddress(ipAddress: String(text), port: 0)
        else { return nil }
        self.init(address)
    }

    /// - Parameter address: The address of a connection; `nil` for another kind of address.
    init?(_ address: SocketAddress) {
        switch address {
        case .v4(let address):
            high = 0
            low = 0xffff_0000_0000 | UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr))
        case .v6(let address):
            var inner = address.address.sin6_addr
            (high, low) = withUnsafeBytes(of: &inner) { bytes in
                func number(_ range: Range<Int>) -> UInt64 { range.reduce(0) { $0 << 8 | UInt64(bytes[$1]) } }
                return (number(0..<8), number(8..<16))
            }
        default: return nil
        }
    }

    /// The name under which a client's address is limited; an IPv6 address counts by its network, because a subscriber has the
    /// whole network.
    var clientName: String {
        guard high == 0, low >> 32 == 0xffff else { return String(high, radix: 16) }
        return (0..<4).map { String(low >> (24 - 8 * $0) & 0xff) }.joined(separator: ".")
    }
}

/// The addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one address.
struct IPNetwork: Hashable, Sendable {
    private let base: IPNumber
    /// How many of the 128 bits are the same.
    private let length: Int

    /// Reads a network.
    ///
    /// - Parameter text: An address, optionally followed by a slash and the number of significant bits.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let base = IPNumber(parts[0]) else { return nil }
        let offset = parts[0].contains(":") ? 0 : 96
        var length = 128
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let bits = Int(parts[1]),
                (0...(128 - offset)).contains(bits)
            else { return nil }
            length = offset + bits
        }
        self.base = base
        self.length = length
    }

    func contains(_ address: IPNumber) -> Bool {
        // Shifting by all bits gives zero.
        let high = length >= 64 ? UInt64.max : ~(UInt64.max >> UInt64(length))
        let low = length <= 64 ? 0 : ~(UInt64.max >> UInt64(length - 64))
        return (address.high ^ base.high) & high == 0 && (address.low ^ base.low) & low == 0
    }
}
