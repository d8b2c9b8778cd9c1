public import BoltsTasks

/// Stores the entries of a ``ResourceCache``.
///
/// The cache decides what is fresh, what is revalidated and what is stored; a store only keeps entries by key. It may remove an
/// entry at any time, and several caches may use one store: the entry written last counts. The cache holds no lock during a call.
@_spi(Caching)
public protocol CacheStoring<Value>: Sendable {
    associatedtype Value: CacheableValue

    /// Loads an entry.
    ///
    /// If the task fails, the cache reports the error and continues without the entry.
    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<Value>?>

    /// Asks whether the cache may ask its source, before it does.
    ///
    /// - Parameters:
    ///   - key: The key of the entry.
    ///   - entry: The entry that cannot be used without asking the source, or `nil` if there is none.
    ///   - cancellationToken: Cancelled when the value is no longer needed.
    /// - Returns: A task of the answer. If it fails, the cache reports the error and asks the source, and ``endFetch(for:)`` is
    ///   called too.
    func beginFetch(
        for key: String,
        replacing entry: CacheEntry<Value>?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<CacheTurn<Value>>

    /// Ends what ``beginFetch(for:replacing:cancellationToken:)`` allowed.
    ///
    /// It is called once for each ``CacheTurn/fetch``, after the entry was stored or removed, if it was.
    func endFetch(for key: String)

    /// Stores an entry, in place of an earlier one. The look-up's task completes after the task.
    func store(_ entry: CacheEntry<Value>, for key: String) -> BoltsTask<Void>

    /// Removes an entry, if there is one.
    func removeEntry(for key: String) -> BoltsTask<Void>

    /// Removes every entry.
    func removeAllEntries() -> BoltsTask<Void>
}

/// A store's answer to a cache that is about to ask its source.
@_spi(Caching)
public enum CacheTurn<Value: CacheableValue>: Sendable {
    /// The cache asks its source.
    case fetch
    /// Another cache has stored this entry meanwhile. The cache uses it as if it had loaded it: if it cannot be used without
    /// asking the source, the cache asks the store again.
    case stored(CacheEntry<Value>)
}
