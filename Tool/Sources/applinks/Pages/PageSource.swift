import BoltsAppLinks
import BoltsTasks
import Foundation

/// The source of a page, as given on the command line.
enum PageSource: Sendable {
    case web(URL)
    case file(path: String)
    case standardInput

    // Throws `InputError` for text that is neither a URL of a page nor a path.
    init(_ argument: String) throws {
        if argument == "-" {
            self = .standardInput
            return
        }
        // A link without its scheme, unless there is a file of that name.
        if !argument.contains("://"), !FileManager.default.fileExists(atPath: argument),
            let url = WebAddress.urlAndNoPath(argument)
        {
            self = .web(url)
            return
        }
        guard let scheme = URLScheme.leading(argument) else {
            self = .file(path: argument)
            return
        }
        switch scheme.name {
        case "http", "https":
            guard let url = WebAddress.url(withScheme: argument) else {
                throw InputError("\(argument) is not a URL that can be fetched; percent-encode its special characters")
            }
            self = .web(url)
        case "file":
            guard let url = URL(string: argument), url.isFileURL else {
                throw InputError("\(argument) is not the URL of a file")
            }
            self = .file(path: url.path)
        default:
            throw InputError(
                "\(argument): pages are read from http, https and files; "
                    + "to see what an app receives in such a URL, use 'applinks parse'"
            )
        }
    }

    // Reads the page. `pageURL` is the URL on the web of a page from a file or from standard input; `browser` and
    // `cache` are for pages from the web.
    func page(
        _ options: PageOptions,
        in browser: BrowserReader? = nil,
        pageURL: URL?,
        cache: PageCache? = nil,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FoundPage> {
        if let browser { return page(in: browser, cancellationToken: cancellationToken) }
        let files = FileAppLinkResolver(byteLimit: options.maxBytes, readerOptions: options.readerOptions)
        switch self {
        case .web(let url):
            guard let cache else {
                return options.resolver.page(at: url, cancellationToken: cancellationToken)
                    .continueOnSuccessWith { FoundPage(page: $0) }
            }
            return cache.lookUp(url, cancellationToken: cancellationToken).continueOnSuccessWith { answer in
                guard let page = answer.value.page else { throw InputError("the cache has no page of \(url)") }
                return FoundPage(page: page, origin: PageOrigin(answer))
            }
        case .file(let path):
            return files.page(atPath: path, pageURL: pageURL, cancellationToken: cancellationToken)
                .continueOnSuccessWith { FoundPage(page: $0) }
        case .standardInput:
            let limit = options.maxBytes
            return BoltsTask(.queue(.global()), cancellationToken: cancellationToken) {
                try StandardInput.read(limit: limit)
            }
            .continueOnSuccessWithTask { bytes in
                files.page(
                    in: bytes,
                    pageURL: pageURL ?? URL(fileURLWithPath: "/dev/stdin"),
                    name: "standard input",
                    cancellationToken: cancellationToken
                )
            }
            .continueOnSuccessWith { FoundPage(page: $0) }
        }
    }

    private func page(in browser: BrowserReader, cancellationToken: CancellationToken) -> BoltsTask<FoundPage> {
        guard case .web(let url) = self else {
            return BoltsTask(
                error: InputError("--browser reads pages from http and https only: remove it to read files")
            )
        }
        return browser.page(at: url, cancellationToken: cancellationToken).continueOnSuccessWith { FoundPage(page: $0) }
    }
}
