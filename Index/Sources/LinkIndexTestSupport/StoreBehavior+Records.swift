import LinkIndex
import Testing

extension StoreBehavior {
    static let records = [
        StoreBehavior("returns what was written, byte for byte") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            var record = IndexRecord.fresh()
            record.payload = (0...255).map { UInt8($0) }
            try await store.put(record, for: key)
            #expect(try await store.records(for: [key]) == [key: record])
        },
        StoreBehavior("returns many records at once, without those that do not exist") {
            (store: any IndexStore) async throws -> Void in
            let keys = (0..<IndexStoreLimits.keysInOneCall).map { _ in RecordKey.unused() }
            let known = Array(keys.prefix(3))
            for key in known { try await store.put(.fresh(key.text), for: key) }
            let found = try await store.records(for: keys)
            #expect(Set(found.keys) == Set(known))
            for (key, record) in found { #expect(record.payload == Array(key.text.utf8)) }
            #expect(try await store.records(for: []).isEmpty)
        },
        StoreBehavior("accepts a key twice in one call") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            try await store.put(.fresh(), for: key)
            #expect(try await store.records(for: [key, key]).count == 1)
        },
        StoreBehavior("tells a page from a host of the same text") { (store: any IndexStore) async throws -> Void in
            let page = RecordKey.unused(.page)
            let site = RecordKey(.site, page.text)
            try await store.put(.fresh("page"), for: page)
            try await store.put(.fresh("site"), for: site)
            #expect(try await store.records(for: [page])[page]?.payload == Array("page".utf8))
            #expect(try await store.records(for: [site])[site]?.payload == Array("site".utf8))
        },
        StoreBehavior("replaces a record") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            try await store.put(.fresh("first"), for: key)
            try await store.put(.fresh("second"), for: key)
            #expect(try await store.records(for: [key])[key]?.payload == Array("second".utf8))
        },
        StoreBehavior("keeps a record of a megabyte and an empty one") { (store: any IndexStore) async throws -> Void in
            for payload in [[UInt8](repeating: 7, count: 1 << 20), []] {
                let key = RecordKey.unused()
                var record = IndexRecord.fresh()
                record.payload = payload
                try await store.put(record, for: key)
                #expect(try await store.records(for: [key])[key]?.payload == payload)
            }
        },
        StoreBehavior("keeps texts of any character, and long ones") { (store: any IndexStore) async throws -> Void in
            for text in ["", "'; DROP TABLE record; --", "\u{1}\u{1F600}\u{301}", String(repeating: "é", count: 8_192)]
            {
                let key = RecordKey(.page, "\(text)\(UInt64.random(in: .min ... .max))")
                try await store.put(.fresh(), for: key)
                #expect(try await store.records(for: [key]).count == 1)
            }
        },
        StoreBehavior("keeps the extremes of times and formats") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let record = IndexRecord(
                format: .max,
                payload: [0],
                storedAt: Timestamp(milliseconds: .min),
                freshUntil: Timestamp(milliseconds: 0),
                keepUntil: Timestamp(milliseconds: .max)
            )
            try await store.put(record, for: key)
            #expect(try await store.records(for: [key])[key] == record)
        },
        StoreBehavior("removes records, and ignores unknown ones") { (store: any IndexStore) async throws -> Void in
            let (gone, kept) = (RecordKey.unused(), RecordKey.unused())
            try await store.put(.fresh(), for: gone)
            try await store.put(.fresh(), for: kept)
            try await store.removeRecords(for: [gone, .unused()])
            #expect(try await Array(store.records(for: [gone, kept]).keys) == [kept])
        },
        StoreBehavior("deletes what expired, up to the limit, and nothing else") {
            (store: any IndexStore) async throws -> Void in
            let expired = [RecordKey.unused(), .unused(), .unused()]
            let kept = RecordKey.unused()
            for key in expired { try await store.put(.expired(), for: key) }
            try await store.put(.fresh(), for: kept)
            #expect(try await store.deleteExpired(limit: 2) == 2)
            while try await store.deleteExpired(limit: 100) == 100 {}
            #expect(try await Array(store.records(for: expired + [kept]).keys) == [kept])
        },
        StoreBehavior("answers a ping and migrates again without loss") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            try await store.put(.fresh(), for: key)
            try await store.ping()
            try await store.migrate()
            #expect(try await store.records(for: [key]).count == 1)
        },
    ]
}
