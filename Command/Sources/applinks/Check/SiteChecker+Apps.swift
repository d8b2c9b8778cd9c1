@_spi(Bolts) import AppFiles
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension SiteChecker {
    /// The claims of a folder that is an app or its project, or `nil` if it is a site's root folder.
    func app(atPath path: String) throws -> AppFileContent? {
        if AppFileReader.isAppFile(name: path, bytes: [UInt8]()) { return try read(path) }
        // If the folder is a project, `--host` names one of the app's hosts and not the site of the folder.
        let isProject = FolderProject.isProject(atPath: path)
        guard isAppOnly || !isSite(path, isProject: isProject) else { return nil }
        let content: AppFileContent
        do {
            content = try AppFileReader().claims(atPath: path)
        } catch {
            // A folder that is no project is treated as a site's folder.
            guard isProject else { return nil }
            throw InputError("\(error)")
        }
        return content.claims.isEmpty ? nil : content
    }

    /// Whether a folder is a site's root folder: projects may also have a `.well-known` folder, but with other files.
    func isSite(_ path: String, isProject: Bool) -> Bool {
        guard isProject else { return options.host != nil || LocalPath.exists(path + "/.well-known") }
        let names = ["assetlinks.json", "apple-app-site-association", "windows-app-web-link"]
        return names.contains { LocalPath.exists("\(path)/.well-known/\($0)") || LocalPath.exists("\(path)/\($0)") }
    }

    func read(_ path: String) throws -> AppFileContent {
        let content: AppFileContent
        do {
            content = try AppFileReader().claims(atPath: path)
        } catch {
            throw InputError("\(error)")
        }
        return content
    }

    /// Adds why an app that was read with the input could not be judged, unless every answer is decided without it.
    static func addUndecided(_ claims: AppClaims, to result: inout CheckResult) {
        guard result.failure == nil else { return }
        let open = result.answers.filter { $0.outcome == .undecided }.compactMap(\.finding)
        // For a wildcard, the finding names the host whose file decides.
        let byOtherHost = ["cross-app-host-unserved", "ios-app-wildcard-file"]
        let unread = ["link-site-unreachable", "aasa-missing", "assetlinks-missing", "aasa-cdn-failure"]
        if let finding = open.first(where: { byOtherHost.contains($0.rule.id) }) {
            result.failure = "not decided: \(finding.message) \(finding.fix)"
        } else if open.contains(where: { unread.contains($0.rule.id) }) {
            // The answers do not mention --offline.
            result.failure =
                "not decided, because a deciding file was not read: check again, or name a folder with --offline"
            return
        } else {
            result.failure = undecidedApp(claims, result.answers)
        }
        result.isFailureAnswered = true
    }

    private static func undecidedApp(_ claims: AppClaims, _ answers: [LinkVerdict.Answer]?) -> String? {
        AppInventory(claims).entries.lazy.compactMap { entry -> String? in
            // Unknown hosts leave more undecided than an unknown identifier, so they come first.
            let gap = entry.gaps.first { $0.part == .hosts } ?? (answers == nil ? nil : entry.gaps.first)
            guard entry.role.isJudged, entry.rank == .source, let gap else { return nil }
            let isAndroid = entry.platform == "Android"
            let isOpen = answers.map { answers in
                answers.contains { answer in
                    answer.outcome == .undecided
                        && answer.devices.contains { $0.isAndroid == isAndroid }
                }
            }
            guard isOpen ?? true else { return nil }
            let (part, verb) =
                switch gap.part {
                case .id: ("the identifier", "is")
                case .hosts: ("the hosts", "are")
                case .moreHosts: ("more hosts", "are")
                }
            let isSaid = answers?.contains { $0.fix == gap.fix } == true
            return
                "not decided: \(part) of the \(entry.platform) app in \(entry.place) \(verb) not known: \(gap.reason)."
                + (isSaid ? "" : " \(gap.fix)")
        }.first
    }

    func checkApp(_ path: String, _ content: AppFileContent, _ result: inout CheckResult) async throws {
        guard !content.claims.isEmpty else {
            throw InputError((["\(path) has nothing about links"] + content.notes).joined(separator: "; "))
        }
        var claims = content.claims.signed(with: certificates)
        claims.android += apps.claims.android
        claims.apple += apps.claims.apple
        claims.deviceReports += apps.claims.deviceReports
        let builds = apps.claims.apple.filter { $0.rank > .source }
        let receivers = AppFileReader().receivers(atPath: path, of: content, builds: builds) + apps.receivers
        claims.add(receivers)
        let inner = SiteChecker(
            pages: pages,
            options: options,
            apps: AppFileContent(claims: claims, files: content.files),
            offline: offline,
            required: [],
            disabled: disabled,
            polite: polite,
            log: log
        )
        result.isApp = true
        result.claims = claims
        result.apps = AppInventory(claims, others: content.others).entries
        result.notes = content.notes
        let hosts = isAppOnly ? [] : try await hosts(of: claims, &result)
        var seen = Set<Finding>()
        var sites: [(host: String, site: (site: SiteAssociations, paths: [String: String]))] = []
        for host in hosts.prefix(Self.maximumHosts) { sites.append((host, try await inner.site(host))) }
        for (host, site) in sites {
            // Nothing is known about this host; other hosts may not need the proxy.
            if let failure = site.site.proxyFailure {
                result.failure = result.failure ?? "\(failure)"
                continue
            }
            // For a wildcard, a host below it is judged, because not every platform accepts the domain itself.
            let below = claims.sampleHost(below: host).map { site.site.standing(for: $0) }
            let others = sites.map(\.site.site).filter { below != nil || $0.host != site.site.host }
            let verdict = LinkVerdict(site: below ?? site.site, claims: claims, others: others)
            result.answers += verdict.answers.map { hosts.count > 1 ? $0.naming(host) : $0 }
            compareLinks(of: ASCIIHost.name(host), site.site, claims, &result)
            result.sources.append(host)
            result.findings += verdict.findings.filter { seen.insert($0).inserted }
                .map { CheckedFinding($0, file: site.paths[$0.file]) }
        }
        // A finding about a host is not repeated.
        let known = Set(result.findings.map { Finding.Identity($0.finding) })
        let own = claims.findings()
        result.findings += own.filter { !known.contains(Finding.Identity($0)) }
            .map { CheckedFinding($0) }
        add(receivers, to: &result)
        result.sources += content.files
        if result.failure == nil { result.failure = Self.undecidedApp(claims, nil) }
        result.notes = result.unstated(result.notes)
        if claims.hosts.isEmpty, own.isEmpty, result.failure == nil {
            result.remark =
                claims.takesAnyHost
                ? "the app takes links of any host and names none" : "the app declares no host for links"
        }
        if hosts.count > Self.maximumHosts {
            result.hint =
                "the app names \(hosts.count) hosts; \(Self.maximumHosts) of them were checked; name a URL for others"
        }
    }

    /// The hosts to judge: those that the app asks the system to verify, or all if there are none.
    ///
    /// A folder represents one host, unless it has one folder for each.
    func hosts(of claims: AppClaims, _ result: inout CheckResult) async throws -> [String] {
        let verified = claims.verifiedHosts
        let hosts = verified.isEmpty ? claims.hosts : verified
        guard let offline, hosts.count > 1 else { return hosts }
        let own = hosts.filter { LocalPath.exists("\(offline)/\($0)/.well-known") }
        guard own.isEmpty else { return own }
        let first = try await likelyHost(of: offline, among: hosts, claims)
        let others = hosts.filter { $0 != first }.prefix(5).joined(separator: ", ")
        let rest = hosts.count > 6 ? " and \(hosts.count - 6) more" : ""
        result.hint = "\(offline) was judged as \(first), not as \(others)\(rest): name one with --host"
        return [first]
    }

    /// The host that a folder stands for: the named one, that of the folder's name, or one whose links its files let the apps open.
    private func likelyHost(of folder: String, among hosts: [String], _ claims: AppClaims) async throws -> String {
        let names = [options.host, URL(fileURLWithPath: folder).lastPathComponent].compactMap(\.self)
        if let named = names.first(where: hosts.contains) { return named }
        // The folder has the same files for each of them.
        let read = try await site(hosts[0]).site
        for host in hosts.prefix(Self.maximumHosts) {
            let site = SiteAssociations(
                host: host,
                appSiteAssociation: read.appleResponse.bytes,
                assetLinks: read.androidResponse.bytes
            )
            let verdict = LinkVerdict(site: site, claims: claims)
            if verdict.answers.contains(where: { $0.outcome == .opens }) { return host }
        }
        return hosts[0]
    }

    func site(_ host: String) async throws -> (site: SiteAssociations, paths: [String: String]) {
        guard let offline else {
            let fetchOptions = try options.fetchOptions(pages, asked: nil)
            return (await SiteAssociations.fetch(host, options: fetchOptions, fetcher: fetcher), [:])
        }
        let own = "\(offline)/\(host)"
        let directory = LocalPath.exists("\(own)/.well-known") ? own : offline
        let local = try await LocalSite(directory: directory, host: host, readerOptions: pages.siteReaderOptions)
        return (local.site, local.paths)
    }
}
