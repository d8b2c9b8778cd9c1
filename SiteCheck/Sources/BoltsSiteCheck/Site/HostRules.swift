@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The hosts to which Apple's servers send no requests.
enum HostRules {
    /// Returns one sentence that says why a host cannot be associated with apps, or `nil` if it can.
    static func refusal(_ host: String) -> String? {
        let bytes = Array(host.utf8)
        if isAddress(host) { return "\(Clip.quoted(host)) is an IP address." }
        if bytes.contains(UInt8(ascii: ":")) { return "\(Clip.quoted(host)) has a port." }
        let labels = bytes.split(separator: UInt8(ascii: "."))
        if labels.count < 2 { return "\(Clip.quoted(host)) has only one label." }
        let last = String(decoding: labels.last?.map(\.asciiLowercased) ?? [], as: UTF8.self)
        let isPrivate = ["local", "localhost", "internal", "lan", "home", "test", "invalid"].contains(last)
        return isPrivate ? "\(Clip.quoted(host)) is a private name." : nil
    }

    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.hasPrefix(":") || host.split(separator: ":").count > 2 || isIPv4(Array(host.utf8))
    }

    private static func isIPv4(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { !$0.isEmpty && $0.count <= 3 && $0.allSatisfy(\.isASCIIDigit) }
    }
}

/// The domain that a wildcard such as `*.example.com` names.
enum ParentDomain {
    /// The labels under which countries' registries assign names, such as co.uk.
    private static let registryLabels: Set<String> = ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"]

    /// Returns the parent domain of a host, or `nil` if no wildcard would name it.
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
