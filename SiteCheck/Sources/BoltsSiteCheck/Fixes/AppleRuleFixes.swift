@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// The fixes of Apple's file that depend on its other rules, entries and variables.
///
/// Values that need the whole file are computed once, at the first request.
final class AppleRuleFixes {
    private let document: JSONDocument
    private lazy var file = AppleFile(document)
    private lazy var rules = Dictionary(
        uniqueKeysWithValues: file.entries.indices.flatMap { entry in
            file.entries[entry].rules.indices.map { rule in
                (file.entries[entry].rules[rule].node.index, (entry: entry, rule: rule))
            }
        }
    )
    /// The first entry of each app, in the form in which identifiers are compared.
    private lazy var firstEntries = Dictionary(
        file.entries.flatMap { entry in entry.identifiers.map { (AppIdentifier.canonical($0), entry.node) } },
        uniquingKeysWith: { first, _ in first }
    )
    private lazy var variables = SubstitutionVariables(document.root["applinks"]?["substitutionVariables"])
    private lazy var variableNames =
        variables.own.count > 200 ? nil : variables.own.keys.sorted() + SubstitutionVariables.builtInNames
    /// The comparisons of an entry's rules.
    private var covers: [Int: RuleCover] = [:]
    private let budget = CoverBudget()
    /// Whether two entries open the same links, in both readings.
    private var sameRules: [[Int]: Bool] = [:]
    /// Whether each app of an entry has an earlier entry with the same meaning.
    private var repeatedEntries: [Int: Bool] = [:]

    init(_ document: JSONDocument) { self.document = document }

    /// Returns the fix of a finding, or `nil` if it is not one of these.
    func fix(_ finding: Finding, _ node: JSONNode) -> FindingFix? {
        switch finding.rule {
        case .aasaUnreachableRule: moveUp(node, finding)
        case .aasaSlashStar: moveCovered(by: node, finding)
        case .aasaDuplicateApp: removal(ofRepeated: node, finding)
        case .aasaUndefinedVariable: knownVariables(in: node, finding)
        default: nil
        }
    }

    // MARK: - Order

    /// Moves a rule before the first covering rule with the opposite action.
    private func moveUp(_ node: JSONNode, _ finding: Finding) -> FindingFix? {
        guard let place = rules[node.index] else { return nil }
        let list = file.entries[place.entry].rules
        let rule = list[place.rule]
        guard file.writtenOutStepCount(file.entries[place.entry]) <= AppleCoverCheck.maximumSteps else { return nil }
        // A rule that several rules cover together has no single place to move to.
        var cover =
            covers.removeValue(forKey: place.entry)
            ?? RuleCover(file.linkRules(file.entries[place.entry]).rules, budget)
        defer { covers[place.entry] = cover }
        guard let earlier = cover.firstCovering(place.rule, among: 0..<place.rule),
            list[earlier].excludes != rule.excludes
        else { return nil }
        // Behind the others, an exclusion of every link would change nothing.
        if list[earlier].excludes, AppleCoverCheck.isOfEveryLink(list[earlier].node) {
            return FindingFix(finding, .unsafe, [FileEdit.removal(of: list[earlier].node)])
        }
        // If the exclusion has a star that also matches absent parts, that star is fixed instead of moving the rule.
        let stars = list[earlier].excludes ? AppleCoverCheck.absentStars(in: list[earlier].node) : []
        let edits =
            stars.isEmpty
            ? FileEdit.move(node, before: list[earlier].node) : stars.compactMap { FileEdit.text(of: $0, "?*") }
        return FindingFix(finding, .unsafe, edits)
    }

    /// Moves the rule for /x before the rule for /x/*, at which the finding is.
    private func moveCovered(by node: JSONNode, _ finding: Finding) -> FindingFix? {
        guard let place = rules[node.index] else { return nil }
        let list = file.entries[place.entry].rules
        let later = list.indices[(place.rule + 1)...].first { index in
            AppleCoverCheck.isSlashStar(list[place.rule], list[index])
                && list[index].excludes != list[place.rule].excludes
        }
        return later.flatMap { FindingFix(finding, .unsafe, FileEdit.move(list[$0].node, before: node)) }
    }

    // MARK: - Apps

    /// Removes an app from an entry, or the whole entry, if an earlier entry of the app has the same rules.
    private func removal(ofRepeated node: JSONNode, _ finding: Finding) -> FindingFix? {
        // The members of a dictionary are entries themselves.
        guard let list = node.parent, list.name == "appIDs" || node.name == "appID" else { return nil }
        guard let entry = list.name == "appIDs" ? list.parent : list, let text = node.string else { return nil }
        guard isRepeated(text, in: entry) else { return joined(text, entry, finding) }
        let isWhole =
            repeatedEntries[entry.index] ?? AppleFile.identifiers(of: entry).allSatisfy { isRepeated($0, in: entry) }
        repeatedEntries[entry.index] = isWhole
        guard isWhole else { return FindingFix(finding, .safe, [FileEdit.removal(of: node)]) }
        let known = AppleEntryCheck.entryKeys
        let hasRemark =
            FixFinder.hasRemark(entry, known: known)
            || entry["components"].map { $0.children.contains { $0["comment"] != nil } } ?? false
        return FindingFix(finding, hasRemark ? .unsafe : .safe, [FileEdit.removal(of: entry)])
    }

    /// Moves the rules of an app's later entry to the end of those of its first one, which alone Apple's daemon reads.
    private func joined(_ app: String, _ entry: JSONNode, _ finding: Finding) -> FindingFix? {
        let app = AppIdentifier.canonical(app)
        guard let first = firstEntries[app], first.index < entry.index else { return nil }
        let lists = ["components", "paths"].filter { first[$0] != nil || entry[$0] != nil }
        let known = ["appID", "appIDs"] + lists
        guard lists.count == 1, let own = first[lists[0]], let other = entry[lists[0]], own.isArray, other.isArray
        else {
            return nil
        }
        let ranges = other.children.map(\.byteRange)
        guard let start = ranges.first?.lowerBound, let end = ranges.last?.upperBound,
            [first, entry].allSatisfy({ node in
                !FixFinder.hasRemark(node, known: known)
                    && AppleFile.identifiers(of: node).allSatisfy { AppIdentifier.canonical($0) == app }
            })
        else { return nil }
        let rules = String(decoding: document.bytes[start..<end], as: UTF8.self)
        return FindingFix(finding, .unsafe, [FileEdit.addition(of: rules, to: own), FileEdit.removal(of: entry)])
    }

    /// Whether an earlier entry of an app has the same rules as a later one.
    private func isRepeated(_ app: String, in entry: JSONNode) -> Bool {
        guard let first = firstEntries[AppIdentifier.canonical(app)], first.index < entry.index else { return false }
        let key = [first.index, entry.index]
        if let known = sameRules[key] { return known }
        let isSame = ["components", "paths", "defaults"].allSatisfy { name in
            switch (first[name], entry[name]) {
            case (nil, nil): true
            case (let one?, let other?): one.isEqual(to: other)
            default: false
            }
        }
        sameRules[key] = isSame
        return isSame
    }

    // MARK: - Variables

    /// Replaces undefined variables by the most similar defined ones.
    private func knownVariables(in node: JSONNode, _ finding: Finding) -> FindingFix? {
        guard let names = variableNames, let text = node.string else { return nil }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "$(") {
            guard let close = rest[start.upperBound...].firstIndex(of: ")") else { return nil }
            var name = String(rest[start.upperBound..<close])
            if !variables.isDefined(name) {
                guard let nearest = NearestKey.nearest(to: name, among: names) else { return nil }
                name = nearest
            }
            result += rest[..<start.upperBound] + name + ")"
            rest = rest[rest.index(after: close)...]
        }
        return FileEdit.text(of: node, result + rest).flatMap { FindingFix(finding, .unsafe, [$0]) }
    }
}
