@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The hosts that Apple's servers do not ask.
enum HostRules {
    /// Returns the reason why a host cannot be associated in one sentence, or `nil` if it can.
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

    /// Whether a host is an IP address, not a name.
    static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.hasPrefix(":") || host.split(separator: ":").count > 2 || isIPv4(Array(host.utf8))
    }

    private static func isIPv4(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { !$0.isEmpty && $0.count <= 3 && $0.allSatisfy(\.isASCIIDigit) }
    }
}
