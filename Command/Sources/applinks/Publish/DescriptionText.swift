import BoltsSiteCheck

/// Writes a site's description as YAML, in a readable order.
struct DescriptionText {
    private(set) var text: String

    init(_ site: SiteDescription) {
        text = """
            # The links of \(site.hosts.first ?? "this site"), from which 'applinks publish' writes the association files
            # and the tags of pages. The article "Publish your links" explains every key.
            version: \(SiteDescription.version)

            """
        list("hosts", site.hosts)
        text += "apps:\n"
        for app in site.apps { add(app) }
        add("open", site.open)
        if !site.exclude.isEmpty { add("exclude", site.exclude) }
        switch site.webFallback {
        case .page: break
        case .none: line(0, "webFallback", "none")
        case .origin(let origin): line(0, "webFallback", origin)
        }
    }

    private mutating func line(_ indent: Int, _ key: String, _ value: String) {
        text += String(repeating: " ", count: indent) + "\(key): \(Self.scalar(value))\n"
    }

    private mutating func list(_ key: String, _ values: [String], indent: Int = 0) {
        let margin = String(repeating: " ", count: indent)
        text += "\(margin)\(key):\n"
        for value in values { text += "\(margin)  - \(Self.scalar(value))\n" }
    }

    private mutating func add(_ app: SiteDescription.App) {
        text += "  - name: \(Self.scalar(app.name))\n"
        if app.isStaging { text += "    staging: true\n" }
        if let apple = app.apple {
            text += "    apple:\n"
            line(6, "team", apple.team)
            line(6, "bundle", apple.bundle)
            if let id = apple.appStore { line(6, "appStore", id) }
            if let scheme = apple.scheme { line(6, "scheme", scheme) }
            if apple.devices != .all { line(6, "devices", apple.devices.rawValue) }
            if !apple.otherTeams.isEmpty { list("otherTeams", apple.otherTeams, indent: 6) }
            if apple.offersSignIn { text += "      signIn: true\n" }
            if let clip = apple.clip { line(6, "clip", clip) }
        }
        if let android = app.android {
            text += "    android:\n"
            line(6, "package", android.package)
            list("fingerprints", android.fingerprints, indent: 6)
            if let scheme = android.scheme { line(6, "scheme", scheme) }
            if android.isInPlayStore { text += "      playStore: true\n" }
            if !android.writesDynamicRules { text += "      dynamicRules: false\n" }
            if android.offersSignIn { text += "      signIn: true\n" }
        }
        if let windows = app.windows {
            text += "    windows:\n"
            line(6, "packageFamily", windows.packageFamily)
            if let scheme = windows.scheme { line(6, "scheme", scheme) }
            if let id = windows.id { line(6, "id", id) }
        }
    }

    private mutating func add(_ key: String, _ links: [SiteDescription.Link]) {
        text += "\(key):\n"
        for link in links {
            if link == SiteDescription.Link(path: link.path) {
                text += "  - \(Self.scalar(link.path))\n"
                continue
            }
            text += "  - path: \(Self.scalar(link.path))\n"
            if !link.query.isEmpty {
                text += "    query:\n"
                for (name, pattern) in link.query.sorted(by: { $0.key < $1.key }) {
                    text += "      \(Self.scalar(name)): \(Self.scalar(pattern))\n"
                }
            }
            if let fragment = link.fragment { line(4, "fragment", fragment) }
            if !link.isCaseSensitive { text += "    caseSensitive: false\n" }
            if let apps = link.apps { list("apps", apps, indent: 4) }
            if let platforms = link.platforms { list("platforms", platforms.map(\.rawValue), indent: 4) }
        }
    }

    /// Returns a text as YAML: unchanged if it is unambiguous, otherwise in double quotes.
    private static func scalar(_ text: String) -> String {
        let isWord =
            text.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "._-/".utf8.contains(byte)
            } && text.contains { $0 == "." || $0 == "/" } && text.contains { $0.isLetter && !"eExXoO".contains($0) }
        let starts = text.utf8.first.map { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") } ?? false
        if isWord, starts { return text }
        return YAMLText.quoted(text)
    }
}
