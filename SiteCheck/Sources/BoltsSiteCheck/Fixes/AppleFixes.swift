@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The fixes of Apple's file that do not depend on its other rules.
enum AppleFixes {
    static func fix(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingFix? {
        switch finding.rule {
        case .aasaRootNotObject:
            guard let elements = node.elements.map(Array.init), elements.count == 1, elements[0].isObject,
                elements[0]["target"] == nil
            else {
                return nil
            }
            let (outer, inner) = (node.byteRange, elements[0].byteRange)
            return FindingFix(
                finding,
                .unsafe,
                [FileEdit(outer.lowerBound..<inner.lowerBound), FileEdit(inner.upperBound..<outer.upperBound)]
            )
        case .aasaUnknownService: return members.renaming(finding, node, among: AppleCheck.services)
        case .aasaServiceMisplaced: return moveToTop(finding, node)
        case .aasaDetailsDictionary: return array(ofDictionary: node, finding)
        case .aasaDetailsWrongType:
            guard node.name == "details", node.isObject else { return nil }
            return FindingFix(finding, .unsafe, FileEdit.wrap(node, "[", "]"))
        case .aasaAppsNotEmpty:
            // Without `details`, Apple's software reads `apps`, so emptying it would change the links.
            guard node.parent?["details"] != nil else { return nil }
            return FindingFix(finding, .safe, [FileEdit.value(of: node, "[]")])
        case .aasaUnknownKey where finding.detail == .needless:
            return FindingFix(finding, .unsafe, [FileEdit.removal(of: node)])
        case .aasaServiceAppsMissing: return members.renaming(finding, node, among: ["apps"])
        case .aasaUnknownKey, .aasaNoDetails, .aasaDetailsNoAppId:
            // If a member is missing, the misspelled one is renamed.
            return names(around: node).flatMap { members.renaming(finding, node, among: $0) }
        case .aasaDetailsBothAppIds:
            guard let text = node.string, let list = node.parent?["appIDs"]?.elements else { return nil }
            let app = AppIdentifier.canonical(text)
            guard list.contains(where: { $0.string.map(AppIdentifier.canonical) == app }) else { return nil }
            return FindingFix(finding, .safe, [FileEdit.removal(of: node)])
        case .aasaAppIdMalformed, .aasaAppIdLowercasePrefix: return identifier(finding, node)
        case .aasaComponentsWithPaths: return FindingFix(finding, .unsafe, [FileEdit.removal(of: node)])
        case .aasaAppidsWithPaths: return components(ofPaths: node, finding)
        case .aasaComponentsWrongType:
            guard node.name == "components" ? node.isObject : node.isString else { return nil }
            return FindingFix(finding, .unsafe, FileEdit.wrap(node, "[", "]"))
        case .aasaComponentNotObject:
            guard node.isString else { return nil }
            return FindingFix(finding, .unsafe, FileEdit.wrap(node, "{\"/\": ", "}"))
        case .aasaExcludeNotBoolean, .aasaFlagNotBoolean:
            guard let value = plainBoolean(node), value == LooseBoolean.value(node) else { return nil }
            return FindingFix(finding, .safe, [FileEdit.value(of: node, value ? "true" : "false")])
        case .aasaQueryPredicateNotString: return stringItems(of: node, finding)
        case .aasaQueryString: return items(ofQuery: node, finding)
        case .aasaRedundantRule:
            let hasRemark = FixFinder.hasRemark(node, known: AppleComponentMembers.names)
            return FindingFix(finding, hasRemark ? .unsafe : .safe, [FileEdit.removal(of: node)])
        case .aasaExcludeWithoutEffect, .aasaVariableUnused:
            return FindingFix(finding, .unsafe, [FileEdit.removal(of: node)])
        default: return ApplePatternFixes.fix(finding, node)
        }
    }

    /// The names of the members that an object of Apple's format may have, or `nil` for another object.
    private static func names(around node: JSONNode) -> [String]? {
        guard let object = node.parent else { return nil }
        if object.name == "applinks" { return AppleCheck.linksKeys }
        if object.name == "defaults" { return AppleEntryCheck.componentKeys }
        switch object.parent?.name {
        case "details": return AppleEntryCheck.entryKeys
        case "components": return AppleEntryCheck.componentKeys
        default: return nil
        }
    }

    /// Moves a service from applinks to the top level.
    private static func moveToTop(_ finding: Finding, _ node: JSONNode) -> FindingFix? {
        guard let links = node.parent, let root = links.parent, let name = node.name, root[name] == nil, node.isObject,
            let start = node.nameRange?.lowerBound
        else { return nil }
        let member = Array(node.document.bytes[start..<node.byteRange.upperBound])
        let separator = Array(FileEdit.separator(in: root).utf8)
        let end = links.byteRange.upperBound
        let insertion = FileEdit(end..<end, [UInt8(ascii: ",")] + separator + member)
        return FindingFix(finding, .unsafe, [FileEdit.removal(of: node), insertion])
    }

    /// Converts the oldest form of details, whose members are named for the apps, to an array.
    private static func array(ofDictionary node: JSONNode, _ finding: Finding) -> FindingFix? {
        let range = node.byteRange
        var edits = [
            FileEdit(range.lowerBound..<range.lowerBound + 1, "["),
            FileEdit(range.upperBound - 1..<range.upperBound, "]"),
        ]
        let bytes = node.document.bytes
        for entry in node.children {
            guard entry.isObject, let name = entry.nameRange,
                !entry.children.contains(where: { ["appID", "appIDs"].contains($0.name ?? "") })
            else { return nil }
            let inside = entry.byteRange.lowerBound + 1
            let comma = entry.children.isEmpty ? "" : FileEdit.isSpace(bytes[inside]) ? "," : ", "
            let written = String(decoding: bytes[name], as: UTF8.self)
            edits.append(FileEdit(name.lowerBound..<inside, "{\"appID\": \(written)\(comma)"))
        }
        return FindingFix(finding, .safe, edits)
    }

    /// Writes an identifier in the form that Apple's software compares, without white space, or with the team id first.
    private static func identifier(_ finding: Finding, _ node: JSONNode) -> FindingFix? {
        let isKey = node.nameRange?.lowerBound == finding.place?.byteRange.lowerBound
        guard let text = isKey ? node.name : node.string else { return nil }
        func edits(_ text: String) -> [FileEdit] {
            [isKey ? FileEdit.name(of: node, text) : FileEdit.text(of: node, text)].compactMap { $0 }
        }
        if finding.rule == .aasaAppIdLowercasePrefix {
            return FindingFix(finding, .safe, edits(AppIdentifier.canonical(text)))
        }
        if !isKey, node.name == "appIDs" { return FindingFix(finding, .unsafe, FileEdit.wrap(node, "[", "]")) }
        guard let fixed = AppleIdentifierCheck.fixed(text) else { return nil }
        let isTrimmed = fixed == text.trimmingWhitespace
        return FindingFix(
            finding,
            isTrimmed ? .safe : .unsafe,
            edits(fixed),
            restored: isTrimmed ? AppIdentifier.canonical(fixed) : nil
        )
    }

    /// Writes paths as components.
    private static func components(ofPaths node: JSONNode, _ finding: Finding) -> FindingFix? {
        guard let elements = node.elements, !elements.isEmpty, let name = FileEdit.name(of: node, "components") else {
            return nil
        }
        var edits = [name]
        for element in elements {
            guard let text = element.string else { return nil }
            let (prefix, pattern) = ApplePatternFixes.parts(of: element, text)
            // A rule that was probably meant as an exclusion but is not one is not converted: its author must check it first.
            guard !text.hasPrefix("!"), !prefix.isEmpty || !text.lowercased().hasPrefix("not") else { return nil }
            if prefix.isEmpty {
                edits += FileEdit.wrap(element, "{\"/\": ", "}")
            } else {
                edits.append(FileEdit.value(of: element, "{\"/\": \(JSONString.quoted(pattern)), \"exclude\": true}"))
            }
        }
        return FindingFix(finding, .safe, edits)
    }

    /// The Boolean that a string or a number obviously means.
    private static func plainBoolean(_ node: JSONNode) -> Bool? {
        switch node.string?.lowercased() ?? node.text {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }

    /// Puts the numbers and Booleans of a query in quotes.
    private static func stringItems(of node: JSONNode, _ finding: Finding) -> FindingFix? {
        guard let query = node.parent else { return nil }
        var edits: [FileEdit] = []
        for item in query.children where !item.isString {
            guard item.bool != nil || item.number != nil else { return nil }
            edits += FileEdit.wrap(item, "\"", "\"")
        }
        return FindingFix(finding, .unsafe, edits)
    }

    /// Converts a query that is one string to items.
    private static func items(ofQuery node: JSONNode, _ finding: Finding) -> FindingFix? {
        guard let text = node.string else { return nil }
        var names = Set<String>()
        var items: [String] = []
        for part in text.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[0].contains(where: { "*?$".contains($0) }),
                names.insert(String(pair[0])).inserted
            else { return nil }
            items.append("\(JSONString.quoted(String(pair[0]))): \(JSONString.quoted(String(pair[1])))")
        }
        return FindingFix(finding, .unsafe, [FileEdit.value(of: node, "{\(items.joined(separator: ", "))}")])
    }
}
