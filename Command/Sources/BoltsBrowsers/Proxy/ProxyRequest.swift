@_spi(Bolts) import BoltsPageFetching

/// A request to the proxy: its host, and the bytes to send there.
struct ProxyRequest: Equatable {
    enum Kind: Equatable {
        /// `CONNECT`: bytes are forwarded unread in both directions, for https and WebSocket.
        case tunnel
        /// Plain http: the head to send to the server, and the length of the body after it.
        case forward(head: [UInt8], bodyLength: Int)
    }

    let kind: Kind
    let host: HTTPHost
    let port: Int

    /// The host and port in errors.
    var authority: String { "\(host.text):\(port)" }

    /// Reads the host and the port of a URL in the form that browsers write, or `nil` for a URL without a host, such as
    /// `data:`.
    static func authority(of url: String) -> String? {
        let ports = ["http": 80, "https": 443, "ws": 80, "wss": 443]
        guard let colon = url.utf8.prefix(6).firstIndex(of: UInt8(ascii: ":")),
            let defaultPort = ports[url[..<colon].lowercased()], url[colon...].hasPrefix("://")
        else { return nil }
        let rest = url[url.index(colon, offsetBy: 3)...]
        let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        let place = rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        guard let (host, port) = try? self.place(place, defaultPort: defaultPort) else { return nil }
        return "\(host.text):\(port)"
    }

    /// The header of a request that no browser sends.
    struct Malformed: Error {}

    static let headLimit = 64 * 1_024

    /// Fields that are meant for the proxy or for one connection.
    private static let hopFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate", "te", "upgrade",
        "host", "trailer",
    ]

    init(head: some Collection<UInt8>) throws(Malformed) {
        // Bytes beyond ASCII are passed on unchanged.
        var text = ""
        for byte in head { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        let lines = text.split(separator: "\r\n")
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[2].hasPrefix("HTTP/1."), !Self.hasBareBreak(lines) else {
            throw Malformed()
        }
        if words[0] == "CONNECT" {
            (host, port) = try Self.place(words[1], defaultPort: nil)
            kind = .tunnel
            return
        }
        guard words[1].lowercased().hasPrefix("http://") else { throw Malformed() }
        let rest = words[1].dropFirst("http://".count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        (host, port) = try Self.place(rest[..<end], defaultPort: 80)
        var path = String(rest[end...].prefix { $0 != "#" })
        if !path.hasPrefix("/") { path = "/" + path }
        var forwarded = "\(words[0]) \(path) HTTP/1.1\r\nHost: \(rest[..<end])\r\n"
        var bodyLength: Int?
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
            let name = line[..<colon].lowercased()
            // Servers parse a name with a space differently, so some would see a different field.
            guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { throw Malformed() }
            if name == "content-length" {
                let value = line[line.index(after: colon)...].drop { $0 == " " }
                guard bodyLength == nil, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(value)
                else { throw Malformed() }
                bodyLength = count
            }
            // A body without a known length could hide another request.
            if name == "transfer-encoding" { throw Malformed() }
            if !Self.hopFields.contains(name) { forwarded += line + "\r\n" }
        }
        // Only one request is allowed per connection, because the next may be for another host.
        forwarded += "Connection: close\r\n\r\n"
        kind = .forward(
            head: forwarded.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) },
            bodyLength: bodyLength ?? 0
        )
    }

    private static func hasBareBreak(_ lines: [Substring]) -> Bool {
        lines.contains { $0.unicodeScalars.contains { $0 == "\r" || $0 == "\n" || $0 == "\0" } }
    }

    private static func place(
        _ authority: Substring,
        defaultPort: Int?
    ) throws(Malformed) -> (host: HTTPHost, port: Int) {
        var hostText = authority
        var port = defaultPort
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            hostText = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw Malformed() }
            if !digits.isEmpty { port = Int(digits) }
        }
        guard let port, (1...65_535).contains(port), !hostText.contains("@"), !hostText.isEmpty,
            let host = HTTPHost(String(hostText))
        else { throw Malformed() }
        return (host, port)
    }
}
