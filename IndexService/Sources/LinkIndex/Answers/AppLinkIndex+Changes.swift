package import Foundation

extension AppLinkIndex {
    /// Returns what changed for links and apps of a host since its files were first read.
    ///
    /// Nothing is fetched: the versions are those that answers were made of. Versions are compared off the cooperative threads,
    /// one pair at a time in a node, and each result is kept in memory.
    ///
    /// - Parameters:
    ///   - url: The scheme, host and port.
    ///   - since: Changes that were read until then are left out, or `nil`.
    ///   - limit: How many changes are returned at most.
    /// - Returns: The changes, or `nil` if no version of the host's files is kept.
    /// - Throws: An ``IndexStoreError``; `CancellationError`.
    package func changes(of url: URL, since: Timestamp?, limit: Int) async throws -> SiteChanges? {
        let name = SiteName(ofLink: url, allowsPlain: options.allowsPlainFiles)
        let key = RecordKey(.site, name.url.absoluteString)
        return try await history.changes(of: key, host: name.host, since: since, limit: limit)
    }

    /// Waits until the versions of what was fetched are stored.
    package func settleVersions() async { await history.settle() }
}
