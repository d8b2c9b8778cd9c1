import LinkIndex

/// Finds API keys, and remembers for a few seconds what it found.
final class KeyRing: Sendable {
    private struct Known: Sendable {
        let key: APIKey?
        let end: Duration
    }

    /// How long a revoked key still works on this node, and an unknown one is not looked up again.
    static let memory: Duration = .seconds(10)

    private let store: any IndexStore
    private let known = ByteBoundedCache<[UInt8], Known>(byteCapacity: 4 << 20)
    private let now: @Sendable () -> Duration

    init(_ store: any IndexStore, now: @escaping @Sendable () -> Duration) {
        self.store = store
        self.now = now
    }

    /// Returns the key of a secret, or `nil` if there is none.
    func key(_ secret: APIKeySecret) async throws -> APIKey? {
        let hash = secret.hash
        let now = now()
        if let known = known.value(for: hash), known.end > now { return known.key }
        let key = try await store.apiKey(hash: hash)
        known.set(Known(key: key, end: now + Self.memory), for: hash, byteCount: 256)
        return key
    }
}
