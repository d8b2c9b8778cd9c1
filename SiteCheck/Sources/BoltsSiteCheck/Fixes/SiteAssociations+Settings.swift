@_spi(Bolts) import BoltsAssociations
import BoltsBase
import Foundation

/// What the settings of hosts and site generators, in a site's own folder, say about the association files.
extension SiteAssociations {
    /// Adds a finding for each setting that keeps the files from being served; `names` and `read` are of the site's root folder.
    @_spi(Bolts)
    public mutating func addSettings(_ names: Set<String>, _ read: (String) throws -> [UInt8]?) rethrows {
        guard appleResponse.bytes != nil || androidResponse.bytes != nil else { return }
        if !names.contains(".nojekyll") { try addJekyll(names, read) }
        if names.contains("web.config"), let bytes = try read("web.config") {
            addIIS(String(decoding: bytes, as: UTF8.self))
        }
        if names.contains("_redirects"), let bytes = try read("_redirects") {
            addNetlify(String(decoding: bytes, as: UTF8.self))
        }
    }

    private mutating func add(
        _ message: String?,
        file: String,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        change: SuggestedChange? = nil
    ) {
        let file = "https://\(host)/\(file)"
        findings.append(
            Finding(.linkFilesUnpublished, message, file: file, severity: severity, fix: fix, change: change)
        )
    }

    // MARK: - Jekyll

    private mutating func addJekyll(_ names: Set<String>, _ read: (String) throws -> [UInt8]?) rethrows {
        if names.contains("_config.yml"), let bytes = try read("_config.yml") {
            let settings = JekyllSettings(bytes)
            guard !settings.publishesFiles else { return }
            let isKnown = settings.isOfJekyll || !JekyllSettings.folders.isDisjoint(with: names)
            add(
                isKnown
                    ? nil
                    : "If Jekyll builds this folder, as GitHub Pages does with a branch, it leaves out .well-known, in which "
                        + "the association files are.",
                file: "_config.yml",
                severity: isKnown ? nil : .warning,
                change: .inclusion(".well-known")
            )
        } else if names.contains("CNAME"), try read("CNAME") != nil {
            add(
                "If GitHub Pages publishes this folder from a branch, Jekyll leaves out .well-known, in which the "
                    + "association files are.",
                file: "CNAME",
                severity: .note,
                fix: "Add an empty file .nojekyll to this folder, unless a workflow publishes it."
            )
        }
    }

    // MARK: - IIS

    /// IIS serves a file only if the name's extension has a type.
    private mutating func addIIS(_ text: String) {
        // A program, or a rule for the file, may answer in place of it.
        let others = ["fileExtension=\".\"", "fileExtension=\".*\"", "apple-app-site-association", "<handlers"]
        guard appleResponse.bytes != nil, text.contains("<system.webServer"), !others.contains(where: text.contains)
        else { return }
        add(
            "IIS serves apple-app-site-association, a name without an extension, only with a type for it, which web.config lacks.",
            file: "web.config",
            severity: .warning,
            fix: "Add \(FindingFolding.iisType) to <system.webServer> in web.config, unless the server's own settings "
                + "have it."
        )
    }

    // MARK: - Netlify

    /// A redirect with an exclamation mark comes before the files.
    private mutating func addNetlify(_ text: String) {
        let paths = ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(1000).enumerated() {
            let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" || $0 == "\r" }
            guard words.count >= 2, paths.contains(where: { takes(String(words[0]), $0) }) else { continue }
            // A rule with conditions may not apply, and one for a single file leaves the other.
            guard words.count == 3, words[2].hasSuffix("!"), paths.allSatisfy({ takes(String(words[0]), $0) }) else {
                if words.count <= 3 { return }
                continue
            }
            let target = String(words[1])
            guard words[2].hasPrefix("3") || target == "/" || target.hasSuffix(".html") else { return }
            add(
                "Netlify sends requests for the association files to \(Clip.clip(target)), by line \(number + 1) of "
                    + "_redirects.",
                file: "_redirects",
                fix:
                    "Put \"/.well-known/* /.well-known/:splat 200\" before that line, or leave out its exclamation mark."
            )
            return
        }
    }

    /// Whether a redirect's origin, a path or a URL, takes a path by https, which is how devices ask.
    private func takes(_ origin: String, _ path: String) -> Bool {
        var pattern = Substring(origin)
        if let start = origin.firstRange(of: "://")?.upperBound {
            guard origin.lowercased().hasPrefix("https://") else { return false }
            let slash = origin[start...].firstIndex(of: "/") ?? origin.endIndex
            guard origin[start..<slash].lowercased() == SiteAddress.name(of: host) else { return false }
            pattern = origin[slash...]
        }
        return pattern == path || pattern.hasSuffix("/*") && path.hasPrefix(pattern.dropLast())
    }
}
