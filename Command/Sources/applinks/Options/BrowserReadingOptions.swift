import ArgumentParser
import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation

struct BrowserReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read pages in a browser that runs their scripts: auto, chromium, wpe, webkitgtk, or the path of a driver.",
            valueName: "browser"
        )
    )
    var browser: BrowserChoice?

    @Flag(help: "Let the browser accept untrusted certificates, such as those of staging hosts.")
    var acceptInsecureCertificates = false

    func validate() throws {
        guard browser != nil || !acceptInsecureCertificates else {
            throw ValidationError("--accept-insecure-certificates is for pages read with --browser.")
        }
    }

    // Creates the reader for the chosen browser; `nil` if none was chosen.
    func reader(_ options: PageOptions, concurrency: Int) -> BrowserReader? {
        browser.map { BrowserReader($0, self, options, concurrency: concurrency) }
    }
}

enum BrowserChoice: ExpressibleByArgument, Sendable {
    case auto, chromium, wpe, webkitgtk
    case driver(path: String)

    init?(argument: String) {
        switch argument {
        case "auto": self = .auto
        case "chromium": self = .chromium
        case "wpe": self = .wpe
        case "webkitgtk": self = .webkitgtk
        // Without a slash it is more likely a misspelled name than a file in this directory.
        case let path where path.contains("/"): self = .driver(path: path)
        default: return nil
        }
    }

    static var allValueStrings: [String] { ["auto", "chromium", "wpe", "webkitgtk", "./driver"] }
}

/// Reads pages in a browser, and can end it.
struct BrowserReader: Sendable {
    private let resolver: BrowserAppLinkResolver

    init(_ choice: BrowserChoice, _ browserOptions: BrowserReadingOptions, _ options: PageOptions, concurrency: Int) {
        var limits = BrowserOptions()
        limits.browser =
            switch choice {
            case .auto: .automatic
            case .chromium: .chromium
            case .wpe: .wpe
            case .webkitgtk: .webKitGTK
            case .driver(let path): .driver(path: path)
            }
        // A browser uses a whole core, and more memory than fetching a page.
        limits.concurrency = min(concurrency, ProcessInfo.processInfo.activeProcessorCount)
        limits.pageTimeout = options.fetchOptions.totalTimeout
        limits.addressPolicy = options.fetchOptions.addressPolicy
        limits.readsErrorPages = options.readErrorPages
        limits.acceptsInsecureCertificates = browserOptions.acceptInsecureCertificates
        resolver = BrowserAppLinkResolver(options: limits, readerOptions: options.readerOptions)
    }

    func page(at url: URL) async throws -> ResolvedPage { try await resolver.page(at: url) }

    // Returns when every process has ended.
    func stop() async throws { try await resolver.stop().value }
}
