/// A block of addresses that one server typically owns: one IPv4 address, or the /64 of an IPv6 address.
struct AddressBlock: Hashable, Sendable {
    private let base: HostAddress

    /// - Parameter address: Any address of the block.
    init(_ address: HostAddress) {
        switch address.family {
        case .v4: base = address
        case .v6: base = HostAddress(v6: (address.bits >> 64) << 64)
        }
    }
}
