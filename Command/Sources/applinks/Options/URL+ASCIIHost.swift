@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension URL {
    /// The host as requests and files name it, or `nil` if there is none.
    var asciiHost: String? {
        let host = ASCIIHost.of(self)
        return host.isEmpty ? nil : host
    }

    /// The host in lower case, with the port after it unless that is the scheme's own; empty without a host.
    var hostWithPort: String {
        let own = scheme?.lowercased() == "http" ? 80 : 443
        return (asciiHost ?? "") + (port.flatMap { $0 == own ? nil : ":\($0)" } ?? "")
    }
}
