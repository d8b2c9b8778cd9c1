import LinkIndex
import Testing

extension StoreBehavior {
    static let keys = [
        StoreBehavior("finds an API key by its hash, and not one that was revoked") {
            (store: any IndexStore) async throws -> Void in
            let key = APIKey.unused(requestsPerMinute: 60)
            #expect(try await store.addAPIKey(key))
            #expect(try await store.apiKeys(withHashes: [key.hash])[key.hash] == key)
            #expect(try await store.apiKeys().contains(key))
            #expect(try await store.revokeAPIKey(named: key.name))
            #expect(try await store.apiKeys(withHashes: [key.hash])[key.hash] == nil)
            #expect(try await !store.apiKeys().contains(key))
            #expect(try await !store.revokeAPIKey(named: key.name))
        },
        StoreBehavior("knows the last day on which an API key was used") {
            (store: any IndexStore) async throws -> Void in
            let key = APIKey.unused()
            let day = Timestamp(milliseconds: 1_700_000_000_000).startOfDay
            try await store.noteUse(ofAPIKey: key.hash, on: day)
            #expect(try await store.addAPIKey(key))
            #expect(
                try await store.apiKeys(withHashes: [key.hash])[key.hash]?.lastUsedOn == nil,
                "it is not that of an unknown key"
            )
            for time in [day, day + .seconds(86_400), day] { try await store.noteUse(ofAPIKey: key.hash, on: time) }
            var used = key
            used.lastUsedOn = day + .seconds(86_400)
            #expect(try await store.apiKeys(withHashes: [key.hash])[key.hash] == used)
            #expect(try await store.apiKeys().contains(used))
            #expect(try await store.revokeAPIKey(named: key.name))
            #expect(try await store.addAPIKey(key))
            #expect(try await store.apiKeys(withHashes: [key.hash])[key.hash] == key)
        },
        StoreBehavior("refuses a second API key of the same name or hash") {
            (store: any IndexStore) async throws -> Void in
            let key = APIKey.unused()
            #expect(try await store.addAPIKey(key))
            var sameName = APIKey.unused()
            sameName.name = key.name
            #expect(try await !store.addAPIKey(sameName))
            var sameHash = APIKey.unused()
            sameHash.hash = key.hash
            #expect(try await !store.addAPIKey(sameHash))
            #expect(try await store.apiKeys(withHashes: [key.hash])[key.hash] == key)
        },
        StoreBehavior("lists API keys in the order of their names") { (store: any IndexStore) async throws -> Void in
            for _ in 0..<3 { #expect(try await store.addAPIKey(.unused())) }
            let names = try await store.apiKeys().map { Array($0.name.utf8) }
            #expect(names.count >= 3)
            for (name, next) in zip(names, names.dropFirst()) { #expect(name.lexicographicallyPrecedes(next)) }
        },
    ]
}

extension APIKey {
    fileprivate static func unused(requestsPerMinute: Int? = nil) -> APIKey {
        APIKey(
            hash: (0..<32).map { _ in .random(in: .min ... .max) },
            name: "key-\(UInt64.random(in: .min ... .max))",
            createdAt: Timestamp(milliseconds: 1_700_000_000_000),
            requestsPerMinute: requestsPerMinute
        )
    }
}
