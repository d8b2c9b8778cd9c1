import ArgumentParser
import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Write a site's association files and tags from one description.",
        discussion: """
            Reads the description of a site's links, site.yaml by default, and writes apple-app-site-association, \
            assetlinks.json and windows-app-web-link below .well-known in --out, the folder that the server serves. It \
            first prints the lines that change, and the links that newly open or no longer open, and then replaces \
            each file in one step. Other contents of a file are kept: other apps, services, relations, certificates \
            and unknown members. If something cannot be kept, nothing is written; --replace drops it. 'applinks init' \
            writes a first description; the article "Publish your links" explains its keys.

            --check writes nothing. It compares the links that the described apps open with those of a folder, a host or URL, \
            --out, or every host of the description, and the tags of each --page. The order of rules and members does not matter.

            EXAMPLES
              applinks publish --out public/
              applinks publish site.yaml --out public/ --apps mobile/
              applinks publish site.yaml --page https://example.com/recipes/42
              applinks publish site.yaml --check https://example.com

            EXIT STATUS
              0   everything is written, or deployed as described
              1   --check found a difference
              2   the description cannot be published, a file cannot be read or
                  written, what is not described would be dropped, or a host
                  gives no answer to --check
              64  the command line was wrong
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The description; with --check also the site to compare with it.",
            valueName: "site.yaml|folder|url|host"
        )
    )
    var inputs: [String] = []

    @Option(help: ArgumentHelp("The folder served at the root of every host.", valueName: "folder"))
    var out: String?

    @Option(help: ArgumentHelp("The folder for entitlements and lines of manifests, by platform.", valueName: "folder"))
    var apps: String?

    @Option(help: ArgumentHelp("Print, or compare, the tags of a page. May be repeated.", valueName: "url"))
    var page: [String] = []

    @Flag(help: "Write only what the description says, and drop everything else in the files in --out.")
    var replace = false

    @Flag(help: "Compare with the deployed files, and write nothing.")
    var check = false

    @OptionGroup
    var form: FormatOptions<PlainFormat>

    @Option(help: ArgumentHelp("With --check, ask here instead of https://HOST.", valueName: "url"))
    var origin: String?

    @OptionGroup(title: "Fetching, with --check")
    var pages: PageOptions

    private static let descriptionName = "site.yaml"

    private var deployed: [(site: DeployedSite, argument: String?)] {
        inputs.compactMap { input in DeployedSite(input).map { (site: $0, argument: input) } }
    }
    private var descriptions: [String] { inputs.filter { DeployedSite($0) == nil } }

    private var json: Bool { form.chosen == .json }

    func validate() throws {
        try WebAddress.refuseUserInfo(of: inputs + page)
        for path in inputs + (descriptions.isEmpty ? [Self.descriptionName] : []) { try RepositoryFence.check(path) }
        guard descriptions.count <= 1 else {
            throw ValidationError("One description at a time, not \(descriptions.joined(separator: " and ")).")
        }
        // An empty path, for example from an unset variable, would be the root of this machine.
        for (name, folder) in [("--out", out), ("--apps", apps)] where folder?.isEmpty == true {
            throw ValidationError("\(name) takes the path of a folder, such as public/, and this one is empty.")
        }
        guard !replace || out != nil && !check else {
            throw ValidationError("--replace is about the files that are written to --out.")
        }
        if check {
            guard apps == nil else { throw ValidationError("--check compares what a server serves; leave out --apps.") }
        } else {
            if let first = inputs.first(where: { DeployedSite($0) != nil }) {
                throw ValidationError("\(first) is not a description: write it after --out, or add --check to compare.")
            }
            guard out != nil || apps != nil || !page.isEmpty else {
                throw ValidationError("Say where to write with --out, or compare with --check.")
            }
        }
        try WebAddress.check(origin: origin)
        for text in page where URL(string: text)?.host()?.isEmpty != false {
            throw ValidationError("--page takes the URL of a page, not \(text).")
        }
    }

    func run() async throws {
        let path = descriptions.first ?? Self.descriptionName
        var report = PublishReport(description: path)
        do {
            let file = try DescriptionFile(path: path)
            let publication = try file.publication()
            let warnings = file.located(publication.warnings)
            report.setProblems(warnings)
            if !json { Terminal.note(warnings.map { DescriptionFile.line($0, path: path) }) }
            if check {
                try await compare(publication, &report)
            } else {
                try printTags(publication, &report)
                try write(publication, &report)
            }
        } catch let failure as DescriptionFile.Failure {
            report.setProblems(failure.problems)
            report.failure = failure.problems.isEmpty ? failure.description : nil
            Terminal.note(failure.lines)
            try finish(report, status: 2)
        } catch let error as InputError {
            report.failure = error.description
            Terminal.complain(error.description)
            try finish(report, status: 2)
        }
        try finish(report, status: report.failure != nil ? 2 : report.differences.isEmpty ? 0 : 1)
    }

    private func finish(_ report: PublishReport, status: Int32) throws {
        if json { Terminal.print(json: try report.json()) }
        if status != 0 { throw ExitCode(status) }
    }

    private func write(_ publication: SitePublication, _ report: inout PublishReport) throws {
        let files = try out.map { try announce(publication, in: $0) } ?? []
        for (directory, files) in [(out, files), (apps, publication.appFiles)] {
            guard let directory else { continue }
            for result in try FolderWriter(directory: directory).write(files) {
                report.files.append(["path": result.path, "status": result.status.rawValue])
                if !json { Terminal.print(["\(result.path): \(result.status.rawValue)"]) }
            }
        }
    }

    /// Prints the changes to the existing files, and returns what to write; their other content is kept unless `--replace` is
    /// given.
    ///
    /// - Throws: ``InputError`` if something would be dropped and `--replace` is not given. Nothing is written then.
    private func announce(
        _ publication: SitePublication,
        in directory: String
    ) throws -> [SitePublication.File] {
        let existing = try FolderWriter(directory: directory).contents(of: publication.files)
        let files = try publication.files.map { file in
            guard let before = existing[file.path], before != file.bytes, !replace else { return file }
            let path = (directory.hasSuffix("/") ? directory : directory + "/") + file.path
            return try update(before, file, publication, path: path)
        }
        guard !json else { return files }
        var platforms: Set<SiteDifference.Platform> = []
        for file in files {
            guard let before = existing[file.path], before != file.bytes else { continue }
            if let platform = SiteDifference.Platform(path: file.path) { platforms.insert(platform) }
            Terminal.print(["--- \(file.path)", "+++ \(file.path)"])
            Terminal.print(UnifiedDifference.shownLines(from: before, to: file.bytes))
        }
        let host = publication.site.hosts.first { !$0.hasPrefix("*") } ?? "example.com"
        func site(_ content: (SitePublication.File) -> [UInt8]?) -> SiteAssociations {
            func bytes(_ platform: SiteDifference.Platform) -> [UInt8]? {
                files.first { SiteDifference.Platform(path: $0.path) == platform }.flatMap(content)
            }
            return SiteAssociations(
                host: host,
                appSiteAssociation: bytes(.apple),
                assetLinks: bytes(.android),
                windowsWebLinks: bytes(.windows)
            )
        }
        let difference = SiteDifference(
            from: site { existing[$0.path] },
            to: site { $0.bytes },
            platforms: platforms
        )
        if !platforms.isEmpty, difference.isEmpty { Terminal.print(["no link opens differently"]) }
        Terminal.print(difference.links.map(\.description) + difference.entries.map(\.description))
        if difference.omitted > 0 { Terminal.print(["and \(difference.omitted) more changes of links"]) }
        return files
    }

    /// Merges the described content into an existing file.
    private func update(
        _ existing: [UInt8],
        _ file: SitePublication.File,
        _ publication: SitePublication,
        path: String
    ) throws -> SitePublication.File {
        let advice = "nothing is written; describe it, move it, or drop it with --replace"
        let update: FileUpdate
        do throws(FileUpdate.Failure) {
            update = try FileUpdate(of: existing, with: file, of: publication)
        } catch {
            throw InputError("\(path): \(error.description); \(advice)")
        }
        guard update.dropped.isEmpty else {
            let rest = update.dropped.count > 10 ? " and \(update.dropped.count - 10) more" : ""
            let list = update.dropped.prefix(10).map { String($0.prefix(200)) }.joined(separator: ", ")
            throw InputError("\(path) has entries that would be dropped: \(list)\(rest); \(advice)")
        }
        Terminal.note(update.warnings.map { "\(path): warning: \($0)" })
        return update.file
    }

    private func printTags(_ publication: SitePublication, _ report: inout PublishReport) throws {
        for text in page {
            guard let url = WebAddress.url(withScheme: text) else { continue }
            let html = publication.markup(for: url)
            report.pages.append(["url": text, "html": html])
            if html.isEmpty { Terminal.complain("\(text) opens in no app that is described, and so gets no tags") }
            if !json { Terminal.print(html.split(separator: "\n").map(String.init)) }
        }
    }

    private func compare(_ publication: SitePublication, _ report: inout PublishReport) async throws {
        let hosts = publication.site.hosts.map { $0.hasPrefix("*.") ? String($0.dropFirst(2)) : $0 }
        var sites = deployed
        if let out, !sites.contains(where: { $0.site == .directory(out) }) {
            sites.append((site: .directory(out), argument: nil))
        }
        if sites.isEmpty, page.isEmpty { sites = hosts.map { (site: .host($0), argument: nil) } }
        // The description's hosts come from a file, so they do not widen `--allow-private`.
        let pages = pages.allowingPrivate(ofHostsIn: inputs + page + [origin])
        let options = pages.siteFetchOptions(origin: origin)
        let fetcher = pages.fetcher
        for (site, argument) in sites {
            if case .directory(let path) = site, !LocalPath.exists(path) {
                throw InputError("there is no folder \(path)")
            }
            let files = try await site.associations(host: hosts.first ?? "", options: options, fetcher: fetcher)
            if case .host = site, let argument { complain(of: argument, ifUnanswered: files) }
            var found = publication.differences(from: files)
            var answers: [AssociationResponse] = [files.appleResponse, files.androidResponse]
            if let windows = files.windowsResponse { answers.append(windows) }
            if publication.site.signIn != nil {
                let files = try await site.signInFiles(host: hosts.first ?? "", options: options, fetcher: fetcher)
                found += publication.differences(from: files)
                answers += [
                    files.webauthnResponse, files.passkeyEndpointsResponse, files.originAssociationResponse,
                ]
            }
            // A rejected certificate, or content that is not JSON, is a definite result and not an unread file.
            let unread = answers.filter { $0.bytes == nil && !$0.isUntrusted }.map(\.url.absoluteString)
            let failed = found.first { one in
                one.kind == .unreadable && unread.contains { $0.hasSuffix("/\(one.path)") }
            }
            if let failed { report.failure = report.failure ?? "\(site.name)\(failed.path): \(failed.message)" }
            show(found, of: site, named: site.name, &report)
        }
        for text in page {
            guard let url = WebAddress.url(withScheme: text) else { continue }
            let tags: PageTags
            do {
                tags = try await PageTags.fetch(url, options: options, limits: pages.readerOptions, fetcher: fetcher)
            } catch {
                throw InputError("\(error)\(pages.advice(on: error, input: text, isVerbose: true))")
            }
            show(publication.differences(from: tags), of: nil, named: text, &report)
        }
    }

    /// Prints that a folder may have been meant, if the host does not respond.
    private func complain(of argument: String, ifUnanswered files: SiteAssociations) {
        let other = WebAddress.otherReading(of: argument)
        guard !other.isEmpty, files.isUnanswered else { return }
        Terminal.complain("\(argument): the host gives no answer\(other)")
    }

    private func show(
        _ differences: [DeploymentDifference],
        of site: DeployedSite?,
        named name: String,
        _ report: inout PublishReport
    ) {
        let lines = report.add(differences, of: site, named: name)
        if !json { Terminal.print(lines) }
    }
}
