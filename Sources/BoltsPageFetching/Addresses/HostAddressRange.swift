/// A block of addresses that share their leading bits, such as `10.0.0.0/8`.
///
/// ```swift
/// let office = HostAddressRange("10.20.0.0/16")!
/// let policy = AddressPolicy.publicOnly.allowing(office)
/// ```
public struct HostAddressRange: Hashable, Sendable, LosslessStringConvertible {
    let base: HostAddress
    let prefixLength: Int

    /// Creates a range from CIDR notation or from a single address; `nil` for any other text.
    ///
    /// - Parameter text: For example `192.168.0.0/16`, `fd00::/8` or `127.0.0.1`. Bits after the prefix are ignored.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = HostAddress(String(parts[0])) else { return nil }
        let width = address.family == .v4 ? 32 : 128
        var length = width
        if parts.count == 2 {
            // `Int` would accept a sign.
            guard parts[1].allSatisfy({ ("0"..."9").contains($0) }), let number = Int(parts[1]), number <= width else {
                return nil
            }
            length = number
        }
        self.init(base: address, prefixLength: length)
    }

    init(base: HostAddress, prefixLength: Int) {
        self.base = base
        self.prefixLength = prefixLength
    }

    /// Whether an address is in the range; an IPv4 address is never in an IPv6 range, nor the other way round.
    package func contains(_ address: HostAddress) -> Bool {
        guard address.family == base.family else { return false }
        let shift = UInt128((base.family == .v4 ? 32 : 128) - prefixLength)
        // Shifting out all bits results in 0, so that a prefix without bits contains every address.
        return address.bits >> shift == base.bits >> shift
    }

    /// The range in CIDR notation.
    public var description: String {
        "\(base)/\(prefixLength)"
    }
}
