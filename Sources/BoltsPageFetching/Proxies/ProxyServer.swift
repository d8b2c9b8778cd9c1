import Foundation

/// A proxy to send requests through, by the URL that a user gave; its description and its mirror have no user and no password.
struct ProxyServer: Hashable, Sendable {
    /// The URL as libcurl takes it, with the user and password if there are any.
    let url: String
    /// The host and the port, for errors.
    let name: String

    /// Reads the address of a proxy as curl does, or returns `nil`: by default it is an http proxy, and its port is 1080.
    ///
    /// The proxy always looks names up itself: `socks5` means `socks5h`, and `socks4` means `socks4a`.
    init?(_ text: String) {
        let text = text.contains("://") ? text : "http://\(text)"
        guard !text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7f || $0 == 0x5c }),
            var parts = URLComponents(string: text), let host = parts.encodedHost, HTTPHost(host) != nil,
            parts.query == nil, parts.fragment == nil, ["", "/"].contains(parts.percentEncodedPath)
        else { return nil }
        let schemes = [
            "http": "http", "https": "https", "socks4": "socks4a", "socks4a": "socks4a", "socks5": "socks5h",
            "socks5h": "socks5h",
        ]
        guard let scheme = parts.scheme.flatMap({ schemes[$0.lowercased()] }) else { return nil }
        let port = parts.port ?? (scheme == "https" ? 443 : 1_080)
        guard (1...65_535).contains(port) else { return nil }
        parts.scheme = scheme
        parts.port = port
        parts.percentEncodedPath = ""
        guard let url = parts.string else { return nil }
        self.url = url
        name = "\(host):\(port)"
    }

    /// Whether the proxy speaks HTTP, and not SOCKS.
    var speaksHTTP: Bool { url.hasPrefix("http") }

    /// The sentence about the status with which a proxy refuses to connect.
    static func reason(of status: Int) -> String {
        let wish = status == 407 ? ", which means that it needs a valid user and password" : ""
        return "it answered with status \(status)\(wish)"
    }
}

extension ProxyServer: CustomStringConvertible, CustomReflectable {
    var description: String { name }
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
