@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The scheme, host and port at which association files are asked for.
struct SiteName: Hashable, Sendable {
    /// The host in lower case, with the port if it is not the usual one.
    let host: String
    /// Whether the files are asked for with http, which is only of use on loopback.
    let isPlain: Bool

    /// The site whose files decide about a link: the platforms ask the usual port whatever that of the link is.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - allowsPlain: Whether the files of an http URL are asked for with http. No platform does.
    init(ofLink url: URL, allowsPlain: Bool) {
        self.init(url, port: SiteAssociations.port(for: url), allowsPlain: allowsPlain)
    }

    /// The site with a scheme, host and port, as statements name it.
    ///
    /// - Parameter url: A URL of the site.
    init(_ url: URL) {
        // The usual port of the URL's scheme says nothing about the files.
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

    /// The URL by which the cache knows the site.
    var url: URL { URL(string: "\(isPlain ? "http" : "https")://\(host)") ?? URL(fileURLWithPath: "/") }

    func options(_ options: SiteFetchOptions) -> SiteFetchOptions {
        var options = options
        if isPlain { options.origin = url }
        return options
    }
}
