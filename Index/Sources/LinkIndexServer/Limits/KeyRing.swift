import LinkIndex

/// Finds API keys, and caches the results for a few seconds.
///
/// While the database does not respond, a key that was known before remains valid. All keys that arrive during a query are
/// looked up together by the next one, one statement at a time: guesses cost the database no more than that, and a client with
/// a key does not wait for them.
final class KeyRing: Sendable {
    private struct Known: Sendable {
        let key: APIKey
        let end: Duration
    }

    /// How long results are cached: a revoked key may still work on this node for that time, and an unknown one is not looked up
    /// again.
    static let memory: Duration = .seconds(10)
    /// How long a known key is used while it is looked up again.
    private static let grace: Duration = .seconds(5)

    private let answering: StoreGuard
    /// The keys that are revoked even if the database has them.
    private let revoked: RevokedKeys?
    private let loader: CombiningLoader<[UInt8], APIKey>
    private let known = ByteBoundedCache<[UInt8], Known>(byteCapacity: 4 << 20)
    /// The hashes of secrets that are no keys, each with the time until which this is assumed.
    ///
    /// They are separate from the known keys, so that guesses do not displace those.
    private let unknown = ByteBoundedCache<[UInt8], Duration>(byteCapacity: 1 << 20)
    private let now: @Sendable () -> Duration

    init(_ answering: StoreGuard, revoked: RevokedKeys? = nil, now: @escaping @Sendable () -> Duration) {
        self.answering = answering
        self.revoked = revoked
        loader = CombiningLoader(queryLimit: 1) { keys in
            try await answering.call { try await $0.apiKeys(withHashes: keys) }
        }
        self.now = now
    }

    /// Returns the database's recent result for a secret: its key, or `nil` if it has none.
    ///
    /// - Parameter secret: The secret.
    /// - Returns: The key or `nil`; an outer `nil` means that the caller must query the database.
    func remembered(_ secret: APIKeySecret) -> APIKey?? {
        let hash = secret.hash
        let now = now()
        if let known = known.value(for: hash), known.end > now { return .some(known.key) }
        if let end = unknown.value(for: hash), end > now { return .some(nil) }
        return nil
    }

    /// Returns the key of a secret, or `nil` if there is none.
    ///
    /// - Throws: An `IndexStoreError` if the database fails and the key was not known before; `CancellationError`.
    func key(_ secret: APIKeySecret) async throws -> APIKey? {
        let hash = secret.hash
        let now = now()
        let earlier = known.value(for: hash)
        if let earlier, earlier.end > now { return earlier.key }
        // Other requests use the earlier key meanwhile, so they need no look-up.
        if let key = earlier?.key { remember(key, for: hash, until: now + Self.grace) }
        do {
            guard let key = try await loader.value(for: hash), try !isRevoked(hash) else {
                return refuse(hash, at: now)
            }
            remember(key, for: hash, until: now + Self.memory)
            await noteUse(of: key)
            return key
        } catch let error as IndexStoreError {
            guard let key = earlier?.key else { throw error }
            do {
                // A revoked key must not remain among the known keys, where it was put for other requests.
                return try isRevoked(hash) ? refuse(hash, at: now) : key
            } catch {
                known.remove(hash)
                throw error
            }
        }
    }

    /// Remembers that a secret is not a key.
    private func refuse(_ hash: [UInt8], at now: Duration) -> APIKey? {
        known.remove(hash)
        unknown.set(now + Self.memory, for: hash, byteCount: 128)
        return nil
    }

    /// Whether this node can distinguish a client's key from a wrong one without the database.
    var knowsKeys: Bool { known.count > 0 }

    /// - Throws: An `IndexStoreError` if the file of revoked keys cannot be read; no key is valid then.
    private func isRevoked(_ hash: [UInt8]) throws -> Bool {
        do {
            return try revoked?.contains(hash) ?? false
        } catch {
            throw IndexStoreError(.unavailable, "The file of revoked keys cannot be read: \(error)")
        }
    }

    /// Records the day of a use, once a day for all nodes.
    ///
    /// A failure is ignored: other calls notice that the database fails, and a later use records the day.
    private func noteUse(of key: APIKey) async {
        let today = Timestamp.now.startOfDay
        if let last = key.lastUsedOn, last >= today { return }
        try? await answering.call { try await $0.noteUse(ofAPIKey: key.hash, on: today) }
    }

    private func remember(_ key: APIKey, for hash: [UInt8], until end: Duration) {
        known.set(Known(key: key, end: end), for: hash, byteCount: 256)
    }
}
