#if os(Linux) || os(macOS)
import BoltsPageFetching

/// Whether a proxy may connect to a place, and to which of its addresses.
struct ConnectDecision {
    /// Why a place is not connected to.
    enum Problem: String, Equatable, Sendable {
        /// The policy says no to its address.
        case refused
        /// The policy says no to its port.
        case port
        /// It has no address, or none that can be connected to.
        case unreachable
        /// The page has loaded more than it may.
        case exhausted
    }

    struct Failure: Error, Equatable, Sendable {
        let problem: Problem
        /// What is called a host in errors.
        let authority: String
        /// More for a log.
        let detail: String
    }

    let policy: AddressPolicy
    /// Ports of this machine that no page may reach, whatever the policy: the driver's, and the proxy's own.
    var closedPorts: Set<Int> = []

    /// Judges a place before its name is looked up.
    func refusal(of request: ProxyRequest) -> Failure? {
        guard case .name(let name) = request.host, let reason = policy.refusal(ofName: name) else { return nil }
        return Failure(problem: .refused, authority: request.authority, detail: "\(name) is refused: \(reason)")
    }

    /// Judges the addresses of a place.
    ///
    /// One that is refused refuses all.
    ///
    /// - Returns: The addresses to try, in this order.
    func judge(_ addresses: [IPAddress], for request: ProxyRequest) -> Result<[IPAddress], Failure> {
        func failure(_ problem: Problem, _ detail: String) -> Result<[IPAddress], Failure> {
            .failure(Failure(problem: problem, authority: request.authority, detail: detail))
        }
        let name = request.host.text
        guard !addresses.isEmpty else { return failure(.unreachable, "\(name) has no address") }
        for address in addresses {
            if let reason = policy.refusal(of: address) {
                return failure(.refused, "\(name) is \(address), which is refused: \(reason)")
            }
            if closedPorts.contains(request.port), address.isThisMachine {
                return failure(.refused, "\(name) is \(address), where the driver of the browser listens")
            }
        }
        for address in addresses where !policy.allowsPort(request.port, at: address) {
            return failure(.port, "port \(request.port) of \(address) is not allowed")
        }
        // IPv4 first: an IPv6 route that leads nowhere is the usual reason for a connection that hangs.
        let ordered = addresses.filter { $0.family == .v4 } + addresses.filter { $0.family == .v6 }
        return .success(Array(ordered.prefix(4)))
    }
}

extension IPAddress {
    /// Whether traffic to the address stays on this machine: loopback, or no address at all.
    fileprivate var isThisMachine: Bool {
        if let embedded { return embedded.isThisMachine }
        switch family {
        case .v4: return bits >> 24 == 127 || bits == 0
        case .v6: return bits <= 1
        }
    }
}
#endif
