/// Which addresses, and which ports there, a page may be fetched from.
///
/// A link comes from strangers, and whoever follows it stands inside a network that strangers should not see. The policy
/// is asked about the *address* a name resolved to, on each hop, never about the name.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.addressPolicy = .publicOnly.allowing(IPAddressRange("127.0.0.0/8")!)   // a server under test
/// let resolver = HTTPAppLinkResolver(fetchOptions: options)
/// ```
public struct AddressPolicy: Hashable, Sendable {
    /// Whether addresses are judged at all.
    package let judgesAddresses: Bool
    package let allowedRanges: [IPAddressRange]
    package let allowedPorts: Set<Int>

    /// Public addresses only, ports 80 and 443 only.
    ///
    /// The default.
    /// Refused are loopback, private, shared, link-local, multicast, documentation and reserved addresses, IPv6 addresses
    /// that stand for a refused IPv4 address (IPv4-mapped, NAT64, 6to4), and the names of cloud metadata services.
    public static let publicOnly = AddressPolicy(judgesAddresses: true, allowedRanges: [], allowedPorts: [80, 443])

    /// Any address and any port, without looking at it.
    ///
    /// For tools run by the person who typed the URL, and behind a forward proxy that judges for itself.
    public static let any = AddressPolicy(judgesAddresses: false, allowedRanges: [], allowedPorts: [])

    /// Returns this policy with some ranges allowed besides.
    ///
    /// In those ranges every port is allowed: services that are not public seldom sit at the usual ones.
    ///
    /// - Parameter ranges: What to allow. An IPv4 range also admits the IPv6 spellings of its addresses.
    /// - Returns: A wider policy.
    public func allowing(_ ranges: IPAddressRange...) -> AddressPolicy {
        AddressPolicy(
            judgesAddresses: judgesAddresses,
            allowedRanges: allowedRanges + ranges,
            allowedPorts: allowedPorts
        )
    }

    /// Returns this policy with some ports allowed besides, at public addresses.
    ///
    /// - Parameter ports: What to allow, for example 8080.
    /// - Returns: A wider policy.
    public func allowing(ports: Int...) -> AddressPolicy {
        AddressPolicy(
            judgesAddresses: judgesAddresses,
            allowedRanges: allowedRanges,
            allowedPorts: allowedPorts.union(ports)
        )
    }

    /// Returns whether pages may be fetched from an address.
    ///
    /// - Parameter address: An address, in whatever spelling it came.
    /// - Returns: Whether it is public or allowed besides.
    public func allows(_ address: IPAddress) -> Bool {
        refusal(of: address) == nil
    }

    /// Returns whether pages may be fetched from a port at an address.
    ///
    /// - Parameters:
    ///   - address: An address, in whatever spelling it came.
    ///   - port: A TCP port.
    /// - Returns: Whether both are allowed together.
    public func allows(_ address: IPAddress, port: Int) -> Bool {
        allows(address) && allowsPort(port, at: address)
    }

    /// Why an address is refused, in the registry's words, or `nil` when it is not.
    package func refusal(of address: IPAddress) -> String? {
        guard judgesAddresses, !isAllowedBesides(address) else { return nil }
        if let inner = address.embedded {
            return refusal(of: inner)
        }
        if let entry = ReservedAddresses.entries.first(where: { $0.range.contains(address) }) {
            return entry.purpose
        }
        if address.family == .v6, !ReservedAddresses.globalUnicast.contains(address) {
            return "reserved"
        }
        return nil
    }

    /// Whether a port is allowed at an address that is allowed itself.
    package func allowsPort(_ port: Int, at address: IPAddress) -> Bool {
        !judgesAddresses || isAllowedBesides(address) || allowedPorts.contains(port)
    }

    /// Why a name is refused before it is looked up, or `nil` when it is not.
    package func refusal(ofName name: String) -> String? {
        judgesAddresses && ReservedAddresses.metadataNames.contains(name) ? "cloud metadata service" : nil
    }

    private func isAllowedBesides(_ address: IPAddress) -> Bool {
        allowedRanges.contains { range in
            range.contains(address) || address.embedded.map(range.contains) == true
        }
    }
}
