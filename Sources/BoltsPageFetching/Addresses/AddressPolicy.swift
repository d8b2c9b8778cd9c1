/// The addresses and ports from which pages may be fetched.
///
/// Links come from untrusted sources, and the program that follows them may be inside a private network. The policy judges the
/// addresses of a host on each hop, not its name.
///
/// ```swift
/// var options = PageFetchOptions()
/// options.addressPolicy = .publicOnly.allowing(HostAddressRange("127.0.0.0/8")!)   // a server under test
/// let resolver = HTTPAppLinkResolver(fetchOptions: options)
/// ```
public struct AddressPolicy: Hashable, Sendable {
    package let judgesAddresses: Bool
    package let allowedRanges: [HostAddressRange]
    package let allowedPorts: Set<Int>
    /// The hosts at which every address and port is allowed, as requests name them.
    package var openHosts: Set<String> = []

    /// Public addresses only, and ports 80 and 443 only: the default.
    ///
    /// It refuses loopback, private, shared, link-local, multicast, documentation and reserved addresses, IPv6
    /// addresses that embed a refused IPv4 address (IPv4-mapped, NAT64, 6to4, ISATAP), and the metadata services of
    /// clouds.
    ///
    /// Some VPN clients resolve every name to an address of 198.18.0.0/15, and some networks translate addresses with a
    /// prefix of 64:ff9b:1::/48. There every page is refused unless the range is allowed:
    ///
    /// ```swift
    /// let policy = AddressPolicy.publicOnly.allowing(HostAddressRange("198.18.0.0/15")!)
    /// ```
    public static let publicOnly = AddressPolicy(judgesAddresses: true, allowedRanges: [], allowedPorts: [80, 443])

    /// Any address and any port.
    ///
    /// Use it in tools whose user typed the URL, and behind a forward proxy that has its own policy.
    public static let any = AddressPolicy(judgesAddresses: false, allowedRanges: [], allowedPorts: [])

    /// Returns this policy with more ranges allowed, at every port.
    ///
    /// - Parameter ranges: The ranges to allow. An IPv4 range also allows the IPv6 forms of its addresses.
    /// - Returns: The extended policy.
    public func allowing(_ ranges: HostAddressRange...) -> AddressPolicy {
        AddressPolicy(
            judgesAddresses: judgesAddresses,
            allowedRanges: allowedRanges + ranges,
            allowedPorts: allowedPorts,
            openHosts: openHosts
        )
    }

    /// Returns this policy with more ports allowed at public addresses.
    ///
    /// - Parameter ports: The ports to allow, for example 8080.
    /// - Returns: The extended policy.
    public func allowing(ports: Int...) -> AddressPolicy {
        AddressPolicy(
            judgesAddresses: judgesAddresses,
            allowedRanges: allowedRanges,
            allowedPorts: allowedPorts.union(ports),
            openHosts: openHosts
        )
    }

    /// Returns whether pages may be fetched from an address.
    ///
    /// - Parameters:
    ///   - address: An address.
    ///   - port: A TCP port, which is also judged if it is given.
    /// - Returns: Whether the address is public or in an allowed range, and the port is allowed there.
    public func allows(_ address: HostAddress, port: Int? = nil) -> Bool {
        refusal(of: address) == nil && (port.map { allowsPort($0, at: address) } ?? true)
    }

    /// The reason why an address is refused, as the registry names it; `nil` if it is allowed.
    package func refusal(of address: HostAddress) -> String? {
        guard judgesAddresses, !allowedRanges.contains(where: { $0.contains(address) }) else { return nil }
        if let inner = address.embedded {
            // The network of a 6to4 address may have an ISATAP router.
            return refusal(of: inner) ?? address.tunnelEnd.flatMap { refusal(of: $0) }
        }
        if let entry = ReservedAddresses.entries.first(where: { $0.range.contains(address) }) {
            return entry.purpose
        }
        if address.family == .v6, !ReservedAddresses.globalUnicast.contains(address) {
            return "reserved"
        }
        return address.tunnelEnd.flatMap { refusal(of: $0) }
    }

    package func allowsPort(_ port: Int, at address: HostAddress) -> Bool {
        !judgesAddresses || isInAllowedRange(address) || allowedPorts.contains(port)
    }

    /// The reason why a name is refused before it is looked up; `nil` if its addresses decide.
    package func refusal(ofName name: String) -> String? {
        judgesAddresses && ReservedAddresses.metadataNames.contains(name) ? "cloud metadata service" : nil
    }

    private func isInAllowedRange(_ address: HostAddress) -> Bool {
        allowedRanges.contains { range in
            range.contains(address) || address.embedded.map(range.contains) == true
        }
    }
}
