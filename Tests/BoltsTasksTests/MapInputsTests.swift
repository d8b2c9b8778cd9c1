@testable import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

/// Tests on which thread and when `map(_:atMost:)` takes its inputs.
@Suite(.timeLimit(.minutes(20))) struct MapInputsTests {
    private let taken = Recorder<Int>()
    private let token = CancellationTokenSource()

    /// The infinite sequence of numbers from 0.
    private var numbers: UnfoldFirstSequence<Int> { sequence(first: 0) { [taken] in taken.adding($0 + 1) } }

    @Test(.tags(.t12)) func anInputIsTakenWhenAPlaceIsFree() {
        let sources = (0..<6).map { _ in TaskCompletionSource<Int>() }
        let inputs = (0..<6).lazy.map { [taken] in taken.adding($0) }
        let mapped = BoltsTask.map(inputs, atMost: 2) { sources[$0].task }
        #expect(taken.values == [0, 1])
        sources[1].set(result: 1)
        #expect(taken.values == [0, 1, 2])
        for number in [5, 4, 3, 2, 0] {
            #expect(!mapped.isCompleted)
            sources[number].set(result: number)
        }
        #expect(taken.values == Array(0..<6) && mapped.result == Array(0..<6))
    }

    @Test(.tags(.t12)) func aLazySequenceOfAMillionIsNotTakenWhole() {
        let work = TaskCompletionSource<Int>()
        let inputs = (0..<1_000_000).lazy.map { [taken] in taken.adding($0) }
        let mapped = BoltsTask.map(inputs, atMost: 4, cancellationToken: token.token) { _ in work.task }
        #expect(taken.count == 4)
        token.cancel()
        #expect(mapped.isCancelled && taken.count == 4)
    }

    @Test(.tags(.t5, .t12)) func workThatIsCompleteNeedsNoStack() async {
        await onSmallStack {
            let mapped = BoltsTask<Int>.map(0..<100_000, atMost: 3) { BoltsTask(result: $0) }
            #expect(mapped.result == Array(0..<100_000))
            // The same applies if each input's work completes only after the next input was requested.
            let sources = (0..<20_000).map { _ in TaskCompletionSource<Int>() }
            let late = BoltsTask<Int>.map(0..<20_000, atMost: 2) { number in
                if number > 0 { sources[number - 1].set(result: number - 1) }
                return sources[number].task
            }
            sources[19_999].set(result: 19_999)
            #expect(late.result == Array(0..<20_000))
        }
    }

    @Test(.tags(.t12)) func anEndlessSequenceStopsAtAFailure() {
        let mapped = BoltsTask<Int>.map(numbers, atMost: 3) { number in
            if number == 50 { throw Fault(50) }
            return BoltsTask(result: number)
        }
        #expect(mapped.error as? Fault == Fault(50) && taken.values.last == 50)
    }

    @Test(.tags(.t12, .t13)) func anEndlessSequenceStopsAtACancellation() {
        let mapped = BoltsTask<Int>.map(numbers, atMost: 3, cancellationToken: token.token) { [token] number in
            if number == 50 { token.cancel() }
            return BoltsTask(result: number)
        }
        #expect(mapped.isCancelled && taken.values.last == 50)
    }

    /// An input that was taken when the map was abandoned is dropped: no work starts on it.
    @Test(.tags(.t12, .t13)) func aMapThatIsCancelledWhileAnInputIsTakenStartsNothing() {
        let started = Recorder<Int>()
        let inputs = (0..<3).lazy.map { [token] number in
            if number == 1 { token.cancel() }
            return number
        }
        let mapped = BoltsTask<Int>.map(inputs, atMost: 1, cancellationToken: token.token) { number in
            started.add(number)
            return BoltsTask(result: number)
        }
        #expect(mapped.isCancelled && started.values == [0])
    }

    /// If a sequence completes running work while it produces an input, no other input is requested meanwhile.
    @Test(.tags(.t2, .t12)) func takingAnInputMayCompleteWork() {
        let sources = (0..<4).map { _ in TaskCompletionSource<Int>() }
        let inside = Atomic(0)
        let deepest = Atomic(0)
        let inputs = (0..<4).lazy.map { number in
            let depth = inside.add(1, ordering: .relaxed).newValue
            deepest.max(depth, ordering: .relaxed)
            if number > 1 { sources[number - 2].trySet(result: number - 2) }
            inside.subtract(1, ordering: .relaxed)
            return number
        }
        let mapped = BoltsTask<Int>.map(inputs, atMost: 2) { sources[$0].task }
        sources[1].set(result: 1)
        #expect(sources[0].task.isCompleted)
        for number in 0..<4 { sources[number].trySet(result: number) }
        #expect(mapped.result == [0, 1, 2, 3] && deepest.load(ordering: .relaxed) == 1)
    }

    @Test(.tags(.t2, .t12)) func aSlowSequenceHoldsUpNoOtherThread() async {
        let sources = (0..<5).map { _ in TaskCompletionSource<Int>() }
        let (entered, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let inputs = (0..<5).lazy.map { [taken] number in
            taken.add(number)
            if number == 2 {
                entered.signal()
                leave.wait()
            }
            return number
        }
        let mapped = BoltsTask<Int>.map(inputs, atMost: 2) { sources[$0].task }
        // The thread of this task takes the third input, which takes long.
        let isLeft = TaskCompletionSource<Void>()
        Thread.detachNewThread {
            sources[0].set(result: 0)
            isLeft.set()
        }
        entered.wait()
        // Another work completes meanwhile: its thread returns, and its place is filled afterwards.
        sources[1].set(result: 1)
        #expect(taken.values == [0, 1, 2])
        leave.signal()
        _ = try? await isLeft.task.value
        #expect(taken.values == [0, 1, 2, 3])
        for number in 2..<5 { sources[number].set(result: number) }
        #expect(mapped.result == [0, 1, 2, 3, 4])
    }

    /// An iterator that counts in plain variables, which the thread sanitizer checks.
    @Test(.tags(.t12, .t16)) func anIteratorIsUsedByOneCallerAtATime() async throws {
        let running = Atomic(0)
        let most = Atomic(0)
        var number = 0
        var isInside = false
        let iterator = AnyIterator<Int> {
            precondition(!isInside)
            isInside = true
            defer { isInside = false }
            guard number < 3_000 else { return nil }
            number += 1
            return number
        }
        let mapped = BoltsTask<Int>.map(IteratorSequence(iterator), atMost: 8) { input in
            most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            return BoltsTask(.queue(.global())) { input }.finally { running.subtract(1, ordering: .relaxed) }
        }
        #expect(try await mapped.value == Array(1...3_000))
        #expect(most.load(ordering: .relaxed) <= 8)
    }

    // MARK: PromiseKit's own tests of an iterator of promises

    /// Each of 42 promises is made when one of four places is free.
    @Test(.tags(.t12)) func atMostFourOfAnIteratorsTasksExistAtATime() async throws {
        let current = Atomic(0)
        let most = Atomic(0)
        var numbers = (0..<42).makeIterator()
        let tasks = AnyIterator<BoltsTask<Int>> {
            guard let number = numbers.next() else { return nil }
            most.max(current.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            return BoltsTask.withDelay(.milliseconds(1)).continueOnSuccessWith {
                current.subtract(1, ordering: .relaxed)
                return number * number
            }
        }
        let squares = BoltsTask.map(IteratorSequence(tasks), atMost: 4) { $0 }
        #expect(try await squares.value == (0..<42).map { $0 * $0 })
        #expect(most.load(ordering: .relaxed) == 4)
    }

    /// The iterator would stop the program if all of it were taken.
    @Test(.tags(.t12)) func nothingIsTakenAfterATaskThatFailed() {
        var count = 0
        let tasks = AnyIterator<BoltsTask<Int>> {
            count += 1
            if count > 2 { fatalError("asked for more after a failure") }
            return count == 2 ? BoltsTask(error: Fault(2)) : BoltsTask(result: 1)
        }
        #expect(BoltsTask.map(IteratorSequence(tasks), atMost: 1) { $0 }.error as? Fault == Fault(2))
    }

    @Test(.tags(.t9, .t13)) func aMapThatIsGivenUpRetainsNoInputs() {
        let endless = TaskCompletionSource<Int>()
        weak var captured: Canary?
        let mapped: BoltsTask<[Int]>
        do {
            let canary = Canary()
            captured = canary
            let inputs = (0..<9).lazy.map { withExtendedLifetime(canary) { [number = $0] in number } }
            mapped = BoltsTask.map(inputs, atMost: 2, cancellationToken: token.token) { _ in endless.task }
        }
        #expect(captured != nil)
        token.cancel()
        #expect(mapped.isCancelled && captured == nil)
    }

    // MARK: An asynchronous sequence

    /// A sequence of numbers that are requested one by one; it ends after the last, or throws.
    private struct Asked: AsyncSequence, AsyncIteratorProtocol {
        var next: Int
        let end: Int
        let error: Fault?
        let taken: Recorder<Int>

        func makeAsyncIterator() -> Asked { self }

        mutating func next() async throws -> Int? {
            if next == end, let error { throw error }
            guard next < end else { return nil }
            defer { next += 1 }
            return taken.adding(next)
        }
    }

    private func asked(_ count: Int = .max, then error: Fault? = nil) -> Asked {
        Asked(next: 0, end: count, error: error, taken: taken)
    }

    @Test(.tags(.t12)) func anAsynchronousSequenceIsAskedWhenAPlaceIsFree() async throws {
        let sources = (0..<6).map { _ in TaskCompletionSource<Int>() }
        let mapped = BoltsTask.map(asked(6), atMost: 2) { number, _ in sources[number].task }
        for number in 0..<6 {
            await eventually("two more inputs are taken") { [taken] in taken.count == min(number + 2, 6) }
            #expect(!mapped.isCompleted)
            sources[number].set(result: number)
        }
        #expect(try await mapped.value == Array(0..<6))
        #expect(taken.count == 6)
    }

    @Test(.tags(.t12)) func anEndlessAsynchronousSequenceStopsAtAFailure() async {
        let mapped = BoltsTask<Int>.map(asked(), atMost: 3) { number, _ async throws -> Int in
            if number == 50 { throw Fault(50) }
            return number
        }
        await #expect(throws: Fault(50)) { try await mapped.value }
        let count = taken.count
        #expect(count >= 51 && count <= 54)
    }

    @Test(.tags(.t12)) func anErrorOfTheSequenceFailsTheMapOnceTheWorkHasEnded() async {
        let work = TaskCompletionSource<Int>()
        let tokens = Recorder<CancellationToken>()
        let mapped = BoltsTask.map(asked(1, then: Fault(9)), atMost: 3) { _, token in
            tokens.add(token)
            return work.task
        }
        await eventually("the sequence fails") { tokens.values.first?.isCancellationRequested ?? false }
        #expect(!mapped.isCompleted && tokens.values[0].cancellationReason as? Fault == Fault(9))
        work.set(result: 1)
        await #expect(throws: Fault(9)) { try await mapped.value }
    }

    @Test(.tags(.t9, .t12, .t13), arguments: [false, true])
    func aSequenceThatNeverContinuesIsGivenUp(byFailure: Bool) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let ended = TaskCompletionSource<Void>()
        continuation.onTermination = { _ in ended.trySet() }
        continuation.yield(0)
        let work = TaskCompletionSource<Int>()
        let started = TaskCompletionSource<Void>()
        let mapped = BoltsTask.map(stream, atMost: 2, cancellationToken: token.token) { _, _ in
            started.set()
            return work.task
        }
        _ = try? await started.task.value
        if byFailure { work.set(error: Fault(1)) } else { token.cancel() }
        #expect(byFailure ? mapped.error as? Fault == Fault(1) : mapped.isCancelled)
        _ = try? await ended.task.value
    }

    private final class Waiting: Sendable {
        let value = Mutex<UnsafeContinuation<Void, Never>?>(nil)
    }

    /// A sequence that ignores cancellation: its next element never comes.
    private struct Deaf: AsyncSequence, AsyncIteratorProtocol {
        let asked: TaskCompletionSource<Void>
        let waiting: Waiting

        func makeAsyncIterator() -> Deaf { self }

        mutating func next() async -> Int? {
            if asked.trySet() { return 0 }
            await withUnsafeContinuation { continuation in waiting.value.withLock { $0 = continuation } }
            return nil
        }
    }

    @Test(.tags(.t9, .t12, .t13), arguments: [false, true])
    func aMapThatIsGivenUpReleasesItsCallerAlthoughTheSequenceHangs(byFailure: Bool) async {
        let waiting = Waiting()
        let started = TaskCompletionSource<Void>()
        let work = TaskCompletionSource<Int>()
        weak var caller: Canary?
        let mapped: BoltsTask<[Int]>
        do {
            let canary = Canary()
            caller = canary
            mapped = BoltsTask.map(
                Deaf(asked: TaskCompletionSource(), waiting: waiting),
                atMost: 2,
                cancellationToken: token.token
            ) { _ in
                withExtendedLifetime(canary) { _ = started.trySet() }
                return work.task
            }
        }
        _ = try? await started.task.value
        await eventually("the sequence waits") { waiting.value.withLock { $0 != nil } }
        #expect(caller != nil)
        if byFailure { work.set(error: Fault(1)) } else { token.cancel() }
        #expect(byFailure ? mapped.error as? Fault == Fault(1) : mapped.isCancelled)
        await eventually("the closure is released") { caller == nil }
        waiting.value.withLock { $0.take() }?.resume()
        work.trySet(result: 0)
    }

    @Test(.tags(.t12)) func anAsynchronousSequencesWorkNeedsNoToken() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<5 { continuation.yield(number) }
        continuation.finish()
        let squares = BoltsTask.map(stream, atMost: 2) { number in BoltsTask(result: number * number) }
        #expect(try await squares.value == [0, 1, 4, 9, 16])
    }

    @Test(.tags(.t12)) func anEmptyAsynchronousSequenceGivesNoResults() async throws {
        let mapped = BoltsTask<Int>.map(asked(0), atMost: 3) { number, _ in BoltsTask(result: number) }
        #expect(try await mapped.value == [])
    }
}
