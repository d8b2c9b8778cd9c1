@_spi(Bolts) import BoltsAssociations

/// Merges a description into an existing file, and keeps the rest of the file.
///
/// The description owns the rules of a described app. Other apps, services, relations, certificates and members remain, and so
/// does the existing order.
struct FileMerge {
    struct Failure: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    /// The members of Apple's rules that decide about links.
    private static let ruleMembers = Set(AppleComponentMembers.names)
    private static let relation = AssetRelation.handleAllURLs.description

    /// The JSON pointers of members that are lost because their parent is no longer described.
    private(set) var dropped: [String] = []
    /// Certificates that are kept although the description does not name them.
    private(set) var certificates: [(package: String, certificate: String)] = []

    // MARK: - Apple

    mutating func apple(_ existing: JSONNode, _ described: JSONNode) throws(Failure) -> FormattedJSON {
        guard existing.isObject else { throw Failure("the whole file is not an object") }
        let links = existing["applinks"]
        if let links, !links.isObject { throw Failure("/applinks is not an object") }
        let details = links?["details"]
        if let details, !details.isArray { throw Failure("/applinks/details is not an array") }
        let entries = described["applinks"]?["details"].map { Array($0.children) } ?? []
        let merged = FormattedJSON.array(mergedDetails(details, entries))
        let value = links.map { Self.object($0, setting: [("details", merged)]) } ?? .object([("details", merged)])
        var members: [(name: String, value: FormattedJSON?)] = [("applinks", value)]
        for service in described.children where service.name != "applinks" {
            let old = existing[service.name ?? ""]
            if let old, !old.isObject { throw Failure("\(old.pointer) is not an object") }
            try Self.expectStrings(old?["apps"])
            let apps = Self.union(old?["apps"], service["apps"]) { $0.string.map(AppIdentifier.canonical) }.all
            let merged = old.map { Self.object($0, setting: [("apps", apps)]) } ?? .object([("apps", apps)])
            members.append((service.name ?? "", merged))
        }
        return Self.object(existing, setting: members)
    }

    /// Throws if a list to be joined with a described one is not an array of strings, because its content is then unknown.
    private static func expectStrings(_ list: JSONNode?) throws(Failure) {
        guard let list else { return }
        guard list.isArray else { throw Failure("\(list.pointer) is not an array") }
        guard list.children.allSatisfy(\.isString) else {
            throw Failure("\(list.pointer) has an item that is not a string")
        }
    }

    /// Returns the elements of two arrays, and those of the first that are missing from the second.
    private static func union(
        _ old: JSONNode?,
        _ new: JSONNode?,
        by key: (JSONNode) -> String?
    ) -> (all: FormattedJSON, kept: [JSONNode]) {
        let before = old?.children.map { $0 } ?? []
        let after = new?.children.map { $0 } ?? []
        let known = Set(before.compactMap(key))
        let described = Set(after.compactMap(key))
        let added = after.filter { node in !(key(node).map(known.contains) ?? false) }
        let kept = before.filter { node in !(key(node).map(described.contains) ?? false) }
        return (.array((before + added).map(FormattedJSON.init)), kept)
    }

    private mutating func mergedDetails(_ details: JSONNode?, _ entries: [JSONNode]) -> [FormattedJSON] {
        let own = entries.map { Set(AppleFile.identifiers(of: $0).map(AppIdentifier.canonical)) }
        let all = own.reduce(into: Set<String>()) { $0.formUnion($1) }
        var isWritten = entries.map { _ in false }
        var list: [FormattedJSON] = []
        for entry in details.map({ Array($0.children) }) ?? [] {
            let named = (entry["appIDs"].map { Array($0.children) } ?? []) + [entry["appID"]].compactMap { $0 }
            let identifiers = named.compactMap { $0.string.map(AppIdentifier.canonical) }
            guard identifiers.contains(where: all.contains) else {
                list.append(FormattedJSON(entry))
                continue
            }
            var source: JSONNode? = entry
            if !identifiers.allSatisfy(all.contains) {
                list.append(Self.removing(all, from: entry))
                source = nil
            }
            for index in entries.indices
            where !isWritten[index] && !own[index].isDisjoint(with: identifiers) {
                isWritten[index] = true
                list.append(source.map { mergedEntry(entries[index], into: $0) } ?? FormattedJSON(entries[index]))
                source = nil
            }
            if let source {
                drop(source, besides: ["appIDs", "appID", "components", "paths", "defaults"])
                dropRules(source["components"]?.children.map { $0 } ?? [])
            }
        }
        return list + entries.indices.filter { !isWritten[$0] }.map { FormattedJSON(entries[$0]) }
    }

    /// Returns an entry without some apps.
    private static func removing(_ apps: Set<String>, from entry: JSONNode) -> FormattedJSON {
        func isKept(_ node: JSONNode) -> Bool {
            node.string.map { !apps.contains(AppIdentifier.canonical($0)) } ?? true
        }
        var members: [(name: String, value: FormattedJSON?)] = []
        if let list = entry["appIDs"], list.isArray {
            members.append(("appIDs", .array(list.children.filter(isKept).map(FormattedJSON.init))))
        }
        if let single = entry["appID"], !isKept(single) { members.append(("appID", nil)) }
        return object(entry, setting: members)
    }

    private mutating func mergedEntry(_ entry: JSONNode, into existing: JSONNode) -> FormattedJSON {
        let rules = mergedRules(entry["components"], existing["components"])
        var defaults = entry["defaults"].map(FormattedJSON.init)
        if let own = entry["defaults"], let old = existing["defaults"], old.isObject {
            var members: [(name: String, value: FormattedJSON?)] = Self.ruleMembers.sorted().map { ($0, nil) }
            members.removeAll { own[$0.name] != nil }
            members += own.children.map { ($0.name ?? "", FormattedJSON($0)) }
            defaults = Self.object(old, setting: members)
        }
        return Self.object(
            existing,
            setting: [
                ("appIDs", entry["appIDs"].map(FormattedJSON.init)), ("appID", nil), ("defaults", defaults),
                ("paths", nil), ("components", .array(rules)),
            ]
        )
    }

    // MARK: - Google

    mutating func android(_ existing: JSONNode, _ described: JSONNode) throws(Failure) -> FormattedJSON {
        guard existing.isArray else { throw Failure("the whole file is not an array") }
        var rest = Array(described.children)
        var list: [FormattedJSON] = []
        for statement in existing.children {
            let relations = statement["relation"]?.children.compactMap(\.string) ?? []
            guard let package = statement["target"]?["package_name"]?.string,
                statement["target"]?["namespace"]?.string == "android_app", relations.contains(Self.relation),
                let index = rest.firstIndex(where: { $0["target"]?["package_name"]?.string == package })
            else {
                list.append(FormattedJSON(statement))
                continue
            }
            list.append(try mergedStatement(rest.remove(at: index), into: statement, package))
        }
        return .array(list + rest.map(FormattedJSON.init))
    }

    private mutating func mergedStatement(
        _ statement: JSONNode,
        into existing: JSONNode,
        _ package: String
    ) throws(Failure) -> FormattedJSON {
        try Self.expectStrings(existing["target"]?["sha256_cert_fingerprints"])
        let prints = Self.union(
            existing["target"]?["sha256_cert_fingerprints"],
            statement["target"]?["sha256_cert_fingerprints"]
        ) { $0.string?.uppercased() }
        certificates += prints.kept.map { (package, $0.string ?? $0.text) }
        let target = existing["target"].map { Self.object($0, setting: [("sha256_cert_fingerprints", prints.all)]) }
        let extensions = try mergedExtensions(statement["relation_extensions"], existing["relation_extensions"])
        return Self.object(
            existing,
            setting: [
                ("comment", Self.comment(statement["comment"], existing["comment"])),
                ("relation", Self.union(existing["relation"], statement["relation"]) { $0.string }.all),
                ("target", target),
                ("relation_extensions", extensions),
            ]
        )
    }

    private mutating func mergedExtensions(_ extensions: JSONNode?, _ existing: JSONNode?) throws(Failure)
        -> FormattedJSON?
    {
        guard let existing else { return extensions.map(FormattedJSON.init) }
        guard existing.isObject else { throw Failure("\(existing.pointer) is not an object") }
        let member = "dynamic_app_link_components"
        let old = existing[Self.relation]
        if let old, !old.isObject { throw Failure("\(old.pointer) is not an object") }
        let described = extensions?[Self.relation]?[member]
        let rules = mergedRules(described, old?[member])
        let own: FormattedJSON? = described == nil ? nil : .array(rules)
        let inner = old.map { Self.object($0, setting: [(member, own)]) } ?? own.map { .object([(member, $0)]) }
        let kept = inner.flatMap { $0.isEmptyObject ? nil : $0 }
        let all = Self.object(existing, setting: [(Self.relation, kept)])
        return all.isEmptyObject ? nil : all
    }

    /// Combines the remark of publishing with the author's part of an existing comment.
    private static func comment(_ remark: JSONNode?, _ existing: JSONNode?) -> FormattedJSON? {
        guard let existing else { return remark.map(FormattedJSON.init) }
        guard var text = existing.string else { return FormattedJSON(existing) }
        for sentence in AssetLinksWriter.allRemarks { text = text.replacing(sentence, with: "") }
        let words = text.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        let parts = [remark?.string, words].compactMap { $0 }.filter { !$0.isEmpty }
        // A comment without publishing's remarks remains as written.
        if remark == nil, text == existing.string { return FormattedJSON(existing) }
        return parts.isEmpty ? nil : .string(parts.joined(separator: " "))
    }

    // MARK: - Windows

    mutating func windows(_ existing: JSONNode, _ described: JSONNode) throws(Failure) -> FormattedJSON {
        guard existing.isArray else { throw Failure("the whole file is not an array") }
        let entries = Array(described.children)
        var isWritten = entries.map { _ in false }
        var list: [FormattedJSON] = []
        for element in existing.children {
            guard let family = element["packageFamilyName"]?.string,
                let index = entries.firstIndex(where: { $0["packageFamilyName"]?.string == family })
            else {
                list.append(FormattedJSON(element))
                continue
            }
            // Further elements for the same app are removed: their rules belong to the description.
            guard !isWritten[index] else {
                drop(element, besides: ["packageFamilyName", "paths", "excludePaths"])
                continue
            }
            isWritten[index] = true
            let own = ["paths", "excludePaths"].map { ($0, entries[index][$0].map(FormattedJSON.init)) }
            list.append(Self.object(element, setting: own))
        }
        return .array(list + entries.indices.filter { !isWritten[$0] }.map { FormattedJSON(entries[$0]) })
    }

    // MARK: - Signing in

    /// Merges a sign-in file.
    func signIn(_ existing: JSONNode, _ described: JSONNode) throws(Failure) -> FormattedJSON {
        guard existing.isObject else { throw Failure("the whole file is not an object") }
        var members: [(name: String, value: FormattedJSON?)] = []
        for member in described.children {
            let name = member.name ?? ""
            let old = existing[name]
            if member.isArray {
                // Browsers ignore the file unless the list is an array of strings.
                try Self.expectStrings(old)
                members.append((name, Self.union(old, member, by: RelatedOrigins.key).all))
                continue
            }
            if member.isObject, let old {
                guard old.isObject else { throw Failure("\(old.pointer) is not an object") }
                // The existing text about the web app remains.
                continue
            }
            members.append((name, FormattedJSON(member)))
        }
        return Self.object(existing, setting: members)
    }

    // MARK: - Rules

    /// Returns the described rules, each in the file's spelling if the file has it, with its remarks.
    private mutating func mergedRules(_ rules: JSONNode?, _ existing: JSONNode?) -> [FormattedJSON] {
        var pool = existing?.children.map { (key: Self.ruleKey($0), node: $0) } ?? []
        var list: [FormattedJSON] = []
        for rule in rules?.children.map({ $0 }) ?? [] {
            let key = Self.ruleKey(rule)
            if let index = pool.firstIndex(where: { $0.key == key }) {
                list.append(FormattedJSON(pool.remove(at: index).node))
            } else {
                list.append(FormattedJSON(rule))
            }
        }
        dropRules(pool.map(\.node))
        return list
    }

    /// A key for the deciding members of a rule that does not depend on their order.
    private static func ruleKey(_ rule: JSONNode) -> String {
        rule.children.filter { ruleMembers.contains($0.name ?? "") }
            .map { "\($0.name ?? ""):\(sorted($0))" }.sorted().joined(separator: ",")
    }

    private static func sorted(_ node: JSONNode) -> String {
        guard node.isObject else { return node.string.map { "\"\($0)" } ?? node.text }
        return "{" + node.children.map { "\($0.name ?? ""):\(sorted($0))" }.sorted().joined(separator: ",") + "}"
    }

    private mutating func dropRules(_ rules: [JSONNode]) {
        for rule in rules where rule.isObject { drop(rule, besides: Self.ruleMembers) }
    }

    private mutating func drop(_ object: JSONNode, besides known: Set<String>) {
        dropped += object.children.filter { !known.contains($0.name ?? "") }.map(\.pointer)
    }

    /// Returns an object whose members are replaced or removed in place; new ones come last.
    private static func object(_ node: JSONNode, setting members: [(name: String, value: FormattedJSON?)])
        -> FormattedJSON
    {
        var rest = members
        var result: [(name: String, value: FormattedJSON)] = []
        for child in node.children {
            let name = child.name ?? ""
            guard let index = rest.firstIndex(where: { $0.name == name }) else {
                result.append((name, FormattedJSON(child)))
                continue
            }
            if let value = rest.remove(at: index).value { result.append((name, value)) }
        }
        return .object(result + rest.compactMap { member in member.value.map { (member.name, $0) } })
    }
}
