import LinkIndex
import Testing

extension StoreBehavior {
    static let siteVersions = [
        StoreBehavior("lists the versions of a host in their order, and loads their payloads") {
            (store: any IndexStore) async throws -> Void in
            let (key, other) = (RecordKey.unused(.site), RecordKey.unused(.site))
            let bytes = (0...255).map { UInt8($0) }
            let versions = [2, 1, 10].map { SiteVersion.numbered($0, byteCount: 256) }
            for version in versions { #expect(try await store.addVersion(version, payload: bytes, of: key)) }
            #expect(try await store.addVersion(.numbered(1), payload: [7], of: other))
            #expect(try await store.versions(of: key) == [versions[1], versions[0], versions[2]])
            #expect(try await store.payloads(ofVersions: [1, 10, 11], of: key) == [1: bytes, 10: bytes])
            #expect(try await store.payloads(ofVersions: [], of: key).isEmpty)
            #expect(try await store.versions(of: .unused(.site)).isEmpty)
        },
        StoreBehavior("adds one version of a number, however many callers have one") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused(.site)
            let added = try await withThrowingTaskGroup(of: UInt8?.self) { group in
                for byte in UInt8(0)..<20 {
                    group.addTask {
                        try await store.addVersion(.numbered(1), payload: [byte], of: key) ? byte : nil
                    }
                }
                return try await group.reduce(into: [UInt8]()) { if let byte = $1 { $0.append(byte) } }
            }
            #expect(added.count == 1)
            #expect(try await store.payloads(ofVersions: [1], of: key) == [1: added])
        },
        StoreBehavior("replaces the payload of a version, which keeps its time, and none that is missing") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused(.site)
            #expect(try await store.addVersion(.numbered(3), payload: [1], of: key))
            var later = SiteVersion.numbered(3, byteCount: 2)
            later.content = [UInt8](repeating: 9, count: 32)
            later.format = 8
            later.firstReadAt = later.firstReadAt + .seconds(60)
            later.keepUntil = later.keepUntil + .seconds(60)
            try await store.replaceVersion(later, payload: [2, 2], of: key)
            var missing = later
            missing.number = 4
            try await store.replaceVersion(missing, payload: [3], of: key)
            later.firstReadAt = SiteVersion.numbered(3).firstReadAt
            #expect(try await store.versions(of: key) == [later])
            #expect(try await store.payloads(ofVersions: [3, 4], of: key) == [3: [2, 2]])
        },
        StoreBehavior("keeps a version for longer, and not for less") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused(.site)
            let version = SiteVersion.numbered(1)
            #expect(try await store.addVersion(version, payload: [1], of: key))
            for seconds in [60, -60] {
                try await store.keepVersion(1, of: key, until: version.keepUntil + .seconds(seconds))
            }
            #expect(try await store.versions(of: key).map(\.keepUntil) == [version.keepUntil + .seconds(60)])
        },
        StoreBehavior("removes the earlier versions of one host, or all of them") {
            (store: any IndexStore) async throws -> Void in
            let (key, other) = (RecordKey.unused(.site), RecordKey.unused(.site))
            for number in 1...3 {
                #expect(try await store.addVersion(.numbered(Int64(number)), payload: [1], of: key))
                #expect(try await store.addVersion(.numbered(Int64(number)), payload: [1], of: other))
            }
            try await store.removeVersions(of: key, through: 2)
            #expect(try await store.versions(of: key).map(\.number) == [3])
            try await store.removeVersions(of: key, through: .max)
            #expect(try await store.versions(of: key).isEmpty)
            #expect(try await store.versions(of: other).count == 3)
        },
        StoreBehavior("deletes versions that were not read for long, with what else expired") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused(.site)
            var old = SiteVersion.numbered(1)
            old.keepUntil = Timestamp(milliseconds: 1_000_000)
            #expect(try await store.addVersion(old, payload: [1], of: key))
            #expect(try await store.addVersion(.numbered(2), payload: [1], of: key))
            while try await store.deleteExpired(limit: 100) == 100 {}
            #expect(try await store.versions(of: key).map(\.number) == [2])
        },
    ]
}

extension SiteVersion {
    /// A version that no store deletes, the same for each call with a number.
    fileprivate static func numbered(_ number: Int64, byteCount: Int = 1) -> SiteVersion {
        SiteVersion(
            number: number,
            content: [UInt8](repeating: 5, count: 32),
            format: 3,
            byteCount: byteCount,
            firstReadAt: Timestamp(milliseconds: 1_700_000_000_000 + number),
            keepUntil: Timestamp(milliseconds: 32_000_000_000_000)
        )
    }
}
