import ArgumentParser
import BoltsAppLinks
import BoltsAssociations
import Foundation

/// The options of finding a site's association files.
struct SiteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The host that serves a folder or a page from a file.", valueName: "host"))
    var host: String?

    @Flag(help: "Fetch Apple's CDN copy too, which is the one that devices use.")
    var appleCdn = false

    @Option(help: ArgumentHelp("Fetch association files from here instead of from https://HOST.", valueName: "url"))
    var origin: String?

    func validate() throws {
        if let host, !HostName.isHost(host) {
            throw ValidationError("--host takes a host such as example.com, not \(host).")
        }
        if let origin, URL(string: origin)?.host()?.isEmpty != false {
            throw ValidationError("--origin takes a URL such as http://127.0.0.1:8080, not \(origin).")
        }
    }

    func fetchOptions(_ pages: PageOptions) -> SiteFetchOptions {
        var options = SiteFetchOptions()
        var page = pages.fetchOptions
        page.userAgent = pages.userAgent == PageFetchOptions().userAgent ? options.page.userAgent : pages.userAgent
        options.page = page
        options.asksAppleCDN = appleCdn
        options.origin = origin.flatMap { URL(string: $0) }
        return options
    }

    /// The options for reading pages: all metas about apps are collected, not only App Links tags.
    func readerOptions(_ pages: PageOptions) -> PageMetadataReader.Options {
        var options = pages.readerOptions
        options.propertyPrefixes = PageTags.propertyPrefixes
        return options
    }

    /// The resolver for pages on the web.
    func resolver(_ pages: PageOptions) -> HTTPAppLinkResolver {
        HTTPAppLinkResolver(fetchOptions: pages.fetchOptions, readerOptions: readerOptions(pages))
    }

    /// The host of a URL, with its port unless that is the scheme's default.
    func hostAndPort(of url: URL) -> String {
        guard let host else { return (url.host() ?? "") + (url.port.map { ":\($0)" } ?? "") }
        return host
    }

    /// The host of a folder: `--host`, or the folder's name if that is a host.
    func host(ofDirectory path: String) throws -> String {
        if let host { return host }
        let name = URL(fileURLWithPath: path).lastPathComponent
        guard HostName.isHost(name) else {
            throw InputError("\(path): give the host that serves this folder, such as --host example.com")
        }
        return name
    }
}
