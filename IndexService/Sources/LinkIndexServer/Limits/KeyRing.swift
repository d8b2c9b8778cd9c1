import LinkIndex

/// Finds API keys, and remembers for a few seconds what it found.
///
/// While the database does not answer, a key that it had before stays valid.
final class KeyRing: Sendable {
    private struct Known: Sendable {
        let key: APIKey?
        let end: Duration
    }

    /// How long a revoked key still works on this node, and an unknown one is not looked up again.
    static let memory: Duration = .seconds(10)
    /// How long a key that was found before is used while the database is asked about it again.
    private static let grace: Duration = .seconds(5)

    private let store: any IndexStore
    private let known = ByteBoundedCache<[UInt8], Known>(byteCapacity: 4 << 20)
    private let now: @Sendable () -> Duration

    init(_ store: any IndexStore, now: @escaping @Sendable () -> Duration) {
        self.store = store
        self.now = now
    }

    /// Returns whether a secret was that of a key when the database was last asked.
    func wasValid(_ secret: APIKeySecret) -> Bool { known.value(for: secret.hash)?.key != nil }

    /// Returns what the database said a moment ago about a secret: its key, or that it has none.
    ///
    /// - Parameter secret: The secret.
    /// - Returns: The key or `nil`; an outer `nil` if the database is to be asked.
    func remembered(_ secret: APIKeySecret) -> APIKey?? {
        guard let known = known.value(for: secret.hash), known.end > now() else { return nil }
        return .some(known.key)
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
            let key = try await store.apiKey(hash: hash)
            remember(key, for: hash, until: now + Self.memory)
            if let key { await noteUse(of: key) }
            return key
        } catch let error as IndexStoreError {
            guard let key = earlier?.key else { throw error }
            return key
        }
    }

    /// Notes the day of a use, once a day for all nodes.
    ///
    /// A database that fails here is noticed elsewhere, and the day is noted with a later use.
    private func noteUse(of key: APIKey) async {
        let today = Timestamp.now.startOfDay
        if let last = key.lastUsedOn, last >= today { return }
        try? await store.noteUse(ofAPIKey: key.hash, on: today)
    }

    private func remember(_ key: APIKey?, for hash: [UInt8], until end: Duration) {
        known.set(Known(key: key, end: end), for: hash, byteCount: 256)
    }
}
