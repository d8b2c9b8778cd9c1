@_spi(Bolts) import BoltsAssociations
import BoltsBase

/// Compares what a file lets each app do before and after edits, within one limit for all the comparisons of a run.
///
/// Apple's file is compared in both readings of several entries for an app, Google's by the documentation and by the source
/// code.
struct FixComparison {
    private let kind: AssociationFileKind
    private var rules: RuleComparison
    /// The maximum number of apps with several entries to compare in the second reading too.
    private static let maximumMixedApps = 64
    /// The maximum number of entries of Windows' file to compare.
    private static let maximumEntries = 1_000

    init(kind: AssociationFileKind) {
        self.kind = kind
        rules = RuleComparison(host: "", platform: kind == .android ? .android : .apple)
    }

    /// Whether the links and the entries of every app are unchanged; `false` also if there is too much to compare.
    ///
    /// `restored` may get the links of their entries, which the platform refused because of their spelling.
    mutating func isSame(_ before: JSONDocument, _ after: JSONDocument, restored: Set<String>) -> Bool {
        switch kind {
        case .apple: isSame(AppSiteAssociation(before), AppSiteAssociation(after), restored)
        case .android: isSame(AssetLinks(before), AssetLinks(after), restored)
        case .windows: isSame(WindowsWebLinks(before), WindowsWebLinks(after), restored)
        case .signIn(.webauthn):
            RelatedOrigins(before)?.entries.map(\.origin) == RelatedOrigins(after)?.entries.map(\.origin)
        case .signIn: before.isEqual(to: after)
        }
    }

    /// Whether two lists of rules open the same links.
    private mutating func areEqual(_ before: LinkRules, _ after: LinkRules) -> Bool {
        if before == after, before.isComparable { return true }
        // Comparing thousands of rules by automata would be too expensive; to prove that a removed rule is superfluous, one other
        // rule is enough.
        if RuleRemoval(from: before, to: after)?.changesNothing() ?? false { return true }
        let changes = rules.changes(
            of: "",
            before: CollectionOfOne(before),
            after: CollectionOfOne(after),
            ruleBefore: { _ in nil },
            ruleAfter: { _ in nil }
        )
        return changes.kept.isEmpty
    }

    // MARK: - Apple

    private struct EntryPair: Hashable {
        let before: Int?
        let after: Int?
    }

    private mutating func isSame(
        _ before: AppSiteAssociation,
        _ after: AppSiteAssociation,
        _ restored: Set<String>
    ) -> Bool {
        let links = [before, after].map { $0.file.document.root["applinks"] }
        // In most fixes the shared members are unchanged, so equally spelled entries are equal.
        let sharesMembers = ["defaults", "substitutionVariables"].allSatisfy {
            links[0]?[$0]?.text == links[1]?[$0]?.text
        }
        var pairs = Set<EntryPair>()
        var mixed = Set<String>()
        for app in Set((before.apps + after.apps).map(AppIdentifier.canonical)) {
            let pair = EntryPair(before: before.file.entry(for: app), after: after.file.entry(for: app))
            // The old spelling of a restored app disappears; no app can have it.
            if (pair.before == nil) != (pair.after == nil) {
                guard restored.contains(app.trimmingWhitespace) else { return false }
                continue
            }
            pairs.insert(pair)
            if before.file.isMixed(app) || after.file.isMixed(app) { mixed.insert(app) }
        }
        for pair in pairs {
            guard let first = pair.before, let second = pair.after else { continue }
            let (old, new) = (before.file.entries[first], after.file.entries[second])
            if sharesMembers, old.node.text == new.node.text { continue }
            guard areEqual(before.file.linkRules(old), after.file.linkRules(new)) else { return false }
        }
        guard mixed.count <= Self.maximumMixedApps else { return false }
        for app in mixed {
            guard areEqual(before.file.linkRulesTakingAllTogether(app), after.file.linkRulesTakingAllTogether(app))
            else {
                return false
            }
        }
        return ["webcredentials", "appclips", "activitycontinuation"].allSatisfy { service in
            let (old, new) = (Set(before.apps(of: service)), Set(after.apps(of: service)))
            let names = [old.subtracting(new), new.subtracting(old)].map { Set($0.map(AppIdentifier.canonical)) }
            return names[0].symmetricDifference(names[1]).allSatisfy { restored.contains($0.trimmingWhitespace) }
        }
    }

    // MARK: - Android

    private mutating func isSame(_ before: AssetLinks, _ after: AssetLinks, _ restored: Set<String>) -> Bool {
        func grouped(_ file: AssetLinks) -> [String: [AssetStatement]] {
            Dictionary(grouping: file.statements) { statement in
                switch statement.target {
                case .androidApp(let package, _): package
                case .web(let site): site.description
                }
            }
        }
        let (old, new) = (grouped(before), grouped(after))
        for (app, statements) in new where old[app]?.map(\.node.text) != statements.map(\.node.text) {
            let earlier = old[app] ?? []
            let declared = [earlier, statements].map { Set($0.flatMap(Declaration.all)) }
            guard declared[0].isSubset(of: declared[1]) else { return false }
            let isRestored = restored.contains(app)
            guard isRestored || declared[0] == declared[1] else { return false }
            let rules = [earlier, statements].map { AndroidLinkRules($0, package: app) }
            // Restoring a refused statement may give the app its rules back.
            let hadLinks = earlier.contains { $0.relations.contains(.handleAllURLs) }
            if rules[0].isEqual(to: rules[1]) || isRestored && !hadLinks { continue }
            guard areEqual(rules[0].documented, rules[1].documented), areEqual(rules[0].published, rules[1].published)
            else { return false }
        }
        return old.keys.allSatisfy { new[$0] != nil } && before.includes.map(\.url) == after.includes.map(\.url)
    }

    /// A relation to an app's certificate, or to a site.
    private struct Declaration: Hashable {
        let relation: AssetRelation
        let certificate: CertificateFingerprint?

        static func all(_ statement: AssetStatement) -> [Declaration] {
            statement.relations.flatMap { relation -> [Declaration] in
                switch statement.target {
                case .web: [Declaration(relation: relation, certificate: nil)]
                case .androidApp(_, let certificates):
                    certificates.map { Declaration(relation: relation, certificate: $0) }
                }
            }
        }
    }

    // MARK: - Windows

    private mutating func isSame(_ before: WindowsWebLinks, _ after: WindowsWebLinks, _ restored: Set<String>) -> Bool {
        guard max(before.packageFamilyNames.count, after.packageFamilyNames.count) <= Self.maximumEntries else {
            return false
        }
        let (old, new) = (Set(before.packageFamilyNames), Set(after.packageFamilyNames))
        guard old.symmetricDifference(new).allSatisfy({ restored.contains($0.trimmingWhitespace) }) else {
            return false
        }
        return old.intersection(new).allSatisfy { name in
            // A restored app may open more links.
            if restored.contains(name) { return true }
            return areEqual(before.linkRules(packageFamilyName: name), after.linkRules(packageFamilyName: name))
        }
    }
}
