import LinkIndex

/// Finds API keys, and remembers for a few seconds what it found.
///
/// While the database does not answer, a key that it had before stays valid. The database is asked about all keys that arrived
/// meanwhile together, by one statement at a time: guesses cost it no more than that, and whoever has a key waits for none of them.
final class KeyRing: Sendable {
    private struct Known: Sendable {
        let key: APIKey
        let end: Duration
    }

    /// How long a revoked key still works on this node, and an unknown one is not looked up again.
    static let memory: Duration = .seconds(10)
    /// How long a key that was found before is used while the database is asked about it again.
    private static let grace: Duration = .seconds(5)

    private let answering: StoreGuard
    /// Keys that stay revoked whatever the database says.
    private let revoked: RevokedKeys?
    private let loader: CombiningLoader<[UInt8], APIKey>
    private let known = ByteBoundedCache<[UInt8], Known>(byteCapacity: 4 << 20)
    /// Until when a secret is known to be no key's.
    ///
    /// Apart, so that guesses do not drive out keys.
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

    /// Returns what the database said a moment ago about a secret: its key, or that it has none.
    ///
    /// - Parameter secret: The secret.
    /// - Returns: The key or `nil`; an outer `nil` means that the caller must ask the database.
    func remembered(_ secret: APIKeySecret) -> APIKey?? {
        let hash = secret.hash
        let now = now()
        if let known = known.value(for: hash), known.end > now { return .some(known.key) }
        if let end = unknown.value(for: hash), end > now { return .some(nil) }
        return nil
    }

    /// Returns the key of a secret, or `nil` if there is none.
    ///
    /// - Throws: An `IndexStoreError` if the database fails and the key was not found before; `CancellationError`.
    func key(_ secret: APIKeySecret) async throws -> APIKey? {
        let hash = secret.hash
        let now = now()
        let earlier = known.value(for: hash)
        if let earlier, earlier.end > now { return earlier.key }
        // Other requests use it meanwhile, so that they do not ask too.
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
                // It must not stay among the known keys, where it was put for other requests.
                return try isRevoked(hash) ? refuse(hash, at: now) : key
            } catch {
                known.remove(hash)
                throw error
            }
        }
    }

    /// Remembers that a secret is not a key's.
    private func refuse(_ hash: [UInt8], at now: Duration) -> APIKey? {
        known.remove(hash)
        unknown.set(now + Self.memory, for: hash, byteCount: 128)
        return nil
    }

    /// Whether this node can tell a client's key from a wrong one without the database.
    var knowsKeys: Bool { known.count > 0 }

    /// - Throws: An `IndexStoreError` if the file of revoked keys cannot be read: no key is valid then.
    private func isRevoked(_ hash: [UInt8]) throws -> Bool {
        do {
            return try revoked?.contains(hash) ?? false
        } catch {
            throw IndexStoreError(.unavailable, "The file of revoked keys cannot be read: \(error)")
        }
    }

    /// Notes the day of a use, once a day for all nodes.
    ///
    /// A database that fails here is noticed elsewhere, and the day is noted with a later use.
    private func noteUse(of key: APIKey) async {
        let today = Timestamp.now.startOfDay
        if let last = key.lastUsedOn, last >= today { return }
        try? await answering.call { try await $0.noteUse(ofAPIKey: key.hash, on: today) }
    }

    private func remember(_ key: APIKey, for hash: [UInt8], until end: Duration) {
        known.set(Known(key: key, end: end), for: hash, byteCount: 256)
    }
}
