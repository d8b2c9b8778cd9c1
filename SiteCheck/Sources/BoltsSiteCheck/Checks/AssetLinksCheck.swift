@_spi(Bolts) import BoltsAssociations

enum AssetLinksCheck {
    static let statementKeys = ["relation", "target", "include", "relation_extensions"]

    static func check(_ bytes: [UInt8], _ collector: inout FindingCollector) {
        if bytes.count > AssetLinks.maximumBytes {
            let start = JSONPlace(pointer: "", position: TextPosition(line: 1, column: 1), byteRange: 0..<0)
            collector.add(.assetlinksTooLarge, start, "The file has \(FileSize.text(bytes)); 1,048,576 bytes are read.")
            // If the file exceeds the read limit, only its beginning is here, so its syntax is unknown.
            if FileSize.isBeyondReading(bytes) { return }
        }
        guard
            let document = AssociationCheck.document(
                bytes,
                mark: .assetlinksBom,
                syntax: .assetlinksInvalidJson,
                &collector
            )
        else { return }
        for member in document.duplicateMembers {
            let message = "\(Clip.quoted(member.name ?? "")) appears twice in one object."
            collector.add(member: .assetlinksDuplicateJsonKey, member, message)
        }
        guard let statements = document.root.elements else {
            let slip = AssociationCheck.slip(document.root, isApple: false)
            collector.add(.assetlinksNotArray, document.root, slip?.message, fix: slip?.fix)
            return
        }
        guard !statements.isEmpty else {
            collector.add(.assetlinksEmpty, document.root)
            return
        }
        var declared = Set<String>()
        var dynamicPackages = Set<String>()
        let budget = CoverBudget()
        let list = AssetLinks(document)
        let verified = verified(by: list)
        for statement in statements {
            check(statement, verified, budget, &collector)
            checkRepetition(statement, &declared, &dynamicPackages, &collector)
        }
        if list.packages.isEmpty, list.includes.isEmpty, !collector.contains(.error) {
            collector.add(.assetlinksNoHandleAllUrls, document.root)
        }
    }

    /// The relations that well-formed fingerprints give each package.
    private static func verified(by list: AssetLinks) -> [String: Set<String>] {
        var verified: [String: Set<String>] = [:]
        for statement in list.statements {
            guard case .androidApp(let package, let fingerprints) = statement.target,
                !fingerprints.allSatisfy({ AssetLinksTargetCheck.isSample($0.description) })
            else { continue }
            verified[package, default: []].formUnion(statement.relations.map(\.description))
        }
        return verified
    }

    /// Whether an array of objects is in place of a statement.
    static func isNested(_ node: JSONNode) -> Bool {
        node.isArray && !node.children.isEmpty && node.children.allSatisfy(\.isObject)
    }

    private static func check(
        _ statement: JSONNode,
        _ verified: [String: Set<String>],
        _ budget: CoverBudget,
        _ collector: inout FindingCollector
    ) {
        guard statement.isObject else {
            let isNested = isNested(statement)
            collector.add(
                .assetlinksStatementNotObject,
                statement,
                isNested ? "The statements are in an array inside the array, where nothing reads them." : nil,
                fix: isNested ? "Remove the inner square brackets: [{…}] in place of [[{…}]]." : nil
            )
            return
        }
        unknownKeys(of: statement, among: statementKeys, &collector)
        if let include = statement["include"] {
            check(include: include, of: statement, &collector)
            return
        }
        let relations = checkRelation(statement, &collector)
        AssetLinksTargetCheck.check(statement, relations: relations, verified, &collector)
        DynamicRulesCheck.check(statement, relations: relations, budget, &collector)
    }

    static func unknownKeys(of node: JSONNode, among known: [String], _ collector: inout FindingCollector) {
        let taken = NearestKey.taken(known, in: node)
        for member in node.children {
            guard let name = member.name, !known.contains(name), !NearestKey.isRemark(name),
                name != "dynamic_app_link_components"
            else { continue }
            if known == statementKeys, AssetLinksTargetCheck.targetKeys.contains(name) {
                let message = "\(Clip.quoted(name)) is not a known member here. It belongs inside target."
                collector.add(member: .assetlinksUnknownKey, member, message, fix: "Move it into target.")
            } else {
                collector.add(unknown: .assetlinksUnknownKey, member, among: known, taken: taken)
            }
        }
    }

    private static func check(include: JSONNode, of statement: JSONNode, _ collector: inout FindingCollector) {
        if statement["relation"] != nil || statement["target"] != nil {
            collector.add(.assetlinksIncludeWithFields, statement)
            return
        }
        guard let url = include.string, let isSecure = AssetLinks.isSecureURL(url) else {
            collector.add(.assetlinksIncludeUrl, include)
            return
        }
        if !isSecure { collector.add(.assetlinksIncludeInsecure, include) }
    }

    /// Checks the relations of a statement and returns the well-formed ones.
    private static func checkRelation(_ statement: JSONNode, _ collector: inout FindingCollector) -> [String] {
        guard let relation = statement["relation"] else {
            if let wrong = NearestKey.misspelling(of: ["relation"], in: statement, among: statementKeys) {
                let message = "The statement has no relation"
                collector.add(misspelled: .assetlinksMissingRelation, wrong, of: statement, message)
            } else {
                collector.add(.assetlinksMissingRelation, statement)
            }
            return []
        }
        guard let elements = relation.elements else {
            collector.add(.assetlinksRelationNotArray, relation)
            return []
        }
        if elements.isEmpty { collector.add(.assetlinksMissingRelation, relation, "relation is an empty array.") }
        var relations: [String] = []
        for element in elements {
            guard let text = element.string else {
                collector.add(.assetlinksRelationNotArray, element, "A relation is not a string.")
                continue
            }
            do throws(AssetLinksError) {
                relations.append(try AssetRelation(text).description)
                guard !known.contains(text) else { continue }
                let message = "\(Clip.quoted(text)) is not a known relation."
                if let nearest = NearestKey.nearest(to: text, among: known) {
                    collector.add(.assetlinksRelationMisspelled, element, message, fix: "Write \(nearest).")
                } else {
                    collector.add(.assetlinksRelationUnknown, element, message)
                }
            } catch {
                collector.add(.assetlinksRelationMalformed, element, error.message)
            }
        }
        return relations
    }

    /// The target is a web app that may ask whether the site's web app is installed.
    static let queryWebAPK = "delegate_permission/common.query_webapk"

    static let known = [
        "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
        "delegate_permission/common.use_as_origin", queryWebAPK, "delegate_permission/common.share_location",
    ]

    private static func checkRepetition(
        _ node: JSONNode,
        _ declared: inout Set<String>,
        _ dynamicPackages: inout Set<String>,
        _ collector: inout FindingCollector
    ) {
        guard let statement = try? AssetStatement(node) else { return }
        var keys: [String] = []
        switch statement.target {
        case .web(let site): keys = [site.description]
        case .androidApp(let package, let fingerprints):
            keys = fingerprints.prefix(1_000).map { "\(package) \($0)" }
            if DynamicRules.node(in: node) != nil, !dynamicPackages.insert(package).inserted {
                let message = "An earlier statement declares dynamic rules for \(Clip.quoted(package)) too."
                collector.add(.assetlinksDynamicRepeated, node, message)
            }
        }
        var isNew = false
        for relation in statement.relations.prefix(100) {
            for key in keys where declared.insert("\(relation) \(key)").inserted { isNew = true }
        }
        if !isNew, DynamicRules.node(in: node) == nil { collector.add(.assetlinksDuplicateStatement, node) }
    }
}
