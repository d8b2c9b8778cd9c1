import AppFiles
import ArgumentParser
import BoltsBase
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension CheckCommand {
    /// Today's date for exceptions, as `2026-11-23`.
    static var today: String { Date().formatted(.iso8601.year().month().day()) }

    /// The path of the project's settings, or `nil` if there are none.
    var configurationPath: String? {
        if let config { return config }
        return noConfig ? nil : CheckConfiguration.nearest(to: LocalPath.currentFolder)
    }

    func configuration() throws -> CheckConfiguration? {
        try configurationPath.map { path in
            var configuration = try CheckConfiguration.read(
                path,
                within: settingsRoot(of: path),
                refusesDangling: settingsWithin != nil
            )
            configuration.standardInputName = stdinFilename
            return configuration
        }
    }

    /// The folder that everything in the settings must be in: the repository of their file, or its folder; `nil` for anywhere.
    private func settingsRoot(of path: String) -> String? {
        if let settingsWithin { return LocalPath.resolved(settingsWithin) ?? LocalPath.real(settingsWithin) }
        return allowOutside ? nil : CheckConfiguration.root(of: path)
    }

    func acceptedFindings() throws -> Baseline? {
        try baseline.map { try Baseline(path: $0, configuration: configurationPath, purpose: purpose.purpose) }
    }

    /// Checks that no two results are written to the same file, and none to a file with the name `-`, which means standard output
    /// elsewhere.
    func validateFiles() throws {
        var seen = Set<String>()
        for path in output.map(\.path) + [writeBaseline].compactMap(\.self) {
            guard path != "-" else {
                throw ValidationError(
                    "--output and --write-baseline take files, not '-': --format prints to standard output, and ./- is a file."
                )
            }
            guard seen.insert(LocalPath.real(path)).inserted else {
                throw ValidationError("\(path) would be written twice: name another file for one of the results.")
            }
        }
    }

    /// Checks that no file on the command line is a repository's link that leads out of it.
    func validateLinks() throws {
        let paths = inputs + [list.from, config, baseline, offline] + apps.app + apps.deviceReport
        for path in paths { try RepositoryFence.check(path, ", or add --allow-outside") }
    }

    /// Reads the configuration and the apps, and determines the inputs and their checkers; with `input` only for that one.
    func decisions(of input: String? = nil) throws -> CheckDecisions {
        let configuration = try configuration()
        let common = scope(configuration)
        let sites = (configuration?.sites ?? []).map(scope)
        let asked = input.map { input in configuration?.siteIndex(of: input).map { sites[$0] } ?? common }
        // Many sites may share apps.
        var read: [[String]: AppFileContent] = [:]
        func apps(of scope: CheckDecisions.Scope) throws -> AppFileContent {
            let apps = (asked ?? scope).apps
            if let known = read[apps.app] { return known }
            let content = try apps.content()
            read[apps.app] = content
            return content
        }
        let content = try apps(of: common)
        let contents = try sites.map { try apps(of: $0) }
        let listed = try list.inputs()
        if !allowOutside { try RepositoryFence.check(listed, ofList: list.from, ", or add --allow-outside") }
        let given = self.inputs + listed
        // Without a URL or a host, the whole folder is checked.
        let named = given.isEmpty && list.from == nil ? [offline].compactMap { $0 } : given
        let takesSettings = named.isEmpty && list.from == nil
        var pages = pages
        var notes: [String] = []
        // A list on standard input comes from the user of the command and not from a repository.
        let isListGiven = list.from == "-"
        if pages.allowPrivate, !allowOutside {
            pages = pages.allowingPrivate(
                ofHostsIn: self.inputs + (isListGiven ? listed : []) + [self.site.host, self.site.origin, purpose.rpId]
            )
            if takesSettings || list.from != nil && !isListGiven {
                notes = [
                    "--allow-private applies to hosts that the command line names; with --allow-outside, to other hosts too"
                ]
            }
        }
        let (required, fetcher) = (try requiredParts(), polite.fetcher(retries: pages.retries))
        // A caller in this process, such as an assistant, did not choose the folder.
        let isHere =
            !noProject && Terminal.captured == nil && purpose.purpose == .links
            && ([content] + contents).contains { $0.claims.android.isEmpty && $0.claims.apple.isEmpty }
        let project = isHere ? Lazy { FolderProject(inFolder: ".") } : nil
        func checker(_ scope: CheckDecisions.Scope, _ content: AppFileContent) -> SiteChecker {
            let hasApp = !content.claims.android.isEmpty || !content.claims.apple.isEmpty
            var checker = SiteChecker(
                pages: pages,
                options: scope.site,
                apps: content,
                certificates: scope.apps.certificates,
                offline: offline,
                standardInputName: stdinFilename,
                purpose: purpose,
                folderProject: hasApp ? nil : project,
                required: required,
                disabled: Set(disable),
                polite: fetcher
            )
            checker.isAppOnly = appOnly
            return checker
        }
        // An empty list is a mistake, not a reason to check something else.
        let chosen = takesSettings ? configuration?.allInputs ?? [] : named
        func host(of input: String) -> String? {
            let index = configuration?.siteIndex(of: input)
            return switch try? CheckInput(input) {
            case .url(let url)?: ExpectedLink.host(of: url)
            case .host(let host)?: ASCIIHost.name(host)
            case .directory(let path)?:
                (try? (index.map { sites[$0] } ?? common).site.host(ofDirectory: path)).map(ASCIIHost.name)
            case .scheme?, .file?, .standardInput?, nil: nil
            }
        }
        let (inputs, links, otherLinks) = expectedLinks(configuration, chosen, addsHosts: takesSettings, host: host)
        if otherLinks > 0 {
            notes.append("\(otherLinks.counted("link")) of the settings left out: no input is the site of their hosts")
        }
        guard !inputs.isEmpty || listApps && !common.apps.app.isEmpty else {
            let app = common.apps.app.first?.sanitized(limit: 400)
            let alone = app.map { " To check the app alone: applinks check \($0)" }
            throw ValidationError(
                list.from == nil
                    ? "Name the input: a URL, a host, a file or a folder.\(alone ?? "")"
                    : "The list of --from names nothing to check."
            )
        }
        if appOnly, let other = inputs.first(where: { !Self.isLocal($0) }) {
            throw ValidationError(
                "--app-only judges an app without its sites: name its project or its package, not \(other.sanitized(limit: 1_000))."
            )
        }
        guard !inputs.contains(where: WebAddress.hasUserInfo) else { throw InputError(WebAddress.userInfoRefusal) }
        // A file or a folder may be an app itself.
        let isNamed =
            ([content] + contents).contains { !$0.claims.android.isEmpty } || inputs.contains(where: Self.isLocal)
        if let problem = common.apps.fingerprintProblem, !isNamed,
            project?.value?.content.claims.android.isEmpty ?? true
        {
            let here = purpose.purpose == .links ? ", or run applinks in the project's folder" : ""
            throw ValidationError("\(problem)\(here).")
        }
        func origins(_ inputs: [String]) -> Set<String> { Set(inputs.compactMap { (try? CheckInput($0))?.origin }) }
        try common.site.headers.check(
            origins: origins(inputs),
            named: origins(self.inputs),
            origin: common.site.origin
        )
        try common.site.headers.check(
            paths: inputs.lazy.compactMap { input in
                guard !self.inputs.contains(input), case .url(let url)? = try? CheckInput(input) else { return nil }
                return url
            }
        )
        var checkers = CheckersBySite(
            common: checker(common, content),
            sites: zip(sites, contents).map { checker($0, $1) },
            configuration: configuration
        )
        checkers.expect(links)
        if offline == nil {
            for input in inputs {
                guard let named = try? CheckInput(input) else { continue }
                try checkers.checker(of: input).options.checkHeaders(of: named, purpose)
            }
        }
        return CheckDecisions(
            configuration: configuration,
            inputs: inputs,
            checkers: checkers,
            common: common,
            sites: sites,
            readsProject: isHere,
            project: project,
            notes: (notes + content.notes + contents.flatMap(\.notes)).distinct()
        )
    }

    private static func isLocal(_ input: String) -> Bool {
        switch try? CheckInput(input) {
        case .file?, .directory?: true
        default: false
        }
    }

    /// The options plus those of the configuration; the command line takes precedence.
    private func scope(_ decisions: CheckConfiguration?) -> CheckDecisions.Scope {
        var (site, apps) = (self.site, self.apps)
        if site.host == nil { site.host = decisions?.host }
        if apps.isEmpty, let decisions { apps.app = decisions.apps }
        return CheckDecisions.Scope(site: site, apps: apps)
    }
}
