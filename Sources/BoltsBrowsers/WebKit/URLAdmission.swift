import BoltsPageFetching
import BoltsTasks
import Foundation

/// Judges a URL before a web view, which connects by itself, loads it.
///
/// The scheme, the host's spelling, the port and every address of the host are judged as a fetch judges them. The browser
/// looks the name up again, so this keeps out what is private by its name, and not a name that changes its meaning in
/// between; a proxy that connects to what it judged does that.
struct URLAdmission: Sendable {
    let policy: AddressPolicy
    private let hosts: any HostResolving

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - policy: Which addresses may be asked.
    ///   - hosts: What knows the addresses of names.
    init(policy: AddressPolicy, hosts: any HostResolving) {
        self.policy = policy
        self.hosts = hosts
    }

    /// Judges a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task that completes on any thread, and fails with `PageError` where the URL may not be
    ///   asked for.
    func check(_ url: URL, cancellationToken: CancellationToken) -> BoltsTask<Void> {
        var options = PageFetchOptions()
        options.addressPolicy = policy
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

    private func judged(_ addresses: [IPAddress], _ target: HTTPTarget) -> BoltsTask<Void> {
        switch Admission(policy: policy).admit(addresses, of: target.host, port: target.port) {
        case .success: BoltsTask(result: ())
        case .failure(let refusal): BoltsTask(error: PageError.refused(target.authority, refusal))
        }
    }
}
