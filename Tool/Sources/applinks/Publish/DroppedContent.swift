import BoltsSiteCheck
import Foundation

/// What an association file has that the description does not describe, so that writing the described file would drop it.
///
/// The rules of an app that is described belong to the description. Its other services and relations, its further certificates, other
/// apps and unknown members do not.
struct DroppedContent {
    /// One sentence for each entry or member, in the order of the file.
    private(set) var entries: [String] = []

    /// Compares a file with what is to replace it.
    ///
    /// - Parameters:
    ///   - existing: The file that is there.
    ///   - described: The file that would be written.
    ///   - name: The name of the file.
    /// - Throws: ``InputError`` if one of them is not JSON, so that nobody can say what would be dropped.
    init(replacing existing: [UInt8], by described: [UInt8], name: String) throws {
        let before = try Self.value(existing)
        let after = try Self.value(described)
        switch name {
        case "apple-app-site-association": addApple(before, after)
        case "assetlinks.json": addStatements(before, after)
        default: addWindows(before, after)
        }
    }

    private static func value(_ bytes: [UInt8]) throws -> Any {
        let findings = AssociationCheck.findings(inAppSiteAssociation: bytes, file: "file")
        if let repeated = findings.first(where: { $0.rule.id == "aasa-duplicate-json-key" }) {
            throw InputError("it has a member twice: \(repeated.message)")
        }
        do {
            return try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        } catch {
            throw InputError("it is not JSON, so what would be dropped is not known")
        }
    }

    // MARK: - Files

    private mutating func addApple(_ before: Any, _ after: Any) {
        guard let root = object(before, at: "") else { return }
        addMembers(of: root, besides: ["applinks"], at: "")
        guard let value = root["applinks"], let links = object(value, at: "/applinks") else { return }
        addMembers(of: links, besides: ["details"], at: "/applinks")
        guard let value = links["details"], let details = array(value, at: "/applinks/details") else { return }
        let own = ((after as? [String: Any])?["applinks"] as? [String: Any])?["details"] as? [[String: Any]] ?? []
        let described = Set(own.flatMap { $0["appIDs"] as? [String] ?? [] })
        for (index, value) in details.enumerated() {
            let place = "/applinks/details/\(index)"
            guard let entry = object(value, at: place) else { continue }
            if let list = entry["appIDs"] { addTexts(list, besides: described, at: "\(place)/appIDs") }
            if let single = entry["appID"] { addTexts([single], besides: described, at: "\(place)/appID") }
            if entry["appIDs"] == nil, entry["appID"] == nil { entries.append("\(place), which names no app") }
            addMembers(of: entry, besides: ["appIDs", "appID", "components", "paths", "defaults"], at: place)
            if let defaults = entry["defaults"] {
                addRule(defaults, ["caseSensitive", "percentEncoded"], at: "\(place)/defaults")
            }
            addRules(entry["components"], Self.ruleMembers, at: "\(place)/components")
        }
    }

    private mutating func addStatements(_ before: Any, _ after: Any) {
        guard let statements = array(before, at: "") else { return }
        var described: [String: Set<String>] = [:]
        for statement in after as? [[String: Any]] ?? [] {
            guard let target = statement["target"] as? [String: Any], let package = target["package_name"] as? String
            else { continue }
            let certificates = target["sha256_cert_fingerprints"] as? [String] ?? []
            described[package, default: []].formUnion(certificates.map { $0.uppercased() })
        }
        for (index, value) in statements.enumerated() {
            let place = "/\(index)"
            guard let statement = object(value, at: place) else { continue }
            guard let target = statement["target"] as? [String: Any], target["namespace"] as? String == "android_app",
                let package = target["package_name"] as? String, let certificates = described[package]
            else {
                let name = (statement["target"] as? [String: Any])?.values.compactMap { $0 as? String }.sorted()
                entries.append("\(place)\(name.map { " (\($0.joined(separator: " ")))" } ?? "")")
                continue
            }
            addTexts(statement["relation"] ?? [], besides: [Self.relation], at: "\(place)/relation")
            let members: Set = ["namespace", "package_name", "sha256_cert_fingerprints"]
            addMembers(of: target, besides: members, at: "\(place)/target")
            let prints = target["sha256_cert_fingerprints"] ?? []
            let list = (prints as? [String]).map { $0.map { $0.uppercased() } as Any } ?? prints
            addTexts(list, besides: certificates, at: "\(place)/target/sha256_cert_fingerprints")
            addMembers(of: statement, besides: ["relation", "target", "relation_extensions", "comment"], at: place)
            // Publishing writes remarks that begin with the id of a rule.
            if let comment = statement["comment"], (comment as? String)?.hasPrefix("assetlinks-") != true {
                entries.append("\(place)/comment")
            }
            let path = "\(place)/relation_extensions"
            guard let value = statement["relation_extensions"], let extensions = object(value, at: path) else {
                continue
            }
            addMembers(of: extensions, besides: [Self.relation], at: path)
            let own = "\(path)/\(Self.relation.replacingOccurrences(of: "/", with: "~1"))"
            guard let value = extensions[Self.relation], let rules = object(value, at: own) else { continue }
            addMembers(of: rules, besides: ["dynamic_app_link_components"], at: own)
            let components = rules["dynamic_app_link_components"]
            addRules(components, ["/", "?", "#", "exclude"], at: "\(own)/dynamic_app_link_components")
        }
    }

    private mutating func addWindows(_ before: Any, _ after: Any) {
        guard let elements = array(before, at: "") else { return }
        let described = Set((after as? [[String: Any]] ?? []).compactMap { $0["packageFamilyName"] as? String })
        for (index, value) in elements.enumerated() {
            let place = "/\(index)"
            guard let element = object(value, at: place) else { continue }
            addTexts([element["packageFamilyName"] ?? ""], besides: described, at: "\(place)/packageFamilyName")
            addMembers(of: element, besides: ["packageFamilyName", "paths", "excludePaths"], at: place)
        }
    }

    private static let relation = "delegate_permission/common.handle_all_urls"
    private static let ruleMembers: Set = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded"]

    // MARK: - Values

    /// Returns an object, or notes a value that is something else.
    private mutating func object(_ value: Any, at place: String) -> [String: Any]? {
        if let object = value as? [String: Any] { return object }
        entries.append("\(place.isEmpty ? "the whole file" : place), which is not an object")
        return nil
    }

    /// Returns an array, or notes a value that is something else.
    private mutating func array(_ value: Any, at place: String) -> [Any]? {
        if let array = value as? [Any] { return array }
        entries.append("\(place.isEmpty ? "the whole file" : place), which is not an array")
        return nil
    }

    private mutating func addMembers(of object: [String: Any], besides known: Set<String>, at place: String) {
        for name in object.keys.sorted() where !known.contains(name) {
            let step = name.replacingOccurrences(of: "~", with: "~0").replacingOccurrences(of: "/", with: "~1")
            entries.append("\(place)/\(step)")
        }
    }

    private mutating func addTexts(_ value: Any, besides known: Set<String>, at place: String) {
        for element in array(value, at: place) ?? [] where !((element as? String).map(known.contains) ?? false) {
            entries.append("\(place) with \((element as? String) ?? "a value that is not a text")")
        }
    }

    private mutating func addRules(_ value: Any?, _ known: Set<String>, at place: String) {
        guard let value, let rules = array(value, at: place) else { return }
        for (index, rule) in rules.enumerated() { addRule(rule, known, at: "\(place)/\(index)") }
    }

    private mutating func addRule(_ value: Any, _ known: Set<String>, at place: String) {
        guard let rule = object(value, at: place) else { return }
        addMembers(of: rule, besides: known, at: place)
    }
}
