import AppFiles
import ArgumentParser
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a first description of a site's links.",
        discussion: """
            Writes site.yaml, from which 'applinks publish' writes the association files and tags of a site. At a terminal \
            it asks for what the options leave out; elsewhere the options must give everything.

            --links FOLDER writes .applinks.yaml instead: settings for 'applinks check' with a first test suite of \
            links, one for each rule of the folder's association files and for each of its pages, with what happens to \
            it today.

            EXAMPLES
              applinks init
              applinks init --links public/ --host example.com
              applinks init --host example.com --name Recipes --scheme recipes

            EXIT STATUS
              0   the description is written
              2   the answers cannot be published, or the file cannot be written
              64  the command line was wrong
            """
    )

    @Argument(help: ArgumentHelp("The file to write; JSON if its name ends in .json.", valueName: "site.yaml"))
    var file: String?

    @Option(help: ArgumentHelp("Write .applinks.yaml with the links of this folder's site.", valueName: "folder"))
    var links: String?

    @Option(help: ArgumentHelp("A host of the site. May be repeated.", valueName: "host"))
    var host: [String] = []

    @Option(help: ArgumentHelp("The name of the app.", valueName: "text"))
    var name: String?

    @Option(help: ArgumentHelp("The Apple team id of the app.", valueName: "id"))
    var team: String?

    @Option(help: ArgumentHelp("The bundle identifier of the app.", valueName: "id"))
    var bundle: String?

    @Option(help: ArgumentHelp("The App Store id of the app.", valueName: "digits"))
    var appStore: String?

    @Option(help: ArgumentHelp("The scheme of the URLs that the app opens.", valueName: "scheme"))
    var scheme: String?

    @Option(help: ArgumentHelp("The application id on Android.", valueName: "id"))
    var package: String?

    @Option(help: ArgumentHelp("A SHA-256 fingerprint of the app on Android. May be repeated.", valueName: "octets"))
    var fingerprint: [String] = []

    @Flag(help: "The app is in the Play Store.")
    var playStore = false

    @Option(help: ArgumentHelp("The package family name on Windows.", valueName: "name"))
    var packageFamily: String?

    @Option(help: ArgumentHelp("A path that opens in the app. May be repeated.", valueName: "pattern"))
    var open: [String] = []

    @Option(help: ArgumentHelp("A path that stays in the browser. May be repeated.", valueName: "pattern"))
    var exclude: [String] = []

    @Flag(help: "Ask even if standard input is not a terminal.")
    var ask = false

    @Flag(help: "Replace an existing file.")
    var force = false

    private var path: String { file ?? (links == nil ? "site.yaml" : CheckConfiguration.fileName) }

    private var asks: Bool { ask || isatty(STDIN_FILENO) != 0 }

    func validate() throws {
        if let links {
            guard name == nil, team == nil, package == nil, packageFamily == nil, open.isEmpty, exclude.isEmpty, !ask
            else {
                throw ValidationError("--links takes a folder and its host only: the rules are those of its files.")
            }
            guard host.count < 2 else { throw ValidationError("--links is about one host; give --host once.") }
            try HostName.check(host.first)
            return try RepositoryFence.check(links)
        }
        guard (team == nil) == (bundle == nil) else {
            throw ValidationError("--team and --bundle name an app together; give both.")
        }
        guard package != nil || fingerprint.isEmpty else {
            throw ValidationError("--fingerprint belongs to an app on Android; name it with --package.")
        }
        guard team != nil || appStore == nil else {
            throw ValidationError("--app-store belongs to an app on iPhone or iPad; name it with --team and --bundle.")
        }
        guard asks || !host.isEmpty && name != nil && (team != nil || package != nil || packageFamily != nil) else {
            throw ValidationError(
                "Without a terminal to ask at, give --host, --name, and --team with --bundle, --package or "
                    + "--package-family."
            )
        }
    }

    private var given: SiteDescription {
        var app = SiteDescription.App(name: name ?? "")
        if let team, let bundle { app.apple = .init(team: team, bundle: bundle, appStore: appStore, scheme: scheme) }
        if let package {
            app.android = .init(
                package: package,
                fingerprints: fingerprint,
                scheme: scheme,
                isInPlayStore: playStore
            )
        }
        if let packageFamily { app.windows = .init(packageFamily: packageFamily, scheme: scheme) }
        return SiteDescription(
            hosts: host,
            apps: [app],
            open: open.map { SiteDescription.Link(path: $0) },
            exclude: exclude.map { SiteDescription.Link(path: $0) }
        )
    }

    func run() async throws {
        do {
            // A dangling symbolic link also exists.
            var status = stat()
            guard force || lstat(path, &status) != 0 else {
                throw InputError("\(path) is there already; --force replaces it")
            }
            if let links { return try await writeLinks(of: links) }
            var site = given
            if asks {
                var interview = Interview(site)
                try interview.run()
                site = interview.site
            }
            if site.open.isEmpty { site.open = [SiteDescription.Link(path: "*")] }
            try write(site)
        } catch let error as SiteDescriptionError {
            Terminal.note(error.problems.map(\.description))
            throw ExitCode(2)
        } catch let error as InputError {
            Terminal.complain(error.description)
            throw ExitCode(2)
        }
    }

    private func write(_ site: SiteDescription) throws {
        let warnings = try SitePublication(site).warnings
        let isJSON = (path as NSString).pathExtension.lowercased() == "json"
        let text = Array((isJSON ? try site.json() : DescriptionText(site).text).utf8)
        guard try DescriptionFile(path: path, text: text).site == site else {
            throw InputError("\(path) cannot be written so that it reads back with the same values, and is not written")
        }
        _ = try FolderWriter.write(text, to: WrittenPlace(path), named: path)
        Terminal.note(warnings.map(\.description))
        Terminal.print(["\(path): written. Next: applinks publish \(path) --out FOLDER"])
    }

    /// The settings that `--force` replaces, whose apps decide about the links, or `nil` if there are none.
    private var replacedSettings: CheckConfiguration? {
        get throws {
            guard LocalPath.exists(path) else { return nil }
            return try CheckConfiguration.read(path, within: CheckConfiguration.root(of: path))
        }
    }

    /// Writes settings with the outcomes of the links of a folder's site.
    private func writeLinks(of folder: String) async throws {
        let name = try HostName.host(ofDirectory: folder, named: host.first)
        let local = try await LocalSite(directory: folder, host: name, readerOptions: PageTags.readerOptions())
        let settings = try replacedSettings?.decisions(onHost: name)
        var claims = try settings?.claims ?? AppClaims()
        // The project that 'applinks check' reads in this folder decides there too.
        if claims.isEmpty { claims = FolderProject(inFolder: ".")?.content(for: local.site)?.claims ?? claims }
        let suite = LinkSuite.expectations(of: local.site, pages: local.pages.map(\.tags.url), claims: claims)
        guard !suite.isEmpty else {
            throw InputError("\(folder) decides about no link: it needs association files in .well-known")
        }
        let base = LocalPath.folder(of: LocalPath.absolute(path))
        let check = LocalPath.path(of: LocalPath.absolute(folder), from: base)
        var lines = [
            "version: 1", "check: \(YAMLText.quoted(check.isEmpty ? "." : check))", "host: \(YAMLText.quoted(name))",
        ]
        let apps = (settings?.apps ?? []).map { LocalPath.path(of: LocalPath.absolute($0), from: base) }
        if !apps.isEmpty { lines.append("apps:") }
        lines += apps.map { "  - \(YAMLText.quoted($0.isEmpty ? "." : $0))" }
        lines += ["links:"] + suite.flatMap(ExpectedLink.lines)
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        _ = try FolderWriter.write(text, to: WrittenPlace(path), named: path)
        Terminal.print(["\(path): written, with \(suite.count.counted("link")). Next: applinks check"])
    }
}
