@_spi(Bolts) import AppFiles
import BoltsAppLinks
import BoltsSiteCheck
import Foundation

/// Reads the values of a configuration, and reports the place of an invalid one.
struct ConfigurationReader {
    let path: String
    let tree: YAMLTree
    /// The folder that everything in the file must be in, without symbolic links; `nil` for anywhere.
    let root: String?

    func error(_ pointer: String, _ message: String) -> InputError {
        let place = tree.position(at: pointer).map { ":\($0)" } ?? ""
        let name = pointer.split(separator: "/").joined(separator: ".")
        return InputError("\(path)\(place): \(name.isEmpty ? "" : "\(name): ")\(message)")
    }

    /// Reads an object, whose members must be known unless `known` is `nil`.
    func object(_ value: Any, at pointer: String, known: [String]?) throws -> [String: Any] {
        guard let object = value as? [String: Any] else {
            throw error(pointer, "write members such as \((known ?? ["rule: off"]).prefix(3).joined(separator: ", "))")
        }
        if let known {
            for name in object.keys.sorted() where !known.contains(name) {
                let meant = name == "app" && known.contains("opens") ? "opens" : nil
                let advice = (meant ?? Spelling.nearest(to: name, among: known)).map { "; did you mean \($0)?" }
                throw error(
                    "\(pointer)/\(name)",
                    "this is not a known member; the known ones are \(known.joined(separator: ", "))\(advice ?? "")"
                )
            }
        }
        return object
    }

    /// Whether a value is true or false; a number also counts as one.
    static func isFlag(_ value: Any) -> Bool {
        (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    }

    func string(_ value: Any, at pointer: String) throws -> String {
        // YAML reads off as no.
        if Self.isFlag(value), value as? Bool == false { return "off" }
        guard let text = value as? String, !text.trimmingCharacters(in: .whitespaces).isEmpty else {
            throw error(pointer, "write a text")
        }
        return text
    }

    /// Reads a text or a list of texts; nothing is an empty list.
    func strings(_ value: Any?, at pointer: String) throws -> [String] {
        guard let value else { return [] }
        if value is String { return [try string(value, at: pointer)] }
        guard let list = value as? [Any], list.count <= 1_000 else { throw error(pointer, "write a list of texts") }
        return try list.enumerated().map { try string($1, at: "\(pointer)/\($0)") }
    }

    /// A path from the folder of the file, or of the symbolic link by which the file was found.
    ///
    /// It is relative if it is below the working folder, as in reports.
    private func resolved(_ name: String) -> String {
        let folder = LocalPath.folder(of: path)
        guard !name.hasPrefix("/"), !folder.isEmpty else { return name }
        let resolved = "\(folder)/\(name)"
        guard folder.hasPrefix("/") else { return resolved }
        let normalized = LocalPath.normalized(resolved)
        let here = LocalPath.currentFolder
        return normalized == here ? "." : LocalPath.remainder(of: normalized, below: here) ?? resolved
    }

    /// A path that must be below the root, even through symbolic links: a repository decides only about itself.
    func file(_ name: String, at pointer: String) throws -> String {
        let resolved = resolved(name)
        guard let root else { return resolved }
        let real = LocalPath.resolved(resolved) ?? LocalPath.real(resolved)
        // A dangling link must not reveal anything about its destination.
        guard !LocalPath.isDanglingLink(resolved), real == root || LocalPath.remainder(of: real, below: root) != nil
        else {
            throw error(pointer, "\(name) is outside \(root); --allow-outside reads it nevertheless")
        }
        return resolved
    }

    /// An input: a path as in ``file(_:at:)``, or a URL or a host if no file has that name.
    func input(_ text: String, at pointer: String) throws -> String {
        if text.contains("://"), LinkScheme.leading(text) != nil { return text }
        // Missing files are checked too, so that no link reveals which files exist outside.
        let path = try file(text, at: pointer)
        guard !LocalPath.exists(path) else { return path }
        // A missing path is named in full, because it is not searched in the working folder.
        guard WebAddress.url(text) != nil else { return LocalPath.real(path) }
        guard root == nil || !LocalPath.exists(text) else {
            throw error(
                pointer,
                "\(text) is a file or folder where the command runs, and none beside this file; write https:// in front of a host"
            )
        }
        return text
    }

    func paths(_ value: Any?, at pointer: String, _ path: (String, String) throws -> String) throws -> [String] {
        let names = try strings(value, at: pointer)
        return try names.enumerated().map { try path($1, value is String ? pointer : "\(pointer)/\($0)") }
    }

    func platforms(_ value: Any?, at pointer: String) throws -> Set<SiteDifference.Platform>? {
        guard let value else { return nil }
        let names = try strings(value, at: pointer)
        let platforms = names.compactMap(SiteDifference.Platform.init)
        guard !names.isEmpty, platforms.count == names.count else {
            throw error(pointer, "write apple, android or windows, or several of them as a list")
        }
        return Set(platforms)
    }

    func checkRule(_ id: String, at pointer: String) throws {
        guard AssociationRule.rule(id) == nil else { return }
        let advice =
            AssociationRule.suggestion(for: id).map { "; did you mean \($0)?" } ?? "; 'applinks help rules' lists them"
        throw error(pointer, "there is no rule \(id)\(advice)")
    }

    func exception(_ value: Any, at pointer: String) throws -> CheckConfiguration.Exception {
        let object = try object(value, at: pointer, known: CheckConfiguration.exceptionMembers)
        guard let rule = object["rule"] as? String else { throw error(pointer, "write the rule as \"rule: RULE-ID\"") }
        try checkRule(rule, at: "\(pointer)/rule")
        guard let reason = object["reason"] as? String, !reason.trimmingCharacters(in: .whitespaces).isEmpty else {
            throw error(pointer, "say why the finding is accepted: reason: TEXT")
        }
        let until = try object["until"].map { try string($0, at: "\(pointer)/until") }
        if let until, !Self.isDay(until) { throw error("\(pointer)/until", "write a day such as 2027-01-31") }
        var file = try object["file"].map { Substring(try string($0, at: "\(pointer)/file")) }
        while file?.hasPrefix("./") == true { file = file?.dropFirst(2) }
        return CheckConfiguration.Exception(
            rule: rule,
            file: file.map(String.init),
            place: try object["where"].map { try string($0, at: "\(pointer)/where") },
            reason: reason,
            until: until,
            position: tree.position(at: pointer),
            pointer: pointer
        )
    }

    func link(_ value: Any, at pointer: String, host: String?, platforms: Set<SiteDifference.Platform>?) throws
        -> ExpectedLink
    {
        let object = try object(value, at: pointer, known: CheckConfiguration.linkMembers)
        guard let text = object["url"] as? String else {
            throw error("\(pointer)/url", "name the link: url: https://example.com/recipes/42")
        }
        let whole = text.hasPrefix("/") ? host.map { "https://\($0)\(text)" } ?? text : text
        guard let url = WebAddress.url(withScheme: whole), LinkScheme.leading(whole)?.isWeb == true,
            url.host()?.isEmpty == false
        else {
            throw error("\(pointer)/url", "write a URL such as https://example.com/recipes/42, or host: and a path")
        }
        guard !WebAddress.hasUserInfo(whole) else { throw error("\(pointer)/url", WebAddress.userInfoRefusal) }
        let outcome: LinkExpectation.Outcome
        switch (object["opens"], object["stays"]) {
        case (let apps?, nil):
            let names = try strings(apps, at: "\(pointer)/opens")
            guard !names.isEmpty else { throw error("\(pointer)/opens", "name the app: opens: org.sample.shelf") }
            outcome = .opens(names)
        case (nil, let place?):
            guard try string(place, at: "\(pointer)/stays") == "browser" else {
                throw error("\(pointer)/stays", "write stays: browser")
            }
            outcome = .stays
        default: throw error(pointer, "say what the link must do: opens: APP, or stays: browser")
        }
        let own = try self.platforms(object["platforms"], at: "\(pointer)/platforms") ?? platforms
        let expectation = LinkExpectation(url: url, outcome, platforms: own)
        guard !expectation.platforms.isEmpty else {
            throw error(pointer, "the app is of none of these platforms; name it as they do")
        }
        return ExpectedLink(
            expectation: expectation,
            // The path as shown in reports.
            file: LocalPath.remainder(of: path, below: LocalPath.currentFolder) ?? path,
            position: tree.position(at: pointer),
            pointer: pointer
        )
    }

    /// Whether a text is a calendar day, as `2027-01-31`.
    private static func isDay(_ text: String) -> Bool {
        let style = Date.ISO8601FormatStyle.iso8601.year().month().day()
        return (try? Date(text, strategy: style))?.formatted(style) == text
    }
}
