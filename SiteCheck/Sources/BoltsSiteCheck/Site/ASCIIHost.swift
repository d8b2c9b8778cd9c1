@_spi(Bolts) import BoltsAssociations
public import Foundation

/// Host names in the form of requests, links and association files: in lower case, and with A-labels such as
/// `xn--bcher-kva.example` for other scripts.
@_spi(Bolts)
public enum ASCIIHost {
    /// Returns the host of a URL without its port, empty if there is none.
    public static func of(_ url: URL) -> String {
        let host = (url.host(percentEncoded: true) ?? "").lowercased()
        // `host` decodes A-labels, and percent-encodes the letters.
        guard !isPlain(host) else { return host }
        return (URLComponents(url: url, resolvingAgainstBaseURL: false)?.encodedHost ?? host).lowercased()
    }

    /// Returns the normalized form of a host that a person wrote, with its port if it has one.
    public static func name(_ host: String) -> String {
        let lowered = host.lowercased()
        guard !isPlain(lowered), let url = URL(string: "https://\(lowered)/") else { return lowered }
        let name = of(url)
        return name.isEmpty ? lowered : name + (url.port.map { ":\($0)" } ?? "")
    }

    /// Returns a host without its trailing dot, or `nil` if it has none; apps name hosts without it.
    static func withoutDot(_ host: String) -> String? {
        host.hasSuffix(".") && host.count > 1 ? Clip.clip(String(host.dropLast())) : nil
    }

    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
    }
}
