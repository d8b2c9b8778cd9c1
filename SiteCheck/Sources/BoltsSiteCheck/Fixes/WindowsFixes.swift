@_spi(Bolts) import BoltsAssociations

/// The fixes of Windows' file.
enum WindowsFixes {
    static func fix(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        switch finding.rule {
        case .windowsNotArray:
            guard node.parent == nil, node.isObject, node["packageFamilyName"] != nil else { return nil }
            return FindingFix(finding, .unsafe, FileEdit.wrap(node, "[", "]"))
        case .windowsUnknownKey: return members.renaming(finding, node, among: WindowsCheck.keys)
        case .windowsPfnMalformed:
            guard let text = node.string else { return nil }
            let trimmed = text.trimmingWhitespace
            guard trimmed != text, WindowsCheck.isPackageFamilyName(trimmed) else { return nil }
            return FindingFix(finding, .safe, [FileEdit.text(of: node, trimmed)].compactMap { $0 }, restored: trimmed)
        default: return nil
        }
    }
}
