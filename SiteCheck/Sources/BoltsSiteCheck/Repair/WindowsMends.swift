@_spi(Bolts) import BoltsAssociations

/// The mends of Windows' file.
enum WindowsMends {
    static func mend(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingMend? {
        switch finding.rule {
        case .windowsNotArray:
            guard node.parent == nil, node.isObject, node["packageFamilyName"] != nil else { return nil }
            return FindingMend(finding, .unsafe, NodeEdit.wrap(node, "[", "]"))
        case .windowsUnknownKey: return members.renaming(finding, node, among: WindowsCheck.keys)
        case .windowsPfnMalformed:
            guard let text = node.string else { return nil }
            let trimmed = text.trimmingWhitespace
            guard trimmed != text, WindowsCheck.isPackageFamilyName(trimmed) else { return nil }
            return FindingMend(finding, .safe, [NodeEdit.text(of: node, trimmed)].compactMap { $0 }, restored: trimmed)
        default: return nil
        }
    }
}
