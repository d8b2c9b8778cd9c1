import Logging
import Synchronization
import Testing

@testable import LinkIndex

struct LeaseHolderTests {
    /// The lines of a log.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }

    private struct Handler: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.append("\(event.message) \(event.metadata ?? [:])") }
    }

    @Test func aLeaseThatWasLostIsLoggedWithItsHostAndWithoutItsURL() async throws {
        try await TwoNodes.run { nodes in
            let lines = Lines()
            let logger = Logger(label: "test") { _ in Handler(lines: lines) }
            func holder(_ node: String, _ duration: Duration) -> LeaseHolder {
                LeaseHolder(nodes.store, node: node, duration: duration, logger: logger)
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
            #expect(lines.all.count == 1)
            #expect(lines.all.allSatisfy { $0.contains("a.example") && !$0.contains("secret") })
            #expect(slow.lease(for: key) == nil && !slow.forget(lease))
            #expect(other.count == 1)
        }
    }
}
