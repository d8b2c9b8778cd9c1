@_spi(Bolts) import BoltsAssociations
import Foundation

/// Determines whether apps with known files offer a site's passwords and passkeys.
struct SignInApps {
    let side: AppSide
    let site: SiteAssociations
    /// The site's findings, of which one may be the cause.
    let findings: [Finding]

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
    }

    private struct Judged {
        let outcome: LinkVerdict.Outcome
        let text: String
        var finding: Finding?

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
    func answers(_ family: LinkFamily, _ devices: [LinkDevice]) -> [LinkVerdict.Answer]? {
        let apps = side.apps(family)
        guard !apps.isEmpty else { return nil }
        return side.split(devices).compactMap { devices in
            guard let device = devices.first else { return nil }
            return answer(apps.filter { $0.devices.contains(device) }, devices)
        }
    }

    private func answer(_ apps: [AppSide.App], _ devices: [LinkDevice]) -> LinkVerdict.Answer? {
        // A variant for testers counts only if there is no other app.
        let main = apps.filter { !$0.isVariant }
        let judged = (main.isEmpty ? apps : main).map { (app: $0, result: judge($0)) }
        guard var best = judged.first else { return nil }
        for other in judged.dropFirst() where other.result.rank > best.result.rank { best = other }
        return LinkVerdict.Answer(
            devices: devices,
            outcome: best.result.outcome,
            app: best.app.identifier,
            url: URL(string: "https://\(site.host)/") ?? site.appleResponse.url,
            text: best.result.text,
            finding: best.result.finding
        )
    }

    private func judge(_ app: AppSide.App) -> Judged {
        switch app.judge {
        case .apple(let judge): self.judge(app, judge)
        case .android(let judge): self.judge(app, judge)
        }
    }

    private func name(_ app: AppSide.App) -> String { Clip.clip(app.identifier ?? "the app of \(app.file)") }

    private func closed(_ app: AppSide.App, _ finding: Finding) -> Judged {
        let error = finding.with(severity: .error)
        let text = "not offered in \(name(app)): \(VerdictBuilder.placed(error))"
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
            return unread(app, site.appleResponse, .signInNoWebcredentials, error.explanation)
        }
        let listed = file.apps(of: "webcredentials")
        let isListed = listed.contains { other in
            guard let identifier = app.identifier else { return true }
            return AppIdentifier.canonical(other) == AppIdentifier.canonical(identifier)
                || !AppIdentifier.isWellFormed(identifier) && AppIdentifier.isOf(identifier, other)
        }
        guard isListed else { return closed(app, unlisted(app, listed, file)) }
        let cause = judge.cause()
        switch (cause.outcome, cause.finding) {
        case (.closed, let finding?): return closed(app, finding)
        case (.unsure, let finding?): return undecided(app, finding)
        default: return offered("passwords and passkeys", app, cause.facts.map(\.text))
        }
    }

    private func unlisted(_ app: AppSide.App, _ listed: [String], _ file: AppSiteAssociation) -> Finding {
        let address = (app.parent?.site ?? site).appleResponse.url.absoluteString
        let place = file.file.document.root["webcredentials"]?.place
        // If the list is empty, the finding is about the list and not about one app.
        if listed.isEmpty {
            let known = findings.first { $0.rule == .signInNoWebcredentials && $0.file == address }
            return (known ?? Finding(.signInNoWebcredentials, nil, file: address, place: place))
                .with(change: Self.change(app, instead: nil))
        }
        let name = name(app)
        let near = app.identifier.flatMap { NearIdentifier.find($0, in: listed) }
        return Finding(
            near == nil ? .crossAppNotListed : .crossAppNearId,
            NearIdentifier.sentence("webcredentials", names: listed, near: near, not: name),
            file: address,
            place: place,
            severity: .error,
            fix: "Add \(name) to the apps of webcredentials\(near?.team(of: app.identifier) ?? "").",
            change: Self.change(
                app,
                instead: near.flatMap { AppIdentifier.isWellFormed($0.identifier) ? nil : $0.identifier }
            )
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
        let seen = own.isEmpty ? [] : ["its certificate is listed"]
        let hasPasswords = !package.passwords.isEmpty && isSigned(package.passwords)
        let hasPasskeys = !package.passkeys.isEmpty && isSigned(package.passkeys)
        switch (hasPasswords, hasPasskeys) {
        case (true, true): return offered("passwords and passkeys", app, seen)
        case (true, false) where package.passkeys.isEmpty:
            return offered("passwords, perhaps also passkeys,", app, seen)
        case (true, false):
            return offered("passwords, but no passkeys,", app, seen, certificate(app, package, "handle_all_urls"))
        case (false, true):
            if package.passwords.isEmpty { return closed(app, relation(app, package)) }
            return offered(
                "passkeys, but no passwords,",
                app,
                seen,
                certificate(app, package, "get_login_creds")
            )
        case (false, false):
            let isListed = package.passwords.isEmpty && isSigned(package.passkeys)
            return closed(app, isListed ? relation(app, package) : certificate(app, package, nil))
        }
    }

    private func source(_ package: SignInPackages.Package) -> String {
        package.source ?? site.androidResponse.url.absoluteString
    }

    private func relation(_ app: AppSide.App, _ package: SignInPackages.Package) -> Finding {
        Finding(
            .signInNoLoginCreds,
            "The statement of \(name(app)) lacks get_login_creds, which passwords need, and passkeys too in many reports.",
            file: source(package),
            place: package.place,
            change: .relation(.getLoginCredentials, package: package.name)
        )
    }

    /// The cause that the app is signed with none of the certificates of a relation, or of both.
    private func certificate(_ app: AppSide.App, _ package: SignInPackages.Package, _ relation: String?) -> Finding {
        let fingerprints = relation.map { "the fingerprints for \($0)" } ?? "the fingerprints for \(name(app))"
        return Finding(
            .crossAppCertificate,
            "\(app.certificateName) is not among \(fingerprints).",
            file: source(package),
            place: package.place,
            severity: .error,
            fix: "Add \(app.fingerprints.last ?? "it") to sha256_cert_fingerprints."
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
        return closed(app, Finding(rule, message, file: file, severity: .error, fix: fix))
    }
}
