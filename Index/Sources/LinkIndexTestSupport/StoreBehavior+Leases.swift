import LinkIndex
import Testing

extension StoreBehavior {
    static let leases = [
        StoreBehavior("gives the lease of a key to one caller") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let answers = try await withThrowingTaskGroup(of: LeaseAnswer.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await store.acquireLease(for: key, owner: "n\(number)", duration: .seconds(50))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let acquired = answers.compactMap { answer -> Lease? in
                if case .acquired(let lease) = answer { lease } else { nil }
            }
            #expect(acquired.count == 1)
            for case .held(let owner, let remaining) in answers {
                #expect(owner == acquired.first?.owner)
                #expect(remaining > .zero && remaining <= .seconds(50))
            }
        },
        StoreBehavior("does not give a lease again to its owner") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let lease = try await store.lease(key, owner: "a")
            let again = try await store.acquireLease(for: key, owner: "a", duration: .seconds(50))
            if case .acquired = again { Issue.record("it was given twice") }
            try await store.release(lease)
            _ = try await store.lease(key, owner: "a")
        },
        StoreBehavior("keeps leases of different keys apart") { (store: any IndexStore) async throws -> Void in
            let (first, second) = (RecordKey.unused(), RecordKey.unused())
            let lease = try await store.lease(first)
            #expect(lease.key == first)
            #expect(try await store.lease(second).key == second)
        },
        StoreBehavior("gives an expired lease to another caller") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let dead = try await store.lease(key, owner: "dead", duration: .milliseconds(1))
            let lease = try await store.leaseOnceExpired(key, owner: "alive")
            #expect(lease.token != dead.token)
            #expect(lease.owner == "alive")
        },
        StoreBehavior("gives a lease to another caller that lasts longer than any may, as after a clock was set back") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            _ = try await store.lease(key, owner: "dead", duration: IndexStoreLimits.leaseDuration * 2)
            let lease = try await store.lease(key, owner: "alive", duration: .seconds(50))
            guard case .held("alive", _) = try await store.acquireLease(for: key, owner: "late", duration: .seconds(1))
            else {
                Issue.record("a lease that may last was given away")
                return
            }
            try await store.release(lease)
        },
        StoreBehavior("does not store under a lease that another caller acquired") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let lost = try await store.lease(key, owner: "slow", duration: .milliseconds(1))
            let lease = try await store.leaseOnceExpired(key, owner: "quick")
            #expect(try await !store.write(.fresh("late"), lease: lost))
            #expect(try await store.records(for: [key]).isEmpty)
            #expect(try await store.write(.fresh("in time"), lease: lease))
            #expect(try await store.records(for: [key])[key]?.payload == Array("in time".utf8))
        },
        StoreBehavior("stores under an expired lease that nobody acquired") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let lease = try await store.lease(key, duration: .milliseconds(1))
            try await Task.sleep(for: .milliseconds(20))
            #expect(try await store.write(.fresh(), lease: lease))
        },
        StoreBehavior("releases the lease when it stores") { (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let lease = try await store.lease(key, owner: "a")
            #expect(try await store.write(.fresh(), lease: lease))
            #expect(try await !store.write(.fresh(), lease: lease))
            _ = try await store.lease(key, owner: "b")
        },
        StoreBehavior("releases a lease once, and never another caller's") {
            (store: any IndexStore) async throws -> Void in
            let key = RecordKey.unused()
            let first = try await store.lease(key, owner: "a")
            try await store.release(first)
            let second = try await store.lease(key, owner: "b")
            try await store.release(first)
            #expect(try await store.write(.fresh(), lease: second))
        },
        StoreBehavior("renews the leases that the caller holds, and says which") {
            (store: any IndexStore) async throws -> Void in
            let (kept, released, lost) = (RecordKey.unused(), RecordKey.unused(), RecordKey.unused())
            let first = try await store.lease(kept, duration: .seconds(10))
            let second = try await store.lease(released)
            try await store.release(second)
            let third = try await store.lease(lost, duration: .milliseconds(1))
            _ = try await store.leaseOnceExpired(lost, owner: "other")
            #expect(try await store.renew([first, second, third], duration: .seconds(50)) == [first])
            let answer = try await store.acquireLease(for: kept, owner: "b", duration: .seconds(1))
            guard case .held("a", let remaining) = answer else {
                Issue.record("the renewed lease is not held: \(answer)")
                return
            }
            #expect(remaining > .seconds(10))
            #expect(try await store.renew([], duration: .seconds(1)).isEmpty)
        },
    ]
}
