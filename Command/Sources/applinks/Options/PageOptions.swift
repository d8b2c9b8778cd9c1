import ArgumentParser
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsSiteCheck
import Foundation

struct PageOptions: ParsableArguments {
    @Flag(help: "Read only the attribute 'property' of the protocol, and not 'name', which many pages use.")
    var strict = false

    @Flag(
        help:
            "Fetch from private, loopback and link-local addresses, and any port, of hosts that the command line names."
    )
    var allowPrivate = false

    /// The hosts to which `--allow-private` applies, separated by spaces; `nil` for every host.
    @Option(help: .private)
    var privateHosts: String?

    @Option(help: ArgumentHelp("Fetch from this port too, besides 80 and 443. May be repeated.", valueName: "port"))
    var allowPort: [Int] = []

    @Flag(help: "Follow redirects from https to http too.")
    var allowDowngrade = false

    @Flag(help: "Read pages with an error status too, such as 404 and 500.")
    var readErrorPages = false

    @Option(help: ArgumentHelp("How long a page may take in total, with redirects.", valueName: "seconds"))
    var timeout: Double = PageFetchOptions().totalTimeout.inSeconds

    @Option(
        help: ArgumentHelp(
            "How long a server may take until it has sent the header of its response.",
            valueName: "seconds"
        )
    )
    var responseTimeout: Double = PageFetchOptions().responseTimeout.inSeconds

    @Option(help: ArgumentHelp("How long connecting may take, with the TLS handshake.", valueName: "seconds"))
    var connectTimeout: Double = PageFetchOptions().connectTimeout.inSeconds

    @Option(
        help: ArgumentHelp(
            "How often to retry after a lost connection, a time-out, or the status 429, 502, 503 or 504, within --timeout.",
            valueName: "count"
        )
    )
    var retries = HostLimitOptions.polite.retryLimit

    @Option(help: ArgumentHelp("How many redirects to follow.", valueName: "count"))
    var maxRedirects = PageFetchOptions().redirectLimit

    @Option(help: ArgumentHelp("How much of a page to read; a longer page is truncated.", valueName: "bytes"))
    var maxBytes = PageFetchOptions().bodyLimit

    @Option(
        help: ArgumentHelp(
            "Ask through this proxy, such as http://proxy.example:3128, in place of the one of https_proxy, http_proxy or "
                + "all_proxy; '' for none. no_proxy names hosts without one.",
            valueName: "url"
        )
    )
    var proxy: String?

    @Option(help: ArgumentHelp("The User-Agent of requests.", valueName: "text"))
    var userAgent: String = PageFetchOptions().userAgent

    func validate() throws {
        for (name, value) in [
            ("--timeout", timeout), ("--response-timeout", responseTimeout), ("--connect-timeout", connectTimeout),
        ] {
            guard value >= 0.001, value <= 86_400 else {
                throw ValidationError("\(name) takes a number of seconds from 0.001 to 86400, not \(value).")
            }
        }
        try check("--max-redirects", maxRedirects, 0...100)
        try check("--max-bytes", maxBytes, 1...1 << 30)
        if let proxy {
            #if os(Linux)
            // The text may contain a password, so the error does not repeat it.
            guard ProxySettings(proxy: proxy) != nil else {
                throw ValidationError("--proxy takes the address of a proxy, such as http://proxy.example:3128.")
            }
            #else
            throw ValidationError("--proxy is for Linux; here the proxies of the system's settings are used.")
            #endif
        }
        for port in allowPort { try check("--allow-port", port, 1...65_535) }
        try check("--retries", retries, 0...10)
        guard !userAgent.isEmpty, userAgent.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) else {
            throw ValidationError("--user-agent takes printable ASCII characters.")
        }
    }

    /// These options with `--allow-private` only for hosts that the command line names: no file of a repository and no redirect
    /// can allow any.
    func allowingPrivate(ofHostsIn arguments: [String?]) -> PageOptions {
        var options = self
        let hosts = arguments.compactMap { $0 }.flatMap(WebAddress.privateHosts)
        options.privateHosts = Set(hosts).sorted().joined(separator: " ")
        return options
    }

    private func check(_ name: String, _ value: Int, _ range: ClosedRange<Int>) throws {
        guard range.contains(value) else {
            throw ValidationError(
                "\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \(value)."
            )
        }
    }

    var readerOptions: PageMetadataReader.Options {
        PageMetadataReader.Options(byteLimit: maxBytes, acceptsNameAttribute: !strict)
    }

    /// The same limits for reading everything about apps, not only App Links tags.
    var siteReaderOptions: PageMetadataReader.Options { PageTags.readerOptions(readerOptions) }

    var fetchOptions: PageFetchOptions {
        var options = PageFetchOptions()
        options.totalTimeout = .milliseconds(Int64(timeout * 1_000))
        options.responseTimeout = min(.milliseconds(Int64(responseTimeout * 1_000)), options.totalTimeout)
        options.connectTimeout = min(.milliseconds(Int64(connectTimeout * 1_000)), options.totalTimeout)
        options.redirectLimit = maxRedirects
        options.bodyLimit = maxBytes
        options.allowsDowngrade = allowDowngrade
        options.readsErrorPages = readErrorPages
        options.userAgent = userAgent
        for port in allowPort { options.addressPolicy = options.addressPolicy.allowing(ports: port) }
        if allowPrivate {
            options.addressPolicy =
                privateHosts.map { options.addressPolicy.opening(hosts: $0.split(separator: " ").map(String.init)) }
                ?? .any
        }
        options.proxies = ProxySettings(proxy: proxy)
        return options
    }

    /// The options for fetching a site's files; the User-Agent identifies a reader of such files unless the command line sets
    /// one.
    func siteFetchOptions(origin: String?) -> SiteFetchOptions {
        var options = SiteFetchOptions()
        var page = fetchOptions
        if userAgent == PageFetchOptions().userAgent { page.userAgent = options.page.userAgent }
        options.page = page
        options.origin = origin.flatMap { URL(string: $0) }
        return options
    }

    /// Repeats requests according to the options, for a command that uses few servers.
    var fetcher: HostLimitedPageFetcher {
        var options = HostLimitOptions.polite
        options.retryLimit = retries
        options.requestInterval = .zero
        return HostLimitedPageFetcher(SystemPageFetcher(), options: options)
    }

    var resolver: HTTPAppLinkResolver {
        HTTPAppLinkResolver(fetchOptions: fetchOptions, readerOptions: readerOptions, fetcher: fetcher)
    }

    /// All options that affect the result for a URL, so that pages read under other rules are separate cache entries.
    var cacheVariant: String {
        var rules = [strict ? "strict" : "lenient", "bytes=\(maxBytes)", "redirects=\(maxRedirects)"]
        // A run that may not fetch private pages must not get them from the cache.
        if allowPrivate { rules.append(privateHosts.map { "private=\($0)" } ?? "private") }
        if !allowPort.isEmpty { rules.append("ports=\(allowPort.sorted())") }
        if allowDowngrade { rules.append("downgrade") }
        if readErrorPages { rules.append("errors") }
        // Behind a proxy, names may have other addresses.
        let direct = ProxySettings(proxy: "")
        if let proxies = fetchOptions.proxies, proxies != direct { rules.append("proxies=\(proxies)") }
        return (rules + ["agent=\(userAgent)"]).joined(separator: " ")
    }
}
