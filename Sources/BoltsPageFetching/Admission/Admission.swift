/// Decides which addresses of a host may be connected to at one port.
///
/// The fetchers, the web view and the browsers' proxy all use this type. A host is refused if any of its addresses is,
/// because the system may connect to any of them.
@_spi(Bolts) public struct Admission: Sendable {
    /// The addresses and ports that are allowed.
    @_spi(Bolts) public let policy: AddressPolicy
    /// The ports of this machine that are closed under any policy.
    @_spi(Bolts) public var closedPorts: Set<Int>

    /// Creates the judge of a policy.
    @_spi(Bolts) public init(policy: AddressPolicy, closedPorts: Set<Int> = []) {
        self.policy = policy
        self.closedPorts = closedPorts
    }

    /// The reason why connecting to a host is not allowed.
    @_spi(Bolts) public struct Refusal: Error, Hashable, Sendable {
        /// Why a host is refused.
        @_spi(Bolts) public enum Reason: Hashable, Sendable {
            case noAddress
            /// The policy refuses the name or one of its addresses.
            case address
            /// The addresses are allowed, but the port is not.
            case port
        }

        /// Why the host is refused.
        @_spi(Bolts) public let reason: Reason
        /// What was refused and why, for the log.
        @_spi(Bolts) public let detail: String
    }

    /// How many addresses of one host are tried.
    private static let addressLimit = 4

    /// Why a host is refused before its name is looked up, or `nil` if its addresses decide.
    @_spi(Bolts) public func refusal(of host: HTTPHost) -> Refusal? {
        guard case .name(let name) = host, let reason = policy.policy(for: host).refusal(ofName: name) else {
            return nil
        }
        return Refusal(reason: .address, detail: "\(name) is refused: \(reason)")
    }

    /// Judges a name that cannot be looked up here, or that a proxy will look up; `nil` if it is not local and the port is
    /// allowed.
    @_spi(Bolts) public func refusal(ofUnresolved target: HTTPTarget) -> Refusal? {
        let policy = policy.policy(for: target.host)
        guard policy.judgesAddresses, case .name(let name) = target.host else { return nil }
        let isLocal =
            !name.contains(".")
            || [".localhost", ".local", ".internal", ".home.arpa", ".lan"].contains { name.hasSuffix($0) }
        if isLocal { return Refusal(reason: .address, detail: "\(name) is refused: a local name") }
        guard !policy.allowedPorts.contains(target.port) else { return nil }
        return Refusal(reason: .port, detail: "port \(target.port) of \(name) is not allowed")
    }

    /// Judges the addresses of a host, then the port; returns the addresses to try, in order.
    @_spi(Bolts) public func admit(_ addresses: [HostAddress], of host: HTTPHost, port: Int) -> Result<
        [HostAddress], Refusal
    > {
        let (name, policy) = (host.text, policy.policy(for: host))
        guard !addresses.isEmpty else {
            return .failure(Refusal(reason: .noAddress, detail: "\(name) has no address"))
        }
        for address in addresses {
            if let reason = policy.refusal(of: address) {
                let detail = "\(name) is \(address), which is refused: \(reason)"
                return .failure(Refusal(reason: .address, detail: detail))
            }
            if closedPorts.contains(port), address.isThisMachine {
                let detail = "\(name) is \(address), where pages may not use port \(port)"
                return .failure(Refusal(reason: .address, detail: detail))
            }
        }
        for address in addresses where !policy.allowsPort(port, at: address) {
            return .failure(Refusal(reason: .port, detail: "port \(port) of \(address) is not allowed"))
        }
        // IPv4 first: connections hang mostly because of a broken IPv6 route.
        let ordered = addresses.filter { $0.family == .v4 } + addresses.filter { $0.family == .v6 }
        return .success(Array(ordered.prefix(Admission.addressLimit)))
    }
}

extension HostAddress {
    /// Whether traffic to the address stays on this machine: loopback, or the unspecified address.
    fileprivate var isThisMachine: Bool {
        if let embedded { return embedded.isThisMachine }
        switch family {
        case .v4: return bits >> 24 == 127 || bits == 0
        case .v6: return bits <= 1
        }
    }
}
