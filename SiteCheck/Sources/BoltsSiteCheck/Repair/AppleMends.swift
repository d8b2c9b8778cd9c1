@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The mends of Apple's file that need no other rule than the one that is mended.
enum AppleMends {
    static func mend(_ finding: Finding, _ node: JSONNode, _ members: MemberIndex) -> FindingMend? {
        switch finding.rule {
        case .aasaRootNotObject:
            guard let elements = node.elements.map(Array.init), elements.count == 1, elements[0].isObject else {
                return nil
            }
            let (outer, inner) = (node.byteRange, elements[0].byteRange)
            return FindingMend(
                finding,
                .unsafe,
                [FileEdit(outer.lowerBound..<inner.lowerBound), FileEdit(inner.upperBound..<outer.upperBound)]
            )
        case .aasaUnknownService: return members.renaming(finding, node, among: AppleCheck.services)
        case .aasaServiceMisplaced: return moveToTop(finding, node)
        case .aasaDetailsDictionary: return array(ofDictionary: node, finding)
        case .aasaDetailsWrongType:
            guard node.name == "details", node.isObject else { return nil }
            return FindingMend(finding, .unsafe, NodeEdit.wrap(node, "[", "]"))
        case .aasaAppsNotEmpty:
            // Without details the apps are read.
            guard node.parent?["details"] != nil else { return nil }
            return FindingMend(finding, .safe, [NodeEdit.value(of: node, "[]")])
        case .aasaUnknownKey, .aasaNoDetails, .aasaDetailsNoAppId:
            // Of a member that is missing, the one that is misspelled.
            return names(around: node).flatMap { members.renaming(finding, node, among: $0) }
        case .aasaDetailsBothAppIds:
            guard let text = node.string, let list = node.parent?["appIDs"]?.elements else { return nil }
            let app = AppIdentifier.canonical(text)
            guard list.contains(where: { $0.string.map(AppIdentifier.canonical) == app }) else { return nil }
            return FindingMend(finding, .safe, [NodeEdit.removal(of: node)])
        case .aasaAppIdMalformed, .aasaAppIdLowercasePrefix: return identifier(finding, node)
        case .aasaComponentsWithPaths: return FindingMend(finding, .unsafe, [NodeEdit.removal(of: node)])
        case .aasaAppidsWithPaths: return components(ofPaths: node, finding)
        case .aasaComponentsWrongType:
            guard node.name == "components" ? node.isObject : node.isString else { return nil }
            return FindingMend(finding, .unsafe, NodeEdit.wrap(node, "[", "]"))
        case .aasaComponentNotObject:
            guard node.isString else { return nil }
            return FindingMend(finding, .unsafe, NodeEdit.wrap(node, "{\"/\": ", "}"))
        case .aasaExcludeNotBoolean, .aasaFlagNotBoolean:
            guard let value = plainBoolean(node), value == LooseBoolean.value(node) else { return nil }
            return FindingMend(finding, .safe, [NodeEdit.value(of: node, value ? "true" : "false")])
        case .aasaQueryPredicateNotString: return stringItems(of: node, finding)
        case .aasaQueryString: return items(ofQuery: node, finding)
        case .aasaRedundantRule:
            let hasRemark = MendFinder.hasRemark(node, known: AppleComponentMembers.names)
            return FindingMend(finding, hasRemark ? .unsafe : .safe, [NodeEdit.removal(of: node)])
        case .aasaExcludeWithoutEffect, .aasaVariableUnused:
            return FindingMend(finding, .unsafe, [NodeEdit.removal(of: node)])
        default: return ApplePatternMends.mend(finding, node)
        }
    }

    /// The names of the members that an object of Apple's format may have, or `nil` if it is another one.
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
    private static func moveToTop(_ finding: Finding, _ node: JSONNode) -> FindingMend? {
        guard let links = node.parent, let root = links.parent, let name = node.name, root[name] == nil, node.isObject,
            let start = node.nameRange?.lowerBound
        else { return nil }
        let member = Array(node.document.bytes[start..<node.byteRange.upperBound])
        let separator = Array(NodeEdit.separator(in: root).utf8)
        let end = links.byteRange.upperBound
        let insertion = FileEdit(end..<end, [UInt8(ascii: ",")] + separator + member)
        return FindingMend(finding, .unsafe, [NodeEdit.removal(of: node), insertion])
    }

    /// Makes an array of the oldest form of details, in which the apps are the names of members.
    private static func array(ofDictionary node: JSONNode, _ finding: Finding) -> FindingMend? {
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
            let comma = entry.children.isEmpty ? "" : NodeEdit.isSpace(bytes[inside]) ? "," : ", "
            let written = String(decoding: bytes[name], as: UTF8.self)
            edits.append(FileEdit(name.lowerBound..<inside, "{\"appID\": \(written)\(comma)"))
        }
        return FindingMend(finding, .safe, edits)
    }

    /// Writes an identifier as Apple's software compares it, without white space, or with the team id first.
    private static func identifier(_ finding: Finding, _ node: JSONNode) -> FindingMend? {
        let isKey = node.nameRange?.lowerBound == finding.place?.byteRange.lowerBound
        guard let text = isKey ? node.name : node.string else { return nil }
        func edits(_ text: String) -> [FileEdit] {
            [isKey ? NodeEdit.name(of: node, text) : NodeEdit.text(of: node, text)].compactMap { $0 }
        }
        if finding.rule == .aasaAppIdLowercasePrefix {
            return FindingMend(finding, .safe, edits(AppIdentifier.canonical(text)))
        }
        if !isKey, node.name == "appIDs" { return FindingMend(finding, .unsafe, NodeEdit.wrap(node, "[", "]")) }
        guard let mended = AppleIdentifierCheck.mended(text) else { return nil }
        let isTrimmed = mended == text.trimmingWhitespace
        return FindingMend(
            finding,
            isTrimmed ? .safe : .unsafe,
            edits(mended),
            restored: isTrimmed ? AppIdentifier.canonical(mended) : nil
        )
    }

    /// Writes paths as components.
    private static func components(ofPaths node: JSONNode, _ finding: Finding) -> FindingMend? {
        guard let elements = node.elements, !elements.isEmpty, let name = NodeEdit.name(of: node, "components") else {
            return nil
        }
        var edits = [name]
        for element in elements {
            guard let text = element.string else { return nil }
            let (prefix, pattern) = ApplePatternMends.parts(of: element, text)
            // What is no exclusion, but was meant as one, a person has to see first.
            guard !text.hasPrefix("!"), !prefix.isEmpty || !text.lowercased().hasPrefix("not") else { return nil }
            if prefix.isEmpty {
                edits += NodeEdit.wrap(element, "{\"/\": ", "}")
            } else {
                edits.append(NodeEdit.value(of: element, "{\"/\": \(NodeEdit.quoted(pattern)), \"exclude\": true}"))
            }
        }
        return FindingMend(finding, .safe, edits)
    }

    /// The Boolean that a string or a number plainly means.
    private static func plainBoolean(_ node: JSONNode) -> Bool? {
        switch node.string?.lowercased() ?? node.text {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }

    /// Puts the numbers and Booleans of a query into quotes.
    private static func stringItems(of node: JSONNode, _ finding: Finding) -> FindingMend? {
        guard let query = node.parent else { return nil }
        var edits: [FileEdit] = []
        for item in query.children where !item.isString {
            guard item.bool != nil || item.number != nil else { return nil }
            edits += NodeEdit.wrap(item, "\"", "\"")
        }
        return FindingMend(finding, .unsafe, edits)
    }

    /// Writes a query that is one string as items.
    private static func items(ofQuery node: JSONNode, _ finding: Finding) -> FindingMend? {
        guard let text = node.string else { return nil }
        var names = Set<String>()
        var items: [String] = []
        for part in text.split(separator: "&", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, !pair[0].isEmpty, !pair[0].contains(where: { "*?$".contains($0) }),
                names.insert(String(pair[0])).inserted
            else { return nil }
            items.append("\(NodeEdit.quoted(String(pair[0]))): \(NodeEdit.quoted(String(pair[1])))")
        }
        return FindingMend(finding, .unsafe, [NodeEdit.value(of: node, "{\(items.joined(separator: ", "))}")])
    }
}
