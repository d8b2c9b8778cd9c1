import BoltsBase
public import Foundation

/// Reads links as users type them, with or without a scheme, such as `example.com/recipes/42`, like a browser.
@_spi(Bolts)
public enum LinkText {
    /// Returns the https URL of a text without a scheme: a host, optionally with a port, path, query or fragment.
    ///
    /// The result is `nil` if the text begins with a scheme, or if its host is invalid or ends like a file name.
    public static func url(_ text: String) -> URL? {
        let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let host = host(String(text[..<end])) else { return nil }
        let rest = text[end...]
        return URL(string: "https://\(host)\(rest.isEmpty ? "/" : escaped(rest))")
    }

    /// Returns the URL of a text with a scheme, and escapes characters that URLs forbid: `URL(string:)` would escape percent
    /// signs again.
    public static func url(withScheme text: String) -> URL? {
        guard let start = text.firstRange(of: "://")?.upperBound else { return URL(string: text) }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        return URL(string: text[..<end] + escaped(text[end...]))
    }

    /// A path, a query and a fragment, with escapes for characters that URLs forbid there.
    private static func escaped(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var hasFragment = false
        for (index, byte) in bytes.enumerated() {
            result += PercentCoding.encode(CollectionOfOne(byte)) { byte in
                switch byte {
                case UInt8(ascii: "%"): return PercentCoding.escapeValue(bytes[(index + 1)...]) != nil
                case UInt8(ascii: "#"):
                    defer { hasFragment = true }
                    return !hasFragment
                default: return byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}[]".utf8.contains(byte)
                }
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the normalized form of a host with its port: in lower case and without https's default port.
    ///
    /// The result is `nil` if the text is not a host or ends like a file name.
    public static func host(_ text: String) -> String? {
        guard isHost(text) else { return nil }
        let host = hostName(text)
        let label = host.split(separator: ":").first?.split(separator: ".").last.map(String.init) ?? ""
        return fileExtensions.contains(label) ? nil : host
    }

    /// Whether a text is a host with at least two labels, or `localhost`, with an optional port.
    public static func isHost(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253,
            let host = URL(string: "https://\(text)/")?.host(), !host.isEmpty, !text.contains("@"), !text.contains("?"),
            !text.contains("#"), !text.contains("/")
        else { return false }
        if host.lowercased() == "localhost" { return true }
        guard !text.hasPrefix("[") else { return host.contains(".") }
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && !$0.hasPrefix("-") }) else { return false }
        // Text that ends with a number, such as a version, is a host only if it is an address.
        let isNumber = labels.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        return isNumber.last == false || labels.count == 4 && isNumber.allSatisfy(\.self)
    }

    /// Returns a host, with its port, in lower case, in ASCII and without https's default port.
    public static func hostName(_ host: String) -> String {
        let name = ASCIIHost.name(host)
        return name.hasSuffix(":443") ? String(name.dropLast(4)) : name
    }

    /// The extensions of file names that users may pass by mistake; none of them is a top-level domain.
    private static let fileExtensions: Set<String> = [
        "json", "html", "htm", "xhtml", "xml", "yaml", "yml", "txt", "plist", "entitlements", "apk", "aab", "ipa",
        "gradle", "kts", "pbxproj", "xcodeproj", "csproj", "mobileprovision",
    ]
}
