import ArgumentParser
import BoltsAppLinks
import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct SiteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The host that serves a folder or a page from a file.", valueName: "host"))
    var host: String?

    @Flag(help: "Fetch Apple's CDN copy too, which is the one that devices use.")
    var appleCdn = false

    @Option(help: ArgumentHelp("Ask this server in place of the site's own, for pages too.", valueName: "url"))
    var origin: String?

    @Option(
        help: ArgumentHelp(
            "Ask for the files also as this platform's own client: apple or google. May be repeated.",
            valueName: "client"
        )
    )
    var askAs: [PlatformClient] = []

    @OptionGroup var headers: HeaderOptions

    func validate() throws {
        try HostName.check(host)
        try WebAddress.check(origin: origin)
    }

    /// The options for fetching the files of a site.
    func fetchOptions(_ pages: PageOptions, asked: URL?, comparesWithWWW: Bool = false) throws -> SiteFetchOptions {
        try Self.requireFetcher()
        var options = pages.siteFetchOptions(origin: origin)
        options.comparesWithWWW = comparesWithWWW
        options.page.originFields = try asked.flatMap { try headers.fields(for: options.origin ?? $0) }
        options.asksAppleCDN = appleCdn
        options.triesAppleCrawler = askAs.contains(.apple)
        options.triesGoogleService = askAs.contains(.google)
        return options
    }

    /// The options that send requests as the platforms' own fetchers, whose responses may differ; `nil` if all of them are
    /// given.
    var otherFetchers: String? {
        let apple = appleCdn || askAs.contains(.apple) ? nil : origin == nil ? "--apple-cdn" : "--ask-as apple"
        let names = [apple, askAs.contains(.google) ? nil : "--ask-as google"].compactMap(\.self)
        guard !names.isEmpty else { return nil }
        return "\(names.joined(separator: " ")) shows the responses that the platforms' own fetchers get"
    }

    /// Fetches the files of other hosts that decide about a link; none if one other server replaces all of them.
    func sites(of hosts: [String], _ pages: PageOptions, _ fetcher: any PageFetching) async throws -> [SiteAssociations]
    {
        guard origin == nil else { return [] }
        var sites: [SiteAssociations] = []
        for host in hosts {
            let options = try fetchOptions(pages, asked: nil)
            sites.append(
                await SiteMemory.answer(of: host) {
                    await SiteAssociations.fetch(host, options: options, fetcher: fetcher)
                }
            )
        }
        return sites
    }

    /// Throws if nothing can be fetched on this machine; otherwise each file would be reported as an error of the site.
    static func requireFetcher() throws {
        #if os(Linux)
        guard CurlPageFetcher() == nil else { return }
        throw InputError(
            "nothing can be fetched: libcurl 7.68 or newer is not installed. Install it (libcurl4 on Debian and Ubuntu, libcurl "
                + "on Fedora and Alpine, curl on Arch), or check a folder or a file, which needs no network"
        )
        #endif
    }

    /// `--host`, or the host whose files decide about a URL.
    func host(of url: URL) -> String {
        host.map(ASCIIHost.name)
            ?? (SiteAssociations.port(for: url) == nil ? url.asciiHost ?? "" : url.hostWithPort)
    }

    /// The host of a folder: `--host`, or the folder's name if that is a host.
    func host(ofDirectory path: String) throws -> String { try HostName.host(ofDirectory: path, named: host) }
}

/// The values of `--ask-as`: the client whose requests are imitated.
enum PlatformClient: String, ExpressibleByArgument, CaseIterable {
    case apple, google
}
