import Foundation

/// The files that a run checked, and by which rules; for other files, a missing finding proves nothing.
struct CheckedFiles: Sendable {
    private let disabled: Set<String>
    private let purpose: Purpose
    /// Local files by their real paths, and URLs.
    private(set) var files: Set<String> = []
    /// The files among them that were checked with others of their site, or with an app.
    private var judged: Set<String> = []
    /// The real paths of the sites' folders.
    private var folders: Set<String> = []
    private var hosts: Set<String> = []

    init(disabled: Set<String> = [], purpose: Purpose = .links) {
        self.disabled = disabled
        self.purpose = purpose
    }

    func reports(_ rule: String) -> Bool { !disabled.contains(rule) && purpose.reports(rule) }

    /// Adds the files that were checked for an input; none if it could not be checked.
    mutating func add(_ result: CheckResult) {
        guard result.failure == nil else { return }
        // A single file has no answer, so rules about the whole site were not checked.
        let isJudged = result.host != nil || !result.answers.isEmpty
        for source in result.sources + result.findings.map(\.file) + [result.input] {
            let file = add(source)
            if isJudged, let file { judged.insert(file) }
        }
        if let host = result.host { hosts.insert(host) }
        if case .directory(let path)? = try? CheckInput(result.input) {
            folders.insert(LocalPath.resolved(path) ?? LocalPath.real(path))
        }
    }

    private mutating func add(_ source: String) -> String? {
        var file = source
        if RepositoryPath.isURL(source) {
            if let host = URL(string: source)?.asciiHost { hosts.insert(host) }
        } else if LocalPath.exists(source) {
            file = LocalPath.real(source)
        } else if HostName.isHost(source) {
            hosts.insert(source.lowercased())
            return nil
        }
        files.insert(file)
        return file
    }

    /// The prefixes of the ids of rules that judge a file with others of its site, or with an app.
    private static let rulesOfSites = ["link-", "cross-", "signin-", "device-"]

    /// Whether a file was checked by a rule.
    ///
    /// The file is given by its real path on this machine, a URL, or the name of standard input.
    ///
    /// A file that no longer exists was checked together with the site's folder that contained it.
    func contains(_ file: String, rule: String) -> Bool {
        if file.isEmpty || judged.contains(file) { return true }
        if files.contains(file) { return !Self.rulesOfSites.contains { rule.hasPrefix($0) } }
        if RepositoryPath.isURL(file) {
            // Apple's CDN names the host in the path.
            let names = file.lowercased().split { "/?#".contains($0) }.map { $0.split(separator: ":").first ?? $0 }
            return names.contains { hosts.contains(String($0)) }
        }
        guard file.hasPrefix("/"), !LocalPath.exists(file) else { return false }
        return folders.contains { LocalPath.remainder(of: file, below: $0) != nil }
    }
}
