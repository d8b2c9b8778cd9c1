@_spi(Caching) import BoltsPageFetching
import BoltsTasks

/// A user's store as the store of the cache behind a ``CachingAppLinkResolver``.
struct LinkStore: CacheStoring {
    let store: any AppLinkCacheStore

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<ResolvedLink>?> {
        store.entry(for: key, cancellationToken: cancellationToken).continueOnSuccessWith(.immediate) { $0?.entry }
    }

    func beginFetch(
        for key: String,
        replacing entry: CacheEntry<ResolvedLink>?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<CacheTurn<ResolvedLink>> {
        store.beginFetch(
            for: key,
            replacing: entry.map(AppLinkCacheEntry.init),
            cancellationToken: cancellationToken
        )
        .continueOnSuccessWith(.immediate) { turn in
            switch turn {
            case .fetch: .fetch
            case .stored(let entry): .stored(entry.entry)
            }
        }
    }

    func endFetch(for key: String) { store.endFetch(for: key) }

    func store(_ entry: CacheEntry<ResolvedLink>, for key: String) -> BoltsTask<Void> {
        store.store(AppLinkCacheEntry(entry), for: key)
    }

    func removeEntry(for key: String) -> BoltsTask<Void> { store.removeEntry(for: key) }

    func removeAllEntries() -> BoltsTask<Void> { store.removeAllEntries() }
}
