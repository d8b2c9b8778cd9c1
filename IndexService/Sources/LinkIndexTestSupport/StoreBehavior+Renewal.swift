import LinkIndex
import Testing

extension StoreBehavior {
    static let renewal = [
        StoreBehavior("finds records in use that soon become stale, the earliest first") {
            (store: any IndexStore) async throws -> Void in
            let (late, early, unused, fresh) = (
                RecordKey.unused(), RecordKey.unused(), RecordKey.unused(), RecordKey.unused()
            )
            try await store.put(.fresh(for: .seconds(20)), for: late)
            try await store.put(.fresh(for: .seconds(10)), for: early)
            try await store.put(.fresh(for: .seconds(10)), for: unused)
            try await store.put(.fresh(for: .seconds(3_000)), for: fresh)
            try await store.recordUses([late: 2, early: 1, fresh: 9, .unused(): 5])
            try await store.recordUses([early: 1])
            let due = try await store.due(minimumUses: 2)
            #expect(due.filter([late, early, unused, fresh].contains) == [early, late])
            #expect(try await store.due(minimumUses: 3).filter([late, early].contains).isEmpty)
        },
        StoreBehavior("returns at most as many due records as it was asked for") {
            (store: any IndexStore) async throws -> Void in
            for _ in 0..<3 {
                let key = RecordKey.unused()
                try await store.put(.fresh(for: .seconds(10)), for: key)
                try await store.recordUses([key: 5])
            }
            #expect(try await store.due(minimumUses: 1, limit: 2).count == 2)
        },
        StoreBehavior("counts uses from zero again once a record is replaced") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            try await store.put(.fresh(for: .seconds(10)), for: key)
            try await store.recordUses([key: 5])
            #expect(try await store.due(minimumUses: 1).contains(key))
            try await store.put(.fresh(for: .seconds(10)), for: key)
            #expect(try await !store.due(minimumUses: 1).contains(key))
        },
        StoreBehavior("does not find records of a lease that holds, nor those that can be deleted") {
            (store: any IndexStore) async throws -> Void in
            let (leased, gone) = (RecordKey.unused(), RecordKey.unused())
            try await store.put(.fresh(for: .seconds(10)), for: leased)
            try await store.put(.expired(), for: gone)
            try await store.recordUses([leased: 5, gone: 5])
            let lease = try await store.lease(leased)
            #expect(try await store.due(minimumUses: 1).filter([leased, gone].contains).isEmpty)
            try await store.release(lease)
            #expect(try await store.due(minimumUses: 1).contains(leased))
        },
        StoreBehavior("keeps the kind and the text of a key") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey(.site, "shop-\(UInt64.random(in: .min ... .max)).example:8443")
            try await store.put(.fresh(for: .seconds(10)), for: key)
            try await store.recordUses([key: 1])
            let due = try await store.due(minimumUses: 1)
            #expect(due.first { $0.text == key.text } == key)
        },
    ]
}

extension IndexStore {
    fileprivate func due(minimumUses: Int, limit: Int = 500) async throws -> [RecordKey] {
        try await recordsDueForRenewal(staleBefore: .now + .seconds(60), minimumUses: minimumUses, limit: limit)
    }
}
