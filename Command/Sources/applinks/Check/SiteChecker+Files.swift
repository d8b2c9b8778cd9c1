@_spi(Bolts) import AppFiles
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension SiteChecker {
    func checkFile(_ path: String, _ result: inout CheckResult) async throws {
        let start = try RegularFile.start(of: path)
        if AppFileReader.isAppFile(name: path, bytes: start) {
            if purpose.purpose == .signIn { throw Self.appAsSite(path) }
            return try await checkApp(path, try read(path), &result)
        }
        try await check(try RegularFile.bytes(path), named: path, &result)
    }

    func checkStandardInput(_ result: inout CheckResult) async throws {
        // A caller in this process uses standard input for its messages.
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

    /// Judges the named apps by a single file of a site, whose host is named or is the apps' only one.
    func judge(_ bytes: [UInt8], _ kind: AssociationFileKind, named path: String, _ result: inout CheckResult) {
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
            answer.devices.contains { $0.isAndroid } == (kind == .android)
        }
        let known = Set(result.findings.map { Finding.Identity($0.finding) })
        let served = kind == .apple ? site.appleResponse.url : site.androidResponse.url
        result.findings += verdict.findings.compactMap { finding in
            let isServed = finding.file == served.absoluteString
            guard !finding.file.contains("://") || isServed,
                !known.contains(Finding.Identity(finding, file: isServed ? path : nil))
            else { return nil }
            return CheckedFinding(finding, file: isServed ? path : nil)
        }
        add(apps.receivers, to: &result)
        Self.addUndecided(claims, to: &result)
    }

    func check(_ bytes: [UInt8], named path: String, _ result: inout CheckResult) async throws {
        result.sources = [path]
        switch FileKind(name: path, bytes: bytes) {
        case .association(.apple)?:
            result.findings = AssociationCheck.findings(inAppSiteAssociation: bytes, file: path).map {
                CheckedFinding($0)
            }
            judge(bytes, .apple, named: path, &result)
        case .association(.android)?:
            result.findings = AssociationCheck.findings(inAssetLinks: bytes, file: path).map { CheckedFinding($0) }
            judge(bytes, .android, named: path, &result)
        case .association(.windows)?:
            result.findings = AssociationCheck.findings(inWindowsWebLinks: bytes, file: path).map { CheckedFinding($0) }
        case .association(.signIn(let file))?:
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
                "standard input is neither a page nor an association file: name its kind with --stdin-filename, such as "
                    + "assetlinks.json"
            )
        case nil:
            throw InputError(
                "\(path) is neither a page nor an association file: \(FileKind.advice(name: path, bytes: bytes))"
            )
        }
    }

    func checkDirectory(_ path: String, host: String, _ result: inout CheckResult) async throws {
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
        result.hint = Self.joined(result.hint, signInHint(claims, host))
        let verdict = local.verdict(claims: claims)
        add(verdict, paths: local.paths, to: &result)
        compareLinks(of: ASCIIHost.name(host), local.site, claims, &result)
        result.apps = apps.inventory.entries
        Self.addUndecided(claims, to: &result)
        result.findings += local.signInFiles.findings(beside: verdict).map {
            CheckedFinding($0, file: local.paths[$0.file])
        }
        result.remark = local.missing.isEmpty ? nil : "the folder has no \(local.missing.joined(separator: " and no "))"
        require(tags: local.pages.map(\.tags), site: local.site, of: path, &result)
        if local.isTruncated {
            result.failure = "\(path) has \(LocalSite.cutMessage)"
        }
    }
}
