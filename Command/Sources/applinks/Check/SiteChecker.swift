@_spi(Bolts) import AppFiles
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// Checks one input, and collects the findings.
struct SiteChecker: Sendable {
    /// How pages and files are fetched and read.
    let pages: PageOptions
    /// How association files are fetched.
    let options: SiteOptions
    /// The apps whose own files decide with the site's.
    let apps: AppFileContent
    /// The certificates that users' apps are signed with, of whatever app is read with the input.
    var certificates: [AppCertificate] = []
    /// The folder that stands for the site of every URL and host, or `nil` to ask the web.
    let offline: String?
    /// What the file on standard input is called, or `nil` if its content says what it is.
    var standardInputName: String?
    /// What the files are asked about.
    var purpose = PurposeOptions.links
    /// The app of the folder in which the command runs, or `nil` if it is not looked at.
    var folderProject: FolderProject?
    /// Whether an app is judged by its own files alone.
    var isAppOnly = false
    /// The parts that must exist.
    let required: Set<RequiredPart>
    /// The rules that are not reported.
    let disabled: Set<String>
    /// What is expected of links, by the input whose site decides about them.
    var expectations: [String: [ExpectedLink]] = [:]
    /// What fetches: it knows the hosts of all inputs.
    let polite: HostLimitedPageFetcher
    /// Where the repeated requests of the input are kept.
    var log = RetryLog()

    private var fetcher: any PageFetching { polite.recording { [log] in log.add($0) } }

    /// Checks one argument of the command line.
    ///
    /// Errors are part of the result.
    func check(_ argument: String) async -> CheckResult {
        var own = self
        own.log = RetryLog()
        var result = await own.result(of: argument)
        result.retried = own.log.requests
        return result
    }

    private func result(of argument: String) async -> CheckResult {
        var result = CheckResult(input: argument)
        do {
            switch try CheckInput(argument) {
            case .url(let url) where purpose.purpose == .signIn:
                try await checkSignIn(
                    options.host(of: url),
                    at: options.host == nil ? url : nil,
                    directory: offline,
                    &result
                )
            case .host(let host) where purpose.purpose == .signIn:
                try await checkSignIn(host, directory: offline, &result)
            case .directory(let path) where purpose.purpose == .signIn:
                if options.host == nil, try app(atPath: path) != nil { throw Self.appAsSite(path) }
                try await checkSignIn(try options.host(ofDirectory: path), directory: path, &result)
            case .url(let url): try await check(url, &result)
            case .host(let host): try await check(host, &result)
            case .file(let path): try await checkFile(path, &result)
            case .standardInput: try await checkStandardInput(&result)
            case .directory(let path):
                if let content = try app(atPath: path) {
                    try await checkApp(path, content, &result)
                } else {
                    try await checkDirectory(path, host: options.host(ofDirectory: path), &result)
                }
            }
        } catch {
            result.failure = "\(error)\(pages.advice(on: error, input: argument, isVerbose: true))"
        }
        finishLinks(&result)
        result.findings.removeAll { disabled.contains($0.finding.rule.id) }
        result.answers.removeAll { $0.finding.map { disabled.contains($0.rule.id) } ?? false }
        return result
    }

    // MARK: - On the web

    private func check(_ url: URL, _ result: inout CheckResult) async throws {
        let explanation = ShellWord.command("applinks", "explain", url.absoluteString)
        result.remark = "\(explanation) lists what only the device knows"
        result.host = url.asciiHost
        let link =
            if let offline { try await LinkEvidence(url, directory: offline, options, pages) } else {
                try await LinkEvidence(
                    url,
                    argument: result.input,
                    options,
                    pages,
                    comparesWithWWW: true,
                    fetcher: fetcher
                )
            }
        if let failure = link.site.proxyFailure { throw failure }
        result.sources = [url.absoluteString, link.site.host] + link.paths.values.sorted()
        let claims = claims(for: link.site, &result)
        result.claims = claims
        let others = try await others(claims, besides: link.site.host)
        add(link.verdict(on: url, claims: claims, others: others), paths: link.paths, to: &result)
        compareLinks(of: options.host(of: url), link.site, claims, others: others, besides: url, &result)
        result.apps = apps.inventory.entries
        result.failure = result.failure ?? Self.undecided(claims, result.answers)
        require(tags: link.page.map { [$0] } ?? [], site: link.site, of: result.input, &result)
        if let page = link.page, !page.namesApp { result.remark = Self.namesNoApp }
        if link.isUnanswered || link.isPageUnasked, !link.failures.isEmpty {
            result.failure = link.failures.joined(separator: "; ")
        }
        let own = link.isLocal ? link.failures.first : nil
        result.hint = Self.joined(own ?? hint(on: url), result.hint)
    }

    /// How to check a server that a URL names by its address, or `nil` if the URL has the name that users tap.
    private func hint(on url: URL) -> String? {
        let host = url.asciiHost ?? ""
        guard options.origin == nil, offline == nil,
            url.port.map({ $0 != 443 }) ?? false || host == "localhost" || host.hasPrefix("127.")
        else { return nil }
        let origin = "\(url.scheme ?? "http")://\(host)\(url.port.map { ":\($0)" } ?? "")"
        let page = ShellWord.quoted("https://example.com\(url.path())")
        return "to check a server before it has its host, name both: applinks check \(page) "
            + "--origin \(ShellWord.quoted(origin)) --allow-private"
    }

    private func check(_ host: String, _ result: inout CheckResult) async throws {
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
        result.failure = result.failure ?? Self.undecided(claims, result.answers)
        result.hint = Self.joined(URL(string: "http://\(host)").flatMap(hint(on:)), result.hint)
        require(tags: [], site: site, of: result.input, &result)
        // Nothing is known of its files, so no finding of a baseline is gone.
        if site.isUnanswered {
            result.failure = Self.noAnswer(site.appleResponse.failure, from: result.input)
        }
    }

    /// Why a host could not be checked that gave no answer at all.
    private static func noAnswer(_ failure: String?, from input: String) -> String {
        WebAddress.failure(failure ?? "the host does not answer", of: input)
    }

    /// Checks in which apps the passwords and passkeys of a host are offered.
    private func checkSignIn(
        _ host: String,
        at url: URL? = nil,
        directory: String?,
        _ result: inout CheckResult
    ) async throws {
        let evidence = try await SignInEvidence(
            of: host,
            at: url,
            purpose,
            directory: directory,
            options,
            pages,
            fetcher: fetcher
        )
        if let failure = evidence.site.proxyFailure { throw failure }
        let others = directory == nil ? try await others(apps.claims, besides: evidence.site.host) : []
        let outlook = evidence.outlook(claims: apps.claims, others: others)
        result.host = outlook.host
        result.hint = evidence.hint
        result.sources = directory == nil ? [outlook.host] : evidence.paths.values.sorted()
        result.answers = outlook.answers
        result.findings = outlook.findings.map { CheckedFinding($0, file: evidence.paths[$0.file]) }
        require(tags: [], site: evidence.site, of: result.input, &result)
        if directory == nil, evidence.isUnanswered {
            result.failure = Self.noAnswer(evidence.site.appleResponse.failure, from: result.input)
        }
        if apps.claims.android.isEmpty, !certificates.isEmpty {
            result.failure = "--fingerprint has no effect here, because no app is named: add --app-id or --app"
        }
    }

    /// Adds a verdict; a file that is required is an error where it is missing.
    private func add(_ verdict: LinkVerdict, paths: [String: String], to result: inout CheckResult) {
        result.answers = verdict.answers
        result.findings += verdict.findings.map { finding in
            let isRequired =
                finding.rule.id == "aasa-missing" && required.contains(.aasa)
                || finding.rule.id == "assetlinks-missing" && required.contains(.assetlinks)
            return CheckedFinding(finding, severity: isRequired ? .error : nil, file: paths[finding.file])
        }
    }

    /// Adds which methods of the apps get a link, and what is wrong with them.
    private func add(_ receivers: [LinkReceivers], to result: inout CheckResult) {
        result.receivers += receivers
        result.findings += receivers.flatMap(\.findings).map { CheckedFinding($0) }
    }

    /// The apps that are judged with a site: those that were named, or that of this folder if it belongs to the site.
    private func claims(for site: SiteAssociations, _ result: inout CheckResult) -> AppClaims {
        guard let content = folderProject?.content(for: site) else {
            if apps.claims.android.isEmpty, !certificates.isEmpty {
                let project =
                    folderProject == nil
                    ? "no app is named" : "the project in this folder and \(site.host) do not name each other"
                result.failure =
                    "--fingerprint has no effect here, because \(project): add --app-id or --app"
            }
            result.hint = Self.joined(
                folderProject?.failure.map { "the project in this folder was not read: \($0)" },
                result.hint
            )
            add(apps.receivers, to: &result)
            return apps.claims
        }
        add(folderProject?.receivers.all ?? [], to: &result)
        var claims = content.claims.signed(with: certificates)
        claims.deviceReports += apps.claims.deviceReports
        result.sources += content.files
        result.hint = Self.joined(
            content.notes.first,
            "the project in this folder was read too; --no-project leaves it out"
        )
        return claims
    }

    private static func joined(_ first: String?, _ second: String?) -> String? {
        let texts = [first, second].compactMap { $0 }
        return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }

    /// The files of other hosts that decide about links to a host: those of domains after stars, and of hosts that old versions of
    /// Android verify together with it.
    private func others(_ claims: AppClaims, besides host: String) async throws -> [SiteAssociations] {
        guard offline == nil else { return [] }
        let domains = claims.domainsDeciding(for: host)
        let verified = claims.hostsVerified(with: host).filter { !domains.contains($0) }
        return try await options.sites(of: Array((domains + verified).prefix(Self.maximumHosts)), pages, fetcher)
    }

    /// Of the hosts that an app names, only so many are asked.
    private static let maximumHosts = 8

    // MARK: - Apps

    /// What a folder says that is an app or its project, or `nil` if it is what is served at the root of a site.
    private func app(atPath path: String) throws -> AppFileContent? {
        if AppFileReader.isAppFile(name: path, bytes: [UInt8]()) { return try read(path) }
        // Beside a project the host says which of the app's is meant.
        let isProject = FolderProject.isProject(atPath: path)
        guard isAppOnly || !isSite(path, isProject: isProject) else { return nil }
        let content: AppFileContent
        do {
            content = try AppFileReader().claims(atPath: path)
        } catch {
            // Another folder is a site's.
            guard isProject else { return nil }
            throw InputError("\(error)")
        }
        return content.claims.isEmpty ? nil : content
    }

    /// Whether a folder is what is served at the root of a site: a project has other files than these in `.well-known` too.
    private func isSite(_ path: String, isProject: Bool) -> Bool {
        guard isProject else { return options.host != nil || LocalPath.exists(path + "/.well-known") }
        let names = ["assetlinks.json", "apple-app-site-association", "windows-app-web-link"]
        return names.contains { LocalPath.exists("\(path)/.well-known/\($0)") || LocalPath.exists("\(path)/\($0)") }
    }

    private func read(_ path: String) throws -> AppFileContent {
        let content: AppFileContent
        do {
            content = try AppFileReader().claims(atPath: path)
        } catch {
            throw InputError("\(error)")
        }
        return content
    }

    /// Why an app could not be judged that was read with the input, or `nil` if every answer is decided without it.
    ///
    /// - Parameters:
    ///   - claims: The apps.
    ///   - answers: The answers, or `nil` where only the apps are judged.
    /// - Returns: A sentence.
    private static func undecided(_ claims: AppClaims, _ answers: [LinkVerdict.Answer]?) -> String? {
        AppInventory(claims).entries.lazy.compactMap { entry -> String? in
            guard entry.role.isJudged, entry.rank == .source, let gap = entry.gaps.first(where: { $0.part == "hosts" })
            else { return nil }
            let isAndroid = entry.platform == "Android"
            let isOpen = answers.map { answers in
                answers.contains { answer in
                    answer.outcome == .undecided
                        && answer.devices.contains { $0.rawValue.hasPrefix("android") == isAndroid }
                }
            }
            guard isOpen ?? true else { return nil }
            return
                "not decided: the hosts of the \(entry.platform) app in \(entry.place) are not known: \(gap.reason). \(gap.fix)"
        }.first
    }

    /// Checks an app's own files, and the sites that it names.
    private func checkApp(_ path: String, _ content: AppFileContent, _ result: inout CheckResult) async throws {
        guard !content.claims.isEmpty else {
            throw InputError((["\(path) has nothing about links"] + content.notes).joined(separator: "; "))
        }
        var claims = content.claims.signed(with: certificates)
        claims.android += apps.claims.android
        claims.apple += apps.claims.apple
        claims.deviceReports += apps.claims.deviceReports
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
        result.apps = content.inventory.entries
        result.notes = content.notes
        let hosts = isAppOnly ? [] : hosts(of: claims, &result)
        var seen = Set<Finding>()
        for host in hosts.prefix(Self.maximumHosts) {
            let site = try await inner.site(host)
            // Nothing is known of this host; the others may be asked another way.
            if let failure = site.site.proxyFailure {
                result.failure = result.failure ?? "\(failure)"
                continue
            }
            // Of a star a host below it is judged, because not every platform takes the domain itself.
            let below = claims.sampleHost(below: host).map { site.site.standing(for: $0) }
            let verdict = LinkVerdict(site: below ?? site.site, claims: claims, others: below == nil ? [] : [site.site])
            result.answers += verdict.answers.map { hosts.count > 1 ? $0.naming(host) : $0 }
            compareLinks(of: ASCIIHost.name(host), site.site, claims, &result)
            result.sources.append(host)
            result.findings += verdict.findings.filter { seen.insert($0).inserted }
                .map { CheckedFinding($0, file: site.paths[$0.file]) }
        }
        // What is said of a host is not said again.
        let known = Set(result.findings.map { "\($0.finding.rule.id) \($0.finding.message)" })
        let own = claims.findings()
        result.findings += own.filter { !known.contains("\($0.rule.id) \($0.message)") }
            .map { CheckedFinding($0) }
        let builds = apps.claims.apple.filter { $0.rank > .source }
        add(AppFileReader().receivers(atPath: path, of: content, builds: builds) + apps.receivers, to: &result)
        result.sources += content.files
        if result.failure == nil { result.failure = Self.undecided(claims, nil) }
        // What a finding or the failure says of a gap, no note says again.
        let texts = result.findings.map(\.finding.message) + [result.failure].compactMap { $0 }
        let said = result.apps.flatMap(\.gaps).map { $0.reason.dropFirst() }
            .filter { reason in texts.contains { $0.contains(reason) } }
        result.notes.removeAll { note in said.contains { note.contains($0) } }
        if claims.hosts.isEmpty, own.isEmpty, result.failure == nil {
            result.remark =
                claims.takesAnyHost
                ? "the app takes links of any host and names none" : "the app names no host for links"
        }
        if hosts.count > Self.maximumHosts {
            result.hint =
                "the app names \(hosts.count) hosts, of which \(Self.maximumHosts) were checked; name a URL for others"
        }
    }

    /// The hosts to judge: those that the app asks the system to verify, or all if it asks for none.
    ///
    /// A folder stands for one host, unless it has one folder for each.
    private func hosts(of claims: AppClaims, _ result: inout CheckResult) -> [String] {
        let verified = claims.verifiedHosts
        let hosts = verified.isEmpty ? claims.hosts : verified
        guard let offline, hosts.count > 1 else { return hosts }
        let own = hosts.filter { LocalPath.exists("\(offline)/\($0)/.well-known") }
        guard own.isEmpty else { return own }
        let first = options.host.flatMap { hosts.contains($0) ? $0 : nil } ?? hosts[0]
        let others = hosts.filter { $0 != first }.prefix(5).joined(separator: ", ")
        let rest = hosts.count > 6 ? " and \(hosts.count - 6) more" : ""
        result.hint = "\(offline) was judged as \(first), not as \(others)\(rest): name one with --host"
        return [first]
    }

    /// The association files of a host that an app names.
    private func site(_ host: String) async throws -> (site: SiteAssociations, paths: [String: String]) {
        guard let offline else {
            let fetchOptions = try options.fetchOptions(pages, asked: nil)
            return (await SiteAssociations.fetch(host, options: fetchOptions, fetcher: fetcher), [:])
        }
        let own = "\(offline)/\(host)"
        let directory = LocalPath.exists("\(own)/.well-known") ? own : offline
        let local = try await LocalSite(directory: directory, host: host, readerOptions: pages.siteReaderOptions)
        return (local.site, local.paths)
    }

    /// Where people sign in, a site is asked about an app, because passwords are those of a site.
    private static func appAsSite(_ path: String) -> InputError {
        InputError(
            "\(path) is an app, and --for sign-in asks a site: name its host, and the app with "
                + "--app \(ShellWord.quoted(path))"
        )
    }

    // MARK: - On this machine

    private func checkFile(_ path: String, _ result: inout CheckResult) async throws {
        let start = try RegularFile.start(of: path)
        if AppFileReader.isAppFile(name: path, bytes: start) {
            if purpose.purpose == .signIn { throw Self.appAsSite(path) }
            return try await checkApp(path, try read(path), &result)
        }
        try await check(try RegularFile.bytes(path), named: path, &result)
    }

    private func checkStandardInput(_ result: inout CheckResult) async throws {
        // The caller in this process speaks through standard input.
        guard Terminal.captured == nil else {
            throw InputError("standard input is not read here: name a file or a folder")
        }
        let name = standardInputName ?? "-"
        let bytes = try StandardInput.read(limit: RegularFile.maximumBytes)
        guard bytes.count <= RegularFile.maximumBytes else { throw RegularFile.tooLarge(name) }
        guard !AppFileReader.isAppFile(name: name, bytes: bytes.prefix(65_536)) else {
            throw InputError(
                "\(name) belongs to an app, which is read from its file or folder, not from standard input"
            )
        }
        try await check(bytes, named: name, &result)
    }

    /// Judges the named apps by one file of a site, whose host is named or the only one of the apps.
    private func judge(_ bytes: [UInt8], _ kind: FileKind, named path: String, _ result: inout CheckResult) {
        let claims = apps.claims
        guard !claims.android.isEmpty || !claims.apple.isEmpty else { return }
        let hosts = claims.verifiedHosts.isEmpty ? claims.hosts : claims.verifiedHosts
        guard let host = options.host ?? (hosts.count == 1 ? hosts[0] : nil) else {
            result.failure =
                "not decided: the host that serves \(path) is not known, and the apps name \(hosts.count): add --host"
            return
        }
        let site = SiteAssociations(
            reading: host,
            appSiteAssociation: kind == .apple ? bytes : nil,
            assetLinks: kind == .android ? bytes : nil,
            windowsWebLinks: nil
        )
        let verdict = LinkVerdict(site: site, claims: claims)
        result.host = host
        result.apps = apps.inventory.entries
        result.answers = verdict.answers.filter { answer in
            answer.devices.contains { $0.rawValue.hasPrefix("android") } == (kind == .android)
        }
        let known = Set(result.findings.map { "\($0.finding.rule.id) \($0.finding.message)" })
        let served = kind == .apple ? site.appleResponse.url : site.androidResponse.url
        result.findings += verdict.findings.filter { finding in
            !known.contains("\(finding.rule.id) \(finding.message)")
                && (!finding.file.contains("://") || finding.file == served.absoluteString)
        }.map { CheckedFinding($0, file: $0.file == served.absoluteString ? path : nil) }
        add(apps.receivers, to: &result)
        result.failure = Self.undecided(claims, result.answers)
    }

    private func check(_ bytes: [UInt8], named path: String, _ result: inout CheckResult) async throws {
        result.sources = [path]
        switch FileKind(name: path, bytes: bytes) {
        case .apple?:
            result.findings = AssociationCheck.findings(inAppSiteAssociation: bytes, file: path).map {
                CheckedFinding($0)
            }
            judge(bytes, .apple, named: path, &result)
        case .android?:
            result.findings = AssociationCheck.findings(inAssetLinks: bytes, file: path).map { CheckedFinding($0) }
            judge(bytes, .android, named: path, &result)
        case .windows?:
            result.findings = AssociationCheck.findings(inWindowsWebLinks: bytes, file: path).map { CheckedFinding($0) }
        case .signIn(let file)?:
            let files = SignInFiles(
                host: options.host ?? "example.invalid",
                webauthn: file == .webauthn ? bytes : nil,
                passkeyEndpoints: file == .passkeyEndpoints ? bytes : nil,
                originAssociation: file == .originAssociation ? bytes : nil
            )
            result.findings = files.findings.map { CheckedFinding($0, file: path) }
        case .page?:
            let url = LocalSite.url(of: path, host: options.host ?? "example.invalid")
            let page = try await FileAppLinkResolver(readerOptions: pages.siteReaderOptions)
                .page(in: bytes, pageURL: url, name: path)
            let tags = PageTags(url: url, metadata: page.metadata)
            result.findings = PageCheck.findings(in: tags).map { CheckedFinding($0, file: path) }
            if !tags.namesApp { result.remark = Self.namesNoApp }
            if required.contains(.al), !hasAppLinks(tags) { result.failure = Self.missingTags(path) }
        case nil where path == "-":
            throw InputError(
                "standard input is neither a page nor an association file: say with --stdin-filename what it is, such as "
                    + "assetlinks.json"
            )
        case nil:
            throw InputError(
                "\(path) is neither a page nor an association file: \(FileKind.advice(name: path, bytes: bytes))"
            )
        }
    }

    private func checkDirectory(_ path: String, host: String, _ result: inout CheckResult) async throws {
        let local = try await LocalSite(
            directory: path,
            host: host,
            readerOptions: pages.siteReaderOptions
        )
        result.sources = local.paths.values.sorted()
        result.hint = local.leftOutMessage
        // A misnamed file is a finding.
        guard !local.paths.isEmpty || !local.site.findings.isEmpty else {
            throw InputError(
                "\(path) has neither a page nor an association file in .well-known: name the site's root folder"
            )
        }
        result.host = host
        let claims = claims(for: local.site, &result)
        result.claims = claims
        let verdict = local.verdict(claims: claims)
        add(verdict, paths: local.paths, to: &result)
        compareLinks(of: ASCIIHost.name(host), local.site, claims, &result)
        result.apps = apps.inventory.entries
        result.failure = result.failure ?? Self.undecided(claims, result.answers)
        result.findings += local.signInFiles.findings(beside: verdict).map {
            CheckedFinding($0, file: local.paths[$0.file])
        }
        result.remark = local.missing.isEmpty ? nil : "the folder has no \(local.missing.joined(separator: " and no "))"
        require(tags: local.pages.map(\.tags), site: local.site, of: path, &result)
        if local.isTruncated {
            result.failure = "\(path) has \(LocalSite.cutMessage)"
        }
    }

    // MARK: - Required parts

    private func require(tags: [PageTags], site: SiteAssociations, of input: String, _ result: inout CheckResult) {
        var missing: [String] = []
        if required.contains(.al), !tags.contains(where: hasAppLinks) { missing.append("App Links tags") }
        if required.contains(.aasa), site.appleResponse.bytes == nil { missing.append("apple-app-site-association") }
        if required.contains(.assetlinks), site.androidResponse.bytes == nil { missing.append("assetlinks.json") }
        if !missing.isEmpty {
            result.failure = "\(input) lacks what --require names: \(missing.joined(separator: ", "))"
        }
    }

    private static let namesNoApp = "the page has no tag that names an app"

    private static func missingTags(_ path: String) -> String { "\(path) lacks what --require names: App Links tags" }

    private func hasAppLinks(_ tags: PageTags) -> Bool {
        tags.metas.contains { $0.property.lowercased().hasPrefix("al:") }
    }
}

/// The values of `--require`.
enum RequiredPart: String, Sendable, CaseIterable {
    case al, aasa, assetlinks
}
