import ArgumentParser
import BoltsAppLinks
import Foundation

struct ResolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Read the App Links tags of pages.",
        discussion: """
            A page is a URL (http or https), the path of a file, or '-' for standard input. https:// may be left out where \
            no file has that name. With --json each page gives \
            one line of JSON, in the order of the input; a page that could not be resolved gives a line with 'error'.

            --cache keeps pages for the next run, for as long as they allow. -v shows on standard error whether each page came \
            from the cache, each hop on the way to it with its status, URL, addresses and time, and the reason of a failure.

            EXAMPLES
              applinks resolve https://example.com/recipes/42
              applinks resolve recipe.html --page-url https://example.com/recipes/42
              applinks resolve --from urls.txt --json --cache > targets.jsonl

            EXIT STATUS
              0   every page was resolved
              1   a page was not resolved
              64  the command line was wrong
            """
    )

    @Argument(help: ArgumentHelp("The pages: URLs, files, or '-'.", valueName: "url|file|-"))
    var pages: [String] = []

    @OptionGroup var list: ListOptions

    @Option(help: "The device to choose targets for.")
    var device: DeviceChoice = .all

    @Option(help: ArgumentHelp("How many pages to read at the same time.", valueName: "count"))
    var concurrency = 8

    @Option(help: ArgumentHelp("The URL on the web of a page that is read from a file.", valueName: "url"))
    var pageURL: String?

    @OptionGroup
    var form: FormatOptions<PlainFormat>

    @Flag(name: .shortAndLong, help: "Show the redirects of each page on standard error.")
    var verbose = false

    @OptionGroup(title: "Reading pages")
    var options: PageOptions

    @OptionGroup(title: "Reading pages")
    var browserOptions: BrowserReadingOptions

    @OptionGroup(title: "Caching pages")
    var cacheOptions: CacheOptions

    private var json: Bool { form.chosen == .json }

    /// A list on standard input comes from the user of the command; a list in a file may belong to a repository.
    private func reading(_ inputs: [String]) -> PageOptions {
        options.allowingPrivate(ofHostsIn: list.from == "-" ? inputs : pages)
    }

    func validate() throws {
        try WebAddress.refuseUserInfo(of: pages)
        for path in pages + [list.from] { try RepositoryFence.check(path) }
        if pages.isEmpty && list.from == nil {
            throw ValidationError("Name a page: a URL, a file, or '-' for standard input; or --from a list.")
        }
        guard (1...256).contains(concurrency) else {
            throw ValidationError("--concurrency takes a number from 1 to 256.")
        }
        if let pageURL { try checkPageURL(pageURL, option: "--page-url") }
        if pageURL != nil && (list.from != nil || pages.count > 1) {
            throw ValidationError("--page-url can be used with one page only.")
        }
        if browserOptions.browser != nil && cacheOptions.isWanted {
            throw ValidationError("--cache stores pages as servers send them, and cannot be used with --browser.")
        }
        if list.from == "-" && pages.contains("-") {
            throw ValidationError("Standard input cannot be both a page and the list of pages.")
        }
    }

    func run() async throws {
        let inputs: [String]
        let reading: PageOptions
        let cache: PageCache?
        do {
            let listed = try list.inputs()
            try RepositoryFence.check(listed, ofList: list.from)
            inputs = pages + listed
            guard !inputs.contains(where: WebAddress.hasUserInfo) else { throw InputError(WebAddress.userInfoRefusal) }
            reading = self.reading(inputs)
            cache = try cacheOptions.open(for: reading)
        } catch let error as ValidationError {
            throw error
        } catch {
            if json {
                Terminal.print(json: try FailureReport.json(input: pages.first ?? list.from ?? "-", error: error))
            }
            Terminal.complain("\(error)")
            throw ExitCode(1)
        }
        defer { cache?.prune() }
        let browser = browserOptions.reader(reading, concurrency: concurrency)
        let progress = Progress(total: inputs.count)
        var failed = false
        // The lead is enough to continue during a slow page, and small enough that the waiting results fit in memory.
        try await inOrder(inputs, concurrency: concurrency, lead: 4 * concurrency) { input in
            let outcome = await resolve(input, reading, in: browser, cache: cache)
            progress.advance()
            return outcome
        } each: { input, outcome in
            switch outcome {
            case .success(let found):
                if verbose { Terminal.note(TraceReport(input: input, found: found).lines) }
                show(found, of: input)
            case .failure(let error):
                failed = true
                progress.finish()
                if verbose { Terminal.note(TraceReport(input: input, error: error).lines) }
                Terminal.complain("\(error)\(reading.advice(on: error, input: input, isVerbose: verbose))")
                if json { Terminal.print(json: try FailureReport.json(input: input, error: error)) }
            }
        }
        progress.finish()
        try await browser?.stop()
        if failed { throw ExitCode(1) }
    }

    private func resolve(
        _ input: String,
        _ reading: PageOptions,
        in browser: BrowserReader?,
        cache: PageCache?
    ) async -> Result<FoundPage, any Error> {
        do {
            let source = try PageSource(input)
            let url = pageURL.flatMap(WebAddress.url(withScheme:))
            return .success(try await source.page(reading, in: browser, pageURL: url, cache: cache))
        } catch {
            return .failure(error)
        }
    }

    private func show(_ found: FoundPage, of input: String) {
        let page = found.page
        let report = ResolveReport(input: input, found: found, devices: device.devices)
        do {
            if json { Terminal.print(json: try report.document.json()) } else { Terminal.print(report.lines) }
            if page.link.isTruncated {
                Terminal.complain(
                    browserOptions.browser == nil
                        ? "\(input) was truncated at the limit; tags after it were not read (see --max-bytes)"
                        : "\(input) was still loading at its time limit, or has more than is read (see --timeout and --max-bytes)"
                )
            }
            if page.metadata.tags.isEmpty {
                Terminal.complain("\(input) has no App Links tags: every device opens it in the browser")
            }
        } catch {
            Terminal.complain("\(input): the result cannot be written as JSON: \(error)")
        }
    }
}
