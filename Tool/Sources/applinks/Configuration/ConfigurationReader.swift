import BoltsSiteCheck
import Foundation

/// Reads the values of a configuration, and says where a wrong one stands.
struct ConfigurationReader {
    let path: String
    let tree: YAMLTree

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
                let near = known.min { Self.distance(name, $0) < Self.distance(name, $1) }
                let advice = near.flatMap { Self.distance(name, $0) <= 3 ? "; did you mean \($0)?" : nil }
                throw error(
                    "\(pointer)/\(name)",
                    "this is no known member; known are \(known.joined(separator: ", "))\(advice ?? "")"
                )
            }
        }
        return object
    }

    /// How many letters are inserted, removed or replaced between two words; of a long one only its beginning counts.
    private static func distance(_ first: String, _ second: String) -> Int {
        let (first, second) = (Array(first.utf8.prefix(64)), Array(second.utf8.prefix(64)))
        var row = Array(0...second.count)
        for (index, byte) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (byte == second[column] ? 0 : 1))
                diagonal = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[second.count]
    }

    func string(_ value: Any, at pointer: String) throws -> String {
        // YAML reads off as no.
        if let flag = value as? Bool, !flag { return "off" }
        guard let text = value as? String, !text.isEmpty else { throw error(pointer, "write a text") }
        return text
    }

    /// Reads a text or a list of texts; nothing is an empty list.
    func strings(_ value: Any?, at pointer: String) throws -> [String] {
        guard let value else { return [] }
        if let text = value as? String { return [text] }
        guard let list = value as? [Any], list.count <= 1_000 else { throw error(pointer, "write a list of texts") }
        return try list.enumerated().map { try string($1, at: "\(pointer)/\($0)") }
    }

    /// A path as it is seen from the folder of the file.
    func resolved(_ name: String) -> String {
        let folder = (path as NSString).deletingLastPathComponent
        return name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    }

    /// Reads the names of platforms; `nil` if there is none.
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
        throw error(pointer, "there is no rule \(id); docs/rules.md lists them")
    }

    func exception(_ value: Any, at pointer: String) throws -> CheckConfiguration.Exception {
        let object = try object(value, at: pointer, known: CheckConfiguration.exceptionMembers)
        guard let rule = object["rule"] as? String else { throw error(pointer, "name the rule: rule: RULE-ID") }
        try checkRule(rule, at: "\(pointer)/rule")
        guard let reason = object["reason"] as? String, !reason.trimmingCharacters(in: .whitespaces).isEmpty else {
            throw error(pointer, "say why the finding is accepted: reason: TEXT")
        }
        let until = try object["until"].map { try string($0, at: "\(pointer)/until") }
        if let until, until.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) == nil {
            throw error("\(pointer)/until", "write a day such as 2027-01-31")
        }
        return CheckConfiguration.Exception(
            rule: rule,
            file: try object["file"].map { try string($0, at: "\(pointer)/file") },
            place: try object["where"].map { try string($0, at: "\(pointer)/where") },
            reason: reason,
            until: until,
            position: tree.position(at: pointer),
            pointer: pointer
        )
    }
}
