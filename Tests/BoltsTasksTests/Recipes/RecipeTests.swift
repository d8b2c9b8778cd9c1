import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct RecipeTests {
    private let tokens = Recorder<CancellationToken>()

    @Test(.tags(.t9, .t12)) @MainActor func onlyTheLatestRequestRuns() async throws {
        let (latest, clock) = (LatestOnly(), ManualClock())
        let (started, shown) = (Recorder<Int>(), Recorder<Int>())
        let tasks = (0..<3).map { number in
            latest.run(after: .seconds(1), clock: clock) { [tokens] token in
                started.add(number)
                tokens.add(token)
                return TaskCompletionSource<Int>(cancelledWith: token).task
            } show: {
                shown.add($0)
            }
        }
        #expect(tasks[0].isCancelled && tasks[1].isCancelled && !tasks[2].isCompleted)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(1))
        await eventually("the latest runs") { started.values == [2] }
        // The next request cancels the running work.
        let next = latest.run(after: .zero, clock: clock) { _ in
            BoltsTask(result: 7)
        } show: {
            shown.add($0)
        }
        #expect(tasks[2].isCancelled && tokens.values.allSatisfy { $0.isCancellationRequested })
        try await next.value
        #expect(shown.values == [7])
    }

    @Test(.tags(.t9, .t12)) @MainActor func aResultOnItsWayToTheMainActorIsNotShownAfterTheNextRequest() async throws {
        let latest = LatestOnly()
        let shown = Recorder<Int>()
        let (started, source) = (TaskCompletionSource<Void>(), TaskCompletionSource<Int>())
        let first = latest.run(after: .zero) { _ in
            started.set()
            return source.task
        } show: {
            shown.add($0)
        }
        _ = try await started.task.value
        // Its result waits for the main actor, whose turn has not ended.
        let isComplete = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            source.set(result: 1)
            isComplete.signal()
        }
        isComplete.wait()
        let second = latest.run(after: .zero) { _ in
            BoltsTask(result: 2)
        } show: {
            shown.add($0)
        }
        #expect(first.isCancelled)
        try await second.value
        #expect(shown.values == [2])
    }

    @Test(.tags(.t2, .t3)) func aValueIsLoadedOnceAndAFailureAgain() {
        let loads = Recorder<TaskCompletionSource<Int>>()
        let flight = SingleFlight<String, Int> { _ in
            let source = TaskCompletionSource<Int>()
            loads.add(source)
            return source.task
        }
        for end in ["failed", "cancelled"] {
            let (first, second) = (flight.value(of: "a"), flight.value(of: "a"))
            let again = Recorder<BoltsTask<Int>>()
            first.continueWith { _ in again.add(flight.value(of: "a")) }
            let count = loads.count
            let load = loads.values[count - 1]
            if end == "failed" { load.set(error: Fault(1)) } else { load.cancel() }
            #expect(first.isCompleted && second.isCompleted && first.result == nil)
            // A caller that asks as soon as the load has failed loads again.
            #expect(loads.count == count + 1 && !again.values[0].isCompleted)
            loads.values[count].cancel()
        }
        let task = flight.value(of: "a")
        loads.values[loads.count - 1].set(result: 5)
        #expect(task.result == 5 && flight.value(of: "a").result == 5)
        let count = loads.count
        _ = flight.value(of: "b")
        #expect(loads.count == count + 1)
        loads.values[count].cancel()
    }

    @Test(.tags(.t12, .t13)) func aQueueTakesWorkLaterAndRunsSomeAtATime() async throws {
        let queue = WorkQueue(atMost: 2)
        let running = Recorder<Int>()
        let works = (0..<5).map { _ in TaskCompletionSource<Int>() }
        func add(_ number: Int) -> BoltsTask<Int> {
            queue.add { _ in
                running.add(number)
                return works[number].task
            }
        }
        let tasks = (0..<4).map { add($0) }
        #expect(running.values == [0, 1])
        works[1].set(error: Fault(1))
        #expect(running.values == [0, 1, 2])
        #expect(tasks[1].error as? Fault == Fault(1))
        for number in [0, 2, 3] { works[number].set(result: number) }
        #expect(try await tasks[3].value == 3)
        let last = add(4)
        queue.finish()
        works[4].set(result: 4)
        #expect(try await last.value == 4)
        try await queue.ended.value
    }

    @Test(.tags(.t12, .t13)) func aQueueThatIsCancelledGivesUpWhatRunsAndWaits() async {
        let queue = WorkQueue(atMost: 1)
        let tasks = (0..<2).map { _ in
            queue.add { [tokens] token in
                tokens.add(token)
                return TaskCompletionSource<Int>(cancelledWith: token).task
            }
        }
        #expect(tokens.count == 1)
        queue.cancel()
        #expect(tasks[0].isCancelled && tasks[1].isCancelled && queue.ended.isCancelled)
        #expect(tokens.count == 1 && queue.add { _ in BoltsTask(result: 1) }.isCancelled)
    }

    @Test(.tags(.t5, .t9, .t12)) func aQueueKeepsNothingOfWorkThatHasEnded() async {
        weak var captured: Canary?
        let queue = WorkQueue(atMost: 1)
        do {
            let canary = Canary()
            captured = canary
            #expect(queue.add { _ in BoltsTask(result: withExtendedLifetime(canary) { 1 }) }.result == 1)
        }
        #expect(captured == nil)
        // Each work waits for another one, and is then complete at once.
        await onSmallStack {
            let first = TaskCompletionSource<Int>()
            let queue = WorkQueue(atMost: 1)
            var tasks = [queue.add { _ in first.task }]
            for number in 1..<20_000 { tasks.append(queue.add { _ in BoltsTask(result: number) }) }
            queue.finish()
            #expect(!queue.ended.isCompleted)
            first.set(result: 0)
            #expect(tasks.map(\.result) == Array(0..<20_000) && queue.ended.isCompleted)
        }
    }

    @Test(.tags(.t7, .t13), arguments: [false, true]) func theLosersOfARaceAreCancelled(isCancelled: Bool) {
        let winner = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let ways: [@Sendable (CancellationToken) -> BoltsTask<Int>] = [
            { [tokens] token in
                tokens.add(token)
                return TaskCompletionSource<Int>(cancelledWith: token).task
            }, { _ in BoltsTask(error: Fault(1)) }, { _ in winner.task },
        ]
        let task = fastest(of: ways, cancellationToken: token.token)
        #expect(!task.isCompleted && !tokens.values[0].isCancellationRequested)
        if isCancelled { token.cancel() } else { winner.set(result: 3) }
        #expect(isCancelled ? task.isCancelled : task.result == 3)
        #expect(tokens.values[0].isCancellationRequested)
        winner.tryCancel()
    }

    @Test(.tags(.t7, .t13)) func aRaceThatIsCancelledBeforeStartsNothing() {
        let token = CancellationTokenSource()
        token.cancel()
        let ways: [@Sendable (CancellationToken) -> BoltsTask<Int>] = [
            { [tokens] token in
                tokens.add(token)
                return BoltsTask(result: 1)
            }
        ]
        #expect(fastest(of: ways, cancellationToken: token.token).isCancelled && tokens.count == 0)
    }
}

extension TaskCompletionSource {
    /// A source that a token cancels, which retains it.
    fileprivate convenience init(cancelledWith token: CancellationToken) {
        self.init()
        token.register { self.tryCancel() }
    }
}
