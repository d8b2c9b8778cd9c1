@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The edits of a site's files for findings that contain the link or the app.
struct AssociationEdits {
    private let document: JSONDocument

    init(_ document: JSONDocument) { self.document = document }

    func edits(_ finding: Finding) -> [FileEdit]? {
        let node = finding.place.flatMap { document.node(at: $0.byteRange.lowerBound) }
        switch finding.change {
        case .rule(let change)?: return node.flatMap { rule(change, at: $0) }
        case .list(let app, let fingerprints, let instead, let signsIn)?:
            if let instead, let edits = replacing(instead, with: app) { return edits }
            return document.root.isArray ? statement(app, fingerprints, signsIn: signsIn) : entry(app)
        case .service(let service, let app, let instead)?:
            return instead.flatMap { replacing($0, with: app) } ?? naming(app, for: service)
        case .fingerprint(let fingerprint, let package)?: return listing(fingerprint, of: package, node)
        case .relation(let name, let package)?: return relation(name, of: package)
        default: return nil
        }
    }

    // MARK: - Rules

    private static let lists: Set<String> = ["components", "paths", "excludePaths", "dynamic_app_link_components"]

    /// The rule that contains a value, or `nil` if there is none.
    private func ruleNode(_ node: JSONNode) -> JSONNode? {
        var current: JSONNode? = node
        while let value = current {
            if let list = value.parent, list.isArray, Self.lists.contains(list.name ?? "") { return value }
            current = value.parent
        }
        return nil
    }

    private func rule(_ change: RuleChange, at node: JSONNode) -> [FileEdit]? {
        let rule = ruleNode(node)
        func path(_ text: String) -> [FileEdit]? {
            guard let rule else { return nil }
            if let written = rule.isObject ? rule["/"] : rule {
                guard written.isString else { return nil }
                return FileEdit.text(of: written, text).map { [$0] }
            }
            return [FileEdit.addition(of: "\"/\": \(JSONString.quoted(text))", to: rule)]
        }
        func flag(_ name: String) -> [FileEdit]? {
            guard let rule, rule.isObject, rule[name] == nil else { return nil }
            return [FileEdit.addition(of: "\"\(name)\": false", to: rule)]
        }
        switch change {
        case .writePath(let text): return path(text)
        // The links that open the app now still do.
        case .writePathOrIgnoreCase(let text): return flag("caseSensitive") ?? path(text)
        case .ignoreCase: return flag("caseSensitive")
        case .decodeLinks: return flag("percentEncoded")
        case .addRule(let text, let form, let instead):
            if let slip = instead.pattern, let rule, (rule.isObject ? rule["/"] : rule)?.string == slip.written {
                return path(slip.fixed)
            }
            return addition(text, form, rule, node)
        case .addQueryItem(let name), .writeItemPattern(let name):
            guard let query = rule?["?"], query.isObject, let item = query[name] else { return nil }
            return [FileEdit.removal(of: Array(query.children).count == 1 ? query : item)]
        case .writeQueryPattern: return rule?["?"].map { [FileEdit.removal(of: $0)] }
        case .writeFragmentPattern: return rule?["#"].map { [FileEdit.removal(of: $0)] }
        case .writePathInCaseOfLinks, .writePathWithoutEscapes, .writeLink, .addSlash: return nil
        }
    }

    private func addition(_ path: String, _ form: RuleChange.Form, _ rule: JSONNode?, _ node: JSONNode) -> [FileEdit]? {
        let written = JSONString.quoted(path)
        let list: JSONNode?
        let text: String
        switch form {
        case .component:
            (list, text) = (rule?.parent ?? node["components"], "{\"/\": \(written)}")
        case .componentWith(let members):
            (list, text) = (rule?.parent ?? node["components"], "{\"/\": \(written), \(members)}")
        case .pathString: (list, text) = (rule?.parent ?? node["paths"], written)
        case .windowsPath: (list, text) = (node["paths"] ?? rule?.parent, written)
        case .dynamicRule: (list, text) = (rule?.parent ?? dynamicRules(of: node), "{\"/\": \(written)}")
        }
        guard let list, list.isArray else { return nil }
        return [FileEdit.addition(of: text, to: list)]
    }

    private func dynamicRules(of node: JSONNode) -> JSONNode? {
        var statement: JSONNode? = node
        while let inner = statement, inner["target"] == nil { statement = inner.parent }
        return statement?["relation_extensions"]?[AssetRelation.handleAllURLs.description]?[
            "dynamic_app_link_components"
        ]
    }

    // MARK: - Apps

    private static let members: Set<String> = ["appID", "package_name"]
    private static let appLists: Set<String> = ["appIDs", "apps"]

    /// Replaces an identifier wherever the file uses it for an app.
    private func replacing(_ old: String, with new: String) -> [FileEdit]? {
        var edits: [FileEdit] = []
        func visit(_ node: JSONNode, depth: Int) {
            guard depth < 12 else { return }
            let isApp = Self.members.contains(node.name ?? "") || Self.appLists.contains(node.parent?.name ?? "")
            if isApp, node.string == old, let edit = FileEdit.text(of: node, new) { edits.append(edit) }
            for child in node.children { visit(child, depth: depth + 1) }
        }
        visit(document.root, depth: 0)
        return edits.isEmpty ? nil : edits
    }

    /// Adds an app to Apple's file: to its only entry, or in a separate entry.
    private func entry(_ app: String) -> [FileEdit]? {
        let name = JSONString.quoted(app)
        let own = "{\"appIDs\": [\(name)], \"components\": [{\"/\": \"*\"}]}"
        guard document.root.isObject else { return nil }
        guard let links = document.root["applinks"] else {
            return [FileEdit.addition(of: "\"applinks\": {\"details\": [\(own)]}", to: document.root)]
        }
        guard links.isObject else { return nil }
        guard let details = links["details"] else {
            return [FileEdit.addition(of: "\"details\": [\(own)]", to: links)]
        }
        guard details.isArray else { return nil }
        let entries = details.children.filter(\.isObject)
        if entries.count == 1, let apps = entries[0]["appIDs"], apps.isArray {
            return [FileEdit.addition(of: name, to: apps)]
        }
        return [FileEdit.addition(of: own, to: details)]
    }

    /// Adds an app to Apple's file for a service such as `webcredentials`.
    private func naming(_ app: String, for service: String) -> [FileEdit]? {
        let name = JSONString.quoted(app)
        guard document.root.isObject else { return nil }
        guard let service = document.root[service] else {
            return [FileEdit.addition(of: "\(JSONString.quoted(service)): {\"apps\": [\(name)]}", to: document.root)]
        }
        guard service.isObject else { return nil }
        guard let apps = service["apps"] else {
            // The apps that its members for links name are meant too.
            let entries = service["details"]?.elements.map(Array.init) ?? []
            let named = entries.flatMap {
                ($0["appIDs"]?.elements.map(Array.init) ?? []) + [$0["appID"]].compactMap(\.self)
            }
            if service["details"] != nil {
                let others = named.compactMap(\.string).filter { $0 != app }
                return [
                    FileEdit.value(
                        of: service,
                        "{\"apps\": [\(([app] + others).map(JSONString.quoted).joined(separator: ", "))]}"
                    )
                ]
            }
            return [FileEdit.addition(of: "\"apps\": [\(name)]", to: service)]
        }
        return apps.isArray ? [FileEdit.addition(of: name, to: apps)] : nil
    }

    /// Adds a statement for an app with known certificates.
    private func statement(_ package: String, _ fingerprints: [String], signsIn: Bool) -> [FileEdit]? {
        guard !fingerprints.isEmpty, AndroidApplicationID.isValid(package) else { return nil }
        let list = fingerprints.map(JSONString.quoted).joined(separator: ", ")
        let relations: [AssetRelation] = signsIn ? [.handleAllURLs, .getLoginCredentials] : [.handleAllURLs]
        let names = relations.map { JSONString.quoted($0.description) }.joined(separator: ", ")
        let text =
            "{\"relation\": [\(names)], \"target\": {\"namespace\": \"android_app\", "
            + "\"package_name\": \(JSONString.quoted(package)), \"sha256_cert_fingerprints\": [\(list)]}}"
        return [FileEdit.addition(of: text, to: document.root)]
    }

    private func statements(of package: String) -> [JSONNode] {
        document.root.children.filter { $0["target"]?["package_name"]?.string == package }
    }

    /// Adds a certificate: instead of invalid text, or in addition to the others.
    private func listing(_ fingerprint: String, of package: String, _ node: JSONNode?) -> [FileEdit]? {
        if let node, node.isString, node.parent?.name == "sha256_cert_fingerprints" {
            return FileEdit.text(of: node, fingerprint).map { [$0] }
        }
        let links = statements(of: package).filter { statement in
            statement["relation"]?.children.contains { $0.string == AssetRelation.handleAllURLs.description } ?? false
        }
        guard let list = links.first?["target"]?["sha256_cert_fingerprints"], list.isArray else { return nil }
        return [FileEdit.addition(of: JSONString.quoted(fingerprint), to: list)]
    }

    private func relation(_ relation: AssetRelation, of package: String) -> [FileEdit]? {
        guard let list = statements(of: package).lazy.compactMap({ $0["relation"] }).first, list.isArray else {
            return nil
        }
        return [FileEdit.addition(of: "\"\(relation)\"", to: list)]
    }
}
