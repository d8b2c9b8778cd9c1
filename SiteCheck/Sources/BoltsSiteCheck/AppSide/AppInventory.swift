@_spi(Bolts) import BoltsAssociations
import Foundation

/// The apps that were read, each with its ids and hosts, and the parts that were not read, each with the reason.
///
/// It is shown before any judgement, because a mistake in it makes every answer wrong.
@_spi(Bolts) public struct AppInventory: Sendable, Hashable {
    /// A host that an app names.
    public struct Host: Sendable, Hashable {
        /// The name, possibly with a star at its beginning.
        public let name: String
        /// Whether the app asks the system to verify it.
        ///
        /// This is true for every host of an entitlement, and on Android for hosts of filters with autoVerify.
        public let isVerified: Bool
        /// Where it is named: the file, and the line if there is one.
        public let place: String
    }

    /// A part of an app that is unknown.
    public struct Gap: Sendable, Hashable {
        /// What is unknown, with its name in reports.
        public enum Part: String, Sendable {
            case id, hosts
            /// More hosts than the known ones.
            case moreHosts = "more hosts"
        }

        /// The unknown part.
        public let part: Part
        /// The reason, as a clause.
        public let reason: String
        /// How to get the missing value, as a sentence.
        public let fix: String

        init(_ part: Part, reason: String, fix: String = SourceGap("").fix) {
            (self.part, self.reason, self.fix) = (part, reason, fix)
        }

        init(_ part: Part, _ gap: SourceGap) { self.init(part, reason: gap.text, fix: gap.fix) }
    }

    /// One app, or a part of one.
    public struct Entry: Sendable, Hashable {
        /// `Android` or `Apple`.
        public let platform: String
        /// The kind of output.
        public let role: AppRole
        /// The module or target; the file if there is neither.
        public let place: String
        /// The variants or configurations, in order; empty if there is only one.
        public internal(set) var variants: [String]
        /// The application id or the app identifier, as far as it is known.
        public let id: SourceText
        /// The hosts that the app names for links, verified ones first.
        public let hosts: [Host]
        /// The app's custom schemes.
        public internal(set) var schemes: [String]
        /// The lowest API level on which the app can be installed.
        public let minimumSDK: Int?
        /// The API level that the app targets.
        public let targetSDK: Int?
        /// The file that states most about the app.
        public let file: String
        /// How close the file is to what users have.
        public let rank: AppFileRank
        /// How long ago a built file that may be older than the sources was built.
        public let age: String?
        /// The unknown parts.
        public internal(set) var gaps: [Gap]
        /// The built file of the same app that is judged instead of these sources, or `nil` if there is none.
        public internal(set) var builtFile: String?
    }

    /// The apps, judged ones first.
    public private(set) var entries: [Entry] = []

    /// Lists the apps that are judged, and the project's other outputs.
    public init(_ claims: AppClaims, others: AppClaims = AppClaims()) {
        let targets = Self.projectsOfTargets(claims.apple + others.apple)
        for apps in [claims, others] {
            var list = EntryList()
            for app in apps.android { list.add(Self.entry(app)) }
            let parts = apps.apple.reduce(into: [[String?]: Set<Set<LinkDevice>?>]()) { parts, app in
                parts[[app.project, app.target], default: []].insert(app.devices)
            }
            for app in apps.apple {
                let isNameShared = targets[app.target ?? ""]?.count ?? 0 > 1
                let isPart =
                    app.role.isJudged && app.devices?.count == 1 && parts[[app.project, app.target]]?.count ?? 0 > 1
                list.add(Self.entry(app, isNameShared: isNameShared, device: isPart ? app.devices?.first : nil))
            }
            entries += list.sorted
        }
        let built = entries.filter { $0.rank > .source && $0.id.gap == nil }
        for index in entries.indices where entries[index].rank == .source {
            let entry = entries[index]
            entries[index].builtFile = built.first { $0.platform == entry.platform && $0.id == entry.id }?.file
        }
    }

    /// The projects with a target of a name: more than one if a project is a copy of another, or is for another platform.
    private static func projectsOfTargets(_ apps: [AppleAppClaims]) -> [String: Set<String>] {
        apps.reduce(into: [:]) { result, app in
            if let target = app.target, let project = app.project { result[target, default: []].insert(project) }
        }
    }

    /// Joins the entries of variants of one module with the same id and hosts.
    private struct EntryList {
        private struct Key: Hashable {
            let platform: String
            let place: String
            let role: AppRole
            let id: SourceText
            let rank: AppFileRank
            let verified: Set<String>
            let unverified: Set<String>

            init(_ entry: Entry) {
                (platform, place, role) = (entry.platform, entry.place, entry.role)
                (id, rank) = (entry.id, entry.rank)
                verified = Set(entry.hosts.filter(\.isVerified).map(\.name))
                unverified = Set(entry.hosts.filter { !$0.isVerified }.map(\.name))
            }
        }

        var entries: [Entry] = []
        private var places: [Key: Int] = [:]
        /// The schemes and the gaps of each entry.
        private var known: [(schemes: Set<String>, gaps: Set<Gap>)] = []

        init() {}

        /// The entries of each platform: first the modules that may accept links; within a module first what users get (its
        /// configuration is not for debugging, and it has the shortest id).
        var sorted: [Entry] {
            var ranks: [[String]: (first: Int, takesLinks: Bool)] = [:]
            func group(_ entry: Entry) -> [String] { [entry.platform, entry.place] }
            for (place, entry) in entries.enumerated() {
                let takesLinks = !entry.hosts.isEmpty || entry.gaps.contains { $0.part != .id }
                let known = ranks[group(entry)]
                ranks[group(entry)] = (known?.first ?? place, takesLinks || known?.takesLinks == true)
            }
            func key(_ place: Int) -> [Int] {
                let entry = entries[place]
                let rank = ranks[group(entry)] ?? (place, false)
                return [
                    entry.platform == "Android" ? 0 : 1, rank.takesLinks ? 0 : 1, rank.first,
                    entry.built.isDebug ? 1 : 0, entry.id.description.utf8.count, place,
                ]
            }
            return entries.indices.map { (key($0), entries[$0]) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(
                \.1
            )
        }

        mutating func add(_ entry: Entry) {
            let key = Key(entry)
            guard let place = places[key] else {
                places[key] = entries.count
                known.append((Set(entry.schemes), Set(entry.gaps)))
                entries.append(entry)
                return
            }
            entries[place].variants += entry.variants
            for scheme in entry.schemes where known[place].schemes.insert(scheme).inserted {
                entries[place].schemes.append(scheme)
            }
            for gap in entry.gaps where known[place].gaps.insert(gap).inserted { entries[place].gaps.append(gap) }
        }
    }

    private static func entry(_ app: AndroidAppClaims) -> Entry {
        let check = AndroidAppCheck(app: app)
        var named: [Host] = []
        for filter in check.webFilters where !filter.hasType {
            let isVerified = check.verifies(filter)
            for host in filter.hosts where !host.name.isEmpty {
                let name = host.name.lowercased()
                let place = "\(filter.file ?? app.file)\(filter.line.map { ":\($0)" } ?? "")"
                named.append(Host(name: name, isVerified: isVerified && HostPattern(name).isDomain, place: place))
            }
        }
        let all = named.grouped(by: \.name).compactMap { same in same.first(where: \.isVerified) ?? same.last }
        let unresolved = (app.filters ?? []).first { $0.hasUnknownHost }.map { filter in
            let names = filter.unknownNames.joined(separator: ", ")
            let reason =
                app.filterSource == .attributes
                ? "only the build knows the value of \(names)" : app.valueGap?.text ?? "the sources do not set \(names)"
            return Gap(all.isEmpty ? .hosts : .moreHosts, reason: reason, fix: app.valueGap?.fix ?? SourceGap("").fix)
        }
        return Entry(
            platform: "Android",
            role: app.role,
            place: app.module ?? app.file,
            variants: app.variant.map { [$0] } ?? [],
            id: app.id,
            hosts: all.filter(\.isVerified) + all.filter { !$0.isVerified },
            schemes: Set((app.filters ?? []).flatMap(\.schemes)).subtracting(["http", "https"]).sorted(),
            minimumSDK: app.minimumSDK,
            targetSDK: app.targetSDK,
            file: app.file,
            rank: app.rank,
            age: app.age,
            gaps: gaps(app.id, app.role, isRead: app.filters != nil, isKnown: !all.isEmpty, app.gap)
                + [unresolved].compactMap { $0 }
        )
    }

    /// The entry of an app, or of the part of a target for one device; `isNameShared` if another project has a target of this name.
    private static func entry(_ app: AppleAppClaims, isNameShared: Bool, device: LinkDevice?) -> Entry {
        // A host may occur once for each mode, such as the one for developers.
        let hosts = (app.domains ?? []).compactMap(AssociatedDomain.init)
            .filter { $0.service == "applinks" || $0.service == "appclips" }
            .map { Host(name: ($0.isWildcard ? "*." : "") + $0.host, isVerified: true, place: app.file) }.distinct()
        let open = app.unresolvedDomains.first.map { text in
            Gap(hosts.isEmpty ? .hosts : .moreHosts, reason: "the project does not set \(text)")
        }
        let id = app.id.known == nil && app.bundle.known != nil ? app.bundle : app.id
        let team = id.gap == nil && app.role.isJudged ? app.id.gap : nil
        let isKnown = app.domains != nil && !hosts.isEmpty
        return Entry(
            platform: "Apple",
            role: app.role.isJudged && app.isClip ? .clip : app.role,
            place: (app.target.map { isNameShared ? "\($0) of \(app.project ?? app.file)" : $0 } ?? app.file)
                + (device.map { " for \($0.name)" } ?? ""),
            variants: app.configuration.map { [$0] } ?? [],
            id: id,
            hosts: hosts,
            schemes: app.schemes ?? [],
            minimumSDK: nil,
            targetSDK: nil,
            file: app.file,
            rank: app.rank,
            age: nil,
            gaps: [team].compactMap { $0 }.map { Gap(.id, $0) }
                + gaps(id, app.role, isRead: app.domains != nil, isKnown: isKnown, app.gap)
                + [open].compactMap { $0 }
        )
    }

    /// The unknown parts of an app; `isRead` if the file that names the hosts was read, `isKnown` if at least one host is known:
    /// otherwise the app may still name hosts.
    private static func gaps(
        _ id: SourceText,
        _ role: AppRole,
        isRead: Bool,
        isKnown: Bool,
        _ gap: SourceGap?
    ) -> [Gap] {
        var gaps: [Gap] = []
        if let open = id.gap, open != gap || isRead { gaps.append(Gap(.id, open)) }
        // Outputs that are only listed are not examined further.
        guard role.isJudged else { return gaps }
        if let gap, gap.hosts != .noHost || !isRead {
            gaps.append(Gap(isKnown ? .moreHosts : .hosts, gap))
        } else if !isRead {
            gaps.append(Gap(.hosts, reason: "the file does not contain them"))
        }
        return gaps
    }
}

extension AppInventory.Entry {
    private static let maximumShownCount = 5

    /// Its variants, or none.
    fileprivate var built: BuildVariants { BuildVariants(variants) }

    /// The kind of entry, in words.
    public var kind: String { role == .wear && platform == "Apple" ? "watch app" : role.rawValue }

    /// The entry as one line.
    public var line: String {
        let name = id.gap != nil && !id.isKnownInPart ? "with an unknown id" : Clip.clip(id.description)
        var parts = ["\(platform) \(kind) \(name) (\(Clip.clip(place))\(variants.isEmpty ? "" : ": \(built.shown)"))"]
        let isUnknown = gaps.contains { $0.part == .hosts }
        if !hosts.isEmpty {
            parts.append(hostText)
        } else if role.isJudged, !isUnknown {
            parts.append("names no host for links")
        }
        if !schemes.isEmpty {
            parts.append("\(schemes.count == 1 ? "scheme" : "schemes") \(schemes.commaList(Self.maximumShownCount))")
        }
        if let age { parts.append("built \(age)") }
        if let builtFile { parts.append("judged by \(Clip.clip(builtFile)), which was built from it") }
        // An identifier without its team is shown as far as it is known.
        let unknownID = id.gap == nil ? "its team" : "its id"
        parts += gaps.map { "\($0.part == .id ? unknownID : $0.part.rawValue) not known: \(Clip.clip($0.reason))" }
        return parts.joined(separator: "; ")
    }

    /// The hosts, verified ones first.
    private var hostText: String {
        let verified = hosts.filter(\.isVerified).map(\.name)
        let others = hosts.filter { !$0.isVerified }.map(\.name)
        let first = verified.isEmpty ? nil : verified.commaList(Self.maximumShownCount)
        let second = others.isEmpty ? nil : "not verified: \(others.commaList(Self.maximumShownCount))"
        return [first, second].compactMap { $0 }.joined(separator: "; ")
    }
}
