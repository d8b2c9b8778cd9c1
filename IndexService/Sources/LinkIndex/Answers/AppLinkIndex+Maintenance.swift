import BoltsAppLinks
import Foundation

extension AppLinkIndex {
    /// Renews leases and URLs in use, writes use counts and what the database missed, and deletes what expired, until the
    /// calling task is cancelled.
    ///
    /// The use counts are written once more at the end. Errors of the store are logged.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.parts.leases.run() }
            group.addTask { await self.every(.seconds(5)) { await self.parts.uses.flush() } }
            group.addTask { await self.every(.seconds(5)) { await self.storeMissed() } }
            group.addTask { await self.every(.seconds(1)) { await self.renewDue() } }
            group.addTask { await self.every(.seconds(60)) { await self.deleteExpired() } }
        }
        // A task of its own: the calling one is cancelled.
        await Task {
            await self.parts.uses.flush()
            await self.storeMissed()
        }.value
    }

    /// Stores what was fetched while the database was away, if it is back.
    package func storeMissed() async { await parts.unstored.flush() }

    private func every(_ interval: Duration, _ work: () async -> Void) async {
        while !Task.isCancelled {
            // Nodes that started together do not ask together.
            do { try await Task.sleep(for: interval * Double.random(in: 0.8...1.2)) } catch { return }
            await work()
        }
    }

    /// Renews the URLs in use that soon become stale, once.
    package func renewDue() async {
        guard options.renewsBefore > .zero else { return }
        do {
            let due = try await store.recordsDueForRenewal(
                staleBefore: .now + options.renewsBefore,
                minimumUses: options.minimumUses,
                limit: options.renewalLimit * 8
            )
            guard !due.isEmpty else { return }
            // Nodes begin at different places, since a key is renewed by the first that acquires its lease.
            await renew(due.shuffled())
        } catch {
            logger.warning("URLs that become stale were not found: \(error)")
        }
    }

    private func renew(_ keys: [RecordKey]) async {
        let count = await withTaskGroup(of: Bool.self) { group in
            var count = 0
            for (number, key) in keys.enumerated() {
                if number >= options.renewalLimit, await group.next() == true { count += 1 }
                group.addTask { await self.renew(key) }
            }
            for await isRenewed in group where isRenewed { count += 1 }
            return count
        }
        parts.metrics.renewed(count)
    }

    /// Returns whether the URL was read again, by this node or another one.
    private func renew(_ key: RecordKey) async -> Bool {
        guard let url = URL(string: key.text) else { return false }
        let cache =
            switch key.kind {
            case .page: pages
            case .site: sites
            }
        do {
            _ = try await cache.renew(url).value
            return true
        } catch {
            logger.debug("A URL was not renewed: \(error)")
            return false
        }
    }

    /// Deletes what can be deleted, in short transactions.
    package func deleteExpired() async {
        do {
            var count = 0
            repeat {
                count = try await store.deleteExpired(limit: 1_000)
                parts.metrics.deleted(count)
            } while count == 1_000 && !Task.isCancelled
        } catch {
            logger.warning("Expired records were not deleted: \(error)")
        }
    }
}
