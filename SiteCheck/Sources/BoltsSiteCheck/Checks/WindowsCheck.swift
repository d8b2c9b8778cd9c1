@_spi(Bolts) import BoltsAssociations
import BoltsBase

enum WindowsCheck {
    static let keys = ["packageFamilyName", "paths", "excludePaths", "allowSubdomains"]

    static func check(_ bytes: [UInt8], _ collector: inout FindingCollector) {
        guard let document = AssociationCheck.document(bytes, mark: nil, syntax: .windowsInvalidJson, &collector) else {
            return
        }
        let root = document.root
        var entries = root.elements.map { Array($0) } ?? []
        if !root.isArray {
            collector.add(.windowsNotArray, root)
            if root.isObject { entries = [root] }
        }
        let budget = CoverBudget()
        for entry in entries { check(entry, budget, &collector) }
    }

    private static func check(_ entry: JSONNode, _ budget: CoverBudget, _ collector: inout FindingCollector) {
        guard entry.isObject else {
            collector.add(.windowsNotArray, entry, "An element of the array is not an object.")
            return
        }
        let taken = NearestKey.taken(keys, in: entry)
        for member in entry.children {
            guard let name = member.name, !keys.contains(name), !NearestKey.isRemark(name) else { continue }
            collector.add(unknown: .windowsUnknownKey, member, among: keys, taken: taken)
        }
        checkName(entry, &collector)
        guard let paths = entry["paths"], let elements = paths.elements, !elements.isEmpty else {
            collector.add(.windowsNoPaths, entry["paths"] ?? entry)
            return
        }
        let excluded = (entry["excludePaths"]?.elements.map { Array($0) } ?? []).prefix(1_000).compactMap(\.string)
        let texts = elements.compactMap(\.string)
        var cover = RuleCover((excluded + texts).map(WindowsWebLinks.linkRule), budget)
        var index = excluded.count
        for element in elements {
            guard let text = element.string else { continue }
            defer { index += 1 }
            if cover.firstCovering(index, among: excluded.indices) != nil {
                collector.add(.windowsPathExcluded, element, "An exclusion covers \(Clip.quoted(text)).")
            }
            let bytes = Array(text.utf8)
            if bytes.last == UInt8(ascii: "*"), let before = bytes.dropLast().last,
                before.isASCIILetter || before.isASCIIDigit
            {
                collector.add(.windowsSibling, element, "\(Clip.quoted(text)) takes longer names too.")
            }
        }
    }

    private static func checkName(_ entry: JSONNode, _ collector: inout FindingCollector) {
        guard let node = entry["packageFamilyName"], let name = node.string else {
            let message = "The entry has no packageFamilyName."
            collector.add(.windowsPfnMalformed, entry["packageFamilyName"] ?? entry, message)
            return
        }
        let lowered = name.lowercased()
        let words = [
            "your", "placeholder", "fakeapp", "replace", "package_family", "packagefamily", "<", "{", "contoso",
        ]
        if words.contains(where: lowered.contains) {
            collector.add(.windowsPfnPlaceholder, node, "\(Clip.quoted(name)) is still a placeholder.")
        } else if !isPackageFamilyName(name) {
            collector.add(.windowsPfnMalformed, node, "\(Clip.quoted(name)) is not a package family name.")
        }
    }

    /// Whether text is a package name, an underscore and the 13 characters of a publisher.
    static func isPackageFamilyName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let underscore = bytes.lastIndex(of: UInt8(ascii: "_")) else { return false }
        let name = bytes[..<underscore]
        let publisher = bytes[(underscore + 1)...]
        return (3...50).contains(name.count)
            && name.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
            }
            && publisher.count == 13
            && publisher.allSatisfy {
                ($0.isASCIILetter && !$0.isASCIIUppercase || $0.isASCIIDigit) && !"ilou".utf8.contains($0)
            }
    }
}
