@_spi(Bolts) import BoltsAssociations

/// Checks the outer form of Apple's file, and passes its entries on.
enum AppleCheck {
    static let services = ["applinks", "webcredentials", "appclips", "activitycontinuation"]
    /// Services that Apple's daemon supports without documentation.
    private static let otherServices = ["messagefilter", "classificationreport", "authsrv"]
    static let linksKeys = ["details", "defaults", "substitutionVariables", "apps"]

    static func check(_ bytes: [UInt8], _ collector: inout FindingCollector) {
        let start = JSONPlace(pointer: "", position: TextPosition(line: 1, column: 1), byteRange: 0..<0)
        if bytes.count > AppSiteAssociation.maximumBytes {
            let message = "The file has \(FileSize.text(bytes)); Apple's software reads 131,072 bytes."
            collector.add(.aasaTooLarge, start, message)
        } else if bytes.count > 100_000 {
            collector.add(.aasaNearLimit, start, "The file has \(bytes.count) bytes; the limit is 131,072.")
        }
        if case .html? = NonJSONContent(bytes) {
            collector.add(.aasaHtml, start)
            return
        }
        // If the file exceeds the read limit, only its beginning is here, so its syntax is unknown.
        if FileSize.isBeyondReading(bytes) { return }
        var content = bytes
        if let signed = SignedContent.content(of: bytes) {
            collector.add(.aasaSigned, start)
            content = signed
        }
        guard
            let document = AssociationCheck.document(content, mark: .aasaBom, syntax: .aasaInvalidJson, &collector)
        else { return }
        check(document, &collector)
    }

    private static func check(_ document: JSONDocument, _ collector: inout FindingCollector) {
        for member in document.duplicateMembers {
            collector.add(member: .aasaDuplicateJsonKey, member, "\(quotedName(member)) appears twice in one object.")
        }
        let root = document.root
        guard root.isObject else {
            let slip = AssociationCheck.slip(root, isApple: true)
            collector.add(.aasaRootNotObject, root, slip?.message, fix: slip?.fix)
            return
        }
        let taken = NearestKey.taken(services, in: root)
        for member in root.children {
            guard let name = member.name, !services.contains(name), !otherServices.contains(name) else { continue }
            collector.add(unknown: .aasaUnknownService, member, among: services, taken: taken, as: "a service")
        }
        let present = (services + otherServices).compactMap { root[$0] }
        if present.isEmpty {
            let isBare = root["details"] != nil
            collector.add(
                .aasaNoService,
                root,
                isBare ? "The details are not in applinks." : nil,
                fix: isBare ? "Put them into it: {\"applinks\": {\"details\": …}}." : nil,
                detail: isBare ? .unwrapped : nil
            )
        } else if root["applinks"] == nil {
            collector.add(.aasaNoApplinks, root)
        }
        for service in present where !service.isObject { collector.add(.aasaServiceWrongType, service) }
        var identifiers = AppleIdentifierCheck()
        if let links = root["applinks"], links.isObject { check(links: links, document, &identifiers, &collector) }
        identifiers.checkServices(of: root, &collector)
    }

    private static func quotedName(_ node: JSONNode) -> String { Clip.quoted(node.name ?? "") }

    private static func check(
        links: JSONNode,
        _ document: JSONDocument,
        _ identifiers: inout AppleIdentifierCheck,
        _ collector: inout FindingCollector
    ) {
        for member in links.children {
            guard let name = member.name, !linksKeys.contains(name), services.contains(name) else { continue }
            collector.add(
                member: .aasaServiceMisplaced,
                member,
                "\(quotedName(member)) is inside applinks, where nothing reads it."
            )
        }
        let ids = links["details"] == nil ? [] : ["appIDs", "appID"].compactMap { links[$0] }
        for member in ids {
            let message = "\(quotedName(member)) is beside details, where nothing reads it."
            let fix = "Remove it: the entries of details name the apps."
            collector.add(member: .aasaUnknownKey, member, message, fix: fix, detail: .needless)
        }
        unknownMembers(of: links, among: linksKeys, except: services + ids.compactMap(\.name), &collector)
        if let apps = links["apps"], let elements = apps.elements, !elements.isEmpty {
            collector.add(.aasaAppsNotEmpty, apps)
        }
        var variables = AppleVariableCheck(links["substitutionVariables"], &collector)
        checkDefaults(links["defaults"], &variables, &collector)
        guard let details = links["details"] else {
            if let wrong = NearestKey.misspelling(of: ["details"], in: links, among: linksKeys + services) {
                collector.add(misspelled: .aasaNoDetails, wrong, of: links, "applinks has no details")
            } else {
                collector.add(.aasaNoDetails, links)
            }
            variables.finish(&collector)
            return
        }
        guard details.isArray || details.isObject else {
            collector.add(.aasaDetailsWrongType, details)
            variables.finish(&collector)
            return
        }
        if details.isObject {
            // With the keys of an entry, the author probably forgot the brackets of the array and did not mean the oldest form.
            if details.children.contains(where: { AppleEntryCheck.ruleKeys.contains($0.name ?? "") }) {
                let message = "details is an entry itself, not an array of entries."
                collector.add(.aasaDetailsWrongType, details, message)
                AppleEntryCheck.check(
                    details,
                    defaults: AppleComponentMembers(links["defaults"]),
                    &variables,
                    &collector
                )
                variables.finish(&collector)
                return
            }
            collector.add(.aasaDetailsDictionary, details)
        }
        if details.children.isEmpty { collector.add(.aasaNoDetails, details) }
        let defaults = AppleComponentMembers(links["defaults"])
        for entry in details.children {
            guard entry.isObject else {
                collector.add(.aasaDetailsWrongType, entry)
                continue
            }
            identifiers.checkEntry(entry, isKeyed: details.isObject, &collector)
            AppleEntryCheck.check(entry, defaults: defaults, &variables, &collector)
        }
        variables.finish(&collector)
        let budget = CoverBudget()
        let file = AppleFile(document)
        var comparisons = AppleCoverCheck.maximumComparisons
        for entry in file.entries { AppleCoverCheck.check(entry, of: file, budget, &comparisons, &collector) }
    }

    static func unknownMembers(
        of node: JSONNode,
        among known: [String],
        except others: [String] = [],
        _ collector: inout FindingCollector
    ) {
        var taken: Set<String>?
        for member in node.children {
            guard let name = member.name, !known.contains(name), !others.contains(name), !NearestKey.isRemark(name)
            else { continue }
            let names = taken ?? NearestKey.taken(known, in: node)
            taken = names
            collector.add(unknown: .aasaUnknownKey, member, among: known, taken: names)
        }
    }

    static func checkDefaults(
        _ node: JSONNode?,
        _ variables: inout AppleVariableCheck,
        _ collector: inout FindingCollector
    ) {
        guard let node, node.isObject else { return }
        let members = AppleComponentMembers(node)
        let narrowing = [members.path, members.query, members.fragment, members.exclude].compactMap { $0 }
        if let first = narrowing.min(by: { $0.byteRange.lowerBound < $1.byteRange.lowerBound }) {
            let names = narrowing.compactMap(\.name).map { "\"\($0)\"" }.joined(separator: ", ")
            let message = "defaults has \(names), which applies to every component without it."
            collector.add(.aasaDefaultsPattern, first, owner: node, message)
        }
        AppleEntryCheck.check(members, of: node, isEncoded: members.isPercentEncoded, &variables, &collector)
        unknownMembers(of: node, among: AppleEntryCheck.componentKeys, &collector)
    }
}
