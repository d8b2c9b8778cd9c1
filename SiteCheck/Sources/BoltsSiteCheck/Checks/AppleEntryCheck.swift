@_spi(Bolts) import BoltsAssociations
import BoltsBase

enum AppleEntryCheck {
    static let componentKeys = AppleComponentMembers.names + ["comment", "requiredEntitlement"]
    /// The members of an entry that no app identifier can be mistaken for.
    static let ruleKeys: Set<String> = ["appIDs", "appID", "components", "paths"]
    static let entryKeys = [
        "appIDs", "appID", "components", "defaults", "paths", "relativeOrder", "alwaysEnabled", "enabledByDefault",
    ]

    static func check(
        _ entry: JSONNode,
        defaults: AppleComponentMembers,
        _ variables: inout AppleVariableCheck,
        _ collector: inout FindingCollector
    ) {
        AppleCheck.unknownMembers(of: entry, among: entryKeys, &collector)
        AppleCheck.checkDefaults(entry["defaults"], &variables, &collector)
        let components = entry["components"]
        let paths = entry["paths"]
        switch (components, paths) {
        case (.some, .some(let paths)): collector.add(member: .aasaComponentsWithPaths, paths, owner: entry)
        case (nil, .some(let paths)) where entry["appIDs"] != nil && entry["appID"] == nil:
            collector.add(member: .aasaAppidsWithPaths, paths, owner: entry)
        // A misspelled name of a list is reported as that.
        case (nil, nil) where NearestKey.misspelling(of: ["components", "paths"], in: entry, among: entryKeys) == nil:
            collector.add(.aasaNoPatterns, entry)
        default: break
        }
        for list in [components, paths].compactMap({ $0 }) {
            let name = list.name ?? ""
            if !list.isArray {
                collector.add(.aasaComponentsWrongType, list, "\(name) is not an array, so it is ignored.")
            } else if list.children.isEmpty {
                collector.add(.aasaComponentsEmpty, list, "\(name) is empty, so nothing matches.")
            }
        }
        let merged = AppleComponentMembers(entry["defaults"]).merging(defaults)
        if let elements = components?.elements {
            for element in elements { check(component: element, defaults: merged, &variables, &collector) }
        } else if let elements = paths?.elements {
            for element in elements { check(path: element, &variables, &collector) }
        }
    }

    private static func check(
        path node: JSONNode,
        _ variables: inout AppleVariableCheck,
        _ collector: inout FindingCollector
    ) {
        guard let text = node.string else {
            collector.add(.aasaPatternNotString, node, "An element of paths is not a string.")
            return
        }
        let start = text.utf8.prefix(4).map(\.asciiLowercased)
        var pattern = text
        if start.elementsEqual("not ".utf8) {
            pattern = String(decoding: text.utf8.dropFirst(4), as: UTF8.self)
        } else if start.first == UInt8(ascii: "!") || start.elementsEqual("not/".utf8)
            || start.elementsEqual("not:".utf8)
        {
            collector.add(.aasaNotMalformed, node, "\(Clip.quoted(text)) is read as a pattern, not as an exclusion.")
            return
        }
        variables.check(pattern, node, rule: node, &collector)
        ApplePatternCheck(value: node, rule: node, part: .path, isEncoded: true).check(pattern, &collector)
    }

    private static func check(
        component node: JSONNode,
        defaults: AppleComponentMembers,
        _ variables: inout AppleVariableCheck,
        _ collector: inout FindingCollector
    ) {
        guard node.isObject else {
            collector.add(.aasaComponentNotObject, node)
            return
        }
        AppleCheck.unknownMembers(of: node, among: componentKeys, &collector)
        let own = AppleComponentMembers(node)
        let merged = own.merging(defaults)
        if merged.path == nil, merged.fragment == nil, merged.query == nil {
            collector.add(.aasaComponentUnconstrained, node)
        }
        if let exclude = own.exclude, exclude.bool == nil {
            let reading = LooseBoolean.value(exclude) ? "excludes" : "does not exclude"
            let message = "exclude is not a Boolean; this value \(reading)."
            collector.add(.aasaExcludeNotBoolean, exclude, owner: node, message)
        }
        for flag in [own.caseSensitive, own.percentEncoded].compactMap({ $0 }) where flag.bool == nil {
            let message = "\(flag.name ?? "") is not a Boolean; this value counts as \(LooseBoolean.value(flag))."
            collector.add(.aasaFlagNotBoolean, flag, owner: node, message)
        }
        check(own, of: node, isEncoded: merged.isPercentEncoded, &variables, &collector)
    }

    static func check(
        _ members: AppleComponentMembers,
        of node: JSONNode,
        isEncoded: Bool,
        _ variables: inout AppleVariableCheck,
        _ collector: inout FindingCollector
    ) {
        for (member, part) in [(members.path, ApplePatternCheck.Part.path), (members.fragment, .fragment)] {
            guard let member else { continue }
            guard let text = member.string else {
                let message = "\"\(member.name ?? "")\" is not a string, so it is ignored."
                collector.add(.aasaPatternNotString, member, owner: node, message)
                continue
            }
            variables.check(text, member, rule: node, &collector)
            ApplePatternCheck(value: member, rule: node, part: part, isEncoded: isEncoded).check(text, &collector)
        }
        if let query = members.query { check(query: query, of: node, isEncoded: isEncoded, &variables, &collector) }
    }

    private static func check(
        query: JSONNode,
        of node: JSONNode,
        isEncoded: Bool,
        _ variables: inout AppleVariableCheck,
        _ collector: inout FindingCollector
    ) {
        if let text = query.string {
            variables.check(text, query, rule: node, &collector)
            if text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "&") }) {
                collector.add(.aasaQueryString, query, owner: node)
            }
            ApplePatternCheck(value: query, rule: node, part: .query, isEncoded: isEncoded).check(text, &collector)
            return
        }
        guard query.isObject else {
            collector.add(.aasaQueryWrongType, query, owner: node)
            return
        }
        if let item = query.children.first(where: { !$0.isString }) {
            let name = Clip.quoted(item.name ?? "")
            let message = "The value of \(name) is not a string, so the whole query constraint is void."
            collector.add(.aasaQueryPredicateNotString, item, owner: node, message)
            return
        }
        for item in query.children {
            guard let text = item.string, let name = item.name else { continue }
            variables.check(text, item, rule: node, &collector)
            if text.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) {
                let message = "The pattern of \(Clip.quoted(name)) also matches URLs without the item."
                collector.add(.aasaQueryMatchesAbsent, item, owner: node, message)
            }
            if name.hasSuffix("[]") || name.lowercased().hasSuffix("%5b%5d") {
                collector.add(.aasaQueryRepeated, item, owner: node)
            }
            ApplePatternCheck(value: item, rule: node, part: .queryItem, isEncoded: isEncoded).check(text, &collector)
        }
    }
}
