@_spi(Bolts) import BoltsAssociations

/// The difference between two versions of a site's association files: what they let apps do.
///
/// The rules are compared as sets of URLs, so a different spelling or order of rules makes no difference. A comparison that
/// would take too much work is ``Effect/undecided``, and never reported as equal.
public struct SiteDifference: Sendable, Hashable {
    /// The platform whose file differs.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
        /// `apple-app-site-association`.
        case apple
        /// `assetlinks.json`, with the lists that it includes.
        case android
        /// `windows-app-web-link`.
        case windows
    }

    /// What happens to links, or to an entry of a file.
    public enum Effect: String, Sendable, Hashable, CaseIterable {
        /// The later version allows it; the earlier one did not, or not certainly.
        case gained
        /// The later version does not allow it; the earlier one did, or may have.
        case lost
        /// It is undecided whether the later version allows it.
        ///
        /// Android's two readings disagree, the comparison is too large, or a query's value contains `&` or `;`.
        case undecided
    }

    /// One app's links that a rule opens in only one of the versions.
    public struct LinkChange: Sendable, Hashable, CustomStringConvertible {
        /// What happens to the links.
        public let effect: Effect
        /// The platform.
        public let platform: Platform
        /// The app: its identifier, its package name or its package family name.
        public let app: String
        /// The rule that opens the links, as written in its version's file; `nil` if that version has no rules for the app, or
        /// none was found.
        public let rule: String?
        /// The place of the rule in its file, or `nil` if there is none.
        public let place: JSONPlace?
        /// The rule that excludes the links in the other version, if it excludes only some of the links that ``rule`` opens.
        @_spi(Bolts) public internal(set) var exclusion: String?
        /// Whether other links of the rule do not change.
        @_spi(Bolts) public internal(set) var isPart = false
        /// The most readable URL whose decision changes, or `nil` if the comparison of the rules was not completed.
        public internal(set) var example: String?

        /// One sentence without the host.
        public var description: String {
            let exclusion = self.exclusion.map { Clip.clip($0) }
            guard let example else { return "\(app): \(SiteDifference.undecidedRest)" }
            let links = SiteDifference.words(rule.map { Clip.clip($0) }, within: exclusion, isPart: isPart)
            return switch effect {
            case .gained: "\(app) newly opens: \(links) (e.g. \(example))"
            case .lost: "\(app) no longer opens: \(links) (e.g. \(example))"
            case .undecided: "\(app), now undecided: \(links) (e.g. \(example))"
            }
        }
    }

    /// The changed links of a rule, in words; without a rule, the links of a version that has none.
    @_spi(Bolts)
    public static func words(_ rule: String?, within exclusion: String?, isPart: Bool) -> String {
        if let exclusion { return "\(rule ?? "links") within \(exclusion)" }
        guard let rule else { return isPart ? "some links" : "every link" }
        return isPart ? "part of \(rule)" : rule
    }

    /// The sentence for a comparison that was not completed.
    @_spi(Bolts)
    public static let undecidedRest =
        "whether other links open was not decided: there is too much to compare, or a query's value has & or ;"

    /// An entry of a file that was added or removed: an app of a service, or a target and a certificate of a relation.
    public struct EntryChange: Sendable, Hashable, CustomStringConvertible {
        /// Whether it was added, ``Effect/gained``, or removed, ``Effect/lost``.
        public let effect: Effect
        /// The platform.
        public let platform: Platform
        /// Apple's service, such as `webcredentials`, or the relation of a statement.
        public let service: String
        /// The app or site in the entry.
        public let app: String
        /// The SHA-256 fingerprint of the app's certificate, or `nil` if the entry has none.
        public let certificate: String?

        /// One sentence without the host.
        public var description: String {
            let certificate = self.certificate.map { " with the certificate \($0)" } ?? ""
            return
                "\(Clip.clip(service)) \(effect == .gained ? "newly" : "no longer") names \(Clip.clip(app))\(certificate)"
        }
    }

    /// The host of the later version.
    public let host: String
    private let work: Int
    /// The links that open differently, by platform and app.
    public private(set) var links: [LinkChange] = []
    /// The entries that were added or removed.
    public private(set) var entries: [EntryChange] = []
    /// The number of omitted changes: those of ``links`` beyond 100 per app, and the entries of changed statements that are too
    /// many to compare.
    public private(set) var omitted = 0
    /// The number of omitted link changes, by app.
    private(set) var omittedLinks: [String: Int] = [:]

    /// Whether nothing changes.
    public var isEmpty: Bool { links.isEmpty && entries.isEmpty && omitted == 0 }

    /// Compares two versions of Apple's file.
    init(host: String, from before: AppSiteAssociation?, to after: AppSiteAssociation?) {
        self.init(host: host)
        compare(before, after)
    }

    /// Creates a comparison with a limit for the work on each platform's rules.
    init(host: String, work: Int = RuleComparison.maximumWork) {
        self.host = host
        self.work = work
    }

    // MARK: - Files

    mutating func compare(_ before: AppSiteAssociation?, _ after: AppSiteAssociation?, everyIdentifier: Bool = true) {
        func counts(_ app: String, isKept: Bool) -> Bool {
            everyIdentifier || Self.canBelongToApp(app, isKept: isKept)
        }
        var comparison = RuleComparison(host: host, platform: .apple, work: work)
        let later = Set(after?.apps ?? [])
        for app in Self.union(before?.apps, after?.apps) where counts(app, isKept: later.contains(app)) {
            guard !comparison.isExhausted else {
                links.append(comparison.undecided(app))
                continue
            }
            let rules = [before, after].map { $0?.linkRules(app: app) ?? .nothing }
            add(
                of: app,
                comparison.changes(
                    of: app,
                    before: rules[0...0],
                    after: rules[1...1],
                    ruleBefore: { before?.linkRuleText($0, app: app) },
                    ruleAfter: { after?.linkRuleText($0, app: app) }
                )
            )
        }
        for service in ["webcredentials", "appclips", "activitycontinuation"] {
            let apps = [before, after].map { file in
                (file?.apps(of: service) ?? []).map { Entry(service: service, app: $0, certificate: nil) }
            }
            let kept = Set(apps[1].map(\.app))
            // An earlier identifier that the later file still names is compared even if it looks like a placeholder.
            add(entries: apps[0].filter { kept.contains($0.app) || counts($0.app, isKept: false) }, apps[1], .apple)
        }
    }

    mutating func compareStatements(_ before: [AssetStatement], _ after: [AssetStatement]) {
        func packages(_ statements: [AssetStatement]) -> [String] {
            statements.compactMap { statement in
                guard case .androidApp(let package, _) = statement.target,
                    statement.relations.contains(.handleAllURLs)
                else { return nil }
                return package
            }
        }
        var comparison = RuleComparison(host: host, platform: .android, work: work)
        let old = Dictionary(grouping: before) { $0.target.package ?? "" }
        let new = Dictionary(grouping: after) { $0.target.package ?? "" }
        for package in Self.union(packages(before), packages(after)) {
            guard !comparison.isExhausted else {
                links.append(comparison.undecided(package))
                continue
            }
            let first = AndroidLinkRules(old[package] ?? [], package: package)
            let second = AndroidLinkRules(new[package] ?? [], package: package)
            guard !first.isEqual(to: second) else { continue }
            add(
                of: package,
                comparison.changes(
                    of: package,
                    before: [first.documented, first.published],
                    after: [second.documented, second.published],
                    ruleBefore: { first.text($0) },
                    ruleAfter: { second.text($0) }
                )
            )
        }
        addEntries(before, after)
    }

    /// The maximum number of entries of a version to compare: each relation of a statement with each of its certificates is one.
    private static let maximumEntries = 200_000

    private mutating func addEntries(_ before: [AssetStatement], _ after: [AssetStatement]) {
        let (old, new) = (Set(before.map(Declaration.init)), Set(after.map(Declaration.init)))
        guard old != new else { return }
        let counts = [old, new].map { $0.reduce(0) { $0 + $1.count } }
        if counts.allSatisfy({ $0 <= Self.maximumEntries }) {
            return add(entries: before.flatMap(Entry.entries), after.flatMap(Entry.entries), .android)
        }
        // Comparing only a part would report entries as lost that are in the other part.
        omitted += old.symmetricDifference(new).reduce(0) { $0 + $1.count }
    }

    /// The content of a statement without its place in the file.
    private struct Declaration: Hashable {
        let relations: [AssetRelation]
        let target: AssetStatement.Target

        var count: Int {
            switch target {
            case .web: relations.count
            case .androidApp(_, let fingerprints): relations.count * fingerprints.count
            }
        }

        init(_ statement: AssetStatement) {
            relations = statement.relations
            target = statement.target
        }
    }

    mutating func compare(_ before: WindowsWebLinks?, _ after: WindowsWebLinks?) {
        var comparison = RuleComparison(host: host, platform: .windows, work: work)
        let entryCount = (before?.packageFamilyNames.count ?? 0) + (after?.packageFamilyNames.count ?? 0)
        for family in Self.union(before?.packageFamilyNames, after?.packageFamilyNames) {
            guard !comparison.isExhausted else {
                links.append(comparison.undecided(family))
                continue
            }
            // The rules of a family are looked up in all entries.
            comparison.count(entryCount)
            let rules = [before, after].map { $0?.linkRules(packageFamilyName: family) ?? .nothing }
            add(
                of: family,
                comparison.changes(
                    of: family,
                    before: rules[0...0],
                    after: rules[1...1],
                    ruleBefore: { before?.linkRuleText($0, packageFamilyName: family) },
                    ruleAfter: { after?.linkRuleText($0, packageFamilyName: family) }
                )
            )
        }
    }

    // MARK: - Changes

    private mutating func add(of app: String, _ changes: (kept: [LinkChange], omitted: Int)) {
        links += changes.kept
        guard changes.omitted > 0 else { return }
        omitted += changes.omitted
        omittedLinks[app, default: 0] += changes.omitted
    }

    private mutating func add(entries before: [Entry], _ after: [Entry], _ platform: Platform) {
        let (old, new) = (Set(before), Set(after))
        for (effect, list, others) in [(Effect.lost, before, new), (.gained, after, old)] {
            var seen = others
            for entry in list where seen.insert(entry).inserted {
                entries.append(
                    EntryChange(
                        effect: effect,
                        platform: platform,
                        service: entry.service,
                        app: entry.app,
                        certificate: entry.certificate
                    )
                )
            }
        }
    }

    /// Whether an app can have the identifier, so there is something to gain or lose.
    ///
    /// A suspected placeholder counts if the later version still names it, because the suspicion is a guess.
    private static func canBelongToApp(_ identifier: String, isKept: Bool) -> Bool {
        AppIdentifier.isWellFormed(identifier)
            && (isKept || !AppIdentifierPlaceholder.isPlaceholder(identifier))
    }

    private static func union(_ first: [String]?, _ second: [String]?) -> [String] {
        ((first ?? []) + (second ?? [])).distinct()
    }

    /// An entry of a file about an app, other than its links.
    private struct Entry: Hashable {
        let service: String
        let app: String
        let certificate: String?

        static func entries(_ statement: AssetStatement) -> [Entry] {
            statement.relations.flatMap { relation in
                switch statement.target {
                case .web(let site): [Entry(service: relation.description, app: "\(site)", certificate: nil)]
                case .androidApp(let package, let fingerprints):
                    fingerprints.map {
                        Entry(service: relation.description, app: package, certificate: $0.description)
                    }
                }
            }
        }
    }
}

extension AssetStatement.Target {
    fileprivate var package: String? { if case .androidApp(let package, _) = self { package } else { nil } }
}
