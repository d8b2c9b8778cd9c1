@_spi(Bolts) import BoltsAssociations
import BoltsPageFetching
import Foundation

/// Findings reduced to one for each cause: consequences of other findings are omitted.
struct FindingFolding {
    let site: SiteAssociations
    private let besides: [String]
    private(set) var findings: [Finding]

    /// Reduces all findings of a site with its pages; `besides` are other files for which the server may send a page.
    init(
        _ findings: [Finding],
        site: SiteAssociations,
        pages: [PageTags],
        isMeant: Set<LinkFamily>,
        besides: [String] = []
    ) {
        self.site = site
        self.besides = besides
        self.findings = findings
        rateMissing(isMeant: isMeant, namesApp: pages.contains(where: \.namesApp))
        foldServer()
        foldPages()
        let isMisspelled = self.findings.contains { $0.rule == .assetlinksRelationMisspelled }
        foldServices()
        foldVariables()
        foldIdentifiers()
        // A more exact finding reports the same mistake.
        if isMisspelled { self.findings.removeAll { $0.rule == .assetlinksNoHandleAllUrls } }
    }

    /// A file without any service has a misspelled name, or is another document.
    private mutating func foldServices() {
        guard findings.contains(where: { $0.rule == .aasaNoService }) else { return }
        let unknown = findings.filter { $0.rule == .aasaUnknownService }
        if unknown.contains(where: { $0.detail == .misspelled }) {
            findings.removeAll { $0.rule == .aasaNoService }
        } else {
            findings.removeAll { $0.rule == .aasaUnknownService }
        }
    }

    /// A variable is undefined because its definition has the form of a use: `$(v)` instead of `v`.
    private mutating func foldVariables() {
        let uses = findings.filter { $0.rule == .aasaUndefinedVariable }.compactMap(\.variable).map { "$(\($0))" }
        let used = Set(uses)
        var fixes: [String: String] = [:]
        findings.removeAll { finding in
            guard finding.rule == .aasaVariableName, let written = finding.variable, used.contains(written) else {
                return false
            }
            let name = String(written.dropFirst(2).dropLast())
            fixes[name] = "Name it \(Clip.quoted(name)) in place of \(Clip.quoted(written)) in substitutionVariables."
            return true
        }
        guard !fixes.isEmpty else { return }
        findings = findings.map { finding in
            guard finding.rule == .aasaUndefinedVariable, let fix = finding.variable.flatMap({ fixes[$0] }) else {
                return finding
            }
            return finding.with(fix: fix)
        }
    }

    /// An identifier that is wrong in several services is one mistake.
    private mutating func foldIdentifiers() {
        struct Mistake: Hashable {
            let rule: AssociationRule
            let file: String
            let identifier: String
        }
        var seen = Set<Mistake>()
        findings.removeAll { finding in
            guard case .identifier(let identifier)? = finding.detail, finding.rule.id.hasPrefix("aasa-app-id-") else {
                return false
            }
            return !seen.insert(Mistake(rule: finding.rule, file: finding.file, identifier: identifier)).inserted
        }
    }

    // MARK: - Missing files

    /// A site for one platform need not serve the other's file; a server that refuses or fails is an error for every site.
    private mutating func rateMissing(isMeant: Set<LinkFamily>, namesApp: Bool) {
        if isMeant.isEmpty, !namesApp {
            findings.removeAll { $0.rule == .aasaMissing || $0.rule == .assetlinksMissing }
            let fix = AssociationRule.linkNoApp.fix + Self.repository(of: site.host)
            // Of a folder, this says no more.
            let failure = site.appleResponse.failure.flatMap { $0 == AssociationResponse.noFile ? nil : $0 }
            let reason = failure == site.androidResponse.failure ? failure.map { " \($0)" } ?? "" : ""
            let message =
                "No app is associated with this host: it serves neither apple-app-site-association nor assetlinks.json below "
                + "/.well-known.\(reason)"
            findings.append(Finding(.linkNoApp, message, file: "https://\(site.host)/", fix: fix))
            return
        }
        for family in [LinkFamily.apple, .android] {
            guard let response = family.response(site), let missing = family.missing else { continue }
            findings = findings.map { finding in
                guard finding.rule == missing, finding.file == response.url.absoluteString else { return finding }
                if !isMeant.contains(family) { return finding.with(severity: .note) }
                guard response.isAbsent else {
                    let severity: AssociationRule.Severity? = response.isInconclusive ? .warning : nil
                    let (fix, detail) = Self.fix(of: response)
                    return finding.with(severity: severity, fix: fix, detail: detail)
                }
                let address = Clip.clip("https://\(site.host)/.well-known/\(family.fileName)")
                // If the file is misplaced, another finding explains it better.
                return finding.detail == .misplaced
                    ? finding
                    : finding.with(
                        fix:
                            "Serve it at \(address), with status 200.\(Self.hint(on: response))\(Self.repository(of: site.host))"
                    )
            }
        }
    }

    /// Where GitHub Pages takes the files of a user's host from; empty for other hosts.
    static func repository(of host: String) -> String {
        let name = SiteAddress.name(of: host)
        guard name.hasSuffix(".github.io"), name.count(where: { $0 == "." }) == 2 else { return "" }
        return " GitHub Pages serves /.well-known from the repository \(Clip.clip(name)), not from a project's."
    }

    /// What a known server needs to serve the file, whose folder begins with a dot and whose name may have no extension; empty for
    /// others.
    private static func hint(on response: AssociationResponse) -> String {
        let server = response.fields["Server"] ?? ""
        if response.fields["X-Powered-By"] == "Express" {
            return
                " In Express, put app.use(\"/.well-known\", express.static(\"public/.well-known\")), with the folder of the files, "
                + "before all other routes."
        }
        guard response.url.pathExtension.isEmpty else { return "" }
        if response.fields["Content-Disposition"] == "inline; filename=\"index.html\"" {
            return
                " serve -s sends its page for every name without an extension: leave out -s, and write "
                + "{\"rewrites\": [{\"source\": \"!/.well-known/**\", \"destination\": \"/index.html\"}]} into serve.json."
        }
        if server.hasPrefix("Kestrel") {
            return
                " ASP.NET Core serves a name without an extension only with app.UseStaticFiles(new StaticFileOptions { "
                + "ServeUnknownFileTypes = true, DefaultContentType = \"application/json\" });"
        }
        guard server.hasPrefix("Microsoft-IIS") else { return "" }
        return
            " IIS serves a name without an extension only with \(iisType) in <system.webServer> of web.config."
    }

    /// The setting with which IIS serves names without an extension.
    static let iisType =
        "<staticContent><mimeMap fileExtension=\".\" mimeType=\"application/json\" /></staticContent>"

    /// The fix for a response without a file, and whether the file may exist.
    private static func fix(of response: AssociationResponse) -> (String, Finding.Detail?) {
        let fix: String
        switch response.status {
        case _ where response.isErrorWithFile:
            fix = "Answer with status 200: devices ignore what comes with another status."
        case 401?, 403?, 407?, 429?, 451?:
            fix =
                response.status == 403 && response.fields["Server"] == "AmazonS3"
                ? "Upload the file to .well-known/ in the bucket, and let everybody read it: S3 refuses missing files too."
                : "Let everybody read the file: exempt it from the login, the firewall or the check for robots."
        case let status? where status >= 500:
            fix = "Look into the server's log for the error, and serve the file with status 200."
        case nil where response.error?.code == .timedOut:
            fix = "Make the server answer in time; --timeout gives it longer."
        case nil where response.error?.code == .notReachableOrNotAllowed:
            fix = "Correct the host's name, or make its server answer."
        case nil, 200?: fix = "Make the server send the whole file, and check it again."
        default: return ("Serve the file there with status 200.", nil)
        }
        return (fix, .refused)
    }

    // MARK: - One server, one cause

    /// If a server sends no file for a single reason, that is one mistake, not one for each file.
    private mutating func foldServer() {
        let (apple, android) = (site.appleResponse, site.androidResponse)
        if apple.isUntrusted, android.isUntrusted { findings.removeAll { $0.rule == .assetlinksNotHttps } }
        guard apple.bytes == nil, android.bytes == nil, !apple.isAbsent, !android.isAbsent, !apple.isUntrusted,
            !apple.isTooLarge, apple.redirect == nil, android.redirect == nil, apple.status == android.status,
            let failure = apple.failure
        else { return }
        let folded = findings.filter { $0.rule == .aasaMissing || $0.rule == .assetlinksMissing }
        guard folded.count == 2 else { return }
        findings.removeAll { folded.contains($0) || $0.file == site.windowsResponse?.url.absoluteString }
        let message = apple.status == nil ? failure : "\(failure.dropLast()) for both association files."
        findings.append(
            Finding(
                .linkSiteUnreachable,
                message,
                file: "https://\(site.host)/",
                severity: apple.isInconclusive ? .warning : nil,
                fix: Self.fix(of: apple).0 + Self.nginxRule(apple)
            )
        )
    }

    /// What refuses both files on nginx; empty for other servers and answers.
    private static func nginxRule(_ response: AssociationResponse) -> String {
        guard response.status == 403, response.fields["Server"]?.hasPrefix("nginx") == true else { return "" }
        return
            " In nginx, a location such as ~ /\\. refuses all names that begin with a dot: put location ^~ /.well-known/ "
            + "{ allow all; } beside it. If there is none, nginx may not read the files: its error log says so."
    }

    // MARK: - Pages instead of files

    private mutating func foldPages() {
        let apple = isPage(site.appleResponse)
        let android = isPage(site.androidResponse)
        if apple, android {
            var files = [site.appleResponse, site.androidResponse].map(\.url.absoluteString)
            var names = ["apple-app-site-association", "assetlinks.json"]
            if let windows = site.windowsResponse, isPage(windows),
                findings.contains(where: { $0.file == windows.url.absoluteString })
            {
                files.append(windows.url.absoluteString)
                names.append("windows-app-web-link")
            }
            let list = (names + besides).joinedWithAnd()
            findings.removeAll { files.contains($0.file) }
            let target = site.appleResponse.redirect ?? site.androidResponse.redirect
            let name = "apple-app-site-association"
            let shown = target.map { $0.hasSuffix("/\(name)") ? String($0.dropLast(name.count)) : $0 }
            let message =
                shown.map { "The server redirects \(list) to \(Clip.clip($0))." }
                ?? "The server answers requests for \(list) with a page of HTML."
            let file = "https://\(site.host)/.well-known/"
            let other = target.flatMap { otherHost($0) ?? samePath($0) }
            let detail: Finding.Detail? = other == nil ? .unserved : nil
            let fix = other ?? (AssociationRule.linkPageForFiles.fix + Self.hint(on: site.appleResponse))
            findings.append(Finding(.linkPageForFiles, message, file: file, fix: fix, detail: detail))
            return
        }
        if apple { fold(file: site.appleResponse, into: [.aasaRedirect, .aasaHtml]) }
        if android { fold(file: site.androidResponse, into: [.assetlinksRedirect, .assetlinksInvalidJson]) }
    }

    /// The fix for files that are redirected to the same paths of another host, such as the one with or without `www`.
    private func otherHost(_ target: String) -> String? {
        guard let url = URL(string: target), url.path().hasPrefix("/.well-known/"), let host = url.host(),
            host.lowercased() != SiteAddress.name(of: site.host)
        else { return nil }
        let name = Clip.clip(site.host)
        return
            "Serve the files at \(name) itself, without the redirect, or take \(name) out of the app and share links of "
            + "\(Clip.clip(host))."
    }

    /// The fix for a redirect to the same path with a slash at its end, or below another path, as for a language.
    private func samePath(_ target: String) -> String? {
        let folder = "/.well-known/"
        guard let url = URL(string: target, relativeTo: site.appleResponse.url),
            url.host() == site.appleResponse.url.host(), let range = url.path().firstRange(of: folder)
        else { return nil }
        let start = url.path()[..<range.lowerBound]
        guard start.isEmpty else {
            return
                "Exempt \(folder) from the redirect that puts \(Clip.clip(String(start))) before every path, and serve the "
                + "files there."
        }
        return target.hasSuffix("/") ? SiteFetch.slashFix : nil
    }

    /// If a page is sent instead of the file, keeps only the finding about that.
    private mutating func fold(file response: AssociationResponse, into causes: [AssociationRule]) {
        let file = response.url.absoluteString
        guard let cause = causes.first(where: { rule in findings.contains { $0.rule == rule && $0.file == file } })
        else {
            return
        }
        findings.removeAll { $0.file == file && $0.rule != cause }
        findings = findings.map { finding in
            guard finding.file == file, response.redirect == nil else { return finding }
            return finding.with(fix: finding.fix + Self.hint(on: response))
        }
    }

    /// Whether the server sends a page instead of a file: HTML, or a redirect to something that is not a file.
    private func isPage(_ response: AssociationResponse) -> Bool {
        guard let bytes = response.bytes else { return response.redirect != nil }
        if case .html? = NonJSONContent(bytes) { return true }
        return false
    }
}

extension Finding {
    /// The name of the substitution variable that the finding is about.
    fileprivate var variable: String? {
        guard case .variable(let name)? = detail else { return nil }
        return name
    }
}
