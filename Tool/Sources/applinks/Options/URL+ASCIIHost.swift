import Foundation

extension URL {
    /// The host as requests and files name it: a domain name of other letters by its A-labels, such as `xn--bcher-kva.example`.
    ///
    /// `host()` decodes such a name, and encodes each letter with percent signs.
    var asciiHost: String? {
        guard let host = host(), host.contains("%") else { return host() }
        return URLComponents(url: self, resolvingAgainstBaseURL: false)?.encodedHost ?? host
    }
}
