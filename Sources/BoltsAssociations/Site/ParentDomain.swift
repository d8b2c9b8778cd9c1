/// The domain that a wildcard such as `*.example.com` names.
enum ParentDomain {
    /// Returns the domain above a host, or `nil` if there is none that a wildcard would name.
    static func of(_ host: String) -> String? {
        guard HostRules.refusal(host) == nil else { return nil }
        let labels = host.split(separator: ".").dropFirst()
        guard labels.count >= 2 else { return nil }
        // Two short labels, such as co.uk, are a registry's.
        if labels.count == 2, labels.allSatisfy({ $0.utf8.count <= 3 }), labels.last?.utf8.count == 2 { return nil }
        return labels.joined(separator: ".").lowercased()
    }
}
