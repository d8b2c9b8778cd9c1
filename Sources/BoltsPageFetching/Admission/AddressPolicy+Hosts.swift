extension AddressPolicy {
    /// This policy with every address and port of some hosts allowed, including after a redirect; texts that are no hosts are
    /// ignored.
    @_spi(Bolts) public func opening(hosts: some Sequence<String>) -> AddressPolicy {
        var policy = self
        policy.openHosts.formUnion(hosts.compactMap { HTTPHost($0)?.text })
        return policy
    }

    /// The policy that applies to a host.
    package func policy(for host: HTTPHost) -> AddressPolicy { openHosts.contains(host.text) ? .any : self }
}
