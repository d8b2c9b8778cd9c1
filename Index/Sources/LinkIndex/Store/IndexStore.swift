/// A database of the index: records by key, leases, and API keys.
///
/// A store decides nothing about freshness. Any number of nodes may use it at the same time, and every function may be called
/// at any time from any task. A function whose task is cancelled throws `CancellationError` or completes.
package protocol IndexStore: Sendable {
    // MARK: - Records

    /// Loads records, with one query for all of them.
    ///
    /// - Parameter keys: The keys, at most ``IndexStoreLimits/keysInOneCall``.
    /// - Returns: The records that exist. Records past their `keepUntil` may be among them.
    /// - Throws: An ``IndexStoreError``.
    func records(for keys: [RecordKey]) async throws -> [RecordKey: IndexRecord]

    /// Stores the record of a lease's key, replacing an earlier one, and releases the lease, in one transaction.
    ///
    /// The number of uses starts at zero again, and the record leaves the queue of renewals.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - lease: The caller's lease of the key.
    /// - Returns: Whether it was stored. `false` if the lease was released, or if it expired and another caller acquired it;
    ///   nothing was changed in that case. An expired lease that nobody else acquired still counts.
    /// - Throws: An ``IndexStoreError``.
    func write(_ record: IndexRecord, lease: Lease) async throws -> Bool

    /// Removes records, including those that another node has leased.
    ///
    /// Unknown keys are ignored.
    ///
    /// - Parameter keys: The keys, at most ``IndexStoreLimits/keysInOneCall``.
    /// - Throws: An ``IndexStoreError``.
    func removeRecords(for keys: [RecordKey]) async throws

    /// Adds to the use counts of many records at once, and puts those that qualify into the queue of renewals.
    ///
    /// Unknown keys are ignored.
    ///
    /// A record that is already in the queue keeps its place.
    ///
    /// - Parameters:
    ///   - uses: How often each record was used since the last call, at most ``IndexStoreLimits/keysInOneCall`` keys.
    ///   - rule: Which records are renewed, and when; `nil` for none.
    /// - Throws: An ``IndexStoreError``.
    func recordUses(_ uses: [RecordKey: Int], rule: RenewalRule?) async throws

    /// Claims records whose renewal is due, by the database's clock.
    ///
    /// A claim postpones its record: unless it is stored or removed before, the record is due again after 30 seconds, and after
    /// each further claim twice as long, up to an hour. Therefore no two nodes claim a record at the same time, a node that dies
    /// delays a renewal by half a minute, and a page that cannot be renewed makes room for others. A record that has been stale for
    /// an hour, or is no longer stored, leaves the queue.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of records to claim, up to ``IndexStoreLimits/keysInOneCall``.
    ///   - time: How long before becoming stale a record is renewed.
    /// - Returns: The keys of the claimed records, the longest due first.
    /// - Throws: An ``IndexStoreError``.
    func claimRenewals(limit: Int, before time: Duration) async throws -> [RecordKey]

    /// Deletes records past their `keepUntil`, and leases that expired more than a minute ago, by the database's clock.
    ///
    /// - Parameter limit: The maximum number of records to delete, so that no transaction is long.
    /// - Returns: How many records were deleted. If it is the limit, there may be more.
    /// - Throws: An ``IndexStoreError``.
    func deleteExpired(limit: Int) async throws -> Int

    // MARK: - Leases

    /// Acquires the lease of a key, unless another caller holds it.
    ///
    /// Leases expire by the database's clock. No session or transaction remains open: a node that dies leaves a lease that
    /// expires.
    ///
    /// - Parameters:
    ///   - key: The key of the record to fetch. The record need not exist.
    ///   - owner: The name of the node.
    ///   - duration: The time until it expires, unless it is renewed or released, at most
    ///     ``IndexStoreLimits/leaseDuration``.
    /// - Returns: The lease, or its holder. An expired lease is replaced; one of the same owner is not. A lease that lasts longer
    ///    than the limit is also replaced, because the database's clock must have been set back since.
    /// - Throws: An ``IndexStoreError``.
    func acquireLease(for key: RecordKey, owner: String, duration: Duration) async throws -> LeaseAnswer

    /// Renews leases that the caller still holds, with one query for all of them.
    ///
    /// - Parameters:
    ///   - leases: The leases, at most ``IndexStoreLimits/keysInOneCall``.
    ///   - duration: The time from now until they expire.
    /// - Returns: The leases that were renewed. A missing lease was released, or it expired and another caller acquired it.
    /// - Throws: An ``IndexStoreError``.
    func renew(_ leases: [Lease], duration: Duration) async throws -> Set<Lease>

    /// Releases a lease.
    ///
    /// Has no effect if the caller no longer holds it.
    ///
    /// - Parameter lease: The lease.
    /// - Throws: An ``IndexStoreError``.
    func release(_ lease: Lease) async throws

    // MARK: - API keys

    /// Finds API keys.
    ///
    /// - Parameter hashes: The SHA-256 of each key, at most ``IndexStoreLimits/keysInOneCall`` of them.
    /// - Returns: The keys by hash, without unknown and revoked ones.
    /// - Throws: An ``IndexStoreError``.
    func apiKeys(withHashes hashes: [[UInt8]]) async throws -> [[UInt8]: APIKey]

    /// Adds an API key.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether it was added; `false` if a key with this name or hash exists.
    /// - Throws: An ``IndexStoreError``.
    func addAPIKey(_ key: APIKey) async throws -> Bool

    /// Records that an API key was used.
    ///
    /// - Parameters:
    ///   - hash: The SHA-256 of the key.
    ///   - day: The start of the day, UTC. A day earlier than the last one changes nothing.
    /// - Throws: An ``IndexStoreError``.
    func noteUse(ofAPIKey hash: [UInt8], on day: Timestamp) async throws

    /// Lists the API keys.
    ///
    /// - Returns: The keys, sorted by name.
    /// - Throws: An ``IndexStoreError``.
    func apiKeys() async throws -> [APIKey]

    /// Revokes an API key.
    ///
    /// - Parameter name: The name of the key.
    /// - Returns: Whether there was such a key.
    /// - Throws: An ``IndexStoreError``.
    func revokeAPIKey(named name: String) async throws -> Bool

    // MARK: - The database

    /// Creates the tables, or updates them to this version, while nodes of the previous version run.
    ///
    /// Several nodes may call it at the same time.
    ///
    /// - Throws: An ``IndexStoreError``; ``IndexStoreError/Code/schemaTooNew`` if a later version created the tables.
    func migrate() async throws

    /// Checks that the database responds.
    ///
    /// - Throws: An ``IndexStoreError`` if it does not respond.
    func ping() async throws

    /// Closes the connections after running calls.
    ///
    /// Later calls throw.
    func close() async
}

/// The limits of an ``IndexStore``.
package enum IndexStoreLimits {
    /// The maximum number of keys in one call.
    package static let keysInOneCall = 500
    /// How long a lease may last: less than a minute.
    ///
    /// A lease that ends later must have been created before the clock was set back; the next node that requests it gets it.
    package static let leaseDuration: Duration = .seconds(60)
}
