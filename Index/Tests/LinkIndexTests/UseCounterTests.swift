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
            // Each call may wait for seconds, and a node that ends waits for all of them.
            #expect(store.calls["recordUses"] == 1)
        }
    }

    @Test func usesOfAKeptAnswerAreCountedForItsPageAndItsSite() async throws {
        try await TwoNodes.run { nodes in
            let store = CountingStore(nodes.store)
            let counter = UseCounter(store, rule: nil, logger: .silent)
            let pages = ["https://a.example/1", "https://a.example/2"]
            let answers = pages.map { AnswerKeys(page: $0, site: "https://a.example/") }
            for turn in 0..<2 {
                for _ in 0..<3 { counter.count(answers[0]) }
                counter.count(answers[1])
                counter.count(.page, pages[1])
                #expect(counter.size.keys == 3)
                await counter.flush()
                #expect(counter.size == (0, 0))
                let written = store.uses
                #expect(written[RecordKey(.page, pages[0])] == 3 * (turn + 1))
                #expect(written[RecordKey(.page, pages[1])] == 2 * (turn + 1))
                #expect(written[RecordKey(.site, "https://a.example/")] == 4 * (turn + 1))
            }
        }
    }

    @Test func usesOfKeptAnswersAreBoundedAndCountedOnceThereIsRoom() async throws {
        try await TwoNodes.run { nodes in
            let counter = UseCounter(nodes.store, rule: nil, logger: .silent)
            let answers = (0..<2 * UseCounter.keyLimit).map { AnswerKeys(page: "\($0)", site: nil) }
            answers.forEach(counter.count)
            #expect(counter.size.keys == UseCounter.keyLimit)
            await counter.flush()
            counter.count(answers[UseCounter.keyLimit])
            #expect(counter.size.keys == 1)
        }
    }
}
