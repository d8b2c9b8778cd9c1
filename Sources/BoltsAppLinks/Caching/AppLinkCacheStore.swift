public import BoltsTasks

/// Stores the entries of a ``CachingAppLinkResolver``, for example in a directory, a database or a remote cache.
///
/// The cache decides what is fresh, what is revalidated and what is stored; a store only keeps entries by key. It may
/// remove an entry at any time, and several caches may use one store at the same time: the entry written last counts.
/// An entry is `Codable`, so that a store outside the process can keep it as JSON. The cache holds no lock during a
/// call.
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
    ///   - cancellationToken: Cancelled when the entry is no longer needed.
    /// - Returns: A task of the entry, or of `nil` if there is none. If it fails, the cache reports the error and
    ///   continues without the entry.
    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<AppLinkCacheEntry?>

    /// Stores an entry, in place of an earlier one.
    ///
    /// - Parameters:
    ///   - entry: The entry. A store outside the process may ignore one whose ``AppLinkCacheEntry/hasLink`` is `false`.
    ///   - key: The key of the entry.
    /// - Returns: A task that completes when the entry can be loaded. The look-up's task completes after it.
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
