public import BoltsTasks

/// A place where a ``CachingAppLinkResolver`` keeps its entries: a directory, a database, another machine's memory.
///
/// The cache decides what is fresh, what is asked for again and what is kept; a store only keeps entries by their keys.
/// It may drop an entry at any time, and several caches may use one store at once: the entry written last counts. An
/// entry is `Codable`, so that a store outside the process can keep it as JSON. No call is made while the cache holds a
/// lock.
///
/// ```swift
/// actor DictionaryStore: AppLinkCacheStore {
///     private var entries: [String: Data] = [:]
///
///     nonisolated func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<AppLinkCacheEntry?> {
///         BoltsTask(cancellationToken: cancellationToken) {
///             try await self.entries[key].map { try JSONDecoder().decode(AppLinkCacheEntry.self, from: $0) }
///         }
///     }
///     nonisolated func store(_ entry: AppLinkCacheEntry, for key: String) -> BoltsTask<Void> {
///         BoltsTask { await self.set(try JSONEncoder().encode(entry), for: key) }
///     }
///     nonisolated func removeEntry(for key: String) -> BoltsTask<Void> { BoltsTask { await self.set(nil, for: key) } }
///     nonisolated func removeAllEntries() -> BoltsTask<Void> { BoltsTask { await self.clear() } }
///
///     private func set(_ data: Data?, for key: String) { entries[key] = data }
///     private func clear() { entries = [:] }
/// }
/// ```
public protocol AppLinkCacheStore: Sendable {
    /// Loads an entry.
    ///
    /// - Parameters:
    ///   - key: The key of the entry: the URL that was requested, without its fragment.
    ///   - cancellationToken: Cancelled when nobody waits for the entry any more.
    /// - Returns: A task of the entry, or of `nil` if there is none. A task that fails counts as no entry; the cache
    ///   reports its error.
    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<AppLinkCacheEntry?>

    /// Stores an entry, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - entry: The entry. A store outside the process may ignore one whose ``AppLinkCacheEntry/hasLink`` is `false`.
    ///   - key: The key of the entry.
    /// - Returns: A task that completes when the entry can be loaded. Whoever waits for the link waits for it too.
    func store(_ entry: AppLinkCacheEntry, for key: String) -> BoltsTask<Void>

    /// Removes an entry, if there is one.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: A task that completes when the entry cannot be loaded any more.
    func removeEntry(for key: String) -> BoltsTask<Void>

    /// Removes every entry.
    ///
    /// - Returns: A task that completes when no entry can be loaded any more.
    func removeAllEntries() -> BoltsTask<Void>
}
