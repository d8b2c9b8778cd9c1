import BoltsAppLinks
import BoltsAssociations
import BoltsTasks
import Foundation

/// Checks one input, and collects the findings.
struct SiteChecker: Sendable {
    /// How pages and files are fetched and read.
    let pages: PageOptions
    /// How association files are fetched.
    let options: SiteOptions
    /// The parts that must exist.
    let required: Set<RequiredPart>
    /// The rules that are not reported.
    let disabled: Set<String>

    /// Checks one argument of the command line.
    ///
    /// Errors are part of the result.
    func check(_ argument: String) async -> CheckResult {
        var result = CheckResult(input: argument)
        do {
            switch try CheckInput(argument) {
            case .url(let url): try await check(url, &result)
            case .host(let host): await check(host, &result)
            case .file(let path): try await checkFile(path, &result)
            case .directory(let path): try await checkDirectory(path, &result)
            }
        } catch {
            result.failure = "\(error)\(pages.advice(on: error, input: argument, isVerbose: true))"
        }
        result.findings.removeAll { disabled.contains($0.finding.rule.id) }
        return result
    }

    // MARK: - On the web

    private func check(_ url: URL, _ result: inout CheckResult) async throws {
        async let files = SiteAssociations.fetch(options.hostAndPort(of: url), options: options.fetchOptions(pages))
        let page = try await options.resolver(pages).page(at: url).value
        let site = await files
        var tags = PageTags(url: page.fetched.response.url, metas: page.metadata.tags)
        if tags.url != url { tags.requestedURL = url }
        result.sources = [url.absoluteString, site.host]
        add(site, hasTags: hasAppLinks(tags), to: &result)
        result.findings += PageCheck.findings(in: tags, sites: [site]).map { CheckedFinding($0) }
        require(tags: [tags], site: site, of: result.input, &result)
    }

    private func check(_ host: String, _ result: inout CheckResult) async {
        let site = await SiteAssociations.fetch(host, options: options.fetchOptions(pages))
        result.sources = [host]
        add(site, hasTags: false, to: &result)
        require(tags: [], site: site, of: result.input, &result)
    }

    /// Adds what is wrong with the files of a host.
    ///
    /// A site for one platform only does not need the other's file: its absence is a note unless the file is required,
    /// or the site has nothing at all.
    private func add(_ site: SiteAssociations, hasTags: Bool, to result: inout CheckResult) {
        let hasAny = hasTags || site.appleAnswer.bytes != nil || site.androidAnswer.bytes != nil
        result.findings += site.findings.map { finding in
            let part: RequiredPart? =
                switch finding.rule.id {
                case AssociationRule.rule("aasa-missing")?.id: .aasa
                case AssociationRule.rule("assetlinks-missing")?.id: .assetlinks
                default: nil
                }
            guard let part, hasAny, !required.contains(part) else { return CheckedFinding(finding) }
            return CheckedFinding(finding, severity: .note)
        }
    }

    // MARK: - On this machine

    private func checkFile(_ path: String, _ result: inout CheckResult) async throws {
        let bytes = try LocalSite.bytes(atPath: path)
        result.sources = [path]
        switch FileKind(name: path, bytes: bytes) {
        case .apple?:
            result.findings = AssociationCheck.findings(inAppSiteAssociation: bytes, file: path).map {
                CheckedFinding($0)
            }
        case .android?:
            result.findings = AssociationCheck.findings(inAssetLinks: bytes, file: path).map { CheckedFinding($0) }
        case .windows?:
            result.findings = AssociationCheck.findings(inWindowsWebLinks: bytes, file: path).map { CheckedFinding($0) }
        case .page?:
            let url = LocalSite.url(of: path, host: options.host ?? "example.invalid")
            let page = try await FileAppLinkResolver(readerOptions: options.readerOptions(pages))
                .page(atPath: path, pageURL: url).value
            let tags = PageTags(url: url, metas: page.metadata.tags)
            result.findings = PageCheck.findings(in: tags).map { CheckedFinding($0, file: path) }
            if required.contains(.al), !hasAppLinks(tags) { result.failure = Self.missingTags(path) }
        case nil:
            throw InputError(
                "\(path) is neither a page nor an association file: name it apple-app-site-association, assetlinks.json, "
                    + "windows-app-web-link or …html"
            )
        }
    }

    private func checkDirectory(_ path: String, _ result: inout CheckResult) async throws {
        let host = try options.host(ofDirectory: path)
        let local = try await LocalSite(directory: path, host: host, readerOptions: options.readerOptions(pages))
        result.sources = local.paths.values.sorted()
        guard !local.paths.isEmpty else {
            throw InputError(
                "\(path) has neither a page nor an association file in .well-known: name the site's root folder"
            )
        }
        var findings = local.site.findings
        for page in local.pages { findings += PageCheck.findings(in: page.tags, sites: [local.site]) }
        result.findings = findings.map { CheckedFinding($0, file: local.paths[$0.file]) }
        require(tags: local.pages.map(\.tags), site: local.site, of: path, &result)
        if local.isCut {
            result.failure = "\(path) has more than \(LocalSite.maximumPages) pages; the rest was not checked"
        }
    }

    // MARK: - Required parts

    private func require(tags: [PageTags], site: SiteAssociations, of input: String, _ result: inout CheckResult) {
        var missing: [String] = []
        if required.contains(.al), !tags.contains(where: hasAppLinks) { missing.append("App Links tags") }
        if required.contains(.aasa), site.appleAnswer.bytes == nil { missing.append("apple-app-site-association") }
        if required.contains(.assetlinks), site.androidAnswer.bytes == nil { missing.append("assetlinks.json") }
        if !missing.isEmpty {
            result.failure = "\(input) lacks what --require names: \(missing.joined(separator: ", "))"
        }
    }

    private static func missingTags(_ path: String) -> String { "\(path) lacks what --require names: App Links tags" }

    private func hasAppLinks(_ tags: PageTags) -> Bool {
        tags.metas.contains { $0.property.lowercased().hasPrefix("al:") }
    }
}

/// The values of `--require`.
enum RequiredPart: String, Sendable, CaseIterable {
    case al, aasa, assetlinks
}
