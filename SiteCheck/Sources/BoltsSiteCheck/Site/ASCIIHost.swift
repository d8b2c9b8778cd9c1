@_spi(Bolts) import BoltsAssociations
public import Foundation

/// The names of hosts as requests, links and association files have them: in small letters, those of other scripts by their
/// A-labels, such as `xn--bcher-kva.example`.
@_spi(Bolts)
public enum ASCIIHost {
    /// Returns the host of a URL without its port, empty if there is none.
    public static func of(_ url: URL) -> String {
        let host = (url.host(percentEncoded: true) ?? "").lowercased()
        // `host` decodes A-labels, and writes the letters with percent signs.
        guard !isPlain(host) else { return host }
        return (URLComponents(url: url, resolvingAgainstBaseURL: false)?.encodedHost ?? host).lowercased()
    }

    /// Returns a host that somebody wrote, with its port if it has one.
    public static func name(_ host: String) -> String {
        let lowered = host.lowercased()
        guard !isPlain(lowered), let url = URL(string: "https://\(lowered)/") else { return lowered }
        let name = of(url)
        return name.isEmpty ? lowered : name + (url.port.map { ":\($0)" } ?? "")
    }

    /// Returns a host without the dot at its end as it is shown to people, or `nil` if it has none: apps name no host with a dot.
    static func withoutDot(_ host: String) -> String? {
        host.hasSuffix(".") && host.count > 1 ? Clip.clip(String(host.dropLast())) : nil
    }

    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
    }
}
