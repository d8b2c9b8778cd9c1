@testable import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct AsyncTests {
    @Test(.tags(.t11)) func awaitsEveryOutcome() async throws {
        #expect(try await BoltsTask(result: 1).value == 1)
        await #expect(throws: Fault(2)) { try await BoltsTask<Int>(error: Fault(2)).value }
        await #expect(throws: CancellationError.self) { try await BoltsTask<Int>.cancelled().value }
    }

    @Test(.tags(.t11)) func awaitsAPendingTask() async throws {
        let source = TaskCompletionSource<Int>()
        let waiter = Task { try await source.task.value }
        source.set(result: 3)
        #expect(try await waiter.value == 3)
    }

    @Test(.tags(.t11)) func cancellingAWaiterEndsOnlyThatWait() async throws {
        let source = TaskCompletionSource<Int>()
        let one = Task { try await source.task.value }
        let other = Task { try await source.task.value }
        one.cancel()
        await #expect(throws: CancellationError.self) { try await one.value }
        #expect(!source.task.isCompleted)
        source.set(result: 4)
        #expect(try await other.value == 4)
    }

    @Test(.tags(.t11)) func aCancelledWaiterStillReadsACompletedTask() async throws {
        let gate = TaskCompletionSource<Void>()
        let reader = Task {
            try? await gate.task.value
            return try await BoltsTask(result: 5).value
        }
        reader.cancel()
        gate.set(result: ())
        #expect(try await reader.value == 5)
    }

    /// The thread sanitizer knows of no order between a thread that resumes a continuation early and the code after it.
    @Test(.tags(.t11)) func aTaskMayEndOnAnotherThreadBeforeTheWaitSuspends() async throws {
        let source = TaskCompletionSource<Route>()
        let waiter = AwaitNode<Route>()
        let isSet = Atomic<Bool>(false)
        await unsafe withUnsafeContinuation { continuation in
            unsafe waiter.wait(for: source.task, continuation)
            Thread.detachNewThread {
                source.set(result: Route(depth: 1, names: ["a"]))
                // Relaxed, so that this flag orders nothing for the sanitizer.
                isSet.store(true, ordering: .relaxed)
            }
            while !isSet.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.001) }
        }
        #expect(try waiter.outcome(of: source.task) == Route(depth: 1, names: ["a"]))
    }

    @Test(.tags(.t11)) func startsAsyncWork() async throws {
        let task = BoltsTask { try await BoltsTask(result: 20).value + 1 }
        #expect(try await task.value == 21)
        let failing = BoltsTask { () async throws -> Int in throw Fault(6) }
        await #expect(throws: Fault(6)) { try await failing.value }
    }

    @Test(.tags(.t11)) func asyncWorkIsCancelledThroughItsToken() async throws {
        let source = CancellationTokenSource()
        let clock = ManualClock()
        let task = BoltsTask(cancellationToken: source.token) { () async throws -> Int in
            try await clock.sleep(for: .seconds(1))
            return 1
        }
        await clock.waitForSleepers(1)
        source.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(task.isCancelled && clock.sleeperCount == 0)
    }

    @Test(.tags(.t11)) func waitingReturnsWhetherTheTaskCompleted() async {
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            #expect(!source.task.waitUntilCompleted(timeout: .milliseconds(1)))
            #expect(!source.task.waitUntilCompleted(timeout: .seconds(-1)))
            source.set(result: 1)
            #expect(source.task.waitUntilCompleted(timeout: .seconds(200)))
            #expect(source.task.waitUntilCompleted())
        }
    }

    @Test(.tags(.t11)) func theEndOfAWaitHasItsSecondsAndTheirFraction() {
        let start = DispatchTime.now()
        let end = DispatchTime.after(.milliseconds(90_500), from: start)
        // Apple's clocks round times.
        #expect((90_499_000_000...90_501_000_000).contains(end.uptimeNanoseconds - start.uptimeNanoseconds))
        #expect(DispatchTime.after(.seconds(-1), from: start) == start)
        #expect(DispatchTime.after(.seconds(Int64.max), from: start) > start + .seconds(1_000_000_000))
    }

    @Test(.tags(.ds7)) func swiftsTaskIsNotShadowed() async throws {
        let work: Task<Int, Never> = Task { 7 }
        #expect(try await BoltsTask { await work.value }.value == 7)
    }
}

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
@Suite(.timeLimit(.minutes(20))) struct MainThreadWaitTests {
    @Test(.tags(.t11)) func waitingOnTheMainThreadWarnsOnceAndNamesTheFix() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                for _ in 0..<2 { waitForNothing() }
            }
        }
        let warning = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(warning.components(separatedBy: "the main thread waits for").count == 2)
        #expect(warning.contains("await task.value"))
    }

    @Test(.tags(.t11)) func waitingOnTheMainThreadForItsOwnWorkTimesOut() async throws {
        await #expect(processExitsWith: .success) {
            await MainActor.run { waitForTheMainThread() }
        }
    }
}

private func waitForTheMainThread() {
    let source = TaskCompletionSource<Int>()
    let gate = TaskCompletionSource<Void>()
    let task = gate.task.continueOnSuccessWith(.queue(.global())) { source.set(result: 1) }
        .continueOnSuccessWithTask { source.task }
        .continueOnSuccessWith(on: .mainThread) { $0 }
    // The gate is opened when everything waits: a continuation of a completed task would run synchronously, on the main thread.
    gate.set(result: ())
    source.task.waitUntilCompleted()
    precondition(!task.waitUntilCompleted(timeout: .milliseconds(50)))
}

/// A short wait, on the current thread.
private func waitForNothing() {
    TaskCompletionSource<Int>().task.waitUntilCompleted()
    let source = TaskCompletionSource<Int>()
    source.task.waitUntilCompleted(timeout: .milliseconds(1))
    source.tryCancel()
}
#endif

/// A value of several words, which the compiler copies word by word.
private struct Route: Equatable {
    var depth: Int
    var names: [String]
}
