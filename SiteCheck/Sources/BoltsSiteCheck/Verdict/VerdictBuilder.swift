@_spi(Bolts) import BoltsAssociations
import Foundation

/// Computes the answers of a ``LinkVerdict``, and the findings with the resulting severities.
struct VerdictBuilder {
    let site: SiteAssociations
    let pages: [PageTags]
    /// The link, or `nil` if the whole site is judged.
    let url: URL?
    /// The routes of the link, or `nil` if the whole site is judged or the file of another domain decides.
    private let deviceRoutes: DeviceRoutes?
    /// The devices to answer for.
    private let wanted: Set<LinkDevice>
    private let isMeant: Set<LinkFamily>
    /// The apps that are judged with the site, or `nil` if only the site is judged.
    let side: AppSide?
    /// Whether `site` is the parent domain of the app's wildcard entitlement.
    let isOfParent: Bool
    var findings: [Finding]

    /// Creates a builder; `leadsTo` is the verdict about the URL to which the link redirects, or `nil` if that is not known.
    init(
        site: SiteAssociations,
        pages: [PageTags],
        url: URL?,
        deviceRoutes: DeviceRoutes? = nil,
        side: AppSide? = nil,
        leadsTo: LinkVerdict? = nil
    ) {
        EvaluationCount.add(.verdict)
        self.deviceRoutes = deviceRoutes
        wanted = Set(deviceRoutes?.devices.map(\.device) ?? LinkDevice.allCases)
        self.side = side
        isOfParent = false
        self.site = site
        self.pages = pages
        self.url = url
        isMeant = Set(LinkFamily.allCases.filter { $0.isMeant(by: site) || Self.isMeant($0, by: side, site) })
        let all = site.findings + pages.flatMap { PageCheck.findings(in: $0, sites: [site]) }
        findings = FindingFolding(all, site: site, pages: pages, isMeant: isMeant).findings
        if let url, isMeant.contains(.apple), let port = SiteAddress.otherPort(of: url) { addPort(port, of: url) }
        if let side { addFindings(side) }
        nameOtherHosts(leadsTo)
    }

    /// Creates a builder that judges one app by the files of its wildcard's parent domain, as if they were those of the host.
    init(parent site: SiteAssociations, url: URL?, side: AppSide?) {
        deviceRoutes = nil
        wanted = Set(LinkDevice.allCases)
        self.side = side
        self.site = site
        pages = []
        self.url = url
        isOfParent = true
        isMeant = Set(LinkFamily.allCases)
        findings = FindingFolding(site.findings, site: site, pages: [], isMeant: isMeant).findings
    }

    /// Adds which link to share instead, if the app does not name the link's host or the link redirects to another host.
    private mutating func nameOtherHosts(_ target: LinkVerdict?) {
        var fix: String?
        if let page = pages.first, let requested = page.requestedURL, ASCIIHost.of(requested) != ASCIIHost.of(page.url)
        {
            let address = Clip.clip(page.url.absoluteString)
            let apps = (target?.answers ?? []).compactMap { answer in
                answer.outcome == .opens ? answer.app.map { "\(Clip.clip($0)) on \(answer.name)" } : nil
            }
            let end =
                apps.isEmpty
                ? target == nil
                    ? "." : ", once that host lets the app open it; applinks check lists what is missing there."
                : ", which may open \(apps.joinedWithAnd())."
            fix = "Share \(address)\(end)"
        }
        if let fix {
            // The finding that the host has no app already has this fix, and says more.
            if findings.contains(where: { $0.rule == .linkNoApp }) {
                findings.removeAll { $0.rule == .crossLinkRedirects }
            }
            let rules: Set<AssociationRule> = [.linkNoApp, .crossLinkRedirects]
            findings = findings.map { rules.contains($0.rule) ? $0.with(fix: fix, detail: .ofOtherHost) : $0 }
        }
        guard let index = findings.firstIndex(where: { $0.rule == .linkNoApp }), let side else { return }
        guard !side.hosts.isEmpty else {
            if fix == nil { findings[index] = noApp(findings[index], side) }
            return
        }
        let names = side.hosts.clippedList(3)
        findings[index] = findings[index].with(
            message: "No app is associated with this host: the app names \(names), and the host serves no file.",
            fix: fix
                ?? "Link to a host that the app names; for \(Clip.clip(site.host)) too, name it in the app and serve the files there.",
            detail: .ofOtherHost
        )
    }

    /// The finding that neither the host nor the given apps name the other.
    private func noApp(_ finding: Finding, _ side: AppSide) -> Finding {
        let families = [LinkFamily.apple, .android].filter { !side.apps($0).isEmpty }
        guard !families.isEmpty else { return finding }
        let apps = families.flatMap(side.apps)
        let (app, verb) = apps.count == 1 ? ("the app", "does") : ("the apps", "do")
        let rest = apps.allSatisfy { $0.namesHost == false } ? ", and \(app) \(verb) not name it" : ""
        let files = families.map { "/.well-known/\($0.fileName)" }.joinedWithAnd()
        return finding.with(
            message: "No app is associated with this host: it serves no association file\(rest).",
            fix: "Serve \(files), and name the host in \(app)."
        )
    }

    /// Adds the finding that Apple's devices do not open an app for a link with this port.
    private mutating func addPort(_ port: Int, of link: URL) {
        var plain = URLComponents(url: link, resolvingAgainstBaseURL: false)
        plain?.port = nil
        plain?.scheme = "https"
        let copy = site.appleCDNResponse.flatMap { $0.bytes == nil ? nil : $0 }
        findings.append(
            Finding(
                .aasaPrivateHost,
                "The link names port \(port), and Apple's devices associate hosts without a port.",
                file: (copy ?? site.appleResponse).url.absoluteString,
                fix: "Link to \(Clip.clip(plain?.string ?? "the host without the port"))."
            )
        )
    }

    mutating func add(_ finding: Finding) { findings.append(finding) }

    // MARK: - Answers

    /// Returns the answers, and the findings that do not merely repeat an answer.
    mutating func judged() -> (answers: [LinkVerdict.Answer], findings: [Finding]) {
        var answers = answers()
        advise(&answers)
        revealNext(in: &answers)
        // An answer with the file that a target is not signed with says what the finding about that file says.
        let causes = answers.compactMap(\.finding)
        var covering = causes
        findings.removeAll { finding in
            if case .unsigned? = finding.detail {
                return causes.contains { $0.detail == finding.detail && $0 != finding }
            }
            if !causes.contains(finding), covering.contains(where: { $0.covers(finding) }) { return true }
            if finding.rule == .androidAppNoAutoVerify { covering.append(finding) }
            return false
        }
        return (answers, findings)
    }

    private mutating func answers() -> [LinkVerdict.Answer] {
        var answers: [LinkVerdict.Answer] = []
        // The platforms of the given apps come first, those whose app names the host before the others.
        let apps = LinkFamily.allCases.filter { side?.apps($0).isEmpty == false }
        let given = apps.filter(isMeant.contains) + apps.filter { !isMeant.contains($0) }
        for family in given + LinkFamily.allCases.filter({ !given.contains($0) }) {
            let own = family.devices.map { $0.filter(wanted.contains) }.filter { !$0.isEmpty }
            for devices in own.flatMap({ side?.split($0) ?? [$0] }) {
                for answer in self.answers(family, devices) { Self.add(answer, to: &answers) }
            }
        }
        excuseTemplates(in: &answers)
        // What is wrong comes before what is not decided, and both before a platform that has no app.
        let isWrong = answers.contains { $0.outcome == .closed }
        func rank(_ answer: LinkVerdict.Answer) -> Int {
            answer.outcome == .notNamed ? 2 : answer.outcome == .undecided && isWrong ? 1 : 0
        }
        answers = (0...2).flatMap { place in answers.filter { rank($0) == place } }
        if url != nil, answers.contains(where: { $0.outcome == .closed || $0.outcome == .excluded }) {
            // Findings about the page and the files only repeat on which platform the link is closed.
            let repeated: Set<AssociationRule> = [.crossPageNotMatched, .crossPageDynamic, .crossAasaAndroid]
            findings.removeAll { repeated.contains($0.rule) }
        }
        if side != nil, url != nil { compare(answers) }
        return answers
    }

    /// Whether the given apps show that a family of devices is meant.
    private static func isMeant(_ family: LinkFamily, by side: AppSide?, _ site: SiteAssociations) -> Bool {
        guard let side else { return false }
        // Where the app of another platform names the host, an unread app does not, if its file is absent too.
        let isElsewhere = LinkFamily.allCases.contains {
            $0 != family && side.apps($0).contains { $0.namesHost == true }
        }
        let isUnread = isElsewhere && family.response(site)?.isAbsent == true
        return side.apps(family).contains { $0.namesHost ?? !isUnread }
    }

    /// Adds an answer; devices with the same answer share one.
    static func add(_ answer: LinkVerdict.Answer, to answers: inout [LinkVerdict.Answer]) {
        let same = answers.firstIndex { other in
            other.outcome == answer.outcome && other.app == answer.app && other.text == answer.text
                && other.finding == answer.finding && other.url == answer.url
        }
        guard let same else { return answers.append(answer) }
        answers[same].devices += answer.devices.filter { !answers[same].devices.contains($0) }
    }

    /// The answers for devices of a family: one for each given app, or one for the apps that the site names.
    private mutating func answers(_ family: LinkFamily, _ devices: [LinkDevice]) -> [LinkVerdict.Answer] {
        guard let device = devices.first, let link = url ?? sample(family) else { return [] }
        if isMeant.contains(family), family.response(site)?.bytes != nil,
            let finding = findings.first(where: { $0.rule == .linkFilesUnpublished && $0.severity == .error })
        {
            let text = "opens no app\(example(link)): \(Self.placed(finding))"
            return [LinkVerdict.Answer(devices, .closed, link, text, finding)]
        }
        guard isMeant.contains(family), let side, !side.apps(family).isEmpty else {
            return [answer(family, devices, link)].compactMap(\.self)
        }
        // There is no answer for a kind of device that no app supports.
        return side.given(side.apps(family).filter { $0.devices.contains(device) }).compactMap { apps in
            answer(apps, family, devices, link).map { Self.dated($0, apps) }
        }
    }

    /// The answer from the site's files alone.
    private mutating func answer(_ family: LinkFamily, _ devices: [LinkDevice], _ link: URL) -> LinkVerdict.Answer? {
        guard let device = devices.first else { return nil }
        guard isMeant.contains(family) else { return notNamed(family, devices, link) }
        let routes = deviceRoutes?.routes(family, on: device) ?? family.routes(link, site, apps: nil, on: device)
        let open = routes.filter(\.isOpen)
        if let route = open.first(where: { $0.outcome != .undecided }) {
            let text = opening(route, link, others: open.count - 1)
            return LinkVerdict.Answer(devices, .opens, app: route.app, link, text)
        }
        if let route = open.first {
            let finding = undecided(route, family, link)
            return undecided(devices, route, link, finding)
        }
        guard let route = nearest(routes, family, link) else { return notNamed(family, devices, link) }
        // A whole site may omit a platform that has no link to open.
        if url == nil, family == .windows { return nil }
        if url == nil, let rest = intended(route, family) { return notNamed(family, devices, link, rest) }
        let finding = cause(of: route, family, link)
        if isUnknown(family) { return undecided(devices, route, link, finding) }
        return closedOrExcluded(devices, route, link, finding)
    }

    /// The answer that no app opens a link, on purpose unless the finding is an error.
    func closedOrExcluded(_ devices: [LinkDevice], _ route: LinkRoute, _ link: URL, _ finding: Finding)
        -> LinkVerdict.Answer
    {
        let isClosed = finding.severity == .error
        let verb = isClosed ? "opens no app" : "opens the browser"
        return answer(devices, isClosed ? .closed : .excluded, route, link, finding, verb: verb)
    }

    /// Whether the deciding file of a family may exist although it could not be read.
    func isUnknown(_ family: LinkFamily) -> Bool {
        if family == .apple {
            if site.appleCDNFailure != nil { return site.appleCDNFailure?.triesDirect == true }
            if site.appleCDNResponse?.bytes != nil { return false }
        }
        return family.response(site)?.isInconclusive == true && !findings.contains { $0.rule == .aasaPrivateHost }
    }

    /// The answer that the outcome of a link is not decided.
    func undecided(_ devices: [LinkDevice], _ route: LinkRoute, _ link: URL, _ finding: Finding) -> LinkVerdict.Answer {
        answer(devices, .undecided, route, link, finding, verb: "may open an app or not")
    }

    /// The answer with the age of build results, if they may be older than the sources.
    private static func dated(_ answer: LinkVerdict.Answer, _ apps: [AppSide.App]) -> LinkVerdict.Answer {
        let ages = apps.compactMap { app in
            app.androidJudge?.app.age.map { "\(Clip.clip(app.file)) was built \($0)" }
        }
        guard !ages.isEmpty else { return answer }
        return answer.with(text: "\(answer.text.dropLast()); \(ages.joined(separator: ", and ")).")
    }

    /// The decision for a package, by the statement with the app's certificate if that is known.
    func androidDecision(_ package: String, _ link: URL) -> AndroidLinkDecision {
        let app = side?.android.first { $0.identifier == package }
        return site.androidDecision(for: link, package: package, fingerprint: app?.listedFingerprint)
    }

    /// The answer that it is undecided whether a route opens an app, with the reason.
    mutating func undecided(_ route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        let mistake = site.mistakeOfAllStatements
        if family == .android, let mistake, mistake.place == route.place {
            let finding = mistake.with(message: route.explanation)
            put(finding, inPlaceOf: mistake)
            return finding
        }
        let fix = family == .android ? decidable(route, link) : nil
        let finding = Finding(
            .linkUndecided,
            route.explanation,
            file: route.file,
            place: route.place,
            fix: fix,
            detail: fix == nil ? nil : .unread
        )
        put(finding)
        return finding
    }

    /// The fix that makes the outcome of a link on Android certain.
    private func decidable(_ route: LinkRoute, _ link: URL) -> String {
        if !site.unreadIncludes.isEmpty {
            return "Check the host itself in place of its files, so that the list is read."
        }
        let decision = route.app.map { androidDecision($0, link) }
        return decision?.systemOutcome == nil
            ? "Write fewer dynamic rules, with fewer query items."
            : "Write dynamic rules that both read the same way: a star only at the end or before a slash, and no ? beside it."
    }

    /// What Android 11 and older do if nothing is verified; empty if no Android app is known, or it cannot matter for those given.
    private var asking: String {
        let apps = side?.android ?? []
        guard !apps.isEmpty else {
            return isMeant.contains(.android)
                ? " Android 11 and older ask which app to use, if one declares the host." : ""
        }
        let old = apps.filter { $0.devices.contains(.android11) }
        // A filter for other paths does not take the link.
        let path = url.map { $0.path.isEmpty ? "/" : $0.path }
        let declaring = old.filter { app in
            app.namesHost == true && path.flatMap { app.androidJudge?.takes(path: $0) } != false
        }
        guard !declaring.isEmpty || old.contains(where: { $0.namesHost == nil }) else { return "" }
        let isKnown = !declaring.isEmpty
        return " Android 11 and older ask which app to use\(isKnown ? "" : ", if the app declares the host")."
    }

    func answer(
        _ devices: [LinkDevice],
        _ outcome: LinkVerdict.Outcome,
        _ route: LinkRoute,
        _ link: URL,
        _ finding: Finding,
        verb: String
    ) -> LinkVerdict.Answer {
        let text = Self.placed(finding)
        // For Android 11 and older, the route's explanation already has the sentence.
        let isSaid = finding.rule == .linkNotListed && devices.first == .android11
        let asks = route.kind == .appLink && outcome == .closed && route.isUnverified && !isSaid
        let sentence = "\(verb)\(example(link)): \(text)\(asks ? asking : "")"
        return LinkVerdict.Answer(devices, outcome, app: route.app, link, sentence, finding)
    }

    private func example(_ link: URL) -> String {
        url == nil ? " for links such as \(Clip.clip(link.absoluteString))" : ""
    }

    private func sample(_ family: LinkFamily) -> URL? {
        guard isMeant.contains(family) else { return SiteSamples.home(site) }
        switch family {
        case .apple: return SiteSamples.apple(site)
        case .android: return sampleOfApps ?? (hasNoSample ? nil : SiteSamples.android(site))
        case .windows: return SiteSamples.home(site)
        }
    }

    /// The answer for a whole site whose file is for other services; `nil` if the file should have links.
    ///
    /// A file only for passwords, or for App Clips, does not get an error for lacking links; the findings say so as notes.
    func intended(_ route: LinkRoute, _ family: LinkFamily) -> String? {
        let notes: Set<AssociationRule> = [.aasaNoApplinks, .assetlinksNoHandleAllUrls]
        guard route.outcome == .noService || route.outcome == .appNotListed,
            !findings.contains(where: { $0.file == route.file && $0.severity == .error }),
            findings.contains(where: { $0.file == route.file && notes.contains($0.rule) })
        else { return nil }
        let signsIn =
            family == .apple
            ? site.appSiteAssociation?.apps(of: "webcredentials").isEmpty == false
            : site.assetStatements.contains { $0.relations.contains(.getLoginCredentials) }
        return "the file names no app for links"
            + (signsIn ? "; --for sign-in asks about its passwords and passkeys" : "")
    }

    /// The answer for devices for which the site names no app; `nil` for Windows.
    func notNamed(
        _ family: LinkFamily,
        _ devices: [LinkDevice],
        _ link: URL,
        _ reason: String? = nil
    ) -> LinkVerdict.Answer? {
        guard family != .windows else { return nil }
        let general = findings.first {
            $0.rule == .linkNoApp || $0.severity == .error && $0.detail == .ofOtherPlatform(isApple: family == .apple)
        }
        let text =
            reason.map { "opens no app: \($0)." }
            ?? general.map { "opens no app: \(Self.placed($0))" }
            ?? "opens no app: the host has no \(family.fileName)." + (family == .android ? asking : "")
        return LinkVerdict.Answer(devices, general == nil ? .notNamed : .closed, link, text, general)
    }
}

extension Finding {
    /// Whether another finding on the same manifest adds nothing: it is about other paths of the same filter, or about the same host
    /// in another filter.
    fileprivate func covers(_ other: Finding) -> Bool {
        guard rule == other.rule, file == other.file else { return false }
        return rule == .androidAppNoAutoVerify && message == other.message
            || AssociationRule.filterPaths.contains(rule) && place == other.place && change == other.change
    }
}
