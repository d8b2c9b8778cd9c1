@_spi(Bolts) import BoltsAssociations
public import Foundation

/// The apps that offer a site's passwords and passkeys on each kind of device, according to its files.
///
/// Apple's devices read `webcredentials` of `apple-app-site-association`; Android reads the statements of `assetlinks.json`:
/// `get_login_creds` for passwords, `handle_all_urls` for passkeys. On other devices, no file decides. Each route is "eligible,
/// provided that …", because installed apps and enabled password managers cannot be seen from outside.
public struct SignInAnswers: Sendable, Hashable {
    /// The host of the passwords and passkeys, which is the relying party identifier of passkeys.
    public let host: String
    /// The routes of each kind of device; the last one is the browser.
    public let devices: [DeviceRoutes.Device]
    /// One answer for each family of devices with a deciding file.
    public let answers: [LinkVerdict.Answer]
    /// The violations of sign-in rules, and the findings that prevent the files from being read.
    ///
    /// A file that contains nothing about links is not a finding here.
    public let findings: [Finding]
    /// The hosts to which the files refer password managers, each as a sentence; empty if there are none.
    public let directions: [String]

    /// Determines the answers from the files of a host, without any request.
    public init(
        site: SiteAssociations,
        files: SignInFiles? = nil,
        page: URL? = nil,
        devices: [LinkDevice] = LinkDevice.allCases
    ) {
        self.init(site: site, files: files, page: page, claims: AppClaims(), now: Date(), devices: devices)
    }

    /// Determines the answers from the files of a host and the claims of apps, without any request.
    @_spi(Bolts)
    public init(
        site: SiteAssociations,
        files: SignInFiles?,
        page: URL?,
        claims: AppClaims,
        others: [SiteAssociations] = [],
        now: Date = Date(),
        devices: [LinkDevice] = LinkDevice.allCases
    ) {
        let apple = AppleSignIn(site: site).routes
        let android = AndroidSignIn(site: site).routes
        let browser = LinkRoute(
            .web,
            .eligible,
            explanation: "The browser and its password managers offer them on pages of the host.",
            file: "https://\(site.host)/"
        )
        host = site.host
        directions = files?.directions ?? []
        let replaced: Set<String> = [
            AssociationRule.aasaNoApplinks.id, AssociationRule.assetlinksNoHandleAllUrls.id,
        ]
        // Sign-in rules report what is missing.
        let absent = Set(
            [site.appleResponse, site.androidResponse].filter(\.isAbsent).map(\.url.absoluteString)
        )
        let missing: Set<String> = [AssociationRule.aasaMissing.id, AssociationRule.assetlinksMissing.id]
        let moved = site.moved.map {
            SignInAnswers(site: $0, files: nil, page: nil, claims: claims, others: others, now: now).answers
        }
        // A mistake that links have too is shown where sign-in has it.
        let isOwn = { (finding: Finding) in finding.place?.pointer.hasPrefix("/webcredentials") == true }
        let folded = FindingFolding(
            site.findings.filter(isOwn) + site.findings.filter { !isOwn($0) },
            site: site,
            pages: [],
            isMeant: Set(LinkFamily.allCases),
            besides: files?.hasPageForWebAuthn == true ? ["webauthn"] : []
        ).findings.map { finding in
            if finding.rule == .linkPageForFiles { return finding.with(fix: Self.exemption, detail: .refused) }
            guard finding.isOfMisplacedFile, absent.contains(finding.file) else { return finding }
            return Self.misplaced(finding, next: moved?.compactMap(\.finding) ?? [])
        }
        let related = page.flatMap { RelatedOriginRoute(page: $0, host: site.host, files: files, findings: folded) }
        let shared = [related?.route, browser].compactMap(\.self)
        self.devices = devices.map { device in
            let routes = device.isApple ? apple : device.isAndroid ? android : []
            return DeviceRoutes.Device(device: device, routes: routes + shared)
        }
        // A host whose passkeys are only used on other sites' pages needs no app.
        let needsNoApp = claims.isEmpty && absent.count == 2 && files?.relatedOrigins != nil
        // If the given apps are all of one platform, missing entries for the other are no error.
        let isOther = { (finding: Finding) in
            finding.file == site.appleResponse.url.absoluteString && claims.apple.isEmpty && !claims.android.isEmpty
                || finding.file == site.androidResponse.url.absoluteString && claims.android.isEmpty
                    && !claims.apple.isEmpty
        }
        // What an absent file lacks is not reported for a platform on which no app was given.
        let misplaced = folded.filter(\.isOfMisplacedFile)
        let about = SignInCheck(site: site, claims: claims).findings.filter { finding in
            (finding.place != nil || !isOther(finding)) && !misplaced.contains { $0.file == finding.file }
        }.map { finding in needsNoApp || isOther(finding) ? finding.with(severity: .note) : finding }
        let all =
            [Self.refusal(of: site.host), related?.ownFinding].compactMap(\.self) + about
            + (files?.findings(beside: folded) ?? [])
            + folded.filter { finding in
                !replaced.contains(finding.rule.id)
                    && !(missing.contains(finding.rule.id) && absent.contains(finding.file)
                        && !finding.isOfMisplacedFile)
            }.map { finding in
                finding.isOfMisplacedFile && isOther(finding) ? finding.with(severity: .note) : finding
            }
        let general = all.first { [.linkPageForFiles, .linkSiteUnreachable, .linkNoApp].contains($0.rule) }
        let families: [(LinkFamily, [LinkRoute], [LinkDevice], AssociationResponse)] = [
            (.apple, apple, LinkDevice.allCases.filter(\.isApple), site.appleResponse),
            (.android, android, LinkDevice.allCases.filter(\.isAndroid), site.androidResponse),
        ]
        var apps = claims.isEmpty ? nil : SignInApps(claims, site, others: others, findings: all, now: now)
        let pageAnswer = page.flatMap { related?.answer($0, host: site.host, devices) }
        let judged = families.flatMap { kind, routes, family, response -> [LinkVerdict.Answer] in
            let shown = family.filter(devices.contains)
            guard !shown.isEmpty else { return [] }
            if response.bytes != nil,
                let finding = all.first(where: { $0.rule == .linkFilesUnpublished && $0.severity == .error })
            {
                let url = URL(string: "https://\(site.host)/") ?? response.url
                let text = "offered in no app: \(VerdictBuilder.placed(finding))"
                return [LinkVerdict.Answer(shown, .closed, url, text, finding)]
            }
            if let answers = apps?.answers(kind, shown) { return answers }
            let own = all.filter { $0.file == response.url.absoluteString }
            let finding =
                general ?? own.first { $0.severity == .error && $0.place != nil && $0.place == routes.first?.place }
                ?? own.max { $0.severity < $1.severity }
            let unread =
                routes.contains { $0.app == nil && $0.outcome == .undecided } ? AndroidSignIn.unread(site) : nil
            return [Self.answer(routes, shown, response, unread ?? finding, host: site.host)]
        }
        // What is wrong comes before a platform that has no app.
        answers =
            [pageAnswer].compactMap(\.self) + judged.filter { $0.outcome != .notNamed }
            + judged.filter { $0.outcome == .notNamed }
        // The cause of an answer about an app replaces the equal finding with another severity.
        let causes = answers.compactMap(\.finding).filter { !all.contains($0) }
        var seen: Set<Finding> = []
        let places = answers.compactMap(\.finding).filter { $0.place != nil }
        let isSaid = { (finding: Finding) in
            // A mistake in the text that is the cause, and the list that is missing where webcredentials names no app.
            [.webauthnOrigin, .aasaAppIdMalformed].contains(finding.rule)
                && places.contains { $0.rule != finding.rule && $0.file == finding.file && $0.place == finding.place }
                || finding.rule == .aasaServiceAppsMissing
                    && about.contains { $0.rule == .signInNoWebcredentials && $0.place == finding.place }
        }
        findings =
            causes.filter { seen.insert($0).inserted }
            + all.filter { finding in
                !isSaid(finding)
                    && !causes.contains { cause in
                        guard cause.file == finding.file else { return false }
                        // A given app has its own finding, so the general one that the file names no app is omitted.
                        return cause.isSame(as: finding)
                            || cause.rule == finding.rule && finding.rule.id.hasPrefix("signin-no-")
                            || finding.rule == .signInOnePlatform
                    }
            }
            + ((apps?.besides ?? []) + (apps?.side.apple.flatMap(\.findings) ?? [])).filter { finding in
                !causes.contains(where: finding.isSame) && seen.insert(finding).inserted
            }
    }

    /// The finding that a file is misplaced, with what is wrong in it too, so that one change is enough.
    private static func misplaced(_ finding: Finding, next: [Finding]) -> Finding {
        guard let next = next.first(where: { $0.file == finding.file && $0.severity == .error }) else {
            return finding.with(severity: .error)
        }
        let besides = VerdictBuilder.placed(Finding(next.rule, next.message, file: next.file))
        return finding.with(
            message: "\(finding.message.dropLast()); besides, \(besides)",
            severity: .error,
            fix: "\(finding.fix) \(next.fix)"
        )
    }

    private static let exemption =
        "Exempt /.well-known/ from the login, the redirect or the fallback, and put the files there."

    /// Why browsers do not accept a host as relying party identifier, or `nil` if they do.
    private static func refusal(of host: String) -> Finding? {
        let name = SiteAddress.name(of: host)
        let file = "https://\(host)/"
        if HostRules.isAddress(name) {
            let message = "\(Clip.clip(name)) is an IP address, and passkeys are for domains only."
            return Finding(.signInRPHost, message, file: file, fix: "Sign in on a page of a host with a name.")
        }
        guard SiteDomain.isPublicSuffix(name) else { return nil }
        let message =
            "\(Clip.clip(name)) is a public suffix: anybody may register a name below it\(SiteDomain.caveat()). "
            + "Browsers refuse it as a relying party identifier with a SecurityError."
        return Finding(.signInRPHost, message, file: file, fix: "Use the site's own domain below it.")
    }

    private static func answer(
        _ routes: [LinkRoute],
        _ devices: [LinkDevice],
        _ response: AssociationResponse,
        _ finding: Finding?,
        host: String
    ) -> LinkVerdict.Answer {
        let open = routes.filter { $0.outcome == .eligible }
        let cause = finding.flatMap { $0.severity == .error ? $0 : nil }
        let app = open.first?.app
        let text: String
        let outcome: LinkVerdict.Outcome
        if let app {
            let more = Set(open.compactMap(\.app)).count - 1
            let others = more > 0 ? " and \(more) more" : ""
            let back = routes.contains { $0.app == app && $0.outcome == .eligible && $0.kind != .passwords }
            text =
                "\(offers(routes, of: app)) of \(Clip.clip(host)) may be offered in \(Clip.clip(app))\(others)."
                + (back ? " \(callback(isApple: devices.first?.isApple == true))" : "")
            outcome = .opens
        } else if let finding, finding.rule == .linkUndecided {
            text = "may be offered in an app or not: \(VerdictBuilder.placed(finding))"
            outcome = .undecided
        } else if response.isInconclusive, let finding {
            text = "may be offered in an app or not: \(VerdictBuilder.placed(finding))"
            outcome = .undecided
        } else if response.isAbsent {
            let known = finding.flatMap { $0.rule == .linkNoApp || $0.isOfMisplacedFile ? $0 : nil }
            let reason = known.map(VerdictBuilder.placed)
            text = "offered in no app: \(reason ?? "the host does not serve \(response.url.lastPathComponent).")"
            outcome = cause == nil ? .notNamed : .closed
        } else {
            let reason = cause.map(VerdictBuilder.placed) ?? routes.first?.explanation
            text = "offered in no app: \(reason ?? "the file names none.")"
            outcome = .closed
        }
        let url = URL(string: "https://\(host)/") ?? response.url
        // For an app that offers something, only what it lacks is reported: other errors may be about other apps.
        let isAboutSigningIn = cause.map { $0.rule.id.hasPrefix("signin-") } ?? false
        let said = app == nil ? cause ?? finding : isAboutSigningIn ? cause : nil
        return LinkVerdict.Answer(devices, outcome, app: app, url, text, said)
    }

    /// The fact that a sign-in session may end at an address of the host, which needs the same lines in the files.
    static func callback(isApple: Bool) -> String {
        "Its \(isApple ? "ASWebAuthenticationSession" : "Auth Tab") may end at an https address of the host."
    }

    private static func offers(_ routes: [LinkRoute], of app: String) -> String {
        func outcome(_ kind: LinkRoute.Kind) -> LinkRoute.Outcome? {
            routes.first { $0.kind == kind && $0.app == app }?.outcome
        }
        if outcome(.credentials) == .eligible { return "passwords and passkeys" }
        return outcome(.passkeys) == .eligible ? "passwords and passkeys" : "passwords, perhaps also passkeys,"
    }
}
