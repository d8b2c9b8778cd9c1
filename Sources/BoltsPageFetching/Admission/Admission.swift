/// Decides which addresses of a host may be connected to, at one port.
///
/// Everything that connects for a stranger asks this type: the fetchers, the web view and the browsers' proxy. A host is
/// refused if any of its addresses is, because whoever connects may choose among them.
package struct Admission: Sendable {
    package let policy: AddressPolicy
    /// Ports of this machine that are closed whatever the policy says.
    package var closedPorts: Set<Int>

    package init(policy: AddressPolicy, closedPorts: Set<Int> = []) {
        self.policy = policy
        self.closedPorts = closedPorts
    }

    /// Why a host may not be connected to.
    package struct Refusal: Error, Hashable, Sendable {
        package enum Reason: Hashable, Sendable {
            /// The host has no address.
            case noAddress
            /// The policy refuses the name or one of its addresses.
            case address
            /// The addresses are allowed, and the port is not.
            case port
        }

        package let reason: Reason
        /// What was refused and why, for a log.
        package let detail: String
    }

    /// The most addresses of one host that are tried.
    private static let addressLimit = 4

    /// Judges a host before its name is looked up.
    ///
    /// - Returns: Why the name is refused, or `nil` if its addresses decide.
    package func refusal(of host: HTTPHost) -> Refusal? {
        guard case .name(let name) = host, let reason = policy.refusal(ofName: name) else { return nil }
        return Refusal(reason: .address, detail: "\(name) is refused: \(reason)")
    }

    /// Judges a name where names cannot be looked up.
    ///
    /// - Returns: Why the name is refused: it is one of those that mean something on the local network only.
    package func refusal(ofUnresolvedName name: String) -> Refusal? {
        guard policy.judgesAddresses else { return nil }
        let isLocal =
            !name.contains(".")
            || [".localhost", ".local", ".internal", ".home.arpa", ".lan"].contains { name.hasSuffix($0) }
        return isLocal ? Refusal(reason: .address, detail: "\(name) is refused: a local name") : nil
    }

    /// Judges the addresses of a host: first all addresses, then the port.
    ///
    /// - Parameters:
    ///   - addresses: The addresses of the host.
    ///   - host: The host, for the refusal's detail.
    ///   - port: The TCP port to connect to.
    /// - Returns: The addresses to try, in this order.
    package func admit(_ addresses: [IPAddress], of host: HTTPHost, port: Int) -> Result<[IPAddress], Refusal> {
        let name = host.text
        guard !addresses.isEmpty else {
            return .failure(Refusal(reason: .noAddress, detail: "\(name) has no address"))
        }
        for address in addresses {
            if let reason = policy.refusal(of: address) {
                let detail = "\(name) is \(address), which is refused: \(reason)"
                return .failure(Refusal(reason: .address, detail: detail))
            }
            if closedPorts.contains(port), address.isThisMachine {
                let detail = "\(name) is \(address), where port \(port) is closed to pages"
                return .failure(Refusal(reason: .address, detail: detail))
            }
        }
        for address in addresses where !policy.allowsPort(port, at: address) {
            return .failure(Refusal(reason: .port, detail: "port \(port) of \(address) is not allowed"))
        }
        // IPv4 first: an IPv6 route that leads nowhere is the usual reason for a connection that hangs.
        let ordered = addresses.filter { $0.family == .v4 } + addresses.filter { $0.family == .v6 }
        return .success(Array(ordered.prefix(Admission.addressLimit)))
    }
}

extension IPAddress {
    /// Whether traffic to the address stays on this machine: loopback, or the unspecified address.
    fileprivate var isThisMachine: Bool {
        if let embedded { return embedded.isThisMachine }
        switch family {
        case .v4: return bits >> 24 == 127 || bits == 0
        case .v6: return bits <= 1
        }
    }
}
