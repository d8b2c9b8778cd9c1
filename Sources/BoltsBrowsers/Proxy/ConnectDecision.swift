#if os(Linux) || os(macOS)
import BoltsPageFetching

/// Decides whether the proxy may connect to a host, and to which of its addresses.
struct ConnectDecision {
    /// Why no connection is made.
    enum Problem: String, Equatable, Sendable {
        /// The policy refuses its address.
        case refused
        /// The policy refuses its port.
        case port
        /// It has no address, or none accepts a connection.
        case unreachable
        /// The page has loaded more than it may.
        case exhausted
    }

    struct Failure: Error, Equatable, Sendable {
        let problem: Problem
        /// The host and port, as errors name them.
        let authority: String
        /// Details for a log.
        let detail: String
    }

    private var admission: Admission
    private let ports: ClosedPorts

    /// - Parameters:
    ///   - policy: Which addresses and ports may be connected to.
    ///   - ports: The ports of this machine that no page may reach, whatever the policy.
    init(policy: AddressPolicy, ports: ClosedPorts = .shared) {
        admission = Admission(policy: policy)
        self.ports = ports
    }

    /// Judges a host before its name is looked up.
    ///
    /// - Returns: Why it is refused, or `nil` if its addresses decide.
    func refusal(of request: ProxyRequest) -> Failure? {
        admission.refusal(of: request.host).map { Failure($0, request) }
    }

    /// Judges the addresses of a host.
    ///
    /// If one is refused, the host is.
    ///
    /// - Returns: The addresses to try, in this order.
    func judge(_ addresses: [IPAddress], for request: ProxyRequest) -> Result<[IPAddress], Failure> {
        var admission = admission
        // Asked each time: a driver may have been started since.
        admission.closedPorts = ports.all
        return admission.admit(addresses, of: request.host, port: request.port).mapError { Failure($0, request) }
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
