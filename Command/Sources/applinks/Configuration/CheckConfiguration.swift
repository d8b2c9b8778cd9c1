@_spi(Bolts) import AppFiles
import BoltsBase
import BoltsSiteCheck
import Foundation

/// A project's decisions about `applinks check`: the file `.applinks.yaml`.
///
/// It says what is checked, and which findings are accepted and why. The links of a site are described in another file, which
/// `applinks publish` reads.
struct CheckConfiguration: Sendable {
    /// An accepted finding, with the reason.
    struct Exception: Sendable {
        let rule: String
        /// The file or URL, in which a star matches anything; `nil` for all.
        let file: String?
        /// The JSON pointer of the value (including everything below it), or the tag; `nil` for all.
        let place: String?
        let reason: String
        /// The last day on which the finding is accepted, as `2027-01-31`; `nil` for always.
        let until: String?
        let position: TextPosition?
        /// The place of the exception in the file, which identifies it.
        let pointer: String
    }

    static let fileName = ".applinks.yaml"
    static let members = [
        "version", "check", "host", "apps", "platforms", "links", "severities", "ignore", "sites",
    ]
    static let siteMembers = ["check", "host", "apps", "platforms", "severities", "ignore"]
    static let exceptionMembers = ["rule", "file", "where", "reason", "until"]
    static let linkMembers = ["url", "opens", "stays", "platforms"]
    private static let maximumCount = 1_000
    private static let maximumLinkCount = 20_000

    let path: String
    /// The inputs if the command line names none.
    let inputs: [String]
    let host: String?
    let apps: [String]
    /// The platforms whose findings and answers are reported; `nil` for all.
    let platforms: Set<SiteDifference.Platform>?
    /// The severity of rules; `nil` turns a rule off.
    let severities: [String: AssociationRule.Severity?]
    /// The exceptions of the file or the site, and for a site also the common ones of the whole file.
    private let own: [Exception]
    private let common: [Exception]
    /// The expectations about links; those of sites are included in those of the whole file.
    private(set) var links: [ExpectedLink] = []
    /// The sites with their own decisions; each includes the decisions of the whole file.
    private(set) var sites: [CheckConfiguration] = []
    /// The name of the file on standard input; its path determines its site.
    var standardInputName: String?

    /// The nearest configuration (even a dangling link) up to the root of the repository; without a repository, only in the
    /// folder.
    static func nearest(to folder: String) -> String? {
        var found: String?
        var url = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
        for depth in 0..<64 {
            let file = url.appendingPathComponent(fileName).path
            var status = stat()
            if found == nil, lstat(file, &status) == 0 {
                found = file
                if depth == 0 { return file }
            }
            if LocalPath.exists(url.appendingPathComponent(".git").path) { return found }
            let parent = url.deletingLastPathComponent()
            guard parent.path != url.path else { break }
            url = parent
        }
        return nil
    }

    // MARK: - Reading

    /// The folder that everything in the settings must be in: the repository of their file, or its folder.
    static func root(of path: String) -> String {
        let folder = LocalPath.folder(of: LocalPath.absolute(path))
        let real = LocalPath.resolved(folder) ?? folder
        return LocalPath.repository(of: real) ?? real
    }

    static func read(_ path: String, within root: String?, refusesDangling: Bool = false) throws -> CheckConfiguration {
        let isDangling = refusesDangling && LocalPath.isDanglingLink(path)
        if let root, LocalPath.resolved(path).map({ LocalPath.remainder(of: $0, below: root) == nil }) ?? isDangling {
            throw InputError(
                "\(path) is a symbolic link that leads out of \(root); --allow-outside reads it nevertheless"
            )
        }
        return try CheckConfiguration(path: path, within: root)
    }

    init(path: String, within root: String? = nil) throws {
        if !LocalPath.exists(path),
            let target = LocalPath.target(ofLink: path)
        {
            throw InputError(
                "\(path) is a symbolic link to \(target), where nothing can be read; fix or remove the link"
            )
        }
        let bytes = try RegularFile.bytes(path)
        guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw InputError("\(path) is not UTF-8; save it as UTF-8")
        }
        let tree: YAMLTree
        let document: Any
        do {
            tree = try YAMLTree(text)
            document = try JSONSerialization.jsonObject(with: Data(tree.json()), options: [.fragmentsAllowed])
        } catch let failure as YAMLTree.Failure {
            throw InputError("\(path)\(failure.position.map { ":\($0)" } ?? ""): \(failure.description)")
        } catch {
            // Foundation reads fewer levels than YAML allows, and its error message does not help users.
            throw InputError("\(path) has lists and objects that nest too deeply")
        }
        let reader = ConfigurationReader(path: path, tree: tree, root: root)
        let object = try reader.object(document, at: "", known: Self.members)
        guard let version = object["version"], !ConfigurationReader.isFlag(version), version as? Int == 1 else {
            throw reader.error("/version", "write version: 1, which is the only one")
        }
        self = try CheckConfiguration(object, at: "", reader, common: nil)
        links = try Self.links(object["links"], host: host, platforms: platforms, reader)
        let list = object["sites"] ?? []
        guard let items = list as? [Any], items.count <= Self.maximumCount else {
            throw reader.error("/sites", "write a list of at most \(Self.maximumCount) sites")
        }
        var seen = Set(inputs)
        for (index, item) in items.enumerated() {
            let pointer = "/sites/\(index)"
            let object = try reader.object(item, at: pointer, known: Self.siteMembers)
            let site = try CheckConfiguration(object, at: pointer, reader, common: self)
            // Each input has one result, so only one site may name it.
            for input in site.inputs where !seen.insert(input).inserted {
                throw reader.error(pointer, "\(input) is checked already; name each folder and host once")
            }
            sites.append(site)
        }
    }

    /// Reads the decisions of a file or one of its sites; those of a site extend those of the file.
    private init(
        _ object: [String: Any],
        at pointer: String,
        _ reader: ConfigurationReader,
        common: CheckConfiguration?
    ) throws {
        path = reader.path
        host = try object["host"].map { try reader.string($0, at: "\(pointer)/host") } ?? common?.host
        if let host, !HostName.isHost(host) {
            throw reader.error("\(pointer)/host", "this is not a host such as example.com")
        }
        var inputs = try reader.paths(object["check"], at: "\(pointer)/check", reader.input)
        if common != nil, inputs.isEmpty {
            guard object["host"] != nil, let host else {
                throw reader.error(pointer, "name the site: host: HOST, check: FOLDER, or both")
            }
            inputs = [host]
        }
        self.inputs = inputs
        apps =
            object["apps"] == nil
            ? common?.apps ?? [] : try reader.paths(object["apps"], at: "\(pointer)/apps", reader.file)
        platforms = try reader.platforms(object["platforms"], at: "\(pointer)/platforms") ?? common?.platforms
        var severities = common?.severities ?? [:]
        if let value = object["severities"] {
            for (rule, value) in try reader.object(value, at: "\(pointer)/severities", known: nil) {
                let place = "\(pointer)/severities/\(rule)"
                try reader.checkRule(rule, at: place)
                let name = try reader.string(value, at: place)
                guard name == "off" || AssociationRule.Severity(rawValue: name) != nil else {
                    throw reader.error(place, "write error, warning, note or off")
                }
                severities[rule] = .some(AssociationRule.Severity(rawValue: name))
            }
        }
        self.severities = severities
        let list = object["ignore"] ?? []
        guard let items = list as? [Any], items.count <= Self.maximumCount else {
            throw reader.error("\(pointer)/ignore", "write a list of at most \(Self.maximumCount) exceptions")
        }
        own = try items.enumerated().map { try reader.exception($1, at: "\(pointer)/ignore/\($0)") }
        self.common = common?.own ?? []
    }

    private static func links(
        _ value: Any?,
        host: String?,
        platforms: Set<SiteDifference.Platform>?,
        _ reader: ConfigurationReader
    ) throws -> [ExpectedLink] {
        guard let items = (value ?? []) as? [Any], items.count <= maximumLinkCount else {
            throw reader.error("/links", "write a list of at most \(maximumLinkCount) links")
        }
        return try items.enumerated().map { index, item in
            try reader.link(item, at: "/links/\(index)", host: host, platforms: platforms)
        }
    }

    // MARK: - Sites

    /// The inputs if the command line names none: those of the file and of its sites.
    var allInputs: [String] { inputs + sites.flatMap(\.inputs) }

    /// The site whose decisions apply to an input: the one that names it, the one with the nearest containing folder, or the
    /// one with its host; `nil` for the decisions of the whole file.
    func siteIndex(of input: String) -> Int? {
        if let index = sites.firstIndex(where: { $0.inputs.contains(input) }) { return index }
        let path = input == "-" ? standardInputName : input
        guard let path else { return nil }
        if input == "-" || LocalPath.exists(path) { return siteIndex(around: path) }
        guard let origin = (try? CheckInput(input))?.origin, let range = origin.range(of: "://") else { return nil }
        let host = String(origin[range.upperBound...])
        return sites.firstIndex { $0.host.map(HostName.name) == host }
    }

    /// The site with the nearest folder that contains a path, or `nil` if an input of the whole file is nearer.
    private func siteIndex(around path: String) -> Int? {
        // A folder may be named through a symbolic link.
        let real = LocalPath.resolved(path) ?? LocalPath.real(path)
        var nearest: (length: Int, index: Int?) = (0, nil)
        func consider(_ inputs: [String], _ index: Int?) {
            for input in inputs {
                guard let folder = LocalPath.resolved(input), folder.utf8.count > nearest.length,
                    real == folder || LocalPath.remainder(of: real, below: folder) != nil
                else { continue }
                nearest = (folder.utf8.count, index)
            }
        }
        consider(inputs, nil)
        for (index, site) in sites.enumerated() { consider(site.inputs, index) }
        return nearest.index
    }

    // MARK: - Findings

    struct Uses: Sendable {
        /// How often each exception was used, by its pointer.
        var counts: [String: Int] = [:]
        var expired: Set<String> = []
    }

    /// Applies platforms, severities and exceptions of the input's site to its findings.
    func apply(to result: inout CheckResult, today: String, _ uses: inout Uses) {
        if let index = siteIndex(of: result.input) { return sites[index].apply(to: &result, today: today, &uses) }
        if let platforms { FindingPlatform.keep(platforms, in: &result) }
        let exceptions = own + common
        var findings: [CheckedFinding] = []
        for checked in result.findings {
            let rule = checked.finding.rule.id
            var kept = checked
            if let severity = severities[rule] {
                guard let severity else { continue }
                kept = CheckedFinding(checked.finding, severity: severity, file: checked.file)
            }
            let candidates = exceptions.filter { $0.rule == rule }
            let paths = candidates.contains { $0.file != nil } ? self.paths(of: checked.file) : []
            let fitting = candidates.filter { fits($0, kept, paths) }
            for exception in fitting { uses.counts[exception.pointer, default: 0] += 1 }
            for exception in fitting where isExpired(exception, today) { uses.expired.insert(exception.pointer) }
            if fitting.contains(where: { !isExpired($0, today) }) { continue }
            findings.append(kept)
        }
        result.findings = findings
    }

    /// The paths by which an exception may name a file: from the folder of the configuration, or absolute; a URL is unchanged.
    private func paths(of file: String) -> [String] {
        guard !file.isEmpty, file != "-", !RepositoryPath.isURL(file) else { return [file] }
        let absolute = [LocalPath.real(file), LocalPath.normalized(LocalPath.absolute(file))]
        let folders = [LocalPath.real(path), LocalPath.normalized(LocalPath.absolute(path))].map(LocalPath.folder)
        return zip(absolute, folders).map { LocalPath.path(of: $0, from: $1) } + absolute
    }

    private func fits(_ exception: Exception, _ checked: CheckedFinding, _ paths: [String]) -> Bool {
        if let pattern = exception.file, !paths.contains(where: { Self.matches($0, pattern) }) { return false }
        guard let place = exception.place else { return true }
        if let pointer = checked.finding.place?.pointer, pointer == place || pointer.hasPrefix(place + "/") {
            return true
        }
        return checked.finding.element == place
    }

    private func isExpired(_ exception: Exception, _ today: String) -> Bool {
        exception.until.map { $0 < today } ?? false
    }

    /// Whether a text matches a pattern, in which a star matches anything; linear time for each star.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, text.hasPrefix(first) else { return false }
        guard parts.count > 1, let last = parts.last else { return text == pattern }
        var rest = text.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Whether a run checked a file that an exception may be for, by the exception's rule.
    private func isChecked(_ exception: Exception, _ files: CheckedFiles) -> Bool {
        guard files.reports(exception.rule) else { return false }
        guard let pattern = exception.file, !files.contains(pattern, rule: exception.rule) else { return true }
        if !pattern.contains("*"), !RepositoryPath.isURL(pattern) {
            let folder = LocalPath.folder(of: LocalPath.real(path))
            let file = LocalPath.real(pattern.hasPrefix("/") ? pattern : folder + "/" + pattern)
            return files.contains(file, rule: exception.rule)
        }
        // The files that a star matches are not known, only their folder.
        let beginning = pattern.prefix { $0 != "*" }
        return files.files.contains { file in paths(of: file).contains { $0.hasPrefix(beginning) } }
    }

    /// The report after a run: expired exceptions, and those that match no finding.
    func lines(_ uses: Uses, _ files: CheckedFiles) -> [String] {
        (own + sites.flatMap(\.own)).compactMap { exception in
            let place = "\(path)\(exception.position.map { ":\($0)" } ?? "")"
            if uses.expired.contains(exception.pointer) {
                return "\(place): the exception for \(exception.rule) ended on \(exception.until ?? "")"
            }
            return uses.counts[exception.pointer] == nil && isChecked(exception, files)
                ? "\(place): no finding of \(exception.rule) fits this exception" : nil
        }
    }

    /// The effective configuration as YAML: each site includes what it takes from the whole file.
    var text: String {
        var lines = ["# \(path.sanitized())", "version: 1"] + members
        if !sites.isEmpty { lines.append("sites:") }
        for site in sites {
            lines += site.members.enumerated().map { ($0 == 0 ? "  - " : "    ") + $1 }
        }
        return lines.joined(separator: "\n")
    }

    /// The lines of the decisions without the version and the sites.
    private var members: [String] {
        var lines: [String] = []
        func list(_ name: String, _ values: [String]) {
            guard !values.isEmpty else { return }
            lines.append("\(name):")
            lines += values.map { "  - \(YAMLText.quoted($0))" }
        }
        list("check", inputs)
        if let host { lines.append("host: \(YAMLText.quoted(host))") }
        list("apps", apps)
        if let platforms { lines.append("platforms: [\(platforms.map(\.rawValue).sorted().joined(separator: ", "))]") }
        if !links.isEmpty { lines.append("links:") }
        lines += links.flatMap { ExpectedLink.lines($0.expectation) }
        if !severities.isEmpty {
            lines.append("severities:")
            lines += severities.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value?.rawValue ?? "off")" }
        }
        let exceptions = own + common
        if !exceptions.isEmpty { lines.append("ignore:") }
        for exception in exceptions {
            lines.append("  - rule: \(exception.rule)")
            if let file = exception.file { lines.append("    file: \(YAMLText.quoted(file))") }
            if let place = exception.place { lines.append("    where: \(YAMLText.quoted(place))") }
            lines.append("    reason: \(YAMLText.quoted(exception.reason))")
            if let until = exception.until { lines.append("    until: \(until)") }
        }
        return lines
    }
}
