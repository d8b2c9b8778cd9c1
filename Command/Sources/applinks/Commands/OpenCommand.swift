import ArgumentParser
import BoltsAppLinks
import Foundation

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Follow an App Link, as a device would.",
        discussion: """
            Reads the page, tries its targets in order, and opens the first that can be opened, or else the page. \
            --installed simulates a device with these apps and opens nothing. Without it the system opens the target (on Linux \
            the desktop's scheme handlers); --dry-run asks the system without opening. https:// may be left out of the \
            page's URL where no file has that name.

            -v shows on standard error each hop on the way to the page, and the reason of a failure.

            EXAMPLES
              applinks open https://example.com/recipes/42
              applinks open recipe.html --device iphone --installed recipes
              applinks open recipe.html --device android --installed '' --extra n=1

            EXIT STATUS
              0   something was opened
              1   the page could not be resolved, or nothing could be opened
              64  the command line was wrong
            """
    )

    @Argument(help: ArgumentHelp("The page: a URL, a file, or '-'.", valueName: "url|file|-"))
    var page: String

    @Option(help: "The device to simulate; by default this computer, which tries every target on Linux.")
    var device: DeviceOption?

    @Option(
        help: ArgumentHelp(
            "Simulate a device with these apps, each given by its scheme, the host of its universal links, or its "
                + "Android package; '' for none.",
            valueName: "scheme,…"
        )
    )
    var installed: InstalledApps?

    @Flag(help: "Open nothing, and show what would be opened.")
    var dryRun = false

    @OptionGroup
    var dataOptions: AppLinkDataOptions

    @Option(help: ArgumentHelp("The URL on the web of a page that is read from a file.", valueName: "url"))
    var pageURL: String?

    @OptionGroup
    var form: FormatOptions<PlainFormat>

    @Flag(name: .shortAndLong, help: "Show the redirects of the page on standard error.")
    var verbose = false

    @OptionGroup(title: "Reading pages")
    var options: PageOptions

    @OptionGroup(title: "Reading pages")
    var browserOptions: BrowserReadingOptions

    private var json: Bool { form.chosen == .json }

    private var reading: PageOptions { options.allowingPrivate(ofHostsIn: [page]) }

    func validate() throws {
        try WebAddress.refuseUserInfo(of: [page])
        try RepositoryFence.check(page)
        if let pageURL { try checkPageURL(pageURL, option: "--page-url") }
    }

    func run() async throws {
        let report: OpenReport
        let browser = browserOptions.reader(reading, concurrency: 1)
        do {
            report = try await follow(in: browser)
            try await browser?.stop()
        } catch {
            try await browser?.stop()
            if verbose, error is PageError {
                Terminal.note(TraceReport(input: page, error: error).lines)
            }
            Terminal.complain("\(error)\(reading.advice(on: error, input: page, isVerbose: verbose))")
            if json { Terminal.print(json: try FailureReport.json(input: page, error: error)) }
            throw ExitCode(1)
        }
        if json { Terminal.print(json: try report.document.json()) } else { Terminal.print(report.lines) }
        if report.result.type == .failure {
            let advice = report.isUnpublished ? "; give the page's URL on the web with --page-url" : ""
            Terminal.complain("\(page): nothing could be opened: \(report.reasons)\(advice)")
            throw ExitCode(1)
        }
    }

    private func follow(in browser: BrowserReader?) async throws -> OpenReport {
        let source = try PageSource(page)
        let extras = try dataOptions.extras()
        let found = try await source.page(reading, in: browser, pageURL: pageURL.flatMap(WebAddress.url(withScheme:)))
        if verbose { Terminal.note(TraceReport(input: page, found: found).lines) }
        let link = published(found.page.link)
        let navigation = AppLinkNavigation(appLink: link, extras: extras, appLinkData: dataOptions.referrer)
        // A simulated device only records what it would open, so a dry run does the same.
        let result =
            dryRun && installed == nil
            ? try await navigation.preview(opener: opener, options: navigationOptions)
            : try await navigation.navigate(opener: opener, options: navigationOptions)
        return OpenReport(
            input: page,
            link: link,
            targets: link.targets(for: navigationOptions.device).map(TargetReport.init),
            device: deviceName,
            isSimulated: installed != nil || dryRun,
            result: result
        )
    }

    /// The link as it would be on the web: a file's path is private, so the page's declared URL replaces it.
    private func published(_ link: AppLink) -> AppLink {
        var link = link
        if link.sourceURL.isFileURL, let text = link.web.urlText, let url = URL(string: text),
            url.scheme.flatMap({ LinkScheme(name: $0) })?.isWeb == true
        {
            link.sourceURL = url
        }
        if triesEveryTarget {
            for index in link.targets.indices { link.targets[index].platform = nil }
        }
        return link
    }

    /// Whether to try all targets: a Linux desktop has no tags of its own, but may have a handler for any target.
    private var triesEveryTarget: Bool { device == nil && AppLinkDevice.current == .desktop }

    private var navigationOptions: AppLinkNavigationOptions {
        AppLinkNavigationOptions(device: device?.device ?? .current)
    }

    private var opener: any URLOpening {
        guard let installed else { return URLOpener.system }
        return RecordingOpener(installed: installed.names)
    }

    private var deviceName: String {
        let name = device?.rawValue ?? (triesEveryTarget ? "this desktop" : AppLinkDevice.current.rawValue)
        guard let installed else { return name }
        let names = installed.names
        return names.isEmpty ? "\(name) without apps" : "\(name) with apps for \(names.joined(separator: ", "))"
    }
}
