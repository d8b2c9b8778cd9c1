@_spi(Bolts) import BoltsAssociations
import Foundation

/// The apps that are judged with a site, each combined from everything that is known about it.
struct AppSide {
    /// One app of a family of devices.
    struct App {
        /// The identifier to search for in the site's file, or `nil` if it is not known.
        let identifier: String?
        /// The identifier, as far as it is known.
        let id: SourceText
        /// The display name of the file that states most about the app.
        let file: String
        /// Whether it is a variant for testers of another app.
        let isVariant: Bool
        /// The build variant or the configuration, or `nil` if there is only one.
        let variant: String?
        /// Whether one of its variants or configurations is not for debugging.
        let isForUsers: Bool
        /// The kinds of devices that the judge covers: an app may have other files on a Mac than on an iPhone.
        let devices: Set<LinkDevice>
        let judge: Judge
        /// The site whose files decide instead of the host's, if the app names the host only by a wildcard and they are
        /// available.
        let parent: ParentSite?
    }

    /// The site of a wildcard's parent domain.
    struct ParentSite {
        let domain: String
        /// The files of the parent domain, as if they were those of the judged host.
        let site: SiteAssociations
    }

    enum Judge {
        case android(AndroidAppJudge)
        case apple(AppleAppJudge)
    }

    let android: [App]
    let apple: [App]
    /// The files of other hosts that the apps name.
    let others: [SiteAssociations]
    /// Judges the reports of devices.
    let devices: DeviceJudge
    /// The hosts that the apps name.
    let hosts: [String]
    /// Where the sources sign in at the host, or `nil` if they are not known to.
    let signIn: SourcePlace?
    /// Whether the apps are known to use passwords or passkeys of the host.
    let sharesCredentials: Bool
    /// The association files of the projects that name one of the apps.
    let projectFiles: ArraySlice<ProjectAssociationFile>
    private let comparison: [Finding]
    private let givenApps: GivenApps

    /// `others` are the files of other hosts that the apps name; `service` is that of Apple's entitlement; `now` is compared with
    /// the dates of profiles.
    init(
        _ claims: AppClaims,
        _ site: SiteAssociations,
        others: [SiteAssociations] = [],
        service: String = "applinks",
        now: Date
    ) {
        EvaluationCount.add(.apps)
        let isSeveral = claims.sources.count > 1
        givenApps = GivenApps(claims)
        self.others = others
        hosts = claims.hosts
        signIn = claims.signInHosts[SiteAddress.name(of: site.host)]
        sharesCredentials = claims.signIn(at: site.host)
        devices = DeviceJudge(claims.deviceReports, host: site.host)
        let claims = claims.completed(with: claims.deviceReports, site)
        let androidGroups = Self.kept(claims.android, site).grouped { $0.id.key($0.module ?? $0.file) }
        let ids = androidGroups.map { (id: $0.first?.package, variants: $0.map(\.variant)) }
        let isNamed = claims.android.contains { AndroidAppJudge($0, site).namesHost == true }
        android = androidGroups.flatMap(Self.modules).flatMap { Self.flavors($0, site) }.map { group in
            let app = Self.joined(group, site, prefersListed: isSeveral)
            let parent = Self.parent(AndroidAppJudge(app, site).wildcardDomains, of: site, among: others)
            var judged = app
            // What each variant lacks is not said of one.
            if !isNamed { judged.variant = nil }
            return App(
                identifier: app.package,
                id: app.id,
                file: app.file,
                isVariant: Self.isVariant(app.package, app.variant, of: ids),
                variant: app.variant,
                isForUsers: group.contains { !BuildVariants($0.variant).isDebug },
                devices: Self.devices(from: app.minimumSDK),
                judge: .android(AndroidAppJudge(judged, parent?.site ?? site)),
                parent: parent
            )
        }
        let judgedApple = claims.apple.filter { $0.parentIdentifiers == nil }.prefix(Self.maximumCount)
        let appleGroups = judgedApple.grouped { $0.bundleIdentifier ?? $0.id.key($0.target ?? $0.file) }
        let bundles = appleGroups.map { (id: $0.first?.bundleIdentifier, variants: $0.map(\.configuration)) }
        apple = appleGroups.flatMap { group in
            Self.parts(group, site, service, now).map { part in
                var judge = AppleAppJudge(part.app, source: part.source, site, service: service, now: now)
                judge.namingConfiguration = part.namingConfiguration
                judge.alike = part.alike
                return App(
                    identifier: part.app.identifier ?? part.app.bundleIdentifier,
                    id: part.app.identifier == nil && part.app.bundleIdentifier != nil ? part.app.bundle : part.app.id,
                    file: part.app.file,
                    isVariant: Self.isVariant(part.app.bundleIdentifier, part.app.configuration, of: bundles),
                    variant: part.app.configuration,
                    isForUsers: group.contains { !BuildVariants($0.configuration).isDebug },
                    devices: part.devices,
                    judge: .apple(judge),
                    parent: Self.parent(judge.wildcardDomains, of: site, among: others)
                )
            }
        }
        projectFiles = Self.projectFiles(claims)
        // The files of a project whose apps name only other hosts are probably for those.
        let isForeign = !hosts.isEmpty && (android + apple).allSatisfy { $0.namesHost == false }
        let undeployed = Self.undeployed(projectFiles, of: claims, site).map { finding in
            let fix = "If the project's file is for this host, deploy it."
            return isForeign ? finding.with(severity: .note, fix: fix) : finding
        }
        let clips = claims.apple.filter { $0.parentIdentifiers != nil }
        let certificates: [Finding] = isSeveral ? androidGroups.flatMap { Self.unlistedCertificates($0, site) } : []
        let asked = "\(service):\(SiteAddress.name(of: site.host))"
        comparison =
            certificates + undeployed + appleGroups.compactMap { Self.configurations($0, asked) }
            + clips.flatMap { AppleAppCheck(app: $0, now: now).findings().filter { $0.rule == .iosAppClipParent } }
            + clips.compactMap { Self.unlisted($0, site) }
            + appleGroups.compactMap { $0.lazy.compactMap(Self.exported).first }
    }

    /// The maximum number of apps of each family to judge.
    static let maximumCount = 50

    /// The effect of an app's own files and of device reports on a link that the site lets it open.
    func cause(_ app: App, _ url: URL, on device: LinkDevice) -> AppCause {
        let own = app.cause(url, on: device)
        guard let identifier = app.identifier,
            let seen = devices.cause(url, app: identifier, on: device)
        else { return own }
        let known = Set(seen.facts.map(\.condition))
        // A device's report is closer to users than a built file.
        if own.outcome != .opens, !own.isAbsence, !(own.condition.map(known.contains) ?? (own.outcome == .unsure)) {
            return own
        }
        guard seen.outcome == .opens else { return seen }
        return AppCause(
            outcome: .opens,
            conditions: own.conditions,
            facts: own.facts.filter { !known.contains($0.condition) } + seen.facts
        )
    }

    /// The apps of a family that get separate answers.
    func given(_ apps: [App]) -> [[App]] { givenApps.groups(apps, \.file, \.identifier, isVariant: \.isVariant) }

    /// Devices of a family that are judged separately, because a report or an app's file covers only some of them.
    func split(_ devices: [LinkDevice]) -> [[LinkDevice]] {
        let seen = devices.filter(self.devices.hasReport)
        let parts =
            seen.isEmpty || seen.count == devices.count ? [devices] : [seen, devices.filter { !seen.contains($0) }]
        return parts.flatMap { part in
            part.grouped { device in apple.map { $0.devices.contains(device) } }
        }
    }

    /// The findings about the apps that do not decide about a link.
    var findings: [Finding] {
        let judges = android.compactMap(\.androidJudge)
        let apps = judges.map(\.check.app)
        return comparison + judges.flatMap { $0.check.app.relevant($0.findings, beside: apps) }
            + apple.flatMap { $0.findings }
    }

    /// The versions of Android on which an app can be installed.
    private static func devices(from minimum: Int?) -> Set<LinkDevice> {
        let minimum = minimum ?? 1
        return Set(
            LinkDevice.allCases.filter { device in
                device.isAndroid && !(device == .android11 && minimum > 30) && !(device == .android12 && minimum > 34)
            }
        )
    }

    /// The site that decides for a host that an app names only by wildcards, or `nil`.
    ///
    /// If there are several wildcards, it is unknown which one a device uses.
    private static func parent(_ domains: [String], of site: SiteAssociations, among others: [SiteAssociations])
        -> ParentSite?
    {
        guard domains.count == 1, let domain = domains.first,
            let other = others.first(where: { SiteAddress.name(of: $0.host) == domain })
        else { return nil }
        return ParentSite(domain: domain, site: other.standing(for: site.host))
    }

    // MARK: - What belongs together

    /// The apps to judge: if there are too many, those that the site lists come first, then those without an id.
    private static func kept(_ apps: [AndroidAppClaims], _ site: SiteAssociations) -> ArraySlice<AndroidAppClaims> {
        guard apps.count > maximumCount else { return apps[...] }
        let stated = Set(StatedPackages(site).all)
        let listed = apps.filter { $0.package.map(stated.contains) ?? false }
        let open = apps.filter { $0.package == nil }
        let others = apps.filter { $0.package.map { !stated.contains($0) } ?? false }
        return (listed + open + others).prefix(maximumCount)
    }

    /// The claims of one app, grouped by the modules that build it, for example one for phones and one for televisions.
    private static func modules(_ group: [AndroidAppClaims]) -> [[AndroidAppClaims]] {
        let known = group.filter { $0.filters != nil }
        let modules = known.filter { $0.module != nil }.grouped { $0.module }
        // If there is a built file, it decides instead, because it is closer to what users have.
        guard modules.count > 1, known.allSatisfy({ $0.rank == .source }) else { return [group] }
        let others = group.filter { $0.filters == nil || $0.module == nil }
        return modules.map { $0 + others }
    }

    /// The claims of one app, grouped by the release variants that name the host if their filters differ: each user has one of
    /// them.
    private static func flavors(_ group: [AndroidAppClaims], _ site: SiteAssociations) -> [[AndroidAppClaims]] {
        guard let rank = group.filter({ $0.filters != nil }).map(\.rank).max() else { return [group] }
        let isFlavor = group.map { app in
            app.rank == rank && BuildVariants(app.variant).isRelease && AndroidAppJudge(app, site).namesHost == true
        }
        var seen: Set<[AndroidIntentFilter]> = []
        let flavors = zip(group, isFlavor).filter(\.1).map(\.0).filter { app in
            // The same filter has different places in different files, so places are not compared.
            let filters = (app.filters ?? []).map { filter in
                var filter = filter
                filter.file = nil
                filter.line = nil
                filter.activity = nil
                return filter
            }
            return seen.insert(filters).inserted
        }
        guard flavors.count > 1 else { return [group] }
        let others = zip(group, isFlavor).filter { !$0.1 }.map(\.0)
        return flavors.map { [$0] + others }
    }

    /// The claims of one app that decide on some kinds of devices.
    private struct Part {
        let app: AppleAppClaims
        /// The claims of the sources, if the app is signed.
        let source: AppleAppClaims?
        /// The configuration that names the host, if the app's own does not.
        let namingConfiguration: String?
        /// The claims of other configurations of the target that name the host no more than the app's own do.
        let alike: [AppleAppClaims]
        var devices: Set<LinkDevice>
    }

    /// Returns, for each kind of device, the claims closest to what its users have.
    private static func parts(
        _ group: [AppleAppClaims],
        _ site: SiteAssociations,
        _ service: String,
        _ now: Date
    ) -> [Part] {
        let orders = group.map { app in
            let namesHost = AppleAppJudge(app, site, service: service, now: now).namesHost
            return (app.rank, BuildVariants(app.configuration).isRelease ? 1 : 0, namesHost == true ? 1 : 0)
        }
        var places: [Int: Int] = [:]
        var parts: [Part] = []
        for device in LinkDevice.allCases where device.isApple {
            let own = group.indices.filter { group[$0].devices?.contains(device) ?? false }
            let candidates = own.isEmpty ? group.indices.filter { group[$0].devices == nil } : own
            guard let best = candidates.max(by: { orders[$0] < orders[$1] }) else { continue }
            if let place = places[best] {
                parts[place].devices.insert(device)
                continue
            }
            let source = candidates.first { group[$0].rank == .source && group[best].rank > .source }
            places[best] = parts.count
            let naming = orders[best].2 == 0 ? candidates.first { orders[$0].2 == 1 } : nil
            let alike = candidates.map { group[$0] }.filter { app in
                isRead(app) && app.target == group[best].target && app.file != group[best].file
            }
            parts.append(
                Part(
                    app: group[best],
                    source: source.map { group[$0] },
                    namingConfiguration: naming.flatMap { group[$0].configuration },
                    alike: orders[best].2 == 0 && naming == nil && isRead(group[best]) ? alike : [],
                    devices: [device]
                )
            )
        }
        return parts
    }

    /// Whether all values of an app's entitlements file are known.
    private static func isRead(_ app: AppleAppClaims) -> Bool {
        app.rank == .source && app.domainSource == .entitlements && app.domains != nil && app.gap == nil
            && app.unresolvedDomains.isEmpty
    }

    /// Joins the claims of one app: filters and certificates each come from the file closest to what users have.
    private static func joined(_ group: [AndroidAppClaims], _ site: SiteAssociations, prefersListed: Bool)
        -> AndroidAppClaims
    {
        // Users get a release build, possibly one of several flavours for different hosts.
        func order(_ app: AndroidAppClaims) -> (AppFileRank, Int, Int) {
            let namesHost = AndroidAppJudge(app, site).namesHost == true
            return (app.rank, BuildVariants(app.variant).isRelease ? 1 : 0, namesHost ? 1 : 0)
        }
        let manifest = group.filter { $0.filters != nil }.max { order($0) < order($1) }
        // Of several given files, one that the site lists can open the link; the others are reported as well.
        func isListed(_ app: AndroidAppClaims) -> Int {
            prefersListed && AndroidAppCertificates(app: app, site: site).listedFingerprint != nil ? 1 : 0
        }
        let signed = group.filter { $0.certificates != nil }.max { one, other in
            (one.rank, isListed(one)) < (other.rank, isListed(other))
        }
        guard var app = manifest ?? group.first(where: { $0.gap != nil }) ?? signed ?? group.first else {
            return AndroidAppClaims(package: nil, file: "", rank: .source)
        }
        if let signed {
            app.certificates = signed.certificates
            app.isBundle = signed.isBundle
            app.signed = .init(file: signed.file, rank: signed.rank, isInstalled: signed.isInstalled)
        }
        return app
    }

    /// The findings about files of one app whose certificate no statement lists, although one lists that of another file.
    private static func unlistedCertificates(_ group: [AndroidAppClaims], _ site: SiteAssociations) -> [Finding] {
        let signed = group.filter { $0.certificates?.isEmpty == false && $0.rank == .built && !$0.isBundle }
        guard signed.count > 1, let package = group.first?.package else { return [] }
        let listed = signed.filter { AndroidAppCertificates(app: $0, site: site).listedFingerprint != nil }
        let names = listed.map { Clip.clip($0.file) }
        guard !names.isEmpty else { return [] }
        let others = signed.filter { !listed.contains($0) }
        let fingerprints = others.compactMap { $0.certificates?.last?.fingerprint }.distinct()
        guard !others.isEmpty else { return [] }
        let files = others.map { Clip.clip($0.file) }.joinedWithAnd()
        return [
            Finding(
                .crossAppCertificate,
                "assetlinks.json lists the certificate of \(names.joinedWithAnd()), not \(others.count == 1 ? "that" : "those") of \(files).",
                file: site.androidResponse.url.absoluteString,
                severity: .error,
                fix: "Add \(fingerprints.joinedWithAnd()) to the fingerprints of \(Clip.clip(package)).",
                change: fingerprints.count == 1 ? .fingerprint(fingerprints[0], package: package) : nil
            )
        ]
    }

    /// The finding that an App Clip names the host but is missing from the host's file.
    private static func unlisted(_ clip: AppleAppClaims, _ site: SiteAssociations) -> Finding? {
        guard let file = site.appSiteAssociation, let identifier = clip.identifier else { return nil }
        let host = SiteAddress.name(of: site.host)
        let names = (clip.domains ?? []).compactMap(AssociatedDomain.init).contains {
            $0.service == "appclips" && $0.covers(host)
        }
        let listed = Set(file.apps(of: "appclips").map(AppIdentifier.canonical))
        guard names, !listed.contains(AppIdentifier.canonical(identifier)) else { return nil }
        return Finding(
            .crossAppClipNotListed,
            "The App Clip \(Clip.clip(identifier)) names appclips:\(Clip.clip(host)), and the file's appclips do not name it.",
            file: site.appleResponse.url.absoluteString,
            fix: "Add \(Clip.clip(identifier)) to appclips.apps.",
            change: AppIdentifier.isWellFormed(identifier)
                ? .service("appclips", app: identifier, instead: nil) : nil
        )
    }

    /// Whether an app is for testers of another one, whose identifier is the beginning of its own, unless it alone is built for
    /// release.
    private static func isVariant(_ id: String?, _ variant: String?, of apps: [(id: String?, variants: [String?])])
        -> Bool
    {
        apps.contains { other in
            guard let id, let main = other.id, id.hasPrefix(main + ".") else { return false }
            return !BuildVariants(variant).isRelease
                || other.variants.contains { $0 == nil || BuildVariants($0).isRelease }
        }
    }

    /// The group within which configurations are compared.
    private struct ConfigurationKey: Hashable {
        let target: String?
        let devices: Set<LinkDevice>?

        init(_ app: AppleAppClaims) { (target, devices) = (app.target, app.devices) }
    }

    /// A value that the project does not state for one configuration is not a difference.
    private static func differs(_ first: AppleAppClaims, _ other: AppleAppClaims) -> Bool {
        if let own = other.domains, let first = first.domains, Set(own) != Set(first) { return true }
        if let own = other.teamIdentifier, let first = first.teamIdentifier { return own != first }
        return false
    }

    /// The finding that the app is exported for another team than its project's, or `nil`.
    private static func exported(_ app: AppleAppClaims) -> Finding? {
        // A team that is still a placeholder exports nothing.
        guard let exported = app.exported, let team = app.teamIdentifier, team != exported.team,
            AppleIdentifierCheck.defect("\(exported.team).app") == nil,
            app.configuration == nil || BuildVariants(app.configuration).isRelease, let bundle = app.bundleIdentifier
        else { return nil }
        return Finding(
            .iosAppConfiguration,
            "\(Clip.clip(exported.file)) exports the app for the team \(Clip.clip(exported.team)), and the project has the team "
                + "\(Clip.clip(team)).",
            file: exported.file,
            fix: "Give both the same team, or list \(Clip.clip(exported.team)).\(Clip.clip(bundle)) too."
        )
    }

    /// The difference between the configurations of one target, or `nil` if there is none.
    private static func configurations(_ group: [AppleAppClaims], _ asked: String) -> Finding? {
        var firsts: [ConfigurationKey: AppleAppClaims] = [:]
        var pair: (AppleAppClaims, AppleAppClaims)?
        for app in group where app.configuration != nil && app.rank == .source {
            let key = ConfigurationKey(app)
            guard let first = firsts[key] else {
                firsts[key] = app
                continue
            }
            if differs(first, app) {
                pair = (first, app)
                break
            }
        }
        guard let (first, other) = pair else { return nil }
        func describe(_ app: AppleAppClaims) -> String {
            // Common values are not differences.
            let isStated = first.domains != nil && other.domains != nil
            let sameDomains = !isStated || Set(first.domains ?? []) == Set(other.domains ?? [])
            let own = (app.domains ?? []).filter { domain in
                !((app == first ? other : first).domains ?? []).contains(domain)
            }
            // What is asked about comes first.
            let domains = (own.filter { $0 == asked } + own.filter { $0 != asked }).clippedList(3)
            let sameTeam = first.teamIdentifier == other.teamIdentifier
            let team = sameTeam ? nil : app.teamIdentifier.map { "the team \(Clip.clip($0))" } ?? "no team in the files"
            let none = app.domains?.isEmpty == false ? "no other domain" : "no domain"
            let named = sameDomains ? nil : own.isEmpty ? none : domains
            let alike = group.filter { other in
                ConfigurationKey(other) == ConfigurationKey(app) && other.rank == .source
                    && other.domains.map(Set.init) == app.domains.map(Set.init) && !differs(other, app)
            }
            let names = alike.flatMap { BuildVariants($0.configuration).names }.distinct()
            let verb = names.count == 1 ? "has" : "have"
            return "\(names.clippedList(3)) \(verb) \([named, team].compactMap { $0 }.joined(separator: " and "))"
        }
        return Finding(.iosAppConfiguration, "\(describe(first)), and \(describe(other)).", file: first.file)
    }
}
