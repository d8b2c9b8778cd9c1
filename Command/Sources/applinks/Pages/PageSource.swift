import BoltsAppLinks
import BoltsTasks
import Foundation

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
        if !argument.contains("://"), !LocalPath.exists(argument),
            let url = WebAddress.urlAndNoPath(argument)
        {
            self = .web(url)
            return
        }
        guard let scheme = LinkScheme.leading(argument) else {
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
        in browser: BrowserReader?,
        pageURL: URL?,
        cache: PageCache? = nil
    ) async throws -> FoundPage {
        if let browser {
            guard case .web(let url) = self else {
                throw InputError("--browser reads pages from http and https only: remove it to read files")
            }
            return FoundPage(page: try await browser.page(at: url))
        }
        let files = FileAppLinkResolver(byteLimit: options.maxBytes, readerOptions: options.readerOptions)
        switch self {
        case .web(let url):
            guard let cache else { return FoundPage(page: try await options.resolver.page(at: url)) }
            let answer = try await cache.lookUp(url)
            guard let page = answer.value.page else { throw InputError("the cache has no page of \(url)") }
            return FoundPage(page: page, origin: PageOrigin(answer))
        case .file(let path):
            return FoundPage(page: try await files.page(atPath: path, pageURL: pageURL))
        case .standardInput:
            let limit = options.maxBytes
            // Reading blocks, which threads of Swift's own pool must not do.
            let bytes = try await BoltsTask(.queue(.global())) { try StandardInput.read(limit: limit) }.value
            let url = pageURL ?? URL(fileURLWithPath: "/dev/stdin")
            return FoundPage(page: try await files.page(in: bytes, pageURL: url, name: "standard input"))
        }
    }
}
