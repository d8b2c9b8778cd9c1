@_spi(Bolts) import AppFiles
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension SiteChecker {
    func check(_ url: URL, _ result: inout CheckResult) async throws {
        let explanation = ShellWord.command("applinks", "explain", url.absoluteString)
        result.remark = "\(explanation) lists what only the device knows"
        result.host = url.asciiHost
        let link =
            if let offline { try await LinkEvidence(url, directory: offline, options, pages) } else {
                try await SiteMemory.answer(of: url.absoluteString) { [input = result.input] in
                    try await LinkEvidence(
                        url,
                        argument: input,
                        options,
                        pages,
                        comparesWithWWW: true,
                        fetcher: fetcher
                    )
                }
            }
        if let failure = link.site.proxyFailure { throw failure }
        result.sources = [url.absoluteString, link.site.host] + link.paths.values.sorted()
        let claims = claims(for: link.site, &result)
        result.claims = claims
        let others = try await others(claims, besides: link.site.host)
        let target = try await verdict(onTargetOf: link, claims)
        add(link.verdict(on: url, claims: claims, others: others, leadsTo: target), paths: link.paths, to: &result)
        compareLinks(of: options.host(of: url), link.site, claims, others: others, besides: url, &result)
        result.apps = apps.inventory.entries
        Self.addUndecided(claims, to: &result)
        require(tags: link.page.map { [$0] } ?? [], site: link.site, of: result.input, &result)
        if let page = link.page, !page.namesApp { result.remark = Self.namesNoApp }
        if offline == nil { addOtherFetchers(link.site, &result) }
        if link.isUnanswered || link.isPageUnasked, !link.failures.isEmpty {
            result.failure = link.failures.joined(separator: "; ")
        }
        let own = link.isLocal && !link.failures.isEmpty ? link.failures.joined(separator: "; ") : nil
        result.hint = Self.joined(own ?? hint(on: url), result.hint)
        result.hint = Self.joined(result.hint, signInHint(claims, link.site.host))
    }

    /// Judges a link with an app's own scheme by the named apps or the app of the working folder.
    func check(scheme url: URL, _ result: inout CheckResult) throws {
        let content = apps.claims.isEmpty ? folderProject?.value?.content ?? apps : apps
        guard purpose.purpose == .links, !content.claims.android.isEmpty || !content.claims.apple.isEmpty else {
            throw InputError(
                "\(result.input): only an app's own files decide about \(url.scheme ?? ""): links; name the app with --app PATH"
            )
        }
        let verdict = SchemeVerdict(url: url, claims: content.claims)
        result.claims = content.claims
        result.sources = content.files
        result.apps = content.inventory.entries
        result.answers = verdict.answers
        result.findings = verdict.findings.map { CheckedFinding($0) }
        if let open = verdict.answers.first(where: { $0.outcome == .undecided }) {
            result.failure = "not decided: \(open.text)"
            result.isFailureAnswered = true
        }
    }

    /// Suggests requests as the platforms' own fetchers, if the answers depend on responses that may differ for those.
    func addOtherFetchers(_ site: SiteAssociations, _ result: inout CheckResult) {
        let isRead = result.answers.contains { $0.outcome == .opens }
        let isRefused = [site.appleResponse, site.androidResponse].contains { response in
            response.status.map([401, 403, 429, 451].contains) ?? false
        }
        guard isRead || isRefused, let other = options.otherFetchers else { return }
        if result.findings.isEmpty {
            result.remark = Self.joined(result.remark, other)
        } else {
            result.hint = Self.joined(result.hint, other)
        }
    }

    /// The verdict about the URL of another host to which a link redirects, or `nil` if there is none or that host does not
    /// respond.
    func verdict(onTargetOf link: LinkEvidence, _ claims: AppClaims) async throws -> LinkVerdict? {
        guard options.origin == nil, let url = link.otherHost, let host = url.asciiHost else { return nil }
        let fetchOptions = try options.fetchOptions(pages, asked: nil)
        let site = await SiteMemory.answer(of: host) {
            await SiteAssociations.fetch(host, options: fetchOptions, fetcher: fetcher)
        }
        return site.isUnanswered ? nil : LinkVerdict(url: url, site: site, claims: claims)
    }

    /// How to check a server that a URL names by a local address or a port, or `nil` if the URL is one that users tap.
    func hint(on url: URL) -> String? {
        let host = url.asciiHost ?? ""
        guard options.origin == nil, offline == nil,
            url.port.map({ $0 != 443 }) ?? false || host == "localhost" || host.hasPrefix("127.")
        else { return nil }
        let origin = "\(url.scheme ?? "http")://\(host)\(url.port.map { ":\($0)" } ?? "")"
        let page = ShellWord.quoted("https://example.com\(url.path())")
        return "to check a server before it has its host, name both: applinks check \(page) "
            + "--origin \(ShellWord.quoted(origin)) --allow-private"
    }

    func check(_ host: String, _ result: inout CheckResult) async throws {
        if let offline { return try await checkDirectory(offline, host: host, &result) }
        let fetchOptions = try options.fetchOptions(
            pages,
            asked: URL(string: "https://\(host)/"),
            comparesWithWWW: true
        )
        let site = await SiteAssociations.fetch(host, options: fetchOptions, fetcher: fetcher)
        if let failure = site.proxyFailure { throw failure }
        result.sources = [host]
        result.host = host
        let claims = claims(for: site, &result)
        result.claims = claims
        let others = try await others(claims, besides: host)
        add(LinkVerdict(site: site, claims: claims, others: others), paths: [:], to: &result)
        compareLinks(of: ASCIIHost.name(host), site, claims, others: others, &result)
        result.apps = apps.inventory.entries
        Self.addUndecided(claims, to: &result)
        result.hint = Self.joined(URL(string: "http://\(host)").flatMap(hint(on:)), result.hint)
        result.hint = Self.joined(result.hint, signInHint(claims, host))
        require(tags: [], site: site, of: result.input, &result)
        addOtherFetchers(site, &result)
        // Nothing is known about the files, so the baseline's findings do not count as gone.
        if site.isUnanswered {
            result.failure = Self.noAnswer(site.appleResponse.failure, from: result.input)
        }
    }

    /// Why a host that gave no response could not be checked.
    static func noAnswer(_ failure: String?, from input: String) -> String {
        WebAddress.failure(failure ?? "the host does not answer", of: input)
    }

    /// Adds a verdict; a missing required file is an error.
    func add(_ verdict: LinkVerdict, paths: [String: String], to result: inout CheckResult) {
        result.answers = verdict.answers
        result.findings += verdict.findings.map { finding in
            let isRequired =
                finding.rule.id == "aasa-missing" && required.contains(.aasa)
                || finding.rule.id == "assetlinks-missing" && required.contains(.assetlinks)
            return CheckedFinding(finding, severity: isRequired ? .error : nil, file: paths[finding.file])
        }
    }

    /// Adds the methods of the apps that receive links, and their findings.
    func add(_ receivers: [LinkReceivers], to result: inout CheckResult) {
        result.receivers += receivers.filter { !$0.routes.isEmpty }
        // Targets with the same sources have the same findings.
        var seen: Set<Finding> = []
        var notes: Set<String> = []
        result.findings += receivers.flatMap(\.findings).filter { finding in
            // The same note about Flutter is for both platforms.
            let isSaid =
                finding.rule.id == "flutter-app-link-double" && finding.severity == .note
                && !notes.insert(finding.message).inserted
            // Who asks about a site's links does not ask about schemes of the app's own, which are among its methods.
            return !isSaid && (result.isApp || !finding.isAboutCustomScheme) && seen.insert(finding).inserted
        }.map { CheckedFinding($0) }
    }

    /// The apps to judge with a site: the named ones, or the app of the working folder if it belongs to the site.
    func claims(for site: SiteAssociations, _ result: inout CheckResult) -> AppClaims {
        let folderProject = folderProject?.value
        guard let content = folderProject?.content(for: site) else {
            if apps.claims.android.isEmpty, !certificates.isEmpty {
                let project =
                    folderProject == nil
                    ? "no app is named" : "the project in this folder and \(site.host) do not name each other"
                result.failure =
                    "--fingerprint has no effect here, because \(project): add --app-id or --app"
            }
            if let reason = folderProject?.failure {
                let text = "the project in this folder was not read: \(reason)"
                // The link may be the app's, whose part of the answer is missing.
                if apps.claims.isEmpty, case .url? = try? CheckInput(result.input) {
                    result.failure = result.failure ?? "not decided: \(text) (--no-project asks only the site)"
                } else {
                    result.hint = Self.joined(text, result.hint)
                }
            }
            add(apps.receivers, to: &result)
            return apps.claims
        }
        let receivers = folderProject?.receivers.value ?? []
        add(receivers, to: &result)
        var claims = content.claims.signed(with: certificates)
        claims.add(receivers)
        claims.deviceReports += apps.claims.deviceReports
        result.sources += content.files
        result.hint = Self.joined(
            content.notes.first,
            "the project in this folder was read too; --no-project leaves it out"
        )
        return claims
    }

    static func joined(_ first: String?, _ second: String?) -> String? {
        let texts = [first, second].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// The files of other hosts that decide about links to a host: parent domains of wildcards, and hosts that old versions of
    /// Android verify together with it.
    func others(_ claims: AppClaims, besides host: String) async throws -> [SiteAssociations] {
        guard offline == nil else { return [] }
        let domains = claims.domainsDeciding(for: host)
        let verified = claims.hostsVerified(with: host).filter { !domains.contains($0) }
        return try await options.sites(of: Array((domains + verified).prefix(Self.maximumHosts)), pages, fetcher)
    }

    /// The maximum number of an app's hosts to request.
    static let maximumHosts = 8
}

extension SiteAssociations {
    /// Whether nothing is known about the files; a rejected certificate counts as known.
    var isUnanswered: Bool { [appleResponse, androidResponse].allSatisfy(\.isUnanswered) }

    /// The failure of this machine's proxy, if it is why nothing is known about the site's files.
    var proxyFailure: PageError? { outage.flatMap { $0.code == .proxyFailed ? $0 : nil } }
}

extension AssociationResponse {
    /// Whether the server gave no response, not even a rejected certificate.
    var isUnanswered: Bool { status == nil && !isUntrusted }
}
