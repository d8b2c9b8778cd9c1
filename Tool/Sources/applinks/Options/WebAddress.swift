import Foundation

/// A link without its scheme, such as `example.com/recipes/42`: what browsers take, and what people copy out of them.
enum WebAddress {
    /// Returns the https URL that a text stands for: a host, with a port, a path, a query or a fragment behind it.
    ///
    /// - Parameter text: An argument of the command line.
    /// - Returns: The URL, its host in lower case and without https's own port; `nil` if the text begins with a scheme, or what should
    ///   be its host is none or ends like the name of a file.
    static func url(_ text: String) -> URL? {
        let end = text.firstIndex { "/?#".contains($0) } ?? text.endIndex
        guard let host = host(String(text[..<end])) else { return nil }
        let rest = text[end...]
        return URL(string: "https://\(host)\(rest.isEmpty ? "/" : rest)")
    }

    /// Returns a host, with its port, as everything names it: in lower case and without https's own port.
    ///
    /// - Parameter text: The host.
    /// - Returns: The host, or `nil` if the text is none or ends like the name of a file.
    static func host(_ text: String) -> String? {
        guard HostName.isHost(text) else { return nil }
        let lowercased = text.lowercased()
        let host = lowercased.hasSuffix(":443") ? String(lowercased.dropLast(4)) : lowercased
        let label = host.split(separator: ":").first?.split(separator: ".").last.map(String.init) ?? ""
        return fileExtensions.contains(label) ? nil : host
    }

    /// The ends of file names that people mistype; none of them is a top-level domain.
    private static let fileExtensions: Set<String> = [
        "json", "html", "htm", "xhtml", "xml", "yaml", "yml", "txt", "plist", "entitlements", "apk", "aab", "ipa",
        "gradle", "kts",
        "pbxproj", "xcodeproj", "csproj", "mobileprovision",
    ]
}
