package import Foundation

/// A URL that may be asked for over http or https, taken apart once and written again in one spelling.
package struct HTTPTarget: Hashable {
    package enum Scheme: String {
        case http
        case https

        /// The port that need not be written.
        package var port: Int { self == .http ? 80 : 443 }
    }

    package let scheme: Scheme
    package let host: HTTPHost
    package let port: Int
    /// Without user information, without a fragment, and with the host as ``HTTPHost`` spells it, and without the scheme's own port.
    package let url: URL

    /// What is wrong with a URL that cannot be asked for.
    package enum Refusal: Error, Hashable {
        /// Another scheme; empty where there is none.
        case scheme(String)
        case userInformation
        case malformed
    }

    package init(_ url: URL) throws(Refusal) {
        let text = url.absoluteString
        // Foundation and browsers read `http://a\@b/` as two different hosts, so nobody is to be asked.
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7f || $0 == 0x5c }) else { throw .malformed }
        let name = URLScheme.leading(text)?.name ?? ""
        guard let scheme = Scheme(rawValue: name) else { throw .scheme(name) }
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { throw .malformed }
        // Undecoded, since a broken escape would make it look absent.
        guard parts.percentEncodedUser == nil, parts.percentEncodedPassword == nil else { throw .userInformation }
        guard let hostText = parts.encodedHost, !hostText.isEmpty, let host = HTTPHost(hostText) else {
            throw .malformed
        }
        let port = parts.port ?? scheme.port
        guard (1...65_535).contains(port) else { throw .malformed }
        // `http://h:80/` and `http://h/` are one page, and a redirect from the one to the other is a loop.
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

    /// What the `Host` field says: the host, and the port where it is not the scheme's own.
    package var authority: String {
        port == scheme.port ? host.text : "\(host.text):\(port)"
    }

    /// The same URL with an address in place of the name.
    ///
    /// - Parameter address: The address to connect to.
    /// - Returns: A URL that no resolver is asked about again.
    package func url(at address: IPAddress) -> URL? {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        parts?.encodedHost = HTTPHost.address(address).text
        return parts?.url
    }
}
