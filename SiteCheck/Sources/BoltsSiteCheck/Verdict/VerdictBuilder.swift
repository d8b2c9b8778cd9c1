@_spi(Bolts) import BoltsAssociations
import Foundation

/// Works out the answers of a ``LinkVerdict``, and the findings with the severities that follow from them.
struct VerdictBuilder {
    let site: SiteAssociations
    let pages: [PageTags]
    /// The link, or `nil` if the whole site is judged.
    let url: URL?
    /// The routes of the link, or `nil` if the whole site is judged or the file of another domain decides.
    private let outlook: LinkOutlook?
    /// The devices that are asked about.
    private let wanted: Set<LinkDevice>
    private let isMeant: Set<LinkFamily>
    /// The apps that are judged beside the site, or `nil` if only the site is.
    let side: AppSide?
    /// Whether the site is the parent domain of the wildcard by which an app names the host.
    let isOfParent: Bool
    var findings: [Finding]

    /// - Parameters:
    ///   - site: The association files of a host.
    ///   - pages: The tags of pages.
    ///   - url: The link, or `nil` to judge the whole site.
    ///   - outlook: The routes of the link, or `nil` to judge the whole site.
    ///   - side: The apps that are judged beside the site.
    ///   - leadsTo: What becomes of the URL to which the link redirects, or `nil` if that is not known.
    init(
        site: SiteAssociations,
        pages: [PageTags],
        url: URL?,
        outlook: LinkOutlook? = nil,
        side: AppSide? = nil,
        leadsTo: LinkVerdict? = nil
    ) {
        EvaluationCount.add(.verdict)
        self.outlook = outlook
        wanted = Set(outlook?.devices.map(\.device) ?? LinkDevice.allCases)
        self.side = side
        isOfParent = false
        self.site = site
        self.pages = pages
        self.url = url
        isMeant = Set(
            LinkFamily.allCases.filter {
                $0.isMeant(by: site) || side?.apps($0).contains { $0.namesHost != false } == true
            }
        )
        let all = site.findings + pages.flatMap { PageCheck.findings(in: $0, sites: [site]) }
        findings = FindingFolding(all, site: site, pages: pages, isMeant: isMeant).findings
        if let url, isMeant.contains(.apple), let port = SiteAddress.otherPort(of: url) { addPort(port, of: url) }
        if let side { addFindings(side) }
        nameOtherHosts(leadsTo)
    }

    /// Creates a builder that judges one app by the files of its wildcard's parent domain.
    ///
    /// - Parameters:
    ///   - site: The files, as those of the host.
    ///   - url: The link, or `nil` to judge the whole site.
    ///   - side: The apps.
    init(parent site: SiteAssociations, url: URL?, side: AppSide?) {
        outlook = nil
        wanted = Set(LinkDevice.allCases)
        self.side = side
        self.site = site
        pages = []
        self.url = url
        isOfParent = true
        isMeant = Set(LinkFamily.allCases)
        findings = FindingFolding(site.findings, site: site, pages: [], isMeant: isMeant).findings
    }

    /// Says of a link of a host that is none of the app's, or that leads to another host, which link to share in its place.
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
                    ? "." : ", once its own host lets the app open it: applinks check says what is missing there."
                : ", which may open \(apps.joinedWithAnd())."
            fix = "Share \(address)\(end)"
        }
        if let fix {
            // That no app is associated with the host has the same fix, and says more.
            if findings.contains(where: { $0.rule == .linkNoApp }) {
                findings.removeAll { $0.rule == .crossLinkRedirects }
            }
            let rules: Set<AssociationRule> = [.linkNoApp, .crossLinkRedirects]
            findings = findings.map { rules.contains($0.rule) ? $0.with(fix: fix) : $0 }
        }
        guard let index = findings.firstIndex(where: { $0.rule == .linkNoApp }), let side, !side.hosts.isEmpty else {
            return
        }
        let names = side.hosts.prefix(3).map { Clip.clip($0) }.joinedWithAnd()
        let more = side.hosts.count > 3 ? " and \(side.hosts.count - 3) more" : ""
        findings[index] = findings[index].with(
            message: "No app is associated with this host: the app names \(names)\(more), and the host serves no file.",
            fix: fix
                ?? "Link to a host that the app names; for \(Clip.clip(site.host)) too, name it in the app and serve the files there."
        )
    }

    /// Says that Apple's devices do not take a link with its port.
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

    /// Judges, and returns the answers with the findings that do not only repeat one.
    mutating func judged() -> (answers: [LinkVerdict.Answer], findings: [Finding]) {
        let answers = answers()
        return (answers, findings)
    }

    private mutating func answers() -> [LinkVerdict.Answer] {
        var answers: [LinkVerdict.Answer] = []
        // The platforms of the apps that are given are asked about first.
        let given = LinkFamily.allCases.filter { side?.apps($0).isEmpty == false }
        for family in given + LinkFamily.allCases.filter({ !given.contains($0) }) {
            let own = family.devices.map { $0.filter(wanted.contains) }.filter { !$0.isEmpty }
            for devices in own.flatMap({ side?.split($0) ?? [$0] }) {
                for answer in self.answers(family, devices) { Self.add(answer, to: &answers) }
            }
        }
        if url != nil, answers.contains(where: { $0.outcome == .closed || $0.outcome == .excluded }) {
            dropRepetitions()
        }
        if side != nil, url != nil { compare(answers) }
        return answers
    }

    /// Adds an answer; devices of which the same is said share one.
    private static func add(_ answer: LinkVerdict.Answer, to answers: inout [LinkVerdict.Answer]) {
        let same = answers.firstIndex { other in
            other.outcome == answer.outcome && other.app == answer.app && other.text == answer.text
                && other.finding == answer.finding && other.url == answer.url
        }
        guard let same else { return answers.append(answer) }
        answers[same] = LinkVerdict.Answer(
            devices: answers[same].devices + answer.devices.filter { !answers[same].devices.contains($0) },
            outcome: answer.outcome,
            app: answer.app,
            url: answer.url,
            text: answer.text,
            finding: answer.finding
        )
    }

    /// Findings about the page and the files that only say again which platform is closed.
    private mutating func dropRepetitions() {
        let repeated: Set<String> = [
            AssociationRule.crossPageNotMatched.id, AssociationRule.crossPageDynamic.id,
            AssociationRule.crossAasaAndroid.id,
        ]
        findings.removeAll { repeated.contains($0.rule.id) }
    }

    /// The answers for devices of a family: one for each app that is given, or one for those that the site names.
    private mutating func answers(_ family: LinkFamily, _ devices: [LinkDevice]) -> [LinkVerdict.Answer] {
        guard let device = devices.first, let link = url ?? sample(family) else { return [] }
        guard isMeant.contains(family), let side, !side.apps(family).isEmpty else {
            return [answer(family, devices, link)].compactMap(\.self)
        }
        // Of a kind of device that no app is made for nothing is said.
        return side.given(side.apps(family).filter { $0.devices.contains(device) }).compactMap { apps in
            answer(apps, family, devices, link).map { Self.dated($0, apps) }
        }
    }

    /// The answer by the site's files alone.
    private mutating func answer(_ family: LinkFamily, _ devices: [LinkDevice], _ link: URL) -> LinkVerdict.Answer? {
        guard let device = devices.first else { return nil }
        guard isMeant.contains(family) else { return notNamed(family, devices, link) }
        let routes = outlook?.routes(family, on: device) ?? family.routes(link, site, apps: nil, on: device)
        let open = routes.filter(\.isOpen)
        if let route = open.first(where: { $0.outcome != .undecided }) {
            return LinkVerdict.Answer(
                devices: devices,
                outcome: .opens,
                app: route.app,
                url: link,
                text: opening(route, link, others: open.count - 1),
                finding: nil
            )
        }
        if let route = open.first {
            let finding = undecided(route, family, link)
            return answer(devices, .undecided, route, link, finding, verb: "may open an app or not")
        }
        guard let route = nearest(routes, family, link) else { return notNamed(family, devices, link) }
        // A whole site may leave a platform out that has no link to open.
        if url == nil, family == .windows { return nil }
        if url == nil, let rest = intended(route, family) { return notNamed(family, devices, link, rest) }
        let finding = cause(of: route, family, link)
        let outcome: LinkVerdict.Outcome = finding.severity == .error ? .closed : .excluded
        return answer(
            devices,
            outcome,
            route,
            link,
            finding,
            verb: outcome == .closed ? "opens no app" : "opens the browser"
        )
    }

    /// The answer with the age of files that builds wrote, where they may be older than the sources.
    private static func dated(_ answer: LinkVerdict.Answer, _ apps: [AppSide.App]) -> LinkVerdict.Answer {
        let ages = apps.compactMap { app in
            if case .android(let judge) = app.judge, let age = judge.app.age {
                "\(Clip.clip(app.file)) was built \(age)"
            } else {
                nil as String?
            }
        }
        guard !ages.isEmpty else { return answer }
        return LinkVerdict.Answer(
            devices: answer.devices,
            outcome: answer.outcome,
            app: answer.app,
            url: answer.url,
            text: "\(answer.text.dropLast()); \(ages.joined(separator: ", and ")).",
            finding: answer.finding
        )
    }

    /// The decision for a package, by the statement with the app's certificate if that is known.
    private func androidDecision(_ package: String, _ link: URL) -> AndroidLinkDecision {
        let app = side?.android.first { $0.identifier == package }
        return site.androidDecision(for: link, package: package, fingerprint: app?.listedFingerprint)
    }

    /// Why a route may open an app or not.
    mutating func undecided(_ route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        let mistake = site.mistakeOfAllStatements
        if family == .android, let mistake, mistake.place == route.place {
            let finding = mistake.with(message: route.explanation)
            put(finding, inPlaceOf: mistake)
            return finding
        }
        let fix = family == .android ? decidable(route, link) : nil
        let finding = Finding(.linkUndecided, route.explanation, file: route.file, place: route.place, fix: fix)
        put(finding)
        return finding
    }

    /// What to do so that a link is decided on Android.
    private func decidable(_ route: LinkRoute, _ link: URL) -> String {
        if !site.unreadIncludes.isEmpty {
            return "Check the host itself in place of its files, so that the list is read."
        }
        let decision = route.app.map { androidDecision($0, link) }
        return decision?.systemOutcome == nil
            ? "Write fewer dynamic rules, with fewer query items."
            : "Write dynamic rules that both read the same way: a star only at the end or before a slash, and no ? beside it."
    }

    /// What Android 11 and older do where nothing is verified; empty if the apps that are given show that it cannot matter.
    private var asking: String {
        let apps = side?.android ?? []
        guard !apps.isEmpty else { return " Android 11 and older ask which app to use, if one declares the host." }
        let old = apps.filter { $0.devices.contains(.android11) }
        guard old.contains(where: { $0.namesHost != false }) else { return "" }
        let isKnown = old.contains { $0.namesHost == true }
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
        let asks =
            route.kind == .appLink && outcome == .closed && route.isUnverified && !text.contains("Android 11 and older")
        return LinkVerdict.Answer(
            devices: devices,
            outcome: outcome,
            app: route.app,
            url: link,
            text: "\(verb)\(example(link)): \(text)\(asks ? asking : "")",
            finding: finding
        )
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

    /// For a whole site whose file is for other services: the answer in place of a cause; otherwise `nil`.
    ///
    /// A file for passwords alone, or for App Clips, is not told that it lacks links; the findings say so as notes.
    private func intended(_ route: LinkRoute, _ family: LinkFamily) -> String? {
        let notes: Set<String> = [AssociationRule.aasaNoApplinks.id, AssociationRule.assetlinksNoHandleAllUrls.id]
        guard route.outcome == .noService || route.outcome == .appNotListed,
            !findings.contains(where: { $0.file == route.file && $0.severity == .error }),
            findings.contains(where: { $0.file == route.file && notes.contains($0.rule.id) })
        else { return nil }
        return "the file names no app for links"
    }

    /// The answer for devices for which the site names no app; for Windows there is none.
    private func notNamed(
        _ family: LinkFamily,
        _ devices: [LinkDevice],
        _ link: URL,
        _ reason: String? = nil
    ) -> LinkVerdict.Answer? {
        guard family != .windows else { return nil }
        let general = findings.first { $0.rule == .linkNoApp }
        let text =
            reason.map { "opens no app: \($0)." }
            ?? general.map { "opens no app: \(Self.placed($0))" }
            ?? "opens no app: the host has no \(family.fileName)." + (family == .android ? asking : "")
        return LinkVerdict.Answer(
            devices: devices,
            outcome: general == nil ? .notNamed : .closed,
            app: nil,
            url: link,
            text: text,
            finding: general
        )
    }

    // MARK: - Texts

    func opening(_ route: LinkRoute, _ link: URL, others: Int) -> String {
        let app = Clip.clip(route.app ?? "an app")
        let rest = others > 0 ? " (and \(others) more app\(others == 1 ? "" : "s"))" : ""
        let place = route.place.map { " at \(Self.name(route.file)):\($0.position)" } ?? ""
        let port = SiteAddress.otherPort(of: link) == nil ? "" : ", which is for every port of the host"
        return
            "\(app)\(rest) may open \(url == nil ? Clip.clip(link.absoluteString) : "it"), by \(authority(route, link))\(place)\(port)."
    }

    /// What lets the app open the link.
    private func authority(_ route: LinkRoute, _ link: URL) -> String {
        switch route.kind {
        case .universalLink:
            let file = site.appleCDNCopy ?? site.appSiteAssociation
            guard let rule = route.app.flatMap({ file?.decision(for: link, app: $0).rule }) else {
                return "its entry, which has no rules,"
            }
            return "the rule for \(rule.summary)"
        case .appLink:
            let decision = route.app.map { androidDecision($0, link) }
            return decision?.rule != nil && route.place?.pointer == decision?.place?.pointer
                && route.conditions.contains(.dynamicRulesFetched) ? "the dynamic rule" : "the statement"
        default: return "a path of the file"
        }
    }

    /// The last part of a file's address, or all of it if that says nothing.
    private static func name(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return LinkFamily.allCases.contains { $0.fileName == name } ? name : Clip.clip(file)
    }

    /// A finding's message with its place, to be read after a colon.
    static func placed(_ finding: Finding) -> String {
        var text = finding.message
        let openings = ["The ", "A ", "An ", "No ", "None ", "All ", "It ", "Sources ", "There ", "Two ", "By "]
        if openings.contains(where: text.hasPrefix) { text = text.prefix(1).lowercased() + text.dropFirst() }
        let position: String
        if let place = finding.place {
            let own = "\(name(finding.file)):\(place.position)"
            // Behind a second clause it would seem to belong to that alone.
            position = isOneClause(text) ? " at \(own)" : " (\(own))"
        } else {
            // Where a site's file lies is known; a file of an app is one of many.
            let file = Clip.clip(finding.file)
            guard !file.contains("://"), !file.hasPrefix("--"), !text.contains(file) else { return text }
            position = " in \(file)"
            if let end = text.range(of: "; ") {
                return text[..<end.lowerBound] + position + text[end.lowerBound...]
            }
        }
        // The place belongs to the first sentence.
        if let end = text.range(of: ". ") { return text[..<end.lowerBound] + position + text[end.lowerBound...] }
        return text.hasSuffix(".") ? text.dropLast() + position + "." : text + position
    }

    /// Whether a place at the end of the first sentence of a message is that of all it says.
    private static func isOneClause(_ text: String) -> Bool {
        let sentence = text.firstRange(of: ". ").map { text[..<$0.lowerBound] } ?? text[...]
        var isQuoted = false
        for place in sentence.indices where sentence[place] == "\"" || !isQuoted {
            if sentence[place] == "\"" { isQuoted.toggle() }
            let rest = sentence[place...]
            // What is quoted behind a colon is what the place is of.
            if rest.hasPrefix(", ") || rest.hasPrefix("; ") || rest.hasPrefix(": ") && !rest.hasPrefix(": \"") {
                return false
            }
        }
        return true
    }

    // MARK: - Causes

    /// Puts a finding in the place of one about the same, or adds it.
    mutating func put(_ finding: Finding, inPlaceOf other: Finding? = nil) {
        if findings.contains(finding) { return }
        if let other, let index = findings.firstIndex(of: other) {
            findings[index] = finding
        } else {
            findings.append(finding)
        }
    }

    mutating func cause(of route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        // What holds for the whole host comes before what holds for a file.
        if let general = findings.first(where: { $0.rule == .linkSiteUnreachable || $0.rule == .linkPageForFiles }),
            route.outcome == .fileUnreachable || route.outcome == .fileInvalid
        {
            return general
        }
        switch route.outcome {
        case .excluded: return exclusion(route, family, link)
        case .noMatch: return noMatch(route, family, link)
        case .noService: return raised(of: route, Self.serviceRules) ?? notListed(route)
        case .appNotListed:
            return raisedInside(route, family) ?? raised(of: route, Self.nobodyRules) ?? notListed(route)
        default: return raised(of: route, Self.fileRules) ?? notListed(route)
        }
    }

    /// Raises the first finding on a route's file that has one of some rules, in the order of the rules.
    mutating func raised(of route: LinkRoute, _ rules: [AssociationRule]) -> Finding? {
        for rule in rules {
            guard let finding = findings.first(where: { $0.rule == rule && isAbout($0, route) }) else { continue }
            // Of the services only the one of links would help.
            let fix = rule == .aasaNoService ? "Add applinks with the app's identifier and its rules." : nil
            let error = finding.with(severity: .error, fix: fix)
            put(error, inPlaceOf: finding)
            return error
        }
        return nil
    }

    private func isAbout(_ finding: Finding, _ route: LinkRoute) -> Bool {
        finding.file == route.file || finding.rule == .aasaCdnFailure
            || (finding.rule == .aasaNotHttps && route.kind == .appLink)
    }

    /// Raises the finding that says why an entry or a statement does not count.
    mutating func raisedInside(_ route: LinkRoute, _ family: LinkFamily) -> Finding? {
        let file = findings.filter { $0.file == route.file && $0.place != nil }
        let inside = route.place.map { place in
            file.filter {
                place.byteRange.contains($0.place?.byteRange.lowerBound ?? -1) || $0.place?.pointer == place.pointer
            }
        }
        let identifiers = file.filter { $0.rule.id.hasPrefix("aasa-app-id-") && $0.severity == .error }
        let list =
            family == .apple && route.app != nil ? identifiers.filter { inside?.contains($0) ?? true } : inside ?? file
        guard
            let finding = list.first(where: { $0.severity == .error })
                ?? (route.place == nil
                    ? nil
                    : list.first { finding in
                        finding.rule == .assetlinksRelationUnknown
                    })
        else { return nil }
        let error = finding.with(severity: .error)
        put(error, inPlaceOf: finding)
        return error
    }

    mutating func notListed(_ route: LinkRoute) -> Finding {
        let fix: String? =
            switch route.kind {
            case .appLink: "Declare delegate_permission/common.handle_all_urls for the app."
            case .universalLink: "Add applinks with the app's identifier and its rules."
            default: nil
            }
        let finding = Finding(.linkNotListed, route.explanation, file: route.file, place: route.place, fix: fix)
        put(finding)
        return finding
    }

    // MARK: - Exclusions

    private mutating func exclusion(_ route: LinkRoute, _ family: LinkFamily, _ link: URL) -> Finding {
        switch family {
        case .apple:
            if let order = shadowed(route, link) { return order }
            if let known = findings.first(where: { $0.rule == .crossPageExcluded && pages.first?.url == link }) {
                return known
            }
            let file = site.appleCDNCopy ?? site.appSiteAssociation
            let rule = route.app.flatMap { file?.decision(for: link, app: $0).rule }
            let message = rule.map { "The excluding rule for \($0.summary) keeps the link in the browser." }
            return added(.linkExcluded, message ?? route.explanation, route)
        case .android:
            let decision = route.app.map { androidDecision($0, link) }
            if decision?.reason == .noDynamicRule { return noMatch(route, family, link) }
            return added(.linkExcluded, "A dynamic rule keeps the link in the browser.", route)
        case .windows: return added(.linkExcluded, "An exclusion of the file keeps the link in the browser.", route)
        }
    }

    mutating func added(
        _ rule: AssociationRule,
        _ message: String,
        _ route: LinkRoute,
        fix: String? = nil,
        change: SuggestedChange? = nil
    )
        -> Finding
    {
        let finding = Finding(rule, message, file: route.file, place: route.place, fix: fix, change: change)
        put(finding)
        return finding
    }

    /// An exclusion that is before a rule for the same URLs, so that the rule that was meant is never read.
    private mutating func shadowed(_ route: LinkRoute, _ link: URL) -> Finding? {
        guard let file = site.appleCDNCopy ?? site.appSiteAssociation, let app = route.app else { return nil }
        let decision = file.decision(for: link, app: app)
        guard let entry = decision.entry, let place = decision.rule?.place else { return nil }
        let meant = entry.rules.drop { $0.node.place != place }.filter { !$0.excludes }.map(\.node.place.pointer)
        let unreachable = findings.first { finding in
            finding.rule == .aasaUnreachableRule && finding.file == route.file
                && meant.contains(finding.place?.pointer ?? "-")
        }
        guard let unreachable else { return nil }
        let error = unreachable.with(severity: .error)
        put(error, inPlaceOf: unreachable)
        return error
    }

    // MARK: - Which findings are causes

    private static let serviceRules: [AssociationRule] = [
        .aasaRootNotObject, .aasaServiceWrongType, .aasaUnknownService, .aasaServiceMisplaced, .aasaNoService,
        .aasaNoApplinks,
    ]

    private static let nobodyRules: [AssociationRule] = [
        .aasaDetailsWrongType, .aasaDetailsNoAppId, .aasaNoDetails, .assetlinksEmpty, .assetlinksRelationMisspelled,
        .assetlinksNoHandleAllUrls,
    ]

    private static let fileRules: [AssociationRule] = [
        .aasaCdnFailure, .aasaPrivateHost, .aasaRedirect, .aasaNotHttps, .aasaRootOnly, .aasaFileExtension,
        .aasaMissing,
        .aasaHtml, .aasaClientBlocked, .aasaTooLarge, .aasaInvalidJson, .aasaRootNotObject, .assetlinksRedirect,
        .assetlinksNotHttps, .assetlinksMissing, .assetlinksClientBlocked, .assetlinksInvalidJson, .assetlinksNotArray,
        .assetlinksContentType,
        .assetlinksTooLarge,
    ]
}
