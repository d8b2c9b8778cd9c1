#if os(Linux) || os(macOS)
package import BoltsPageFetching
package import BoltsTasks
package import Foundation

/// Judges a URL before a browser that connects by itself is let at it.
///
/// The scheme, the host's spelling, the port and every address of the host are judged as a fetch judges them. The browser
/// looks the name up again, so this keeps out what is private by its name, and not a name that changes its meaning in
/// between; a proxy that connects to what it judged does that.
package struct URLAdmission: Sendable {
    package let policy: AddressPolicy
    private let hosts: any HostResolving

    /// Makes a check.
    ///
    /// - Parameters:
    ///   - policy: Which addresses may be asked.
    ///   - hosts: What knows the addresses of names.
    package init(policy: AddressPolicy, hosts: any HostResolving) {
        self.policy = policy
        self.hosts = hosts
    }

    /// Judges a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once.
    /// - Returns: A task that completes on any thread, and fails with ``PageError`` where the URL may not be
    ///   asked for.
    package func check(_ url: URL, cancellationToken: CancellationToken) -> BoltsTask<Void> {
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
            if let reason = policy.refusal(ofName: name) {
                return BoltsTask(error: Self.unreachable(target, "\(name) is refused: \(reason)"))
            }
            guard policy.judgesAddresses else { return BoltsTask(result: ()) }
            return hosts.addresses(of: name, cancellationToken: cancellationToken)
                .continueOnSuccessWithTask(.immediate) { judged($0, target) }
        }
    }

    private func judged(_ addresses: [IPAddress], _ target: HTTPTarget) -> BoltsTask<Void> {
        guard !addresses.isEmpty else {
            return BoltsTask(error: Self.unreachable(target, "\(target.host.text) has no address"))
        }
        for address in addresses {
            if let reason = policy.refusal(of: address) {
                let detail = "\(target.host.text) is \(address), which is refused: \(reason)"
                return BoltsTask(error: Self.unreachable(target, detail))
            }
            guard policy.allowsPort(target.port, at: address) else {
                return BoltsTask(
                    error: PageError(
                        .portNotAllowed,
                        "\(target.url.absoluteString) is at port \(target.port), which is refused: 80 and 443 are allowed unless others are added"
                    )
                )
            }
        }
        return BoltsTask(result: ())
    }

    /// The one error for a host that is not there and one that may not be asked.
    private static func unreachable(_ target: HTTPTarget, _ detail: String) -> PageError {
        PageError(
            .notReachableOrNotAllowed,
            "\(target.authority) cannot be reached, or is not at a public address",
            detail: detail
        )
    }
}
#endif
