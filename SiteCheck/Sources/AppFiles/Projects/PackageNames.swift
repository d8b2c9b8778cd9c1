import Foundation

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

    /// Whether a package.json that can be read takes a package from a registry, or, if it is not named there, all packages, any of
    /// which may depend on it.
    static func isPublished(_ name: String? = nil, in text: String) -> Bool {
        guard let root = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] else {
            return false
        }
        let kinds = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
        let replacements = [root["overrides"], root["resolutions"], (root["pnpm"] as? [String: Any])?["overrides"]]
        var sources: [String: Bool] = [:]
        for (key, value) in (kinds.map { root[$0] } + replacements).flatMap({ Array($0 as? [String: Any] ?? [:]) }) {
            let isPublished = (value as? String).map(isPublished(version:)) ?? false
            let name = replacedName(key)
            sources[name] = isPublished && sources[name] ?? true
        }
        return name.flatMap { sources[$0] } ?? sources.values.allSatisfy(\.self)
    }

    /// The package of `@shelf/links`, `reader/@shelf/links` and `@shelf/links@^1`.
    private static func replacedName(_ key: String) -> String {
        let parts = key.split(separator: "/").suffix(2)
        let name = parts.first?.hasPrefix("@") == true ? parts.joined(separator: "/") : String(parts.last ?? "")
        return String(name.prefix(1) + name.dropFirst().prefix { $0 != "@" })
    }

    /// The name of the package that a path below `node_modules` leads into.
    static func name(in path: String) -> String? {
        guard let folder = path.ranges(of: "node_modules/").last else { return nil }
        let parts = path[folder.upperBound...].split(separator: "/")
        return parts.prefix(parts.first?.hasPrefix("@") == true ? 2 : 1).joined(separator: "/")
    }

    /// Whether a version is one of a registry, and not a place of the project's own; a star is any, also of a workspace.
    static func isPublished(version: String) -> Bool {
        !version.hasPrefix(".") && version != "*"
            && (version.hasPrefix("npm:") || !version.contains(where: { ":/".contains($0) }))
    }

    /// All names in a package.json, of which those of packages are some.
    static func all(in text: String) -> [String] {
        text.matches(of: #/\x22([^\x22]*)\x22\s*:/#).map { String($0.1) }
    }
}
