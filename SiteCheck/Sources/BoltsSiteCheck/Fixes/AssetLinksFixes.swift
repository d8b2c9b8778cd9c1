@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The fixes of Google's file.
enum AssetLinksFixes {
    static func fix(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        switch finding.rule {
        case .assetlinksNotArray:
            guard node.isObject, node["target"] != nil || node["include"] != nil else { return nil }
            return FindingFix(finding, .unsafe, FileEdit.wrap(node, "[", "]"))
        case .assetlinksStatementNotObject:
            guard AssetLinksCheck.isNested(node) else { return nil }
            let (start, end) = (node.byteRange.lowerBound, node.byteRange.upperBound)
            return FindingFix(finding, .unsafe, [FileEdit(start..<start + 1), FileEdit(end - 1..<end)])
        case .assetlinksUnknownKey, .assetlinksMissingTarget: return renaming(finding, node, members)
        case .assetlinksMissingRelation:
            if let fix = renaming(finding, node, members) { return fix }
            // The relation is an empty array, or the member is missing.
            let relation = "[\"\(AssetRelation.handleAllURLs)\"]"
            if node.name == "relation" { return FindingFix(finding, .unsafe, [FileEdit.value(of: node, relation)]) }
            guard node["target"]?["namespace"]?.string == "android_app" else { return nil }
            return FindingFix(finding, .unsafe, [FileEdit.addition(of: "\"relation\": \(relation)", to: node)])
        case .assetlinksRelationNotArray, .assetlinksFingerprintsNotArray:
            guard node.isString, node.name != nil else { return nil }
            return FindingFix(finding, .unsafe, FileEdit.wrap(node, "[", "]"))
        case .assetlinksRelationMalformed:
            guard let text = node.string else { return nil }
            let written = text.trimmingWhitespace.lowercased()
            guard AssetLinksCheck.known.contains(written) else { return nil }
            return spelled(finding, node, written, members)
        case .assetlinksRelationMisspelled:
            guard let text = node.string, let nearest = NearestKey.nearest(to: text, among: AssetLinksCheck.known)
            else {
                return nil
            }
            return rewritten(finding, node, nearest)
        case .assetlinksNamespaceUnknown:
            guard let text = node.string, let nearest = NearestKey.nearest(to: text, among: ["web", "android_app"])
            else {
                return nil
            }
            return rewritten(finding, node, nearest)
        case .assetlinksPackageMalformed:
            guard let text = node.string else { return nil }
            let trimmed = text.trimmingWhitespace
            if trimmed != text, AndroidApplicationID.isValid(trimmed) {
                return spelled(finding, node, trimmed, members)
            }
            return AssetLinksTargetCheck.withoutTeam(text).flatMap { rewritten(finding, node, $0) }
        case .assetlinksFingerprintLowercase, .assetlinksFingerprintMalformed:
            return node.string.flatMap(AssetLinksTargetCheck.meant).flatMap { spelled(finding, node, $0, members) }
        case .assetlinksDuplicateStatement:
            let hasRemark =
                FixFinder.hasRemark(node, known: AssetLinksCheck.statementKeys)
                || node["target"].map { FixFinder.hasRemark($0, known: AssetLinksTargetCheck.targetKeys) } ?? true
            return FindingFix(finding, hasRemark ? .unsafe : .safe, [FileEdit.removal(of: node)])
        case .assetlinksWebSiteMalformed:
            guard let text = node.string else { return nil }
            let site = text.trimmingWhitespace.withoutSlashesAtEnd
            guard (try? SiteOrigin(site)) != nil else { return nil }
            return FindingFix(finding, .safe, [FileEdit.text(of: node, site)].compactMap { $0 }, restored: site)
        case .assetlinksIncludeInsecure:
            guard let text = node.string, text.lowercased().hasPrefix("http://") else { return nil }
            return rewritten(finding, node, "https" + text.dropFirst(4))
        default: return dynamic(finding, node, members)
        }
    }

    private static func renaming(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        guard let object = node.parent else { return nil }
        if object.name == "target" { return members.renaming(finding, node, among: AssetLinksTargetCheck.targetKeys) }
        if object.parent?.name == "dynamic_app_link_components" {
            return members.renaming(finding, node, among: DynamicRulesCheck.ruleKeys)
        }
        // A target's member in the wrong place must be moved, not renamed.
        guard !AssetLinksTargetCheck.targetKeys.contains(node.name ?? "") else { return nil }
        return members.renaming(finding, node, among: AssetLinksCheck.statementKeys)
    }

    private static func rewritten(_ finding: Finding, _ node: JSONNode, _ text: String) -> FindingFix? {
        FileEdit.text(of: node, text).flatMap { FindingFix(finding, .unsafe, [$0]) }
    }

    /// Converts a value to the form without which Android refuses the statement.
    private static func spelled(_ finding: Finding, _ node: JSONNode, _ text: String, _ members: MemberIndex)
        -> FindingFix?
    {
        var statement: JSONNode? = node
        while let inner = statement, inner.name != nil || inner.parent?.name != nil { statement = inner.parent }
        let target = statement.flatMap { members.first("target", of: $0) }
        let app = target.flatMap { members.first("package_name", of: $0)?.string } ?? ""
        guard let edit = FileEdit.text(of: node, text) else { return nil }
        return FindingFix(finding, .safe, [edit], restored: app.trimmingWhitespace.withoutSlashesAtEnd)
    }

    // MARK: - Dynamic rules

    private static func dynamic(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        switch finding.rule {
        case .assetlinksDynamicOnlyExcludes:
            return FindingFix(finding, .unsafe, [FileEdit.addition(of: "{\"/\": \"*\"}", to: node)])
        case .assetlinksDynamicUnreachable: return unreachable(finding, node, members)
        case .assetlinksDynamicAppleKey:
            // The finding is at a member, or at a rule whose pattern contains a variable.
            guard node.nameRange?.lowerBound == finding.place?.byteRange.lowerBound else { return nil }
            return FindingFix(finding, .unsafe, [FileEdit.removal(of: node)])
        case .assetlinksDynamicHost:
            guard let path = node["/"], let text = path.string else { return nil }
            let scheme = text.firstRange(of: "://")
            let rest = scheme.map { text[$0.upperBound...] } ?? text[...]
            let written = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
            // Without a scheme, a name with a dot may also be a file name.
            guard scheme != nil || rest.contains("/") else { return nil }
            return rewritten(finding, path, written)
        default: return nil
        }
    }

    /// Removes a rule that an earlier one with the same action covers, or moves it before one with the other action.
    private static func unreachable(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        guard let list = node.parent, let (rules, index) = members.dynamicRules(of: list, at: node),
            let first = members.firstCovering(index, of: list)
        else { return nil }
        let earlier = rules[first]
        guard earlier.excludes == rules[index].excludes else {
            return FindingFix(finding, .unsafe, FileEdit.move(node, before: earlier.node))
        }
        let hasRemark = FixFinder.hasRemark(node, known: DynamicRulesCheck.ruleKeys)
        return FindingFix(finding, hasRemark ? .unsafe : .safe, [FileEdit.removal(of: node)])
    }
}

extension String {
    /// The text without trailing slashes.
    fileprivate var withoutSlashesAtEnd: String {
        guard let last = utf8.lastIndex(where: { $0 != UInt8(ascii: "/") }) else { return "" }
        return String(self[...last])
    }
}
