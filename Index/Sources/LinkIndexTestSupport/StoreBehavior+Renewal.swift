import LinkIndex
import Testing

extension StoreBehavior {
    static let renewal = [
        StoreBehavior("hands out records in use that soon become stale, the earliest first") {
            (store: any IndexStore) async throws -> Void in
            let (late, early, unused, fresh) = (
                RecordKey.unused(), RecordKey.unused(), RecordKey.unused(), RecordKey.unused()
            )
            try await store.put(.fresh(for: .seconds(20)), for: late)
            try await store.put(.fresh(for: .seconds(10)), for: early)
            try await store.put(.fresh(for: .seconds(10)), for: unused)
            try await store.put(.fresh(for: .seconds(3_000)), for: fresh)
            try await store.use([late: 2, early: 1, fresh: 9, .unused(): 5], minimum: 2)
            try await store.use([early: 1, unused: 1], minimum: 2)
            let claimed = try await store.claim()
            #expect(claimed.filter([late, early, unused, fresh].contains) == [early, late])
        },
        StoreBehavior("puts a record into the queue by the rule of whoever counts it, and by none without one") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            try await store.put(.fresh(for: .seconds(10)), for: key)
            try await store.recordUses([key: 5], rule: nil)
            #expect(try await !store.claim().contains(key))
            try await store.use([key: 1], minimum: 7)
            #expect(try await !store.claim().contains(key))
            try await store.use([key: 1], minimum: 7)
            #expect(try await store.claim().contains(key))
        },
        StoreBehavior("claims at most as many records as it was asked for, and the others next") {
            (store: any IndexStore) async throws -> Void in
            while try await !store.claim().isEmpty {}
            let keys = try await store.putInUse(3)
            let first = try await store.claim(limit: 2)
            #expect(first.count == 2)
            let second = try await store.claim(limit: 2)
            #expect(Set(first + second) == Set(keys) && second.count == 1)
        },
        StoreBehavior("does not claim a record again that was claimed a moment ago") {
            (store: any IndexStore) async throws -> Void in
            let keys = Set(try await store.putInUse(5))
            #expect(Set(try await store.claim()).isSuperset(of: keys))
            #expect(try await Set(store.claim()).isDisjoint(with: keys))
            // Another use does not make the record due earlier.
            try await store.use(Dictionary(uniqueKeysWithValues: keys.map { ($0, 9) }), minimum: 1)
            #expect(try await Set(store.claim()).isDisjoint(with: keys))
        },
        StoreBehavior("gives callers that claim at the same time different records") {
            (store: any IndexStore) async throws -> Void in
            while try await !store.claim().isEmpty {}
            let keys = Set(try await store.putInUse(120))
            let batches = try await withThrowingTaskGroup(of: [RecordKey].self) { group in
                for _ in 0..<8 { group.addTask { try await store.claim(limit: 20) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let claimed = batches.joined()
            #expect(Set(claimed).count == claimed.count, "a record was claimed twice")
            #expect(batches.allSatisfy { $0.count <= 20 })
            // On a slow machine a record of another behavior may be claimed too.
            #expect(try await Set(claimed).union(store.claim()).isSuperset(of: keys))
        },
        StoreBehavior("counts uses from zero again once a record is replaced") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            try await store.put(.fresh(for: .seconds(10)), for: key)
            try await store.use([key: 5], minimum: 5)
            try await store.put(.fresh(for: .seconds(10)), for: key)
            #expect(try await !store.claim().contains(key))
            try await store.use([key: 4], minimum: 5)
            #expect(try await !store.claim().contains(key))
            // The record is claimed once the new uses alone reach the minimum.
            try await store.use([key: 1], minimum: 5)
            #expect(try await store.claim().contains(key))
        },
        StoreBehavior("does not claim what was removed, can be deleted, or has been stale for an hour") {
            (store: any IndexStore) async throws -> Void in
            let (removed, gone, old) = (RecordKey.unused(), RecordKey.unused(), RecordKey.unused())
            try await store.put(.fresh(for: .seconds(10)), for: removed)
            try await store.put(.expired(), for: gone)
            try await store.put(.fresh(for: .seconds(-3_700)), for: old)
            try await store.use([removed: 5, gone: 5, old: 5], minimum: 1)
            try await store.removeRecords(for: [removed])
            #expect(try await Set(store.claim()).isDisjoint(with: [removed, gone, old]))
        },
        StoreBehavior("keeps the kind and the text of a key") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey(.site, "shop-\(UInt64.random(in: .min ... .max)).example:8443")
            try await store.put(.fresh(for: .seconds(10)), for: key)
            try await store.use([key: 1], minimum: 1)
            #expect(try await store.claim().first { $0.text == key.text } == key)
        },
    ]
}

extension IndexStore {
    fileprivate func use(_ uses: [RecordKey: Int], minimum: Int) async throws {
        try await recordUses(uses, rule: RenewalRule(minimumUses: minimum, before: .seconds(60)))
    }

    fileprivate func claim(limit: Int = 500) async throws -> [RecordKey] {
        try await claimRenewals(limit: limit, before: .seconds(60))
    }

    /// Stores records that are due for renewal.
    fileprivate func putInUse(_ count: Int) async throws -> [RecordKey] {
        let keys = (0..<count).map { _ in RecordKey.unused() }
        for key in keys { try await put(.fresh(for: .seconds(10)), for: key) }
        try await use(Dictionary(uniqueKeysWithValues: keys.map { ($0, 3) }), minimum: 3)
        return keys
    }
}
