import BoltsAppLinks
import BoltsAssociations
import Foundation

/// The data on which the explanation of a link is based: the files of its host and the tags of its page.
struct LinkEvidence: Sendable {
    let site: SiteAssociations
    /// The page's tags, or `nil` if it could not be read.
    let page: PageTags?
    /// What could not be read, and why.
    let failures: [String]
    /// The path of each file on this machine by the URL under which it is served; empty if all came from the web.
    let paths: [String: String]

    /// Whether nothing could be read.
    var isEmpty: Bool {
        page == nil && site.appleResponse.bytes == nil && site.androidResponse.bytes == nil
            && site.windowsResponse?.bytes == nil
    }

    /// Reads them from the web.
    init(_ url: URL, _ options: SiteOptions, _ pages: PageOptions, comparesWithWWW: Bool = false) async {
        let fetchOptions = options.fetchOptions(pages, comparesWithWWW: comparesWithWWW)
        let report = await LinkReport.fetch(url, options: fetchOptions, limits: pages.readerOptions)
        site = report.site
        page = report.page
        paths = [:]
        failures =
            report.pageError.map { error in
                ["\(error)\(pages.advice(on: error, input: url.absoluteString, isVerbose: true))"]
            } ?? []
    }

    /// Reads them from a site's folder.
    ///
    /// - Throws: ``InputError`` if the folder cannot be read.
    init(_ url: URL, directory: String, _ options: SiteOptions, _ pages: PageOptions) async throws {
        let host = options.host(of: url)
        let local = try await LocalSite(directory: directory, host: host, readerOptions: pages.siteReaderOptions)
        site = local.site
        paths = local.paths
        let path = url.path().isEmpty ? "/" : url.path()
        page = local.page(at: path)?.tags
        failures = page == nil ? ["\(directory) has no page at \(path); only the association files were read"] : []
    }
}
