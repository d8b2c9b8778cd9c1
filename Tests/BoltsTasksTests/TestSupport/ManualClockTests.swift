import BoltsTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ManualClockTests {
    @Test func sleepersWakeEarliestFirst() async throws {
        let clock = ManualClock()
        let order = Recorder<Int>()
        let sleepers = [3, 1, 2].map { seconds in
            Task {
                try await clock.sleep(for: .seconds(seconds))
                order.add(seconds)
            }
        }
        await clock.waitForSleepers(3)
        for seconds in 1...3 {
            clock.advance(by: .seconds(1))
            try await sleepers[[1, 2, 0][seconds - 1]].value
        }
        #expect(order.values == [1, 2, 3])
    }

    @Test func aCancelledSleeperIsAwake() async {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitForSleepers(1)
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func aCancelledWaitForSleepersEnds() async {
        let clock = ManualClock()
        let waiter = Task { await clock.waitForSleepers(1) }
        waiter.cancel()
        await waiter.value
        // This sleep is cancelled before it begins.
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            await clock.waitForSleepers(1)
        }
        late.cancel()
        await late.value
    }
}
