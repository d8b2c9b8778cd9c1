@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import BoltsTasks
package import Foundation
import Synchronization

extension AppLinkIndex {
    /// Renews leases and URLs in use, writes use counts and records that the database missed, and deletes expired records,
    /// until the calling task is cancelled.
    ///
    /// The use counts are written once more at the end. Errors of the store are logged.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.parts.leases.run() }
            group.addTask { await self.every(.seconds(5)) { await self.parts.uses.flush() } }
            group.addTask { await self.every(.seconds(5)) { await self.storeMissed() } }
            group.addTask { await self.keepRenewing() }
            group.addTask { await self.every(.seconds(60)) { await self.deleteExpired() } }
        }
        // A separate task, because the calling one is cancelled.
        await Task { await self.storeRest() }.value
    }

    /// Writes everything that remains when the node ends.
    ///
    /// It writes in parallel, because each write may wait for a database that is down, and the node has only seconds.
    private func storeRest() async {
        async let uses: Void = parts.uses.flush()
        async let records: Void = storeMissed()
        _ = await (uses, records)
    }

    /// Stores what was fetched while the database was unavailable, if it is back.
    package func storeMissed() async { await parts.unstored.flush() }

    private func every(_ interval: Duration, _ work: () async -> Void) async {
        while await pause(interval) { await work() }
    }

    /// Waits, and returns whether the calling task should continue.
    private func pause(_ interval: Duration) async -> Bool {
        // A random factor keeps nodes that started together from querying at the same time.
        do { try await Task.sleep(for: interval * Double.random(in: 0.8...1.2)) } catch { return false }
        return true
    }

    /// Starts renewals every second while earlier ones run, so that slow pages do not delay the others.
    ///
    /// While more URLs are due than this node may renew at the same time, it queries again as soon as some renewals have ended.
    private func keepRenewing() async {
        await withDiscardingTaskGroup { group in
            var isBehind = false
            while await pause(isBehind ? .milliseconds(100) : .seconds(1)) {
                isBehind = await startRenewals(in: &group)
            }
        }
    }

    /// Renews once the URLs in use that soon become stale.
    package func renewDue() async {
        await withDiscardingTaskGroup { group in _ = await startRenewals(in: &group) }
    }

    /// Claims due records, and starts to renew them.
    ///
    /// - Returns: Whether more may be due.
    private func startRenewals(in group: inout DiscardingTaskGroup) async -> Bool {
        guard let rule = options.renewalRule else { return false }
        let limit = min(options.renewalLimit, IndexStoreLimits.keysInOneCall)
        let room = limit - renewals.withLock { $0.count }
        guard room > 0 else { return true }
        do {
            let due = try await store.claimRenewals(limit: room, before: rule.before)
            for key in due where renewals.withLock({ $0.insert(key).inserted }) {
                group.addTask {
                    await self.renew(key)
                    _ = self.renewals.withLock { $0.remove(key) }
                }
            }
            return due.count == room
        } catch {
            failures.warning("renewal", "URLs that become stale were not found: \(LoggedError(error))")
            return false
        }
    }

    /// Reads a URL again, or waits until another node has.
    private func renew(_ key: RecordKey) async {
        guard let url = URL(string: key.text) else { return }
        if await renew(key.kind, url) { parts.metrics.renewed() }
    }

    /// - Returns: Whether the page or the files were read or confirmed.
    private func renew(_ kind: RecordKey.Kind, _ url: URL) async -> Bool {
        do {
            switch kind {
            case .page: _ = try await pages.lookUp(url, renews: true)
            case .site: _ = try await sites.lookUp(url, renews: true)
            }
            return true
        } catch {
            logNotRenewed(url, error)
            return false
        }
    }

    /// Forgets a URL's page and the association files of its host, in memory and in the database.
    ///
    /// Running fetches are not stored. The memory of other nodes is used until it is stale.
    ///
    /// - Parameter url: An http or https URL with a host.
    /// - Throws: An ``IndexStoreError`` if the database still has them.
    package func forget(_ url: URL) async throws {
        let keys = Self.recordKeys(of: url, allowsPlainFiles: options.allowsPlainFiles)
        for key in keys { parts.unstored.forget(key) }
        try await pages.forget(url).value
        for key in keys where key.kind == .site {
            if let site = URL(string: key.text) { try await sites.forget(site).value }
        }
    }

    /// Returns the keys of a URL's records: its page, the association files of its host, and the files at the URL's own scheme
    /// and port, which are a separate site in statements.
    ///
    /// - Parameters:
    ///   - url: An http or https URL with a host.
    ///   - allowsPlainFiles: As ``IndexOptions/allowsPlainFiles``.
    /// - Returns: The keys.
    package static func recordKeys(of url: URL, allowsPlainFiles: Bool = false) -> [RecordKey] {
        let (site, own) = (SiteName(ofLink: url, allowsPlain: allowsPlainFiles), SiteName(url))
        return [RecordKey(.page, url.cacheKey), RecordKey(.site, site.url.absoluteString)]
            + (own == site ? [] : [RecordKey(.site, own.url.absoluteString)])
    }

    /// Returns the URL of a request.
    ///
    /// - Parameter text: A URL, whose `https://` may be missing.
    /// - Returns: An http or https URL with a host, or `nil` if the text is not such a URL.
    package static func url(askedAs text: String) -> URL? {
        guard let url = text.contains("://") ? LinkText.url(withScheme: text) : LinkText.url(text),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host(percentEncoded: true)?.isEmpty == false
        else { return nil }
        return url
    }

    /// Deletes expired records in short transactions.
    package func deleteExpired() async {
        do {
            var count = 0
            repeat {
                count = try await store.deleteExpired(limit: 1_000)
                parts.metrics.deleted(count)
            } while count == 1_000 && !Task.isCancelled
        } catch {
            failures.warning("expiry", "Expired records were not deleted: \(LoggedError(error))")
        }
    }
}
