public import BoltsTasks

/// Stores the entries of a cache, such as a `CachingAppLinkResolver`, for example in a directory, a database or a remote cache.
///
/// The cache decides what is fresh, what is revalidated and what is stored; a store only keeps entries by key. It may remove an
/// entry at any time. Several caches may use one store at the same time: the entry written last counts. An entry is `Codable`,
/// so that a store outside the process can keep it as JSON. The cache holds no lock during a call.
@_spi(Bolts) public protocol CacheStoring<Value>: Sendable {
    /// The type of the values: for links, `ResolvedLink`.
    associatedtype Value: CacheableValue

    /// Loads the entry of the requested URL without its fragment, or `nil` if there is none.
    ///
    /// If the task fails, the cache reports the error and continues without the entry. `cancellationToken` is
    /// cancelled when the entry is no longer needed.
    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<Value>?>

    /// Asks whether the cache may call its source, because `entry` is missing or cannot be used without calling it.
    ///
    /// A store that several nodes share can let one of them call the source, while the others wait for the entry that it stores.
    /// The task is of `nil` if the cache may call its source, which is the default; or of an entry that another cache has stored
    /// meanwhile. That entry is treated as if it had been loaded: if it cannot be used without calling the source, the store is
    /// read again. If the task fails, the cache reports the error and calls the source; ``endFetch(for:)`` is called too.
    /// `cancellationToken` is cancelled when the value is no longer needed.
    func beginFetch(
        for key: String,
        replacing entry: CacheEntry<Value>?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<CacheEntry<Value>?>

    /// Ends the permission that ``beginFetch(for:replacing:cancellationToken:)`` gave.
    ///
    /// It is called once for each permission, even if the request failed or was cancelled, and after the entry was stored or
    /// removed. The default implementation does nothing.
    func endFetch(for key: String)

    /// Stores an entry, in place of an earlier one; a store outside the process may ignore one whose ``CacheEntry/hasValue`` is
    /// `false`.
    ///
    /// The task completes when the entry can be loaded. The look-up's task completes after it.
    func store(_ entry: CacheEntry<Value>, for key: String) -> BoltsTask<Void>

    /// Removes an entry, if there is one; the task completes when it can no longer be loaded.
    func removeEntry(for key: String) -> BoltsTask<Void>

    /// Removes every entry; the task completes when none can be loaded.
    func removeAllEntries() -> BoltsTask<Void>
}

@_spi(Bolts) extension CacheStoring {
    /// Allows every request at once.
    public func beginFetch(
        for key: String,
        replacing entry: CacheEntry<Value>?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<CacheEntry<Value>?> {
        BoltsTask(result: nil)
    }

    /// Does nothing.
    public func endFetch(for key: String) {}
}
