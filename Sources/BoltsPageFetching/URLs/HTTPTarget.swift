public import Foundation

/// A URL that can be requested over http or https, in normalized form.
@_spi(Bolts) public struct HTTPTarget: Hashable, Sendable {
    /// The schemes of HTTP.
    @_spi(Bolts) public enum Scheme: String, Sendable {
        case http
        case https

        /// The default port.
        @_spi(Bolts) public var port: Int { self == .http ? 80 : 443 }
    }

    /// The scheme of the URL.
    @_spi(Bolts) public let scheme: Scheme
    /// A name in lower case, or an address.
    @_spi(Bolts) public let host: HTTPHost
    /// The URL's own port, or the default port of its scheme.
    @_spi(Bolts) public let port: Int
    /// The URL without fragment and default port, and with the host in the form of ``HTTPHost``.
    @_spi(Bolts) public let url: URL

    /// Why a URL cannot be requested.
    @_spi(Bolts) public enum Refusal: Error, Hashable, Sendable {
        /// An unsupported scheme; empty if there is none.
        case scheme(String)
        case userInformation
        case malformed
    }

    /// Creates a target from a URL, or throws why it cannot be requested.
    @_spi(Bolts) public init(_ url: URL) throws(Refusal) {
        let text = url.absoluteString
        // Foundation and browsers find different hosts in `http://a\@b/`.
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == 0x5c }) else { throw .malformed }
        let name = LinkScheme.leading(text)?.name ?? ""
        guard let scheme = Scheme(rawValue: name) else { throw .scheme(name) }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw .malformed }
        // The host is not decoded: with an invalid escape it would seem to be absent.
        guard parts.percentEncodedUser == nil, parts.percentEncodedPassword == nil else { throw .userInformation }
        guard let hostText = parts.encodedHost, !hostText.isEmpty, let host = HTTPHost(hostText) else {
            throw .malformed
        }
        let port = parts.port ?? scheme.port
        guard (1...65_535).contains(port) else { throw .malformed }
        // `http://h:80/` and `http://h/` are the same page; a redirect between them is a loop.
        if port == scheme.port { parts.port = nil }
        parts.scheme = scheme.rawValue
        parts.encodedHost = host.text
        parts.fragment = nil
        if parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
        guard let clean = parts.url else { throw .malformed }
        self.scheme = scheme
        self.host = host
        self.port = port
        self.url = clean
    }

    /// The `Host` field: the host, and the port unless it is the scheme's default.
    @_spi(Bolts) public var authority: String {
        port == scheme.port ? host.text : "\(host.text):\(port)"
    }

    /// The `Host` field with a dot after the name, or `nil` for an address.
    var authorityWithTrailingDot: String? {
        guard case .name(let name) = host else { return nil }
        return port == scheme.port ? "\(name)." : "\(name).:\(port)"
    }

    /// The same URL with an address instead of the name, which needs no look-up.
    package func url(at address: HostAddress) -> URL? {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.encodedHost = HTTPHost.address(address).text
        return parts?.url
    }
}
