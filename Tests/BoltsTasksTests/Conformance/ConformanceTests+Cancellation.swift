import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Testing

// MARK: - Tokens

extension ConformanceTests {
    @Test("OC01 OC02 · cancelling sets both flags, and again changes nothing")
    func OC01() {
        #expect(!cancellation.isCancellationRequested && !cancellation.token.isCancellationRequested)
        cancellation.cancel()
        #expect(cancellation.isCancellationRequested && cancellation.token.isCancellationRequested)
        cancellation.cancel()
        #expect(cancellation.token.isCancellationRequested)
    }

    @Test("OC04 OC06 AT14 GX06 · cancelling later, at once, or after all not; without a run loop")
    func OC04() async {
        let told = TaskCompletionSource<Void>()
        cancellation.token.register { told.trySet(result: ()) }
        cancellation.cancel(after: .milliseconds(200), clock: clock)
        #expect(!cancellation.isCancellationRequested)
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(200))
        _ = try? await told.task.value
        #expect(cancellation.isCancellationRequested)

        let now = CancellationTokenSource()
        now.cancel(after: .zero, clock: clock)
        #expect(now.isCancellationRequested)

        let stopped = CancellationTokenSource()
        stopped.cancel(after: .milliseconds(200), clock: clock)
        await clock.waitForSleepers(1)
        stopped.cancelScheduledCancellation()
        #expect(clock.sleeperCount == 0 && !stopped.isCancellationRequested)
    }

    @Test("OC08 OC09 · a disposed source is silent, and its token is still readable")
    func OC08() {
        cancellation.token.register { ran.add("told") }
        cancellation.dispose()
        cancellation.dispose()
        cancellation.cancel()
        #expect(!cancellation.isCancellationRequested && !cancellation.token.isCancellationRequested)
        #expect(ran.values.isEmpty)
        let cancelled = CancellationTokenSource()
        cancelled.cancel()
        cancelled.dispose()
        #expect(cancelled.token.isCancellationRequested)
    }

    @Test("OC10 AT17 · an observer that was disposed of is not told, and the other is")
    func OC10() {
        let registration = cancellation.token.register { ran.add("disposed of") }
        cancellation.token.register { ran.add("kept") }
        registration.dispose()
        cancellation.cancel()
        #expect(ran.values == ["kept"])
    }

    @Test("OC12 OC13 AT18 GX05 · sources and registrations are disposed of in any order, any number of them")
    func OC12() {
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

    @Test("AT15 · a cancelled token throws when asked to")
    func AT15() throws {
        try cancellation.token.throwIfCancellationRequested()
        cancellation.cancel()
        #expect(throws: CancellationError.self) { try cancellation.token.throwIfCancellationRequested() }
    }

    @Test("AT16 · an observer of a cancelled token is told at once")
    func AT16() {
        cancellation.cancel()
        cancellation.token.register { ran.add("told") }
        #expect(ran.values == ["told"])
    }

    @Test("AT03 AT04 · work with a token that is cancelled before it, or by it")
    func AT03() async throws {
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

    @Test("GX04 · an observer cancels, disposes of another, and registers one more")
    func GX04() {
        let registrations = Recorder<CancellationTokenRegistration>()
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

// MARK: - Executors

extension ConformanceTests {
    @Test("OE01 SE02 · immediate: the result is there when the call returns, off the main thread, too")
    func OE01() async {
        await onSmallStack {
            #expect(BoltsTask(result: 1).continueWith(.immediate) { _ in 2 }.result == 2)
        }
    }

    @Test("OE03 SE08 · an operation queue: asynchronously, and in that queue")
    func OE03() async throws {
        let queue = OperationQueue()
        queue.isSuspended = true
        let task = BoltsTask(result: queue).continueOnSuccessWith(.operationQueue(queue)) {
            OperationQueue.current === $0
        }
        #expect(!task.isCompleted)
        queue.isSuspended = false
        #expect(try await task.value)
    }

    @Test("OE04 SE03 SE04 · the main thread: inline when there, later from elsewhere")
    func OE04() async throws {
        let inline = await MainActor.run { BoltsTask(result: 1).continueWith(.mainThread) { _ in 2 }.isCompleted }
        #expect(inline)
        let order = ran
        try await BoltsTask(.queue(.global())) { order.add("elsewhere") }
            .continueWith(.mainThread) { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                order.add("main")
            }
            .value
        #expect(order.values == ["elsewhere", "main"])
    }

    @Test("SE06 · a custom executor decides when")
    func SE06() {
        let manual = ManualExecutor()
        let task = BoltsTask(result: 1).continueOnSuccessWith(manual.executor) { $0 + 1 }
        #expect(!task.isCompleted)
        manual.runAll()
        #expect(task.result == 2)
    }

    @Test("SE09 SE10 · every executor describes itself")
    func SE09() {
        let executors: [BoltsExecutor] = [
            .default, .immediate, .queue(.global()), .operationQueue(OperationQueue()), .custom { $0() },
        ]
        #expect(executors.allSatisfy { !$0.description.isEmpty && !String(reflecting: $0).isEmpty })
    }
}
