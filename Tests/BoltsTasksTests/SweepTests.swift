@testable import BoltsTasks
import Dispatch
import Synchronization
import Testing

/// Tests that a task drops exactly the waiters whose wait was cancelled.
@Suite(.timeLimit(.minutes(20))) struct SweepTests {
    private struct Weak { weak var task: BoltsTask<Int>? }

    // MARK: Memory

    @Test(.tags(.t9)) func aLongLivedTaskReleasesCancelledContinuations() {
        let source = TaskCompletionSource<Int>()
        let ran = Recorder<Int>()
        source.task.continueWith { _ in ran.add(-1) }
        var cancelled: [Weak] = []
        for number in 0..<10_000 {
            let token = CancellationTokenSource()
            cancelled.append(Weak(task: source.task.continueOnSuccessWith(cancellationToken: token.token) { $0 }))
            if number % 1_000 == 0 { source.task.continueWith { _ in ran.add(number) } }
            token.cancel()
        }
        #expect(cancelled.count { $0.task != nil } <= 64)
        #expect(ran.values.isEmpty)
        source.set(result: 1)
        #expect(ran.values == [-1] + (0..<10).map { $0 * 1_000 })
        #expect(cancelled.allSatisfy { $0.task == nil })
    }

    @Test(.tags(.t9)) func aLongLivedTaskRetainsAtMostTwiceItsActiveWaiters() {
        let source = TaskCompletionSource<Int>()
        let kept = Recorder<Int>()
        var cancelled: [Weak] = []
        var tokens: [CancellationTokenSource] = []
        // A thousand wait at any time; each is cancelled when a thousand more have been added.
        for number in 0..<20_000 {
            let token = CancellationTokenSource()
            tokens.append(token)
            let result = source.task.continueOnSuccessWith(cancellationToken: token.token) { _ in
                kept.adding(number)
            }
            cancelled.append(Weak(task: result))
            if number >= 1_000 { tokens[number - 1_000].cancel() }
        }
        #expect(cancelled.count { $0.task != nil } <= 2 * 1_000 + 64)
        source.set(result: 1)
        #expect(kept.values == Array(19_000..<20_000))
    }

    @Test(.tags(.t7)) func aDecidedRaceRetainsNothing() {
        final class Held: Sendable {}
        let shutdown = TaskCompletionSource<Int>()
        weak var held: Held?
        for number in 0..<1_000 {
            let request = TaskCompletionSource<Int>()
            let first = BoltsTask.whenFirst([request.task, shutdown.task])
            let any = BoltsTask.whenAny([request.task, shutdown.task])
            do {
                let captured = Held()
                held = captured
                first.continueWith { _ in _ = captured }
            }
            request.set(result: number)
            #expect(first.result?.index == 0 && any.result == number)
            #expect(held == nil)
        }
        shutdown.set(result: 0)
    }

    @Test(.tags(.t12)) func expiredTimeoutsLeaveNothingOnTheTask() async throws {
        let source = TaskCompletionSource<Int>()
        for _ in 0..<200 {
            await #expect(throws: TaskTimeoutError.self) { try await source.task.timeout(after: .zero).value }
        }
        let last = source.task.timeout(after: .seconds(100))
        source.set(result: 3)
        #expect(try await last.value == 3)
    }

    // MARK: Order

    private enum Step: CaseIterable {
        case addFirst, addCancelled, cancel, beginSweep, endSweep, beginSecondSweep, endSecondSweep, addSecond, complete
    }

    /// Every order of sweeping (in two steps), adding, cancelling and completing.
    @Test(.tags(.t2)) func everyOrderOfSweepingAddingCancellingAndCompleting() {
        var orders = 0
        func visit(_ order: [Step], _ rest: [Step]) {
            if rest.isEmpty {
                orders += 1
                return check(order)
            }
            for (index, step) in rest.enumerated() {
                // A sweep must begin before it ends, and a waiter must be added before it is cancelled.
                switch step {
                case .endSweep where rest.contains(.beginSweep): continue
                case .endSecondSweep where rest.contains(.beginSecondSweep): continue
                case .cancel where rest.contains(.addCancelled): continue
                default: break
                }
                var others = rest
                others.remove(at: index)
                visit(order + [step], others)
            }
        }
        visit([], Step.allCases)
        #expect(orders == 45_360)
    }

    private func check(_ order: [Step]) {
        let source = TaskCompletionSource<Int>()
        let token = CancellationTokenSource()
        let ran = Recorder<Step>()
        var given = Weak()
        var sweeps: [Step: WaiterPlaceholder] = [:]
        // There is a waiter from the beginning, because an empty list is not swept.
        source.task.continueWith { _ in ran.add(.beginSweep) }
        for step in order {
            switch step {
            case .addFirst, .addSecond: source.task.continueWith { _ in ran.add(step) }
            case .addCancelled:
                let result = source.task.continueOnSuccessWith(cancellationToken: token.token) { number in
                    ran.add(step)
                    return number
                }
                given = Weak(task: result)
            case .cancel: token.cancel()
            case .beginSweep, .beginSecondSweep: sweeps[step] = source.task.beginSweep()
            case .endSweep: if let sweep = sweeps.removeValue(forKey: .beginSweep) { source.task.finishSweep(sweep) }
            case .endSecondSweep:
                if let sweep = sweeps.removeValue(forKey: .beginSecondSweep) { source.task.finishSweep(sweep) }
            case .complete: source.set(result: 1)
            }
        }
        func at(_ step: Step) -> Int { order.firstIndex(of: step) ?? -1 }
        var expected: [Step] = [.beginSweep]
        let runsCancelled = max(at(.complete), at(.addCancelled)) < at(.cancel)
        // A sweep that is running when the task completes starts its waiters at its end.
        expected += order.filter { step in
            step == .addFirst || step == .addSecond || step == .addCancelled && at(.complete) < at(.cancel)
        }
        let before = expected.filter { at($0) < at(.complete) || $0 == .beginSweep }
        let isSwept = zip([Step.beginSweep, .beginSecondSweep], [Step.endSweep, .endSecondSweep])
            .contains { at($0) < at(.complete) && at(.complete) < at($1) }
        if isSwept, at(.cancel) > at(.complete) {
            // This waiter had not started yet, so it could still be cancelled.
            let started = ran.values.filter { $0 != .addCancelled }
            #expect(started.count == expected.count { $0 != .addCancelled }, "\(order)")
            #expect(ran.values.count { $0 == .addCancelled } <= 1, "\(order)")
        } else {
            #expect(Set(ran.values) == Set(expected) && ran.values.count == expected.count, "\(order): \(ran.values)")
            #expect(runsCancelled == ran.values.contains(.addCancelled), "\(order)")
            #expect(ran.values.filter { before.contains($0) } == before, "\(order): \(ran.values)")
        }
        #expect(given.task == nil, "\(order)")
    }

    @Test(.tags(.t5)) func everyOrderOfSweepingForwardingAndCompleting() {
        enum Step: CaseIterable { case addBefore, beginSweep, open, endSweep, addAfter, complete }
        func visit(_ order: [Step], _ rest: [Step]) {
            if rest.isEmpty { return check(order) }
            for (index, step) in rest.enumerated() where step != .endSweep || !rest.contains(.beginSweep) {
                var others = rest
                others.remove(at: index)
                visit(order + [step], others)
            }
        }
        func check(_ order: [Step]) {
            // `inner` is made to forward to `outer` when `outer`'s closure returns it.
            let source = TaskCompletionSource<Int>()
            let gate = TaskCompletionSource<Void>()
            let inner = BoltsTask(result: 0).continueOnSuccessWithTask { _ in source.task }
            let outer = gate.task.continueOnSuccessWithTask { inner }
            let ran = Recorder<String>()
            inner.continueWith { _ in ran.add("first") }
            var sweep: WaiterPlaceholder?
            for step in order {
                switch step {
                case .addBefore: inner.continueWith { _ in ran.add("before") }
                case .addAfter: inner.continueWith { _ in ran.add("after") }
                case .beginSweep: sweep = inner.beginSweep()
                case .endSweep: if let sweep { inner.finishSweep(sweep) }
                case .open: gate.set(result: ())
                case .complete: source.set(result: 4)
                }
            }
            #expect(outer.result == 4)
            #expect(ran.values.sorted() == ["after", "before", "first"], "\(order)")
        }
        visit([], Step.allCases)
    }

    // MARK: Threads

    @Test(.tags(.t2)) func sweepingWhileAddingCancellingAndCompleting() {
        for _ in 0..<300 {
            let source = TaskCompletionSource<Int>()
            let ran = Atomic<Int>(0)
            let ended = Atomic<Int>(0)
            let adding: @Sendable () -> Void = {
                for number in 0..<100 {
                    let token = CancellationTokenSource()
                    let result = source.task.continueOnSuccessWith(cancellationToken: token.token) { _ in
                        ran.add(1, ordering: .relaxed)
                    }
                    result.continueWith { _ in ended.add(1, ordering: .relaxed) }
                    if number % 3 != 0 { token.cancel() }
                    source.task.continueWith { _ in ended.add(1, ordering: .relaxed) }
                }
            }
            DispatchQueue.concurrentPerform(iterations: 4) { index in
                if index == 3 { source.set(result: 1) } else { adding() }
            }
            #expect(ended.load(ordering: .relaxed) == 600)
            #expect(ran.load(ordering: .relaxed) >= 3 * 34)
        }
    }

    @Test(.tags(.t11)) func eachCancelledAwaitEndsOnce() async {
        let source = TaskCompletionSource<Int>()
        let values = await withTaskGroup(of: Int.self) { group in
            for number in 0..<2_000 {
                let waiting = Task { (try? await source.task.value) ?? -1 }
                if number % 2 == 0 { waiting.cancel() }
                group.addTask { await waiting.value }
            }
            source.set(result: 7)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values.count == 2_000)
        #expect(values.allSatisfy { $0 == 7 || $0 == -1 })
        #expect(values.count { $0 == 7 } >= 1_000)
    }
}
