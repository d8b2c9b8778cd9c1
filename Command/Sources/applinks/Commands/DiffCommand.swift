import ArgumentParser
import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct DiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "List the links that newly open an app, or no longer do.",
        discussion: """
            Compares two versions of a site's association files as sets of URLs: for each app and platform, which \
            links it newly opens and no longer opens, by which rule, with an example. Rules that mean the same in \
            another order are no change. A comparison that would take too much work is reported as not decided.

            Each input is an association file, a site's folder, a host or URL (its live files), apple:HOST (the copy of \
            Apple's CDN), or git:REVISION:PATH in the Git repository here. If an input is a single file, only its platform is \
            compared. Lists that assetlinks.json includes are not compared.

            Expected links, 'links:' of the .applinks.yaml in this folder or above it, are compared with both \
            versions: links that the later files break are listed, and count as lost. The apps under its 'apps:' are \
            part of the comparison.

            Apps of webcredentials and appclips are compared too, and the targets and certificates of every statement.

            EXAMPLES
              applinks diff git:main:public public/ --host example.com
              applinks diff git:HEAD~1:public git:HEAD:public
              applinks diff example.com public/ --format markdown
              applinks diff apple:example.com example.com --fail-on any

            EXIT STATUS
              0   no change that --fail-on names
              1   a change that --fail-on names; what is not decided counts as any of them
              2   an input cannot be read
              64  the command line was wrong
            """
    )

    enum Format: String, OutputFormat {
        case text, json, markdown
    }

    enum FailOn: String, ExpressibleByArgument, CaseIterable {
        case lost, gained, any, never

        /// Whether a change makes the exit status 1.
        func includes(_ effect: SiteDifference.Effect) -> Bool {
            switch self {
            case .lost: effect != .gained
            case .gained: effect != .lost
            case .any: true
            case .never: false
            }
        }
    }

    @Argument(help: ArgumentHelp("The earlier files.", valueName: "from"))
    var from: String

    @Argument(help: ArgumentHelp("The later files.", valueName: "to"))
    var to: String

    @Option(help: ArgumentHelp("The host that serves files and folders.", valueName: "host"))
    var host: String?

    @Option(help: ArgumentHelp("Ask this server in place of hosts and of Apple's CDN.", valueName: "url"))
    var origin: String?

    @OptionGroup
    var form: FormatOptions<Format>

    @Option(help: "The changes that make the exit status 1.")
    var failOn: FailOn = .lost

    @Flag(help: "Do not look for .applinks.yaml in this folder and above it.")
    var noConfig = false

    @OptionGroup(title: "Fetching")
    var pages: PageOptions

    private var format: Format { form.chosen }

    func validate() throws {
        try WebAddress.refuseUserInfo(of: [from, to])
        for side in [from, to] where !side.hasPrefix(GitObject.prefix) { try RepositoryFence.check(side) }
        try HostName.check(host)
        try WebAddress.check(origin: origin)
    }

    func run() async throws {
        let difference: SiteDifference
        let changes: [ExpectationChange]?
        do {
            (difference, changes) = try await compare()
        } catch let error as InputError {
            switch format {
            case .json:
                let document = SiteDifference.Document(from: from, to: to, failure: error.description)
                Terminal.print(json: try document.json())
            case .markdown: Terminal.print(["Not compared: \(MarkdownText.plain(error.description))."])
            case .text: break
            }
            Terminal.complain(error.description)
            throw ExitCode(2)
        }
        switch format {
        case .text: Terminal.print(DiffReport.lines(changes ?? []) + DiffReport.lines(difference))
        case .json:
            let document = SiteDifference.Document(difference, from: from, to: to)
            Terminal.print(json: try DiffReport.document(document, changes).json())
        case .markdown: Terminal.print(DiffReport.markdown(difference) + DiffReport.markdown(changes ?? []))
        }
        if (changes ?? []).contains(where: \.isBroken), failOn.includes(.lost) { throw ExitCode(1) }
        var effects = difference.links.map(\.effect) + difference.entries.map(\.effect)
        // The changes were omitted because there are too many to compare.
        if effects.isEmpty, difference.omitted > 0 { effects = [.undecided] }
        if effects.contains(where: failOn.includes) { throw ExitCode(1) }
    }

    private func settings() throws -> CheckConfiguration? {
        // An MCP client passes the files, so no settings are read.
        guard !noConfig, Terminal.captured == nil,
            let path = CheckConfiguration.nearest(to: LocalPath.currentFolder)
        else { return nil }
        return try CheckConfiguration.read(path, within: CheckConfiguration.root(of: path))
    }

    private func compare() async throws -> (SiteDifference, [ExpectationChange]?) {
        let settings = try settings()
        let pages = pages.allowingPrivate(ofHostsIn: [from, to, origin])
        var options = pages.siteFetchOptions(origin: origin)
        options.appleCDN = options.origin
        let fetcher = pages.fetcher
        let before = try await ComparedSite(from, options: options, fetcher: fetcher)
        let after = try await ComparedSite(to, options: options, fetcher: fetcher)
        let platforms = before.platforms.intersection(after.platforms)
        guard !platforms.isEmpty else {
            throw InputError("\(from) and \(to) are files of different platforms, which cannot be compared")
        }
        let name = host ?? after.host ?? before.host ?? "example.com"
        let (earlier, later) = (before.associations(host: name), after.associations(host: name))
        let difference = SiteDifference(from: earlier, to: later, platforms: platforms)
        let expected = settings?.links.map(\.expectation) ?? []
        let links = expected.filter { ExpectedLink.host(of: $0.url) == name.lowercased() }.compactMap { link in
            let own = LinkExpectation(url: link.url, link.outcome, platforms: link.platforms.intersection(platforms))
            return own.platforms.isEmpty ? nil : own
        }
        guard !links.isEmpty, let settings else { return (difference, nil) }
        let claims = try settings.decisions(onHost: name).claims
        var first = ExpectationCheck(site: earlier, claims: claims)
        var second = ExpectationCheck(site: later, claims: claims)
        return (difference, links.compactMap { ExpectationChange($0, from: &first, to: &second) })
    }
}
