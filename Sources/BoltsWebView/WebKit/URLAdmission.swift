@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import Foundation

/// Applies the address policy to a URL before a web view, which connects on its own, loads it.
///
/// The scheme, the host's spelling, the port and every address of the host are checked as in a fetch. WebKit looks up the name
/// again, so a name whose address changes in between is not refused; only a proxy could refuse it.
struct URLAdmission: Sendable {
    let policy: AddressPolicy
    private let hosts: any HostResolving

    /// Creates a check of URLs by a policy.
    init(policy: AddressPolicy, hosts: any HostResolving) {
        self.policy = policy
        self.hosts = hosts
    }

    /// Judges a URL; the task completes on any thread, and fails with `PageError` if the URL may not be loaded.
    func check(_ url: URL, cancellationToken: CancellationToken) -> BoltsTask<Void> {
        let target: HTTPTarget
        do {
            target = try HTTPTarget(requesting: url)
        } catch {
            return BoltsTask(error: error)
        }
        switch target.host {
        case .address(let address):
            return judged([address], target)
        case .name(let name):
            if let refusal = Admission(policy: policy).refusal(of: target.host) {
                return BoltsTask(error: PageError.refused(target.authority, refusal))
            }
            guard policy.judgesAddresses else { return BoltsTask(result: ()) }
            return hosts.addresses(of: name, cancellationToken: cancellationToken)
                .continueOnSuccessWithTask(.immediate) { judged($0, target) }
        }
    }

    private func judged(_ addresses: [HostAddress], _ target: HTTPTarget) -> BoltsTask<Void> {
        switch Admission(policy: policy).admit(addresses, of: target.host, port: target.port) {
        case .success: BoltsTask(result: ())
        case .failure(let refusal): BoltsTask(error: PageError.refused(target.authority, refusal))
        }
    }
}
