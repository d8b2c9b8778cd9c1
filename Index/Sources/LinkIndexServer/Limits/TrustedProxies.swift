import HTTPTypes
import NIOCore

/// The proxies that name their clients, in `X-Forwarded-For`.
///
/// Anybody can send the field, so only entries of trusted proxies count: the connection must come from one of them, and the
/// client is the last address in the field that is not one of theirs.
package struct TrustedProxies: Sendable {
    private static let field = HTTPField.Name("X-Forwarded-For")
    /// How many proxies a request may have passed; earlier entries are not read.
    static let hopLimit = 32
    /// How many bytes of the field are read, from its end.
    static let byteLimit = 8_192

    private let networks: [IPNetwork]

    /// Trusts nobody.
    package init() { networks = [] }

    /// Trusts proxies; returns `nil` if one of the networks cannot be read.
    ///
    /// - Parameter networks: Their addresses: `10.0.0.0/8`, `2001:db8::/32`, `127.0.0.1`.
    package init?(_ networks: [String]) {
        let read = networks.compactMap { IPNetwork($0) }
        guard read.count == networks.count else { return nil }
        self.networks = read
    }

    /// Whether an address belongs to a proxy, which forwards requests of others.
    func contains(_ address: SocketAddress?) -> Bool {
        guard !networks.isEmpty, let number = address.flatMap({ IPNumber($0) }) else { return false }
        return contains(number)
    }

    private func contains(_ number: IPNumber) -> Bool { networks.contains { $0.contains(number) } }

    /// Returns the client that sent a request.
    ///
    /// - Parameters:
    ///   - peer: The address of the connection.
    ///   - fields: The fields of the request.
    /// - Returns: A name for the client's address: behind trusted proxies, the last address that is not one of theirs. If a trusted
    ///    proxy does not name its client in a readable form, it is the proxy's own address.
    func client(of peer: SocketAddress?, _ fields: HTTPFields) -> String {
        guard let peer else { return "unknown" }
        guard let number = IPNumber(peer) else { return "local" }
        guard !networks.isEmpty, contains(number) else { return number.clientName }
        let forwarded = Self.field.map { fields[values: $0].joined(separator: ",") } ?? ""
        var last = number
        for hop in hops(Self.end(of: forwarded)).suffix(Self.hopLimit).reversed() {
            guard let next = hop else { break }
            last = next
            if !contains(next) { break }
        }
        return last.clientName
    }

    /// The addresses in the field, as far as they can be read.
    private func hops(_ text: String) -> [IPNumber?] {
        text.isEmpty ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { Self.node($0) }
    }

    /// The end of a long text, from the first comma in it.
    private static func end(of text: String) -> String {
        guard text.utf8.count > byteLimit else { return text }
        let end = text.utf8.suffix(byteLimit)
        guard let comma = end.firstIndex(of: UInt8(ascii: ",")) else { return "" }
        return String(decoding: end[end.index(after: comma)...], as: UTF8.self)
    }

    /// Reads an address, optionally with a port; an IPv6 address may be in brackets.
    private static func node(_ text: some StringProtocol) -> IPNumber? {
        let text = text.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            return IPNumber(text[text.index(after: text.startIndex)..<end])
        }
        if let colon = text.firstIndex(of: ":"), colon == text.lastIndex(of: ":") {
            return isPort(text[colon...]) ? IPNumber(text[..<colon]) : nil
        }
        return IPNumber(text)
    }

    /// Whether a text is a colon and a port, which may be hidden: `:_gazonk`.
    private static func isPort(_ text: some StringProtocol) -> Bool {
        text.hasPrefix(":")
            && text.dropFirst().utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || [0x2D, 0x2E, 0x5F].contains($0)
            }
    }
}
