import Testing

@testable import LinkIndex

struct LeaseHolderTests {
    @Test func aLeaseThatWasLostIsLoggedWithItsHostAndWithoutItsURL() async throws {
        try await TwoNodes.run { nodes in
            let log = RecordedLog()
            func holder(_ node: String, _ duration: Duration) -> LeaseHolder {
                LeaseHolder(nodes.store, node: node, duration: duration, logger: log.logger)
            }
            let (slow, other) = (holder("slow", .milliseconds(1)), holder("other", .seconds(600)))
            let key = RecordKey(.page, "https://a.example/secret?token=1")
            guard case .acquired(let lease) = try await slow.acquire(key) else {
                Issue.record("the lease is held")
                return
            }
            while true {
                if case .acquired = try await other.acquire(key) { break }
                await Task.yield()
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
