@_spi(Bolts) import BoltsAssociations
import Foundation

/// Finds the intended host in text in place of one.
enum HostText {
    /// Whether RFC 2606 reserves a host for examples, so that nobody can serve a file there.
    static func isReserved(_ host: String) -> Bool {
        let labels = host.lowercased().split(separator: ".").suffix(2)
        return labels.first == "example" && ["com", "net", "org"].contains(labels.last)
    }

    /// The message that a template's host was not replaced.
    static func reserved(_ text: String) -> String {
        "\(Clip.quoted(text)) is still a placeholder: the domain is reserved for examples."
    }

    static let reservedFix = "Name your host, or remove it."

    static func name(in text: String) -> String? {
        var rest = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        if let scheme = rest.range(of: "://") { rest = rest[scheme.upperBound...] }
        let name = rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" && !$0.isWhitespace }.lowercased()
        let plain = name.hasPrefix("*.") ? name : name.replacingOccurrences(of: "*", with: "")
        return HostPattern(plain).isDomain ? plain : nil
    }
}
