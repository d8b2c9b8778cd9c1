import LinkIndexTestSupport
import Testing

@testable import LinkIndex

struct UseCounterTests {
    @Test func longURLsNeedBoundedMemory() async throws {
        try await TwoNodes.run { nodes in
            let counter = UseCounter(nodes.store, rule: nil, logger: .silent)
            let path = String(repeating: "a", count: 8_000)
            for number in 0..<UseCounter.keyLimit { counter.count(.page, "https://a.example/\(number)/\(path)") }
            #expect(counter.size.keys > 100 && counter.size.bytes <= UseCounter.byteLimit)
            let size = counter.size
            counter.count(.page, "https://a.example/0/\(path)")
            #expect(counter.size == size)
            await counter.flush()
            #expect(counter.size == (0, 0))
        }
    }

    @Test func shortURLsAreBoundedByTheirNumber() async throws {
        try await TwoNodes.run { nodes in
            let counter = UseCounter(nodes.store, rule: nil, logger: .silent)
            for number in 0..<2 * UseCounter.keyLimit { counter.count(.page, "\(number)") }
            #expect(counter.size.keys == UseCounter.keyLimit)
        }
    }

    @Test func countsThatCannotBeWrittenAreOneLineOfTheLog() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            store.isAway = true
            let log = RecordedLog()
            let counter = UseCounter(store, rule: nil, logger: log.logger)
            let count = IndexStoreLimits.keysInOneCall * 3 + 1
            for number in 0..<count { counter.count(.page, "https://a.example/\(number)") }
            await counter.flush()
            #expect(log.lines.count == 1)
            #expect(log.lines.first?.hasPrefix("The use of \(count) records was not counted: ") == true)
        }
    }
}
