import BoltsPageFetching

/// The authority of a URL (user information, host and port), parsed as browsers do.
///
/// Browsers end the authority at a backslash, and Foundation does not. An attacker could exploit this disagreement on the host, so
/// this type has its own parser.
struct URLAuthority {
    /// The host in lower case; empty if there is none.
    let host: String

    /// Whether URL parsers are known to disagree on the host.
    let isAmbiguous: Bool

    /// Parses the authority of a whole URL; `nil` if it has none.
    init?(_ text: String) {
        guard let scheme = LinkScheme.leading(text) else { return nil }
        var rest = text.utf8.dropFirst(scheme.name.utf8.count + 1)
        let slashes = rest.prefix { $0 == UInt8(ascii: "/") || (scheme.isWeb && $0 == UInt8(ascii: "\\")) }
        guard scheme.isWeb || slashes.count >= 2 else { return nil }
        rest = scheme.isWeb ? rest.dropFirst(slashes.count) : rest.dropFirst(2)

        let authority = rest.prefix { byte in
            byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
                && !(scheme.isWeb && byte == UInt8(ascii: "\\"))
        }
        let endsOddly = rest.dropFirst(authority.count).first == UInt8(ascii: "\\")
        let atSigns = authority.lazy.filter { $0 == UInt8(ascii: "@") }.count

        var named = authority
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { named = authority[authority.index(after: at)...] }
        if named.first == UInt8(ascii: "["), let close = named.firstIndex(of: UInt8(ascii: "]")) {
            named = named[...close]
        } else {
            named = named.prefix { $0 != UInt8(ascii: ":") }
        }
        isAmbiguous =
            scheme.isWeb
            && (endsOddly || slashes.count != 2 || slashes.contains(UInt8(ascii: "\\")) || atSigns > 1
                || named.contains(UInt8(ascii: "%")))
        host = String(decoding: named, as: UTF8.self).lowercased()
    }
}
