import BoltsSiteCheck
import Foundation

/// What a project has decided about `applinks check`: the file `.applinks.yaml`.
///
/// It says what is checked and which findings are accepted and why. What the links of a site are is another file, the
/// description that `applinks publish` reads.
struct CheckConfiguration: Sendable {
    /// A finding that is accepted, with the reason.
    struct Exception: Sendable {
        let rule: String
        /// The file or URL, in which a star stands for anything; `nil` for all.
        let file: String?
        /// The JSON pointer of the value, with everything below it, or the tag; `nil` for all.
        let place: String?
        let reason: String
        /// The last day on which it is accepted, as `2027-01-31`; `nil` for always.
        let until: String?
        let position: TextPosition?
    }

    static let fileName = ".applinks.yaml"
    static let members = ["version", "check", "host", "apps", "severities", "ignore"]
    static let exceptionMembers = ["rule", "file", "where", "reason", "until"]
    private static let maximumCount = 1_000

    let path: String
    /// What is checked if the command line names nothing.
    let inputs: [String]
    let host: String?
    let apps: [String]
    /// The severity of rules; `nil` turns a rule off.
    let severities: [String: AssociationRule.Severity?]
    let exceptions: [Exception]

    /// Finds the nearest configuration, from a folder up to the root of its repository.
    ///
    /// - Parameter folder: The folder's path.
    /// - Returns: The path of the file, or `nil` if there is none. Without a repository only the folder itself is looked at.
    static func nearest(to folder: String) -> String? {
        var found: String?
        var url = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL
        for depth in 0..<64 {
            let file = url.appendingPathComponent(fileName).path
            if found == nil, FileManager.default.fileExists(atPath: file) {
                found = file
                if depth == 0 { return file }
            }
            if FileManager.default.fileExists(atPath: url.appendingPathComponent(".git").path) { return found }
            let parent = url.deletingLastPathComponent()
            guard parent.path != url.path else { break }
            url = parent
        }
        return nil
    }

    // MARK: - Reading

    /// Reads a configuration.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``InputError`` with the place and what to do.
    init(path: String) throws {
        let bytes = try LocalSite.bytes(atPath: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw InputError("\(path) is not UTF-8; save it as UTF-8")
        }
        let tree: YAMLTree
        let root: Any
        do {
            tree = try YAMLTree(text)
            root = try JSONSerialization.jsonObject(with: Data(tree.json()), options: [.fragmentsAllowed])
        } catch let failure as YAMLTree.Failure {
            throw InputError("\(path)\(failure.position.map { ":\($0)" } ?? ""): \(failure.description)")
        }
        let reader = ConfigurationReader(path: path, tree: tree)
        let object = try reader.object(root, at: "", known: Self.members)
        guard object["version"] as? Int == 1 else {
            throw reader.error("/version", "write version: 1, which is the only one")
        }
        // Paths are those seen from the file's folder.
        let folder = (path as NSString).deletingLastPathComponent
        func resolved(_ name: String) -> String {
            name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
        }
        self.path = path
        inputs = try reader.strings(object["check"], at: "/check").map { input in
            FileManager.default.fileExists(atPath: resolved(input)) ? resolved(input) : input
        }
        apps = try reader.strings(object["apps"], at: "/apps").map(resolved)
        host = try object["host"].map { try reader.string($0, at: "/host") }
        if let host, !HostName.isHost(host) { throw reader.error("/host", "this is no host such as example.com") }
        var severities: [String: AssociationRule.Severity?] = [:]
        if let value = object["severities"] {
            for (rule, value) in try reader.object(value, at: "/severities", known: nil) {
                let place = "/severities/\(rule)"
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
            throw reader.error("/ignore", "write a list of at most \(Self.maximumCount) exceptions")
        }
        exceptions = try items.enumerated().map { try reader.exception($1, at: "/ignore/\($0)") }
    }

    // MARK: - Findings

    /// What was done with the exceptions of a run.
    struct Uses: Sendable {
        var counts: [Int: Int] = [:]
        var expired: Set<Int> = []
    }

    /// Applies severities and exceptions to the findings of an input.
    ///
    /// - Parameters:
    ///   - result: What was found.
    ///   - today: The day, as `2026-11-23`.
    ///   - uses: How often each exception was used.
    func apply(to result: inout CheckResult, today: String, _ uses: inout Uses) {
        var findings: [CheckedFinding] = []
        for checked in result.findings {
            let rule = checked.finding.rule.id
            var kept = checked
            if let severity = severities[rule] {
                guard let severity else { continue }
                kept = CheckedFinding(checked.finding, severity: severity, file: checked.file)
            }
            let fitting = exceptions.indices.filter { fits(exceptions[$0], kept) }
            for index in fitting { uses.counts[index, default: 0] += 1 }
            for index in fitting where isExpired(exceptions[index], today) { uses.expired.insert(index) }
            if fitting.contains(where: { !isExpired(exceptions[$0], today) }) { continue }
            findings.append(kept)
        }
        result.findings = findings
    }

    private func fits(_ exception: Exception, _ checked: CheckedFinding) -> Bool {
        guard exception.rule == checked.finding.rule.id else { return false }
        guard exception.file.map({ Self.matches(checked.file, $0) }) ?? true else { return false }
        guard let place = exception.place else { return true }
        if let pointer = checked.finding.place?.pointer, pointer == place || pointer.hasPrefix(place + "/") {
            return true
        }
        return checked.finding.element == place
    }

    private func isExpired(_ exception: Exception, _ today: String) -> Bool {
        exception.until.map { $0 < today } ?? false
    }

    /// Whether a text is a pattern's, in which a star stands for anything; in linear time for each star.
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

    /// What to tell after a run: exceptions that ended, and those that no finding fits.
    func lines(_ uses: Uses) -> [String] {
        exceptions.indices.compactMap { index in
            let exception = exceptions[index]
            let place = "\(path)\(exception.position.map { ":\($0)" } ?? "")"
            if uses.expired.contains(index) {
                return "\(place): the exception for \(exception.rule) ended on \(exception.until ?? "")"
            }
            return uses.counts[index] == nil ? "\(place): no finding of \(exception.rule) fits this exception" : nil
        }
    }

    /// The configuration as YAML, as it is used.
    var text: String {
        func quoted(_ text: String) -> String {
            "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        var lines = ["# \(path)", "version: 1"]
        func list(_ name: String, _ values: [String]) {
            guard !values.isEmpty else { return }
            lines.append("\(name):")
            lines += values.map { "  - \(quoted($0))" }
        }
        list("check", inputs)
        if let host { lines.append("host: \(quoted(host))") }
        list("apps", apps)
        if !severities.isEmpty {
            lines.append("severities:")
            lines += severities.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value?.rawValue ?? "off")" }
        }
        if !exceptions.isEmpty { lines.append("ignore:") }
        for exception in exceptions {
            lines.append("  - rule: \(exception.rule)")
            if let file = exception.file { lines.append("    file: \(quoted(file))") }
            if let place = exception.place { lines.append("    where: \(quoted(place))") }
            lines.append("    reason: \(quoted(exception.reason))")
            if let until = exception.until { lines.append("    until: \(until)") }
        }
        return lines.joined(separator: "\n")
    }
}
