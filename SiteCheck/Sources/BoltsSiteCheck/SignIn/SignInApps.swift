@_spi(Bolts) import BoltsAssociations
import Foundation

/// Determines whether apps with known files offer a site's passwords and passkeys.
struct SignInApps {
    let side: AppSide
    let site: SiteAssociations
    /// The site's findings, of which one may be the cause.
    let findings: [Finding]
    /// Where the apps' code uses an https callback of the host, if it is not known to use passwords or passkeys too.
    private let callback: SourcePlace?
    /// What the apps' code asks for and nothing can allow, or `nil`.
    private let wrongRequest: Finding?
    /// What is wrong in the apps' own files besides the causes of the answers.
    private(set) var besides: [Finding] = []

    init(
        _ claims: AppClaims,
        _ site: SiteAssociations,
        others: [SiteAssociations],
        findings: [Finding],
        now: Date
    ) {
        side = AppSide(claims, site, others: others, service: "webcredentials", now: now)
        self.site = site
        self.findings = findings
        callback = claims.usesCredentials ? nil : claims.androidCallbacks[SiteAddress.name(of: site.host)]
        wrongRequest = Self.wrongRequest(claims, at: SiteAddress.name(of: site.host))
    }

    /// The finding that the code signs in at a text that is no bare host or, as a warning, at another host that the app does not
    /// name: it may also sign in at hosts that the sources do not state.
    private static func wrongRequest(_ claims: AppClaims, at host: String) -> Finding? {
        // If the project has several apps, it is not known whose sources these are.
        guard claims.signInHosts[host] == nil, claims.apple.count == 1 || claims.apple.first?.bundleIdentifier != nil,
            Set(claims.apple.map(\.bundleIdentifier)).count == 1
        else { return nil }
        for (text, place) in claims.signInHosts.sorted(by: { $0.key < $1.key }) {
            guard let name = HostText.name(in: text) else { continue }
            if name != text, name == host {
                let message = "The code signs in at \(Clip.quoted(text)), which is no bare host."
                return Finding(
                    .signInRPHost,
                    message,
                    file: place.file,
                    place: place.jsonPlace,
                    fix: "Write \(Clip.quoted(name))."
                )
            }
            let named = claims.apple.flatMap { ($0.domains ?? []) + $0.unresolvedDomains }
            guard claims.apple.allSatisfy({ $0.domains != nil && $0.gap == nil }),
                named.compactMap(AssociatedDomain.init).count == named.count,
                !named.compactMap(AssociatedDomain.init).contains(where: {
                    $0.service == "webcredentials" && $0.covers(name)
                })
            else { continue }
            let entry = "webcredentials:\(Clip.clip(name))"
            return Finding(
                .signInRPHost,
                "The code signs in at \(Clip.clip(name)), and the app does not name \(entry).",
                file: place.file,
                place: place.jsonPlace,
                severity: .warning,
                fix: "Write \(Clip.quoted(host)) in the code, or add \(entry) to the app and check that host."
            )
        }
        return nil
    }

    private struct Judged {
        let outcome: LinkVerdict.Outcome
        let text: String
        var finding: Finding?
        /// What is wrong in the app's own files too, where the answer's cause is the site's file.
        var otherHalf: Finding?
        /// The effect of the app's own files, if the site's file lists the app.
        var cause: AppCause?

        var rank: Int {
            switch outcome {
            case .opens: finding == nil ? 3 : 2
            case .undecided: 1
            default: 0
            }
        }
    }

    private var host: String { Clip.clip(site.host) }

    /// The answers for the devices of a family, or `nil` if no app of the family is known.
    mutating func answers(_ family: LinkFamily, _ devices: [LinkDevice]) -> [LinkVerdict.Answer]? {
        let apps = side.apps(family)
        guard !apps.isEmpty else { return nil }
        return side.split(devices).reduce(into: []) { answers, devices in
            guard let device = devices.first,
                let next = answer(apps.filter { $0.devices.contains(device) }, devices)
            else { return }
            VerdictBuilder.add(next, to: &answers)
        }
    }

    private mutating func answer(_ apps: [AppSide.App], _ devices: [LinkDevice]) -> LinkVerdict.Answer? {
        let judged = apps.map { (app: $0, result: judge($0)) }
        // A variant for testers counts only if there is no other app.
        let mains = judged.filter { !$0.app.isVariant }
        let candidates = mains.isEmpty ? judged : mains
        guard var best = candidates.first else { return nil }
        for other in candidates.dropFirst() where other.result.rank > best.result.rank { best = other }
        if let other = best.result.otherHalf { besides.append(other) }
        if best.result.rank == 3 {
            besides += AppSide.closed(judged.map { ($0.app, $0.result.cause) }, beside: best.app)
        }
        let url = URL(string: "https://\(site.host)/") ?? site.appleResponse.url
        let (app, result) = (best.app.identifier, best.result)
        return LinkVerdict.Answer(devices, result.outcome, app: app, url, result.text, result.finding)
    }

    private func judge(_ app: AppSide.App) -> Judged {
        switch app.judge {
        case .apple(let judge): self.judge(app, judge)
        case .android(let judge): self.judge(app, judge)
        }
    }

    private func name(_ app: AppSide.App) -> String { Clip.clip(app.identifier ?? "the app of \(app.file)") }

    private func closed(
        _ app: AppSide.App,
        _ finding: Finding,
        _ what: String = "passwords, passkeys, https callbacks"
    ) -> Judged {
        let error = finding.with(severity: .error)
        let reason = VerdictBuilder.placed(error).replacing("the entitlement of \(name(app))", with: "its entitlement")
        let text = "not offered in \(name(app)) (\(what)): \(reason)"
        return Judged(outcome: .closed, text: text, finding: error)
    }

    private func undecided(_ app: AppSide.App, _ finding: Finding) -> Judged {
        let text = "may be offered in \(name(app)) or not: \(VerdictBuilder.placed(finding))"
        return Judged(outcome: .undecided, text: text, finding: finding)
    }

    /// The answer that an app offers passwords or passkeys, with the supporting observations, and names what it does not offer.
    private func offered(_ what: String, _ app: AppSide.App, _ facts: [String], _ finding: Finding? = nil) -> Judged {
        let seen = facts.isEmpty ? "" : "; " + facts.joined(separator: ", and ")
        var text = "\(what) of \(host) may be offered in \(name(app))\(seen)."
        if let finding { text += " \(finding.message)" }
        let isApple = if case .apple = app.judge { true } else { false }
        // An Auth Tab requires handle_all_urls, as passkeys do.
        if isApple || ["passwords and passkeys", "passkeys, but no passwords,"].contains(what) {
            text += " \(SignInAnswers.callback(isApple: isApple))"
        }
        return Judged(outcome: .opens, text: text, finding: finding)
    }

    /// The cause that a file cannot be used at all: the finding that states it, or that of a sign-in rule.
    private func unread(
        _ app: AppSide.App,
        _ response: AssociationResponse,
        _ rule: AssociationRule,
        _ message: String
    ) -> Judged {
        let file = response.url.absoluteString
        let own = findings.filter { $0.file == file && ($0.severity == .error || response.isInconclusive) }
        let general = findings.first { $0.rule == .linkPageForFiles || $0.rule == .linkSiteUnreachable }
        let finding = general ?? own.first { !$0.rule.id.hasPrefix("signin-") } ?? own.first
        let known = finding ?? Finding(rule, message, file: file, severity: response.isInconclusive ? .warning : .error)
        return response.isInconclusive ? undecided(app, known) : closed(app, known)
    }

    // MARK: - Apple

    private func judge(_ app: AppSide.App, _ judge: AppleAppJudge) -> Judged {
        // For a wildcard, devices read the file of the parent domain.
        if app.wildcardDomain != nil, let finding = judge.findings.first(where: { $0.rule == .iosAppWildcardFile }) {
            return undecided(app, finding)
        }
        let site = app.parent?.site ?? site
        let file: AppSiteAssociation
        do throws(FileObstacle) {
            file = try AppleRoutes(url: site.appleResponse.url, site: site, apps: nil).file()
        } catch {
            return both(unread(app, site.appleResponse, .signInNoWebcredentials, error.explanation), app, judge)
        }
        let listed = file.apps(of: "webcredentials")
        let isListed = listed.contains { other in
            guard let identifier = app.identifier else { return true }
            return AppIdentifier.canonical(other) == AppIdentifier.canonical(identifier)
                || !AppIdentifier.isWellFormed(identifier) && AppIdentifier.isOf(identifier, other)
        }
        guard isListed else { return both(closed(app, unlisted(app, listed, file)), app, judge) }
        let cause = app.asked(judge.cause())
        switch (cause.outcome, cause.finding) {
        case (.closed, let finding?):
            var judged = closed(app, finding)
            judged.cause = cause
            return judged
        case (.unsure, let finding?): return undecided(app, finding)
        default:
            if let wrongRequest {
                return wrongRequest.severity == .error
                    ? closed(app, wrongRequest, "passkeys, https callbacks") : undecided(app, wrongRequest)
            }
            // The file lists an app, but not certainly this one, and what is not read may name another file for it.
            if app.identifier == nil, !app.id.isKnownInPart, let gap = judge.app.gap {
                let message = "The sources do not state the app's id: \(gap.text)."
                return undecided(app, Finding(.linkUndecided, message, file: app.file, fix: gap.fix, detail: .unread))
            }
            return offered("passwords and passkeys", app, cause.facts.map(\.text))
        }
    }

    /// The answer that the site's file does not let an app sign in, with what is wrong in the app too: each half alone changes
    /// nothing.
    private func both(_ judged: Judged, _ app: AppSide.App, _ judge: AppleAppJudge) -> Judged {
        let cause = judge.cause()
        guard judged.outcome == .closed, let finding = judged.finding, cause.outcome == .closed,
            let other = cause.finding
        else { return judged }
        guard judge.namesHost == false else {
            return Judged(outcome: .closed, text: judged.text, finding: finding, otherHalf: other)
        }
        let named = (judge.app.domains ?? []).compactMap(AssociatedDomain.init).filter {
            $0.service == "webcredentials"
        }
        guard other.rule == .iosAppDomainMissing, let named = named.first(where: { !$0.isWildcard }) else {
            let text = "\(judged.text) Its entitlement does not name webcredentials:\(host) either."
            return Judged(outcome: .closed, text: text, finding: finding, otherHalf: other)
        }
        // Which host is the relying party's id is known only to its server.
        let own = Clip.clip(named.host)
        return closed(
            app,
            Finding(
                finding.rule,
                "\(finding.message) The app names \(Clip.clip(named.text)), not \(host).",
                file: finding.file,
                place: finding.place,
                fix: "Set the relying party's id to \(own), if the files there list the app; or publish both files at "
                    + "\(host), and add webcredentials:\(host) to the app."
            )
        )
    }

    private func unlisted(_ app: AppSide.App, _ listed: [String], _ file: AppSiteAssociation) -> Finding {
        let address = (app.parent?.site ?? site).appleResponse.url.absoluteString
        let place = file.file.document.root["webcredentials"]?.place
        // If the list is empty, the finding is about the list and not about one app.
        if listed.isEmpty {
            let known = findings.first { $0.rule == .signInNoWebcredentials && $0.file == address }
            let fix = app.identifier.flatMap { identifier in
                AppIdentifier.isWellFormed(identifier)
                    ? "\(place == nil ? "Add" : "Write") \"webcredentials\": {\"apps\": [\"\(identifier)\"]}." : nil
            }
            return (known ?? Finding(.signInNoWebcredentials, nil, file: address, place: place))
                .with(fix: fix, change: Self.change(app, instead: nil))
        }
        let name = name(app)
        let near = app.identifier.flatMap { NearIdentifier.find($0, in: listed) }
        // What is no identifier of any app is replaced, and reported once.
        let wrong = near.flatMap { AppIdentifier.isWellFormed($0.identifier) ? nil : $0.identifier }
        let element = file.file.document.root["webcredentials"]?["apps"]?.elements?.first {
            wrong != nil && $0.string == wrong
        }
        return Finding(
            near == nil ? .crossAppNotListed : .crossAppNearId,
            NearIdentifier.sentence("webcredentials", names: listed, near: near, not: name),
            file: address,
            place: element?.place ?? place,
            severity: .error,
            fix: wrong.map { "Write \(name) in place of \(Clip.clip($0))." }
                ?? "Add \(name) to the apps of webcredentials\(near?.team(of: app.identifier) ?? "").",
            change: Self.change(app, instead: wrong)
        )
    }

    private static func change(_ app: AppSide.App, instead: String?) -> SuggestedChange? {
        guard let identifier = app.identifier, AppIdentifier.isWellFormed(identifier) else { return nil }
        return .service("webcredentials", app: identifier, instead: instead)
    }

    // MARK: - Android

    private func judge(_ app: AppSide.App, _ judge: AndroidAppJudge) -> Judged {
        do throws(FileObstacle) {
            _ = try AndroidRoutes.file(of: site)
        } catch {
            return unread(app, site.androidResponse, .signInNoLoginCreds, error.explanation)
        }
        guard let identifier = app.identifier else {
            let gap = judge.app.id.gap
            let reason = gap.map { ": \($0.text)." } ?? "."
            let message = "The sources do not state the app's id\(reason)"
            return undecided(app, Finding(.androidAppUnresolved, message, file: app.file, fix: gap?.fix))
        }
        guard let package = SignInPackages(site).all.first(where: { $0.name == identifier }) else {
            return unstated(app, identifier)
        }
        // A store signs the packages that it builds from a bundle with another key.
        let own = judge.app.isBundle ? [] : Set(app.fingerprints)
        func isSigned(_ listed: [CertificateFingerprint]) -> Bool {
            own.isEmpty || listed.contains { own.contains($0.description) }
        }
        let seen =
            own.isEmpty
            ? ["the key that signs it is not known (--fingerprint SHA256 compares it)"] : ["its certificate is listed"]
        let hasPasswords = !package.passwords.isEmpty && isSigned(package.passwords)
        let hasPasskeys = !package.passkeys.isEmpty && isSigned(package.passkeys)
        switch (hasPasswords, hasPasskeys) {
        case (true, true): return offered("passwords and passkeys", app, seen)
        case (true, false) where package.passkeys.isEmpty:
            return offered("passwords, perhaps also passkeys,", app, seen)
        case (true, false):
            return offered("passwords, but no passkeys,", app, seen, certificate(app, package, "handle_all_urls"))
        case (false, true):
            if package.passwords.isEmpty { return withoutPasswords(app, judge, package, seen) }
            return offered(
                "passkeys, but no passwords,",
                app,
                seen,
                certificate(app, package, "get_login_creds")
            )
        case (false, false):
            return closed(app, certificate(app, package, nil))
        }
    }

    private func source(_ package: SignInPackages.Package) -> String {
        package.source ?? site.androidResponse.url.absoluteString
    }

    /// The answer for an app that has handle_all_urls only, which is enough for an https callback.
    private func withoutPasswords(
        _ app: AppSide.App,
        _ judge: AndroidAppJudge,
        _ package: SignInPackages.Package,
        _ seen: [String]
    ) -> Judged {
        let finding = Finding(
            .signInNoLoginCreds,
            "The statement of \(name(app)) lacks get_login_creds, which passwords need, and passkeys too in many reports. "
                + "For an https callback, handle_all_urls is enough.",
            file: source(package),
            place: package.place,
            change: .relation(.getLoginCredentials, package: package.name)
        )
        guard let callback, !judge.app.hasAssetStatements else {
            return closed(app, finding, "passwords, perhaps passkeys")
        }
        let what = "no passwords, but https callbacks (\(callback))"
        return offered(
            what,
            app,
            seen,
            finding.with(severity: .note, fix: "If passwords are to be shared: \(finding.fix)")
        )
    }

    /// The cause that the app is signed with none of the certificates of a relation, or of both.
    private func certificate(_ app: AppSide.App, _ package: SignInPackages.Package, _ relation: String?) -> Finding {
        let origin =
            relation == "get_login_creds"
            ? nil
            : app.fingerprints.last.flatMap { try? CertificateFingerprint($0) }.map(AndroidSignIn.origin)
        let fingerprints = relation.map { "the fingerprints for \($0)" } ?? "the fingerprints for \(name(app))"
        return Finding(
            .crossAppCertificate,
            "\(app.certificateName) is not among \(fingerprints).",
            file: source(package),
            place: package.place,
            severity: .error,
            fix:
                "Add \(app.fingerprints.last ?? "it") to sha256_cert_fingerprints\(origin.map { ", and let the server accept \($0)" } ?? "")."
        )
    }

    /// The finding that says why no statement is valid for an app.
    private func unstated(_ app: AppSide.App, _ identifier: String) -> Judged {
        let file = site.androidResponse.url.absoluteString
        if let unread = AndroidSignIn.unread(site) { return undecided(app, unread) }
        let stated = StatedPackages(site)
        let fingerprint = app.fingerprints.last.map { " with the fingerprint \($0)" } ?? ""
        let name = name(app)
        let fix = "Give \(name) get_login_creds and handle_all_urls in a statement\(fingerprint)."
        if let problem = stated.problem(of: identifier) {
            if problem.lacksRelation {
                let message = "The statement for \(name) has neither get_login_creds nor handle_all_urls."
                return closed(
                    app,
                    Finding(.signInNoLoginCreds, message, file: problem.source ?? file, place: problem.place, fix: fix)
                )
            }
            let known = findings.first { $0.severity == .error && $0.place != nil && $0.place == problem.place }
            return closed(
                app,
                known
                    ?? Finding(
                        .crossAppNotListed,
                        problem.explanation,
                        file: problem.source ?? file,
                        place: problem.place,
                        fix: fix
                    )
            )
        }
        let near = NearIdentifier.find(identifier, in: stated.all)
        let message = NearIdentifier.sentence("assetlinks.json", names: stated.all, near: near, not: name)
        let rule: AssociationRule = near == nil ? .crossAppNotListed : .crossAppNearId
        let change =
            app.identifier.map {
                SuggestedChange.list(
                    app: $0,
                    fingerprints: app.fingerprints.suffix(1),
                    instead: near?.identifier,
                    signsIn: true
                )
            }
        let renaming = near == nil ? side.renaming(app, in: site) : ""
        return closed(
            app,
            Finding(rule, message, file: file, severity: .error, fix: fix + renaming, change: change)
        )
    }
}
