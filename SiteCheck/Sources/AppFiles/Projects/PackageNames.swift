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

    /// Where a package is from, the most certain first.
    enum Source: Comparable { case registry, repository, project }

    /// Where a package.json takes each package from; `nil` if it cannot be read.
    static func sources(in text: String) -> [String: Source]? {
        guard let root = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] else {
            return nil
        }
        let kinds = [
            "dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "overrides", "resolutions",
        ]
        var sources: [String: Source] = [:]
        for (key, value) in kinds.flatMap({ Array(root[$0] as? [String: Any] ?? [:]) }) {
            // Yarn writes the package that needs another one before its name.
            let parts = key.split(separator: "/").suffix(2)
            let name = parts.first?.hasPrefix("@") == true ? parts.joined(separator: "/") : String(parts.last ?? "")
            let source = (value as? String).map(source(ofVersion:)) ?? .project
            sources[name] = max(sources[name] ?? .registry, source)
        }
        return sources
    }

    /// Where the package.json takes a package from, or, if it is not named there, all packages, any of which may depend on it.
    static func source(of name: String? = nil, in text: String) -> Source {
        guard let sources = sources(in: text) else { return .project }
        return name.flatMap { sources[$0] } ?? sources.values.max() ?? .registry
    }

    /// The name of the package that a path below `node_modules` leads into.
    static func name(in path: String) -> String? {
        guard let folder = path.ranges(of: "node_modules/").last else { return nil }
        let parts = path[folder.upperBound...].split(separator: "/")
        return parts.prefix(parts.first?.hasPrefix("@") == true ? 2 : 1).joined(separator: "/")
    }

    /// Where a package with a version is from: `1.2.0`, `github:name/repository`, `file:../shelf`.
    static func source(ofVersion version: String) -> Source {
        let own = ["file:", "link:", "portal:", "workspace:"]
        if [".", "/", "~/"].contains(where: version.hasPrefix) || own.contains(where: version.contains) {
            return .project
        }
        return version.hasPrefix("npm:") || !version.contains(where: { ":/".contains($0) }) ? .registry : .repository
    }

    /// All names in a package.json, of which those of packages are some.
    static func all(in text: String) -> [String] {
        text.matches(of: #/\x22([^\x22]*)\x22\s*:/#).map { String($0.1) }
    }
}
