/// The domain that a wildcard such as `*.example.com` names.
enum ParentDomain {
    /// The labels under which registries of countries give out names, such as co.uk.
    private static let registryLabels: Set<String> = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]

    /// Returns the domain above a host, or `nil` if there is none that a wildcard would name.
    static func of(_ host: String) -> String? {
        guard HostRules.refusal(host) == nil else { return nil }
        let labels = host.split(separator: ".").dropFirst()
        guard labels.count >= 2 else { return nil }
        if labels.count == 2, let first = labels.first, registryLabels.contains(first.lowercased()),
            labels.last?.utf8.count == 2
        {
            return nil
        }
        return labels.joined(separator: ".").lowercased()
    }
}
