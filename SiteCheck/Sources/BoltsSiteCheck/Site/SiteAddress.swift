import Foundation

struct SiteAddress: Sendable {
    enum File: String, Sendable {
        case apple = "apple-app-site-association"
        case android = "assetlinks.json"
        case windows = "windows-app-web-link"
    }

    /// The host, with its port if it has one.
    let host: String
    /// The scheme, host and port for requests, and optionally the beginning of a path.
    private let origin: String
    /// The scheme, host and port for requests.
    private let site: String

    init(host: String, scheme: String = "https", origin: URL? = nil) {
        self.host = host
        site = "\(scheme)://\(host)"
        var text = origin?.absoluteString ?? site
        while text.hasSuffix("/") { text.removeLast() }
        self.origin = text
    }

    init(of url: URL, origin: URL? = nil) {
        self.init(host: Self.host(of: url), scheme: url.scheme?.lowercased() ?? "https", origin: origin)
    }

    /// Returns the host of a URL in lower case, with the port if the URL names one.
    static func host(of url: URL) -> String {
        let host = ASCIIHost.of(url)
        return (host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
    }

    /// The host whose files decide about a link: platforms use port 443, so the port is dropped except for hosts that they cannot
    /// associate.
    static func associated(with url: URL) -> String {
        let host = host(of: url)
        return port(for: url) == nil ? name(of: host) : host
    }

    /// Returns the port for requesting the files of a link's host, or `nil` for the default one.
    static func port(for url: URL) -> Int? {
        let isDefault = url.port == (url.scheme?.lowercased() == "http" ? 80 : 443)
        return isDefault || HostRules.refusal(name(of: host(of: url))) == nil ? nil : url.port
    }

    /// Returns the port of a link to a host whose files are on another port, or `nil` if the link has no such port.
    static func otherPort(of url: URL) -> Int? {
        let name = name(of: host(of: url))
        guard let port = url.port, HostRules.refusal(name) == nil,
            port != (url.scheme?.lowercased() == "http" ? 80 : 443)
        else { return nil }
        return port
    }

    /// Returns the URL to request: a URL of this site is requested from the origin instead.
    func asked(_ url: URL) -> URL {
        guard origin != site, Self.host(of: url) == host.lowercased() else { return url }
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return self.url((path.isEmpty ? "/" : path) + query)
    }

    /// Returns the URL to show: a URL of the origin is shown as one of this site.
    func shown(_ url: URL) -> URL {
        let text = url.absoluteString
        guard origin != site, text.hasPrefix(origin + "/") || text == origin else { return url }
        return URL(string: site + text.dropFirst(origin.utf8.count)) ?? url
    }

    /// Whether requests go to a name and not to an address.
    var hasName: Bool {
        guard let host = URLComponents(string: origin)?.host, !host.isEmpty else { return false }
        return !HostRules.isAddress(host)
    }

    func url(_ file: File) -> URL { url("/.well-known/\(file.rawValue)") }

    func url(_ path: String) -> URL { URL(string: origin + path) ?? URL(fileURLWithPath: path) }
}
