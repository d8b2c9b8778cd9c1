@_spi(Hosts) import BoltsSiteCheck
import Foundation

/// The scheme, host and port whose association files belong to a URL.
struct SiteName: Hashable, Sendable {
    /// The host in lower case, with the port if the URL names one.
    let host: String
    /// Whether the files are asked for with http, which is only of use on loopback.
    let isPlain: Bool

    /// - Parameters:
    ///   - url: A URL of the site.
    ///   - allowsPlain: Whether the files of an http URL are asked for with http. No platform does.
    init(_ url: URL, allowsPlain: Bool = true) {
        let name = ASCIIHost.of(url)
        let isPlain = allowsPlain && url.scheme?.lowercased() == "http"
        let bracketed = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        // The usual port of the URL's scheme says nothing about the files.
        let port = url.port.flatMap { $0 == (url.scheme?.lowercased() == "http" ? 80 : 443) ? nil : $0 }
        host = bracketed + (port.map { ":\($0)" } ?? "")
        self.isPlain = isPlain
    }

    /// The URL by which the cache knows the site.
    var url: URL { URL(string: "\(isPlain ? "http" : "https")://\(host)") ?? URL(fileURLWithPath: "/") }

    func options(_ options: SiteFetchOptions) -> SiteFetchOptions {
        var options = options
        if isPlain { options.origin = url }
        return options
    }
}
