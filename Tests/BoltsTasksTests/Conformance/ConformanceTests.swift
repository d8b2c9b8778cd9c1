import BoltsTasks
import Foundation
import Testing

/// The cases of Bolts' own test suites that no test of a rule states; the numbers of all are in `docs/conformance.md`.
@Suite(.timeLimit(.minutes(20)))
struct ConformanceTests {
    let cancellation = CancellationTokenSource()
    let ran = Recorder<String>()

    /// Runs work on another thread.
    func later(_ work: @escaping @Sendable () -> Void) { Thread { work() }.start() }

    @Test(.tags(.ot09, .ot10))
    func aSourceCompletedByAnotherThreadRunsContinuations() async throws {
        let success = TaskCompletionSource<String>()
        let failure = TaskCompletionSource<String>()
        let result = success.task.continueWith { $0.result }
        let error = failure.task.continueWith { $0.error as? Fault }
        later {
            success.set(result: "bar")
            failure.set(error: Fault(23))
        }
        #expect(try await result.value == "bar")
        #expect(try await error.value == Fault(23))
    }

    @Test(.tags(.ot11, .ot12, .ot13, .ot14))
    func theNextContinuationSeesTheReturnedValueOrTask() {
        let succeeded = BoltsTask(result: "foo")
        let failed = BoltsTask<String>(error: Fault(23))
        for task in [succeeded, failed] {
            let byValue = task.continueWith { seen -> String in
                ran.add(seen.result ?? "\(String(describing: seen.error))")
                return "bar"
            }
            let byTask = task.continueWithTask { _ in BoltsTask(result: "bar") }
            #expect(byValue.continueWith { $0.result }.result == "bar")
            #expect(byTask.continueWith { $0.result }.result == "bar")
        }
        #expect(ran.values.first == "foo")
    }

    @Test(.tags(.ot49, .ot50, .st33, .st35, .at05, .at06))
    func anyNumberOfThreadsMayWaitForAnyOutcome() async throws {
        let source = TaskCompletionSource<Int>()
        let chain = source.task.continueOnSuccessWith { $0 + 1 }.continueOnSuccessWith { $0 + 1 }
        let waited = (0..<3).map { _ in TaskCompletionSource<Bool>() }
        for one in waited { later { one.set(result: chain.waitUntilCompleted()) } }
        later { source.set(result: 1) }
        for one in waited { #expect(try await one.task.value) }
        #expect(chain.result == 3)
        await onSmallStack {
            #expect(chain.waitUntilCompleted() && chain.waitUntilCompleted(timeout: .zero))
            #expect(BoltsTask<Int>(.queue(.global())) { throw Fault(1) }.waitUntilCompleted())
            #expect(BoltsTask<Int>(.queue(.global())) { throw CancellationError() }.waitUntilCompleted())
            let never = TaskCompletionSource<Int>()
            #expect(!never.task.waitUntilCompleted(timeout: .milliseconds(1)))
            never.cancel()
        }
    }

    @Test(.tags(.st05, .st07, .st10))
    func aTaskFromAClosureTakesItsResultOrError() {
        #expect(BoltsTask(.default) { "literal" }.result == "literal")
        #expect(BoltsTask<Int>(.immediate) { throw Fault(1) }.error as? Fault == Fault(1))
        #expect(BoltsTask<Int>(.default) { throw CancellationError() }.isCancelled)
    }

    @Test(.tags(.st09, .st12, .st13))
    func aTaskFromAClosureThatReturnsATask() {
        let start = BoltsTask(result: ())
        #expect(start.continueWithTask { _ in BoltsTask<Int>.cancelled() }.isCancelled)
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw Fault(1) }.error as? Fault == Fault(1))
        #expect(start.continueWithTask { _ -> BoltsTask<Int> in throw CancellationError() }.isCancelled)
    }

    @Test(.tags(.st15, .st16))
    func aContinuationRecoversFromErrorsAndCancellation() {
        for task in [BoltsTask<Int>(error: Fault(1)), .cancelled()] {
            let recovered = task.continueWith { _ in 1 }.continueOnSuccessWith { $0 + 1 }
            #expect(recovered.result == 2)
            #expect(task.continueWithTask { _ in BoltsTask(result: 3) }.result == 3)
        }
    }

    @Test(.tags(.st18))
    func aContinuationThatReturnsNilSucceedsWithNil() {
        let task = BoltsTask(result: 1).continueWith { _ -> Int? in nil }
        #expect(task.isCompleted && !task.isFaulted && task.result == .some(nil))
    }

    @Test(.tags(.st21, .st22))
    func fiveContinuationsRunInOrderOnAnyExecutor() async throws {
        for executor in [BoltsExecutor.default, .immediate, .queue(.global())] {
            let order = Recorder<Int>()
            var chain = BoltsTask(result: ())
            for number in 1...5 { chain = chain.continueWith(executor) { _ in order.add(number) } }
            try await chain.value
            #expect(order.values == [1, 2, 3, 4, 5])
        }
    }

    @Test(.tags(.oc10, .at17))
    func onlyTheRemainingObserverIsNotified() {
        let registration = cancellation.token.register { ran.add("disposed of") }
        cancellation.token.register { ran.add("kept") }
        registration.dispose()
        cancellation.cancel()
        #expect(ran.values == ["kept"])
    }

    @Test(.tags(.oc12, .oc13, .at18, .gx05))
    func sourcesAndRegistrationsCanBeDisposedInAnyOrder() {
        for sourceFirst in [true, false] {
            let source = CancellationTokenSource()
            let registrations = (0..<3).map { _ in source.token.register { ran.add("told") } }
            if sourceFirst { source.dispose() }
            for registration in registrations { registration.dispose() }
            if !sourceFirst { source.dispose() }
            source.cancel()
        }
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.at03, .at04))
    func workWhoseTokenIsCancelledBeforeOrDuringItIsCancelled() async throws {
        let (cancellation, ran) = (cancellation, ran)
        let token = cancellation.token
        let during = BoltsTask<Int>(.queue(.global()), cancellationToken: .none) {
            cancellation.cancel()
            try token.throwIfCancellationRequested()
            return 1
        }
        await #expect(throws: CancellationError.self) { try await during.value }
        #expect(during.isCancelled)
        #expect(BoltsTask(.queue(.global()), cancellationToken: token) { ran.add("ran") }.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.gx04), arguments: [BoltsExecutor.immediate, .default])
    func aTokenThatIsCancelledWinsOverAnEarlierObserver(_ executor: BoltsExecutor) async throws {
        let (good, bad, inner) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
        let (token, ran) = (cancellation.token, ran)
        token.register {
            good.set(result: 1)
            bad.set(error: Fault(1))
            inner.set(result: 2)
        }
        let first = good.task.continueOnSuccessWith(executor, cancellationToken: token) { ran.add("\($0)") }
        let skipped = bad.task.continueOnSuccessWith(executor, cancellationToken: token) { ran.add("\($0)") }
        let last = first.continueWith(executor, cancellationToken: token) { _ in ran.add("last") }
        let flattened = BoltsTask(result: 1).continueWithTask(executor, cancellationToken: token) { _ in inner.task }
        let other = good.task.continueOnSuccessWith(executor) { $0 }
        cancellation.cancel()
        #expect(try await other.value == 1)
        for task in [first, skipped, last] {
            _ = try? await task.value
            #expect(task.isCancelled)
        }
        _ = try? await flattened.value
        #expect(flattened.isCancelled)
        #expect(ran.values.isEmpty)
    }

    @Test(.tags(.gx04))
    func anObserverMayCancelDisposeAndRegister() {
        let registrations = Recorder<BoltsRegistration>()
        let (cancellation, ran) = (cancellation, ran)
        cancellation.token.register {
            ran.add("first")
            registrations.values[0].dispose()
            cancellation.token.register { ran.add("late") }
            cancellation.cancel()
            cancellation.dispose()
        }
        registrations.add(cancellation.token.register { ran.add("disposed of") })
        cancellation.cancel()
        #expect(ran.values == ["first", "late"])
    }
}
