import Foundation

extension URL {
    /// The host as requests and files name it: a domain name of other letters by its A-labels, such as `xn--bcher-kva.example`.
    ///
    /// `host()` decodes such a name, and encodes each letter with percent signs.
    var asciiHost: String? {
        guard let host = host(), host.contains("%") else { return host() }
        return URLComponents(url: self, resolvingAgainstBaseURL: false)?.encodedHost ?? host
    }

    /// The host in lower case, with the port behind it unless that is the scheme's own; empty without a host.
    var hostWithPort: String {
        let own = scheme?.lowercased() == "http" ? 80 : 443
        return (asciiHost ?? "").lowercased() + (port.flatMap { $0 == own ? nil : ":\($0)" } ?? "")
    }
}
