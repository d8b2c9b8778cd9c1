/// A database of the index: records by key, leases, and API keys.
///
/// A store decides nothing about freshness. It is used by any number of nodes at the same time, and every function may
/// be called at any time from any task. A function whose task is cancelled throws `CancellationError`, or completes.
///
/// ```swift
/// func isKnown(_ url: String, in store: any IndexStore) async throws -> Bool {
///     try await !store.records(for: [RecordKey(.page, url)]).isEmpty
/// }
/// ```
package protocol IndexStore: Sendable {
    /// A name for logs and metrics: `sqlite` or `postgresql`.
    var engine: String { get }

    // MARK: - Records

    /// Loads records, with one query for all of them.
    ///
    /// - Parameter keys: The keys, at most ``IndexStoreLimits/keysInOneCall``.
    /// - Returns: The records that exist. Those past their `keepUntil` may be among them.
    /// - Throws: An ``IndexStoreError``.
    func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord]

    /// Stores the record of a lease's key in place of an earlier one, and releases the lease, both or neither.
    ///
    /// The number of uses starts at zero again.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - lease: The caller's lease of the key.
    /// - Returns: Whether it was stored. `false` if the lease was released, or expired and was acquired by another
    ///   caller; nothing was changed then. A lease that expired but that nobody else acquired still counts.
    /// - Throws: An ``IndexStoreError``.
    func write(_ record: IndexRecord, lease: Lease) async throws -> Bool

    /// Removes records, whoever holds a lease of them. Unknown keys are ignored.
    ///
    /// - Parameter keys: The keys, at most ``IndexStoreLimits/keysInOneCall``.
    /// - Throws: An ``IndexStoreError``.
    func removeRecords(for keys: [RecordKey]) async throws

    /// Adds to the number of uses of records, many at once. Unknown keys are ignored.
    ///
    /// - Parameter uses: How often each record was used since the last call, at most
    ///   ``IndexStoreLimits/keysInOneCall`` keys.
    /// - Throws: An ``IndexStoreError``.
    func recordUses(_ uses: [RecordKey: Int]) async throws

    /// Finds records that were used since they were stored, and that soon become stale.
    ///
    /// - Parameters:
    ///   - time: Records that are fresh for longer than this are left out, and so are those past their `keepUntil` by
    ///     the database's clock.
    ///   - minimumUses: How often a record was used at least, 1 or more.
    ///   - limit: How many keys are returned at most.
    /// - Returns: Their keys, in the order in which they become stale, without those of an unexpired lease.
    /// - Throws: An ``IndexStoreError``.
    func recordsDueForRenewal(staleBefore time: Timestamp, minimumUses: Int, limit: Int) async throws -> [RecordKey]

    /// Deletes records past their `keepUntil`, and leases that expired more than a minute ago, by the database's clock.
    ///
    /// - Parameter limit: How many records are deleted at most, so that no transaction is long.
    /// - Returns: How many records were deleted. If it is the limit, there may be more.
    /// - Throws: An ``IndexStoreError``.
    func deleteExpired(limit: Int) async throws -> Int

    // MARK: - Leases

    /// Acquires the lease of a key, unless another caller holds it.
    ///
    /// Leases expire by the database's clock. No session or transaction stays open: a node that dies leaves a lease that
    /// expires.
    ///
    /// - Parameters:
    ///   - key: What is to be fetched. It need not have a record.
    ///   - owner: The name of the node.
    ///   - duration: The time until it expires, unless it is renewed or released, at most
    ///     ``IndexStoreLimits/leaseDuration``.
    /// - Returns: The lease, or who holds it. An expired lease is replaced; one of the same owner is not. A lease that
    ///   lasts longer than any may is replaced too: the database's clock was set back since.
    /// - Throws: An ``IndexStoreError``.
    func acquireLease(for key: RecordKey, owner: String, duration: Duration) async throws -> LeaseAnswer

    /// Renews leases that the caller still holds, with one query for all of them.
    ///
    /// - Parameters:
    ///   - leases: The leases, at most ``IndexStoreLimits/keysInOneCall``.
    ///   - duration: The time from now until they expire.
    /// - Returns: Those that were renewed. A lease that is missing was released, or expired and was acquired by another
    ///   caller.
    /// - Throws: An ``IndexStoreError``.
    func renew(_ leases: [Lease], duration: Duration) async throws -> Set<Lease>

    /// Releases a lease. Nothing happens if the caller does not hold it any more.
    ///
    /// - Parameter lease: The lease.
    /// - Throws: An ``IndexStoreError``.
    func release(_ lease: Lease) async throws

    // MARK: - API keys

    /// Finds an API key.
    ///
    /// - Parameter hash: The SHA-256 of the key.
    /// - Returns: The key, or `nil` if there is none or it was revoked.
    /// - Throws: An ``IndexStoreError``.
    func apiKey(hash: [UInt8]) async throws -> APIKey?

    /// Adds an API key.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether it was added; `false` if a key with this name or hash exists.
    /// - Throws: An ``IndexStoreError``.
    func addAPIKey(_ key: APIKey) async throws -> Bool

    /// Lists the API keys.
    ///
    /// - Returns: The keys in the order of their names.
    /// - Throws: An ``IndexStoreError``.
    func apiKeys() async throws -> [APIKey]

    /// Revokes an API key.
    ///
    /// - Parameter name: The name of the key.
    /// - Returns: Whether there was such a key.
    /// - Throws: An ``IndexStoreError``.
    func revokeAPIKey(named name: String) async throws -> Bool

    // MARK: - The database

    /// Creates the tables, or brings them to the form that this version needs, while nodes of the version before run.
    ///
    /// Several nodes may call it at the same time.
    ///
    /// - Throws: An ``IndexStoreError``; ``IndexStoreError/Code/schemaTooNew`` if a later version has made the tables.
    func migrate() async throws

    /// Asks the database for an answer.
    ///
    /// - Throws: An ``IndexStoreError`` if it does not answer.
    func ping() async throws

    /// Closes the connections, after what runs. Later calls throw.
    func close() async
}

/// The limits of an ``IndexStore``.
///
/// ```swift
/// print(IndexStoreLimits.keysInOneCall)
/// ```
package enum IndexStoreLimits {
    /// How many keys a function that takes a list takes at once.
    package static let keysInOneCall = 500
    /// How long a lease may last: an hour.
    package static let leaseDuration: Duration = .seconds(3_600)
}
