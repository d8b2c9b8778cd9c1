import Synchronization
import Testing

@testable import LinkIndex

struct LeaseHolderTests {
    @Test func aLeaseThatWasLostIsLoggedWithItsHostAndWithoutItsURL() async throws {
        let start = Timestamp.now
        let milliseconds = Atomic(0)
        let now: @Sendable () -> Timestamp = { start + .milliseconds(milliseconds.load(ordering: .relaxed)) }
        try await TwoNodes.run(now: now) { nodes in
            let log = RecordedLog()
            func holder(_ node: String, _ duration: Duration) -> LeaseHolder {
                LeaseHolder(
                    StoreGuard(nodes.store, limit: .seconds(60)),
                    node: node,
                    duration: duration,
                    logger: log.logger
                )
            }
            let (slow, other) = (holder("slow", .milliseconds(1)), holder("other", .seconds(600)))
            let key = RecordKey(.page, "https://a.example/secret?token=1")
            guard case .acquired(let lease) = try await slow.acquire(key) else {
                Issue.record("the lease is held")
                return
            }
            milliseconds.store(1, ordering: .relaxed)
            guard case .acquired = try await other.acquire(key) else {
                Issue.record("the lease has not expired")
                return
            }
            await slow.renew()
            await other.renew()
            #expect(log.lines.count == 1)
            #expect(log.lines.allSatisfy { $0.contains("a.example") && !$0.contains("secret") })
            #expect(slow.lease(for: key) == nil && !slow.forget(lease))
            #expect(other.count == 1)
        }
    }
}
