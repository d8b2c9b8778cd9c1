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

    /// Its closed ports are those that no page may reach whatever the policy: the driver's, and the proxy's own.
    var admission: Admission

    init(policy: AddressPolicy, closedPorts: Set<Int> = []) {
        admission = Admission(policy: policy, closedPorts: closedPorts)
    }

    /// Judges a place before its name is looked up.
    func refusal(of request: ProxyRequest) -> Failure? {
        admission.refusal(of: request.host).map { Failure($0, request) }
    }

    /// Judges the addresses of a place.
    ///
    /// One that is refused refuses all.
    ///
    /// - Returns: The addresses to try, in this order.
    func judge(_ addresses: [IPAddress], for request: ProxyRequest) -> Result<[IPAddress], Failure> {
        admission.admit(addresses, of: request.host, port: request.port).mapError { Failure($0, request) }
    }
}

extension ConnectDecision.Failure {
    fileprivate init(_ refusal: Admission.Refusal, _ request: ProxyRequest) {
        let problem: ConnectDecision.Problem =
            switch refusal.reason {
            case .noAddress: .unreachable
            case .address: .refused
            case .port: .port
            }
        self.init(problem: problem, authority: request.authority, detail: refusal.detail)
    }
}
#endif
