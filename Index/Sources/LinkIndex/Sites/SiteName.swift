@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The scheme, host and port at which association files are fetched.
struct SiteName: Hashable, Sendable {
    /// The host in lower case, with the port if it is not the default one.
    let host: String
    /// Whether the files are fetched over http, which is useful only on loopback.
    let isPlain: Bool

    /// The site whose files decide about a link: platforms use the default port, regardless of the link's port.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - allowsPlain: Whether the files of an http URL are fetched over http. No platform does.
    init(ofLink url: URL, allowsPlain: Bool) {
        self.init(url, port: SiteAssociations.port(for: url), allowsPlain: allowsPlain)
    }

    /// The site with a scheme, host and port, in the form that statements use.
    init(_ url: URL) {
        // The default port of the URL's scheme has no influence on the files.
        let port = url.port.flatMap { $0 == (url.scheme?.lowercased() == "http" ? 80 : 443) ? nil : $0 }
        self.init(url, port: port, allowsPlain: true)
    }

    private init(_ url: URL, port: Int?, allowsPlain: Bool) {
        let name = ASCIIHost.of(url)
        let isPlain = allowsPlain && url.scheme?.lowercased() == "http"
        let bracketed = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        host = bracketed + (port.map { ":\($0)" } ?? "")
        self.isPlain = isPlain
    }

    /// The URL of the site as a key of the cache.
    var url: URL { URL(string: "\(isPlain ? "http" : "https")://\(host)") ?? URL(fileURLWithPath: "/") }

    func options(_ options: SiteFetchOptions) -> SiteFetchOptions {
        var options = options
        if isPlain { options.origin = url }
        return options
    }
}
