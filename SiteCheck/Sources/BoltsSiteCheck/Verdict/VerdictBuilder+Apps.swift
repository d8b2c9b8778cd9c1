import BoltsAppLinks
@_spi(Bolts) import BoltsAssociations
import Foundation

/// The answers for apps with known files.
extension VerdictBuilder {
    /// An app, with the effect of the site and of its own files on a link.
    struct Judged {
        let app: AppSide.App
        let routes: [LinkRoute]
        /// The route that the site leaves open, or `nil` if there is none.
        let open: LinkRoute?
        let cause: AppCause?

        /// How far the link gets: 3 if the app opens it, 2 if it may, 1 if only the site allows it, otherwise 0.
        var rank: Int {
            guard let open, let cause else { return 0 }
            switch cause.outcome {
            case .closed: return 1
            case .unsure: return 2
            case .opens: return open.outcome == .undecided ? 2 : 3
            }
        }
    }

    /// Whether the filters of the apps name the host, but no path is known that they match.
    var hasNoSample: Bool {
        guard let side, let own = SiteSamples.android(site), sampleOfApps == nil else { return false }
        let judges = side.judgesNamingHost
        return !judges.isEmpty && judges.allSatisfy(\.hasPaths)
            && !judges.contains { $0.takes(path: own.path(percentEncoded: false)) }
    }

    /// A URL that the filters of an app are meant to match, for judging it without a link.
    var sampleOfApps: URL? {
        guard let judges = side?.judgesNamingHost, !judges.isEmpty, let own = SiteSamples.android(site),
            !judges.contains(where: { $0.takes(path: own.path(percentEncoded: false)) })
        else { return nil }
        return judges.lazy.flatMap(\.samplePaths).compactMap { SiteSamples.url(site, path: $0) }.first
    }

    // MARK: - Answers

    mutating func answer(
        _ apps: [AppSide.App],
        _ family: LinkFamily,
        _ devices: [LinkDevice],
        _ link: URL
    ) -> LinkVerdict.Answer? {
        guard let device = devices.first else { return nil }
        let judged = known(apps.map { judge($0, family, device, link) })
        let path = link.path(percentEncoded: false)
        func order(_ judged: Judged) -> (Int, Int, Int, Int, Int) {
            let (isMain, isKnown) = (judged.app.isVariant ? 0 : 1, judged.app.identifier == nil ? 0 : 1)
            guard judged.rank < 2 else { return (judged.rank, 0, 0, isMain, isKnown) }
            let takes = judged.app.androidJudge?.takes(path: path) == false ? 0 : 1
            // Naming the host counts more than being named by the site; unknown facts count least.
            let place =
                switch judged.app.namesHost {
                case true: judged.rank > 0 ? 5 : 3
                case nil: judged.rank > 0 ? 4 : 1
                case false: judged.rank > 0 ? 2 : 0
                }
            return (0, place, takes, isMain, isKnown)
        }
        // A variant for testers counts only if it alone names the host, or may.
        let mains = judged.filter { !$0.app.isVariant }
        let hasMain = mains.contains { $0.app.namesHost == true } || judged.allSatisfy { $0.app.namesHost == false }
        // A variant for users that the file lists is asked about, if it lists no main app.
        let isListed = mains.contains { $0.rank > 0 || $0.routes.first?.outcome != .appNotListed }
        let products = isListed ? [] : judged.filter { $0.app.isForUsers && $0.rank > 0 }
        let candidates = !hasMain || mains.isEmpty ? judged : products.isEmpty ? mains : products
        guard var best = candidates.first else { return nil }
        for other in candidates.dropFirst() where order(other) > order(best) { best = other }
        if best.rank > 0 { addUnlisted(judged, beside: best.app, family) }
        if best.rank == 3 {
            let allowed = judged.filter { $0.rank > 0 }.map { (app: $0.app, cause: $0.cause) }
            for finding in AppSide.closed(allowed, beside: best.app) { put(finding) }
        }
        if let parent = best.app.parent, !isOfParent {
            return answer(best.app, by: parent, family, devices, link)
        }
        if let answer = byOtherFile(best, family, devices, link) { return answer }
        guard let route = best.open, let cause = best.cause else { return closed(best, family, devices, link) }
        if cause.outcome == .opens, let unnamed = unnamed(best.app, route) {
            put(unnamed)
            return undecided(devices, route, link, unnamed)
        }
        if cause.outcome == .opens, route.outcome != .undecided, device == .android11,
            !cause.facts.contains(where: { $0.condition == .allHostsVerified }),
            let side, let finding = legacyHosts(best.app, side).first
        {
            putCause(finding)
            let verb = "opens no app without asking, because not all hosts can be verified"
            return answer(devices, .closed, route, link, finding, verb: verb)
        }
        if cause.outcome == .opens, route.outcome != .undecided {
            var text = opening(route, link, others: 0)
            if !cause.facts.isEmpty {
                // A device report may prove several facts with the same text.
                text = "\(text.dropLast()); \(cause.facts.map(\.text).distinct().joined(separator: ", and "))."
            }
            let unread = unreadHosts(best.app, on: device, cause)
            if !unread.isEmpty {
                text = "\(text.dropLast()), if \(unread.clippedList(3)) can be verified too."
            }
            if let parent = best.app.parent {
                let domain = Clip.clip(parent.domain)
                text = "\(text.dropLast()); devices read the file of \(domain) for *.\(domain)."
            }
            if let other = otherPart(candidates, beside: best.app) { text = "\(text.dropLast()); \(other)." }
            return LinkVerdict.Answer(devices, .opens, app: route.app, link, text)
        }
        if let finding = cause.finding {
            putCause(finding)
            let isClosed = cause.outcome == .closed
            if isClosed, finding.severity == .note {
                return answer(devices, .excluded, route, link, finding, verb: "opens the browser")
            }
            let outcome: LinkVerdict.Outcome = isClosed ? .closed : .undecided
            return answer(devices, outcome, route, link, finding, verb: Self.verb(cause))
        }
        let finding = undecided(route, family, link)
        return undecided(devices, route, link, finding)
    }

    /// The answer that the app cannot be matched to the site's file, because its sources do not contain the whole identifier.
    private func unnamed(_ app: AppSide.App, _ route: LinkRoute) -> Finding? {
        guard app.identifier == nil, let gap = app.id.gap else { return nil }
        let named = route.app.map { "\(Clip.clip($0)) or another" } ?? "the app of the file"
        let part = app.id.isKnownInPart ? " (known so far: \(Clip.clip(app.id.description)))" : ""
        let message =
            "The sources do not state whether the app of \(Clip.clip(app.file))\(part) is \(named): \(gap.text)."
        if case .android = app.judge {
            return Finding(.androidAppUnresolved, message, file: app.file, fix: gap.fix)
        }
        return Finding(.linkUndecided, message, file: app.file, fix: gap.fix, detail: .unread)
    }

    static func verb(_ cause: AppCause) -> String {
        guard cause.outcome == .closed else { return "may open an app or not" }
        return cause.isAbsence ? "opens no app, as far as the sources say" : "opens no app"
    }

    /// The routes by the site's entry about the app; on Android by the statement with its certificate, if there is one.
    private func routes(_ app: AppSide.App, _ family: LinkFamily, _ device: LinkDevice, _ link: URL) -> [LinkRoute] {
        let site = app.parent?.site ?? site
        let apps = app.candidates(
            among: family == .android ? StatedPackages(site).all : site.appSiteAssociation?.apps ?? []
        )
        return family.routes(link, site, apps: apps, on: device, fingerprint: app.listedFingerprint)
    }

    private func judge(_ app: AppSide.App, _ family: LinkFamily, _ device: LinkDevice, _ link: URL) -> Judged {
        let routes = routes(app, family, device, link)
        let open = routes.first { $0.isOpen && $0.outcome != .undecided } ?? routes.first(where: \.isOpen)
        return Judged(
            app: app,
            routes: routes,
            open: open,
            cause: open.flatMap { _ in side?.cause(app, link, on: device) }
        )
    }

    /// The apps, without those of unknown id that may be the same as another app in the list.
    private func known(_ judged: [Judged]) -> [Judged] {
        let ids = Set(judged.filter { $0.rank > 0 && $0.app.namesHost != false }.compactMap(\.app.identifier))
        return judged.filter { $0.app.identifier != nil || !($0.open?.app.map(ids.contains) ?? false) }
    }

    /// Reports the apps that a file does not list although it lists another: its variants in one note, and each app that names
    /// the host too.
    private mutating func addUnlisted(_ judged: [Judged], beside app: AppSide.App, _ family: LinkFamily) {
        let unlisted = judged.filter { other in
            // What names only other hosts need not be listed.
            other.rank == 0 && other.app.identifier != nil && other.app.identifier != app.identifier
                && other.app.namesHost != false && other.routes.first?.outcome == .appNotListed
        }
        guard let file = unlisted.first?.routes.first?.file else { return }
        let variants = unlisted.filter { $0.app.isVariant || $0.app.isVariant(of: app) || app.isVariant(of: $0.app) }
        let names = variants.map(\.app.name).distinct()
        if !names.isEmpty {
            let them = names.count == 1 ? "it" : "them"
            let message = "\(family.fileName) does not list \(names.joinedWithAnd()), so links do not open \(them)."
            // Users do not have the one that opens.
            let isForUsers = !app.isForUsers && variants.contains(where: \.app.isForUsers)
            put(Finding(.crossAppVariant, message, file: file, severity: isForUsers ? .warning : nil))
        }
        for other in unlisted where other.app.namesHost == true && !names.contains(other.app.name) {
            let name = other.app.name
            put(
                Finding(
                    .crossAppNotListed,
                    "\(family.fileName) does not list \(name), which names \(Clip.clip(site.host)) too in \(Clip.clip(other.app.file)).",
                    file: file,
                    severity: .warning,
                    fix: "List \(name) too if its users are to open links, or remove the host from it."
                )
            )
        }
    }

    /// A clause saying that another module or variant builds the same app without the link, or `nil`.
    private mutating func otherPart(_ judged: [Judged], beside app: AppSide.App) -> String? {
        let others = judged.filter { other in
            other.app.identifier == app.identifier && other.cause?.outcome == .closed
                && other.app.part(beside: app) != nil
        }
        for other in others { if let finding = other.cause?.finding { putCause(finding.with(severity: .note)) } }
        guard !others.isEmpty else { return nil }
        let names = others.prefix(3).compactMap { $0.app.part(beside: app) }.joined(separator: " and ")
        return "the build\(others.count == 1 ? "" : "s") of \(names) \(others.count == 1 ? "does" : "do") not open it"
    }

    /// Turns the error of a target that names no host into a note, as the last answer, if there is an app for iPhone beside it:
    /// frameworks' templates contain a target for the Mac, which need not be meant for links.
    mutating func excuseTemplates(in answers: inout [LinkVerdict.Answer]) {
        // Who asks about the Mac alone means it.
        guard answers.contains(where: { $0.devices.contains(.iphone) }),
            side?.apple.contains(where: { $0.devices.contains(.iphone) }) == true
        else { return }
        for answer in answers {
            let devices = Set(answer.devices)
            guard [.closed, .undecided].contains(answer.outcome), let finding = answer.finding,
                !answers.contains(where: { $0.devices.contains(.iphone) && $0.finding == finding }),
                side?.apple.contains(where: { $0.namesNoHost && $0.devices.isSuperset(of: devices) }) == true,
                side?.apple.contains(where: { !$0.namesNoHost && !$0.devices.isDisjoint(with: devices) }) == false
            else { continue }
            let fix = "If it is to open the link too, \(finding.fix.lowercasedFirst)"
            let note = finding.with(severity: .note, fix: fix)
            put(note, inPlaceOf: finding)
            answers.removeAll { $0 == answer }
            let text = "opens no app: its target names no host in \(Clip.clip(finding.file))."
            answers.append(LinkVerdict.Answer(answer.devices, .notNamed, answer.url, text, note))
        }
    }

    // MARK: - Causes in the site

    private mutating func closed(
        _ judged: Judged,
        _ family: LinkFamily,
        _ devices: [LinkDevice],
        _ link: URL
    ) -> LinkVerdict.Answer? {
        guard let route = nearest(judged.routes, family, link) else { return nil }
        // Neither the app nor the site's file is about links of the host.
        if judged.app.namesHost == false, let rest = intended(route, family) {
            return notNamed(family, devices, link, rest)
        }
        // An app that does not claim the host opens none of its links, whatever the site's files say.
        if judged.app.namesHost == false || isUnknown(family), let device = devices.first,
            let cause = side?.cause(judged.app, link, on: device), cause.outcome == .closed, let finding = cause.finding
        {
            putCause(finding)
            return answer(devices, .closed, route, link, finding, verb: Self.verb(cause))
        }
        let finding = siteCause(judged, route, family, link)
        let isOpen = finding.rule == .crossAppHostUnserved || finding.rule == .iosAppWildcardFile
        if isUnknown(family) || isOpen && finding.severity != .error { return undecided(devices, route, link, finding) }
        return closedOrExcluded(devices, route, link, finding)
    }

    private mutating func siteCause(
        _ judged: Judged,
        _ route: LinkRoute,
        _ family: LinkFamily,
        _ link: URL
    ) -> Finding {
        let app = judged.app
        if family.response(site)?.isAbsent == true, app.namesHost == true {
            // A finding about a misplaced file is closer to the cause.
            let elsewhere = findings.contains { $0.file == route.file && $0.isOfMisplacedFile }
            guard !elsewhere else { return cause(of: route, family, link) }
            let known = findings.first { $0.rule == family.missing && $0.file == route.file }
            if let domain = app.wildcardDomain { return unread(domain, of: app, file: route.file, known) }
            let deciding = Clip.clip(app.parent?.domain ?? site.host)
            let named = app.parent == nil ? deciding : "*.\(deciding); devices then read the file of \(deciding)"
            let message =
                "\(app.place(naming: SiteAddress.name(of: site.host))) names \(named), which serves no \(family.fileName)."
            let own = app.parent == nil ? known : nil
            let deployment = app.parent == nil && own?.detail == nil ? deployment(family) : nil
            let fix =
                deployment ?? own?.fix
                ?? "Serve it at https://\(deciding)/.well-known/\(family.fileName), with status 200."
                + FindingFolding.repository(of: deciding)
            let detail = deployment == nil ? own?.detail : .undeployed
            let finding = Finding(.crossAppHostUnserved, message, file: route.file, fix: fix, detail: detail)
            // Each version of Android is judged separately, so the finding may already exist.
            if let same = findings.first(where: finding.isSame) { return same }
            put(finding, inPlaceOf: known)
            return finding
        }
        guard route.outcome == .appNotListed, let identifier = app.excludedIdentifier else {
            return cause(of: route, family, link)
        }
        if route.place != nil, let dropped = raisedInside(route, family) {
            guard let fingerprint = app.fingerprints.last else { return dropped }
            let change = SuggestedChange.fingerprint(fingerprint, package: identifier)
            // Each version of Android is judged separately, so the fingerprint may already be in the fix.
            guard dropped.change != change else { return dropped }
            let exact = dropped.with(
                fix: "\(dropped.fix) \(app.certificateName) is \(fingerprint).",
                change: change
            )
            put(exact, inPlaceOf: dropped)
            return exact
        }
        return notListed(identifier, app, route, family)
    }

    /// The hosts in an app's verified filters whose files were not read, which also decide on Android 11 and older.
    private func unreadHosts(_ app: AppSide.App, on device: LinkDevice, _ cause: AppCause) -> [String] {
        guard device == .android11, let judge = app.androidJudge, let side,
            !cause.facts.contains(where: { $0.condition == .allHostsVerified })
        else { return [] }
        let answered = side.others.filter { !$0.androidResponse.isInconclusive }
        let read = Set(answered.map { SiteAddress.name(of: $0.host) })
        return AppClaims(android: [judge.app]).hostsVerified(with: site.host).filter { !read.contains($0) }
    }

    /// Replaces the same finding with another severity by a cause.
    mutating func putCause(_ finding: Finding) {
        put(finding, inPlaceOf: findings.first(where: finding.isSame))
    }
}

extension AppSide.App {
    /// The identifiers to look for in a file: the app's own if it is known, otherwise the listed ones that may be the app's; `nil`
    /// for all.
    ///
    /// The known parts of the id rule some out. If none is left, the id is named as far as it is known.
    func candidates(among listed: [String]) -> [String]? {
        if let identifier { return [identifier] }
        guard id.isKnownInPart else { return nil }
        let possible = listed.filter { id.matches($0) != .no }
        return possible.isEmpty ? [id.description] : possible
    }

    /// The identifier to name if a file does not list it; it may be known only in part.
    var excludedIdentifier: String? { identifier ?? (id.isKnownInPart ? id.description : nil) }

    /// The identifier with the variant, for a sentence.
    var name: String {
        Clip.clip(identifier ?? "the app") + (variant.map { " (\(BuildVariants($0).shown))" } ?? "")
    }

    /// Whether one module or target builds both apps, or the other's identifier is the beginning of the app's.
    func isVariant(of other: AppSide.App) -> Bool {
        if let identifier, let main = other.identifier, identifier.hasPrefix(main + ".") { return true }
        return switch (judge, other.judge) {
        case (.android(let own), .android(let other)): own.app.module != nil && own.app.module == other.app.module
        case (.apple(let own), .apple(let other)):
            own.app.target != nil && own.app.target == other.app.target && own.app.project == other.app.project
        default: false
        }
    }

    /// The module that builds the app or, if the other app is of the same module, the variant; `nil` if unknown.
    func part(beside other: AppSide.App) -> String? {
        guard let own = androidJudge, let next = other.androidJudge else { return nil }
        let module = own.app.module
        guard module == nil || module == next.app.module else { return module.map { Clip.clip($0) } }
        return variant.map { "the variant \(BuildVariants($0).shown)" }
    }
}

extension AppSide {
    /// The judges of the Android apps that name the host.
    fileprivate var judgesNamingHost: [AndroidAppJudge] {
        android.compactMap(\.androidJudge).filter { $0.namesHost == true }
    }

    func apps(_ family: LinkFamily) -> [App] {
        switch family {
        case .apple: apple
        case .android: android
        case .windows: []
        }
    }
}
