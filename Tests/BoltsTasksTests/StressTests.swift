import BoltsTasks
import Dispatch
import Synchronization
import Testing

/// Tests that nothing is lost and nothing runs twice if several threads use one task.
///
/// The tests also run under the thread sanitizer.
@Suite(.tags(.gx11), .timeLimit(.minutes(20))) struct StressTests {
    private static let rounds = 2_000

    /// Runs closures concurrently, each on its own thread, and waits for them.
    private func race(_ closures: [@Sendable () -> Void]) {
        DispatchQueue.concurrentPerform(iterations: closures.count) { closures[$0]() }
    }

    @Test(.tags(.t1)) func oneCompletionWinsAmongMany() {
        for _ in 0..<Self.rounds {
            let source = TaskCompletionSource<Int>()
            let winners = Atomic<Int>(0)
            let ran = Atomic<Int>(0)
            race(
                (0..<4)
                    .map { number in
                        {
                            source.task.continueWith { _ in ran.add(1, ordering: .relaxed) }
                            if number % 2 == 0 ? source.trySet(result: number) : source.trySet(error: Fault(number)) {
                                winners.add(1, ordering: .relaxed)
                            }
                        }
                    }
            )
            #expect(winners.load(ordering: .relaxed) == 1)
            #expect(ran.load(ordering: .relaxed) == 4)
        }
    }

    @Test(.tags(.t2)) func continuationsAddedWhileCompletingAllRunOnce() {
        for _ in 0..<Self.rounds {
            let source = TaskCompletionSource<Int>()
            let sum = Atomic<Int>(0)
            let adding: @Sendable () -> Void = {
                for _ in 0..<20 {
                    source.task
                        .continueOnSuccessWith { $0 + 1 }
                        .continueOnSuccessWith { sum.add($0, ordering: .relaxed) }
                }
            }
            race([adding, adding, { source.set(result: 0) }])
            #expect(sum.load(ordering: .relaxed) == 40)
        }
    }

    @Test(.tags(.t9)) func cancellingWhileCompletingCompletesEachResultOnce() {
        for _ in 0..<Self.rounds {
            let source = TaskCompletionSource<Int>()
            let token = CancellationTokenSource()
            let started = Atomic<Int>(0)
            let ended = Atomic<Int>(0)
            let results = (0..<4)
                .map { _ in
                    source.task.continueOnSuccessWith(cancellationToken: token.token) { _ in
                        started.add(1, ordering: .relaxed)
                    }
                }
            for result in results { result.continueWith { _ in ended.add(1, ordering: .relaxed) } }
            let registration = token.token.register {}
            race([{ source.set(result: 1) }, { token.cancel() }, { registration.dispose() }])
            #expect(results.allSatisfy { $0.isCompleted })
            #expect(ended.load(ordering: .relaxed) == 4)
            let succeeded = results.count { !$0.isCancelled }
            #expect(started.load(ordering: .relaxed) == succeeded)
        }
    }

    @Test(.tags(.t9)) func cancellingWhileTheReturnedTaskCompletes() {
        for _ in 0..<Self.rounds {
            let inner = TaskCompletionSource<Int>()
            let outer = TaskCompletionSource<Void>()
            let token = CancellationTokenSource()
            let result = outer.task.continueOnSuccessWithTask(cancellationToken: token.token) { inner.task }
            race([{ outer.set(result: ()) }, { inner.set(result: 1) }, { token.cancel() }])
            #expect(result.isCancelled || result.result == 1)
        }
    }

    @Test(.tags(.t2)) func continuationsAddedWhileATaskIsForwardedKeepTheirOrder() {
        for _ in 0..<20 {
            let inner = TaskCompletionSource<Int>()
            let middle = BoltsTask(result: 0).continueOnSuccessWithTask { _ in inner.task }
            let added = Recorder<Int>()
            let before = 0..<20_000
            let after = 20_000..<20_400
            for number in before { middle.continueWith { _ in added.add(number) } }
            race([
                { BoltsTask(result: 0).continueOnSuccessWithTask { _ in middle } },
                { for number in after { middle.continueWith { _ in added.add(number) } } },
            ])
            inner.set(result: 0)
            #expect(added.values == Array(before) + Array(after))
        }
    }

    @Test(.tags(.t5)) func twoContinuationsReturningOneTaskWhileItForwards() {
        for _ in 0..<Self.rounds {
            let inner = TaskCompletionSource<Int>()
            let gate = TaskCompletionSource<Void>()
            let middle = gate.task.continueOnSuccessWithTask {
                inner.task.continueOnSuccessWithTask { BoltsTask(result: $0) }
            }
            let outers = Recorder<BoltsTask<Int>>()
            let addOuter = { @Sendable in
                outers.add(BoltsTask(result: 0).continueOnSuccessWithTask { _ in middle })
            }
            race([addOuter, addOuter, { gate.set(result: ()) }])
            inner.set(result: 3)
            #expect(outers.values.map(\.result) == [3, 3])
        }
    }

    /// Each closure returns the task before, and the first one returns the last.
    @Test(.tags(.t6), arguments: [2, 3], [false, true])
    func tasksThatReturnEachOtherConcurrentlyFail(count: Int, hasToken: Bool) {
        let source = CancellationTokenSource()
        let token = hasToken ? source.token : .none
        for _ in 0..<Self.rounds * 10 {
            let gates = (0..<count).map { _ in TaskCompletionSource<Void>() }
            let last = Mutex<BoltsTask<Int>?>(nil)
            var tasks = [
                gates[0].task.continueOnSuccessWithTask(cancellationToken: token) {
                    last.withLock { $0 } ?? .cancelled()
                }
            ]
            for gate in gates.dropFirst() {
                let before = tasks[tasks.count - 1]
                tasks.append(gate.task.continueOnSuccessWithTask(cancellationToken: token) { before })
            }
            last.withLock { [tasks] in $0 = tasks.last }
            let waiting = tasks.map { $0.continueWith { $0.error is TaskUsageError } }
            race(gates.map { gate in { gate.set() } })
            #expect(waiting.map(\.result) == Array(repeating: true, count: count))
            #expect(tasks.allSatisfy { $0.error is TaskUsageError })
            last.withLock { $0 = nil }
        }
    }

    /// Code that reads a task twice sees the same outcome, and each task completes once.
    @Test(.tags(.t5, .t9)) func forwardingWithATokenWhileCompletingAndCancelling() {
        for round in 0..<Self.rounds * 4 {
            let inner = TaskCompletionSource<Int>()
            let (first, second) = (TaskCompletionSource<Void>(), TaskCompletionSource<Void>())
            let source = CancellationTokenSource()
            let token = source.token
            let last = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: token) { _ in inner.task }
            let middle = first.task.continueOnSuccessWithTask(cancellationToken: token) { last }
            let outer = second.task.continueOnSuccessWithTask(cancellationToken: token) { middle }
            let completed = Atomic<Int>(0)
            let isConsistent = Atomic<Bool>(true)
            for task in [last, middle, outer] {
                task.continueWith { _ in completed.add(1, ordering: .relaxed) }
            }
            race([
                { inner.set(result: 3) },
                { first.set() },
                { second.set() },
                { if round.isMultiple(of: 2) { source.cancel() } },
                {
                    for task in [last, middle, outer] {
                        guard task.isCompleted else { continue }
                        let before = task.isCancelled
                        for _ in 0..<10 where task.isCancelled != before {
                            isConsistent.store(false, ordering: .relaxed)
                        }
                    }
                },
            ])
            let count = completed.load(ordering: .relaxed)
            #expect(count == 3)
            let wasConsistent = isConsistent.load(ordering: .relaxed)
            #expect(wasConsistent)
            for task in [last, middle, outer] {
                #expect(task.isCompleted && (round.isMultiple(of: 2) && task.isCancelled || task.result == 3))
            }
        }
    }

    @Test(.tags(.t7, .t9)) func whenAllWithATokenWhileCompletingAndCancelling() {
        for round in 0..<Self.rounds * 4 {
            let sources = (0..<3).map { _ in TaskCompletionSource<Int>() }
            let token = CancellationTokenSource()
            let all = BoltsTask.whenAllResult(sources.map(\.task), cancellationToken: token.token)
            let completed = Atomic<Int>(0)
            all.continueWith { _ in completed.add(1, ordering: .relaxed) }
            race([
                { sources[0].set(result: 0) }, { sources[1].set(result: 1) }, { sources[2].set(result: 2) },
                { if round.isMultiple(of: 2) { token.cancel() } },
            ])
            let count = completed.load(ordering: .relaxed)
            #expect(count == 1)
            #expect(all.result == [0, 1, 2] || round.isMultiple(of: 2) && all.isCancelled)
        }
    }

    @Test(.tags(.t5)) func forwardingWhileReadingAndCompleting() {
        for _ in 0..<Self.rounds {
            // `middle` is made to forward to `outer` while others read it, add to it and complete what it waits for.
            let inner = TaskCompletionSource<Int>()
            let gate = TaskCompletionSource<Void>()
            let middle = BoltsTask(result: 0).continueOnSuccessWithTask { _ in inner.task }
            let outer = gate.task.continueOnSuccessWithTask { middle }
            let sum = Atomic<Int>(0)
            race([
                { gate.set(result: ()) },
                { inner.set(result: 3) },
                { for _ in 0..<10 { middle.continueOnSuccessWith { sum.add($0, ordering: .relaxed) } } },
                { for _ in 0..<10 { if middle.isCompleted { sum.add(middle.result ?? 0, ordering: .relaxed) } } },
            ])
            #expect(outer.result == 3 && middle.result == 3)
            #expect(sum.load(ordering: .relaxed) >= 30)
        }
    }

    @Test(.tags(.t11)) func awaitingWhileCancellingAndCompleting() async {
        for _ in 0..<Self.rounds / 10 {
            let source = TaskCompletionSource<Int>()
            let waiters = (0..<4).map { _ in Task { try await source.task.value } }
            async let completed: Void = { source.set(result: 5) }()
            waiters[0].cancel()
            waiters[2].cancel()
            await completed
            for (number, waiter) in waiters.enumerated() {
                switch await waiter.result {
                case .success(let value): #expect(value == 5)
                case .failure(let error): #expect(error is CancellationError && number % 2 == 0)
                }
            }
        }
    }

    @Test(.tags(.t6)) func droppingASourceWhileAddingContinuations() {
        for _ in 0..<Self.rounds {
            let box = Mutex<TaskCompletionSource<Int>?>(TaskCompletionSource<Int>())
            let task = box.withLock { $0?.task }
            let ended = Atomic<Int>(0)
            race([
                {
                    let dropped = box.withLock { source in
                        defer { source = nil }
                        return source
                    }
                    withExtendedLifetime(dropped) {}
                },
                { task?.continueWith { _ in ended.add(1, ordering: .relaxed) } },
            ])
            #expect(ended.load(ordering: .relaxed) == 1)
            #expect(task?.error is AbandonedTaskError)
        }
    }

    /// The result is cancelled while another thread writes the outcome of the work that is still running.
    @Test(.tags(.t13, .t16)) func cancellingAMapWhileItsWorkCompletesTellsTheWork() {
        for round in 0..<Self.rounds {
            let works = (0..<2).map { _ in TaskCompletionSource<Int>() }
            let source = CancellationTokenSource()
            let tokens = Recorder<CancellationToken>()
            let mapped = BoltsTask.map(0..<2, atMost: 1 + round % 2, cancellationToken: source.token) { number, token in
                tokens.add(token)
                return works[number].task
            }
            race([
                { source.cancel() }, { works[0].set(result: 0) },
                { round % 3 == 0 ? works[1].set(error: Fault(1)) : works[1].set(result: 1) },
            ])
            switch mapped.outcome {
            case .success(let results): #expect(results == [0, 1] && round % 3 != 0)
            case .failure(let error): #expect(error is CancellationError || error as? Fault == Fault(1))
            case nil: Issue.record("the result is pending")
            }
            #expect(mapped.result != nil || tokens.values.allSatisfy { $0.isCancellationRequested })
        }
    }
}
