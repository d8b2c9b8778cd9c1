/// The names of packages of npm, and what they say about links.
enum PackageNames {
    /// Parts of the names of packages for links and for signing in, which may write a filter for a host that the app's settings
    /// name; without hyphens.
    private static let parts = [
        "link", "branch", "auth0", "appauth", "oauth", "msal", "appsflyer", "airbridge", "adjust", "singular",
        "kochava",
        "scheme",
    ]

    /// Whether a package may write a filter for a host of the web.
    static func mayNameHosts(_ name: String) -> Bool {
        let name = name.lowercased().filter { $0 != "-" && $0 != "_" }
        return parts.contains(where: name.contains)
    }

    /// All names in a package.json, of which those of packages are some.
    static func all(in text: String) -> [String] {
        text.matches(of: #/\x22([^\x22]*)\x22\s*:/#).map { String($0.1) }
    }
}
