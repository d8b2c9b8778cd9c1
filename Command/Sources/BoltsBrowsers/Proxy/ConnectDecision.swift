@_spi(Bolts) import BoltsPageFetching

/// Decides whether the proxy may connect to a host, and to which of its addresses.
struct ConnectDecision {
    enum Problem: String, Equatable, Sendable {
        case refused
        case port
        /// The host has no address, or none that accepts a connection.
        case unreachable
        /// The browser itself requested the host, not the page.
        case unasked
        case exhausted
    }

    struct Failure: Error, Equatable, Sendable {
        let problem: Problem
        /// The host and port in errors.
        let authority: String
        let detail: String
    }

    private var admission: Admission
    private let ports: ClosedPorts

    /// No page may reach the `ports` of this machine, whatever the policy.
    init(policy: AddressPolicy, ports: ClosedPorts = .shared) {
        admission = Admission(policy: policy)
        self.ports = ports
    }

    /// Judges a host before its name is looked up; `nil` if its addresses decide.
    func refusal(of request: ProxyRequest) -> Failure? {
        admission.refusal(of: request.host).map { Failure($0, request) }
    }

    /// Judges the addresses of a host; if one address is refused, so is the host.
    func judge(_ addresses: [HostAddress], for request: ProxyRequest) -> Result<[HostAddress], Failure> {
        var admission = admission
        // The closed ports are read each time, because a driver may have been started since.
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
