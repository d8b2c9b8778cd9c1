import BoltsBase

/// A web site in the sense of Digital Asset Links: a scheme, a host and a port.
@_spi(Bolts) public struct SiteOrigin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    @_spi(Bolts) public let scheme: String
    /// The host in lower case, without a trailing dot.
    @_spi(Bolts) public let host: String
    /// The port, by default the scheme's.
    @_spi(Bolts) public let port: Int

    /// Reads a site such as `http://example.com:8080`; nothing may follow the port, not even a slash.
    @_spi(Bolts) public init(_ text: String) throws(AssetLinksError) {
        self = try Self.result(Array(text.utf8)[...], text).get()
    }

    init(scheme: String, host: String, port: Int) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    private static func result(_ bytes: ArraySlice<UInt8>, _ text: String) -> Result<SiteOrigin, AssetLinksError> {
        func failure(_ reason: String) -> Result<SiteOrigin, AssetLinksError> {
            .failure(AssetLinksError(.malformedContent, "Invalid site \(Clip.quoted(text)): \(reason)."))
        }
        guard let parts = URLParts(bytes.span) else { return failure("it is not a valid URL with a scheme") }
        guard parts.isWeb(bytes.span) else { return failure("it is a non-HTTP URL") }
        if parts.hasUserInfo { return failure("it may not have login information") }
        if !parts.path.isEmpty { return failure("it cannot contain a path, not even a slash") }
        if parts.query != nil { return failure("it may not have query parameters") }
        if parts.fragment != nil { return failure("it may not have fragment identifiers") }
        let scheme = parts.scheme.count == 5 ? "https" : "http"
        var host = bytes[parts.host].map(\.asciiLowercased)
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        guard HostName.isValid(host) else { return failure("it is not a valid URL, because of its host") }
        var port = scheme == "https" ? 443 : 80
        if let range = parts.port {
            guard let number = Self.port(bytes[range]) else {
                return failure("it is not a valid URL, because of its port")
            }
            port = number
        }
        return .success(SiteOrigin(scheme: scheme, host: String(decoding: host, as: UTF8.self), port: port))
    }

    private static func port(_ digits: some Collection<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.count <= 5, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return (1...65_535).contains(number) ? number : nil
    }

    private var portSuffix: String { port == (scheme == "https" ? 443 : 80) ? "" : ":\(port)" }

    /// The site in its usual form, such as `https://example.com`.
    @_spi(Bolts) public var description: String { "\(scheme)://\(host)\(portSuffix)" }
}

/// The syntax of host names.
enum HostName {
    /// Whether bytes form a host name, an IPv4 address, or an IPv6 address in brackets.
    static func isValid(_ host: some BidirectionalCollection<UInt8>) -> Bool {
        guard let first = host.first, host.count <= 253 else { return false }
        if first == UInt8(ascii: "[") {
            return host.last == UInt8(ascii: "]") && host.count > 3
                && host.dropFirst().dropLast().allSatisfy {
                    $0.hexadecimalValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        }
        return host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.count <= 63
                && label.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                        || $0 >= 0x80
                }
        }
    }
}
