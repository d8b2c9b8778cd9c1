@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// What the servers of one input answered, so that trying an edit of an app's files asks none of them again.
actor SiteMemory {
    /// The memory of the input that is checked, or `nil` if every check asks.
    @TaskLocal static var current: SiteMemory?

    private var links: [URL: LinkEvidence] = [:]
    private var sites: [String: SiteAssociations] = [:]

    /// Returns what is remembered of a link, or fetches it.
    static func link(
        _ url: URL,
        _ fetch: @Sendable () async throws -> LinkEvidence
    ) async throws -> LinkEvidence {
        if let known = await current?.links[url] { return known }
        let link = try await fetch()
        await current?.keep(link, of: url)
        return link
    }

    /// Returns what is remembered of a host's files, or fetches them.
    static func site(
        _ host: String,
        _ fetch: @Sendable () async throws -> SiteAssociations
    ) async throws -> SiteAssociations {
        if let known = await current?.sites[host] { return known }
        let site = try await fetch()
        await current?.keep(site, of: host)
        return site
    }

    private func keep(_ link: LinkEvidence, of url: URL) { links[url] = link }

    private func keep(_ site: SiteAssociations, of host: String) { sites[host] = site }
}
