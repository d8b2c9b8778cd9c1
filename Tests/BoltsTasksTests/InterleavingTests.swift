@testable import BoltsTasks
import Testing

/// Tests every order of a few operations on one thread, which gives all outcomes of a race without a race.
@Suite(.tags(.gx11, .t16), .timeLimit(.minutes(20))) struct InterleavingTests {
    /// All orders of some elements.
    private func permutations<Element>(_ elements: [Element]) -> [[Element]] {
        guard elements.count > 1 else { return [elements] }
        return elements.indices.flatMap { index in
            var rest = elements
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    private enum Step: CaseIterable {
        case set, trySetAgain, cancelToken, attachPlain, attachWithToken, attachAdopting, disposeObserver
    }

    @Test(.tags(.t1, .t2, .t9)) func everyOrderOfCompletingCancellingAndContinuing() {
        for order in permutations(Step.allCases) {
            let source = TaskCompletionSource<Int>()
            let inner = TaskCompletionSource<Int>()
            let token = CancellationTokenSource()
            let log = Recorder<String>()
            let observer = token.token.register { log.add("observer") }
            var results: [Step: BoltsTask<Int>] = [:]
            for step in order {
                switch step {
                case .set: source.trySet(result: 1)
                case .trySetAgain: source.trySet(error: Fault(2))
                case .cancelToken: token.cancel()
                case .disposeObserver: observer.dispose()
                case .attachPlain:
                    results[step] = source.task.continueWith { task in
                        log.add("plain")
                        return task.result ?? -1
                    }
                case .attachWithToken:
                    results[step] = source.task.continueWith(cancellationToken: token.token) { task in
                        log.add("token")
                        return task.result ?? -1
                    }
                case .attachAdopting:
                    results[step] = source.task.continueWithTask(cancellationToken: token.token) { _ in
                        log.add("adopting")
                        return inner.task
                    }
                }
            }
            func at(_ step: Step) -> Int { order.firstIndex(of: step) ?? -1 }
            let cancelled = at(.cancelToken)
            let completed = min(at(.set), at(.trySetAgain))
            let first = at(.set) < at(.trySetAgain) ? 1 : -1

            // Each closure ran at most once, and the plain one always ran, with the first result.
            #expect(results[.attachPlain]?.result == first, "\(order)")
            #expect(log.values.count { $0 == "plain" } == 1)
            // The closure with a token ran if it was possible before the cancellation, and was cancelled otherwise.
            let ran = max(completed, at(.attachWithToken)) < cancelled
            #expect(results[.attachWithToken]?.isCancelled == !ran, "\(order)")
            #expect(log.values.count { $0 == "token" } == (ran ? 1 : 0), "\(order)")
            // A task that waits for a returned task is cancelled even though its closure ran.
            #expect(results[.attachAdopting]?.isCancelled == true, "\(order)")
            let started = max(completed, at(.attachAdopting)) < cancelled
            #expect(log.values.count { $0 == "adopting" } == (started ? 1 : 0), "\(order)")
            #expect(log.values.contains("observer") == (cancelled < at(.disposeObserver)), "\(order)")
            inner.set(result: 0)
        }
    }

    @Test(.tags(.t5)) func everyOrderOfForwardingCompletingAndReading() {
        enum Step: CaseIterable { case completeInner, openGate, addToMiddle, addToOuter, read }
        for order in permutations(Step.allCases) {
            let inner = TaskCompletionSource<Int>()
            let gate = TaskCompletionSource<Void>()
            let middle = BoltsTask(result: 0).continueOnSuccessWithTask { _ in inner.task }
            let outer = gate.task.continueOnSuccessWithTask { middle }
            var added: [BoltsTask<Int>] = []
            for step in order {
                switch step {
                case .completeInner: inner.set(result: 9)
                case .openGate: gate.set(result: ())
                case .addToMiddle: added.append(middle.continueOnSuccessWith { $0 + 1 })
                case .addToOuter: added.append(outer.continueOnSuccessWith { $0 + 1 })
                case .read: #expect(middle.result == (inner.task.isCompleted ? 9 : nil))
                }
            }
            #expect(middle.result == 9 && outer.result == 9)
            #expect(added.map(\.result) == [10, 10])
        }
    }

    /// Tasks with the same token also forward: the token can cancel each at any time before it completes.
    @Test(.tags(.t5, .t9)) func everyOrderOfForwardingCompletingAndCancellingWithOneToken() {
        enum Step: CaseIterable { case completeInner, openFirst, openSecond, addToMiddle, addToOuter, cancel }
        for order in permutations(Step.allCases) {
            let inner = TaskCompletionSource<Int>()
            let (first, second) = (TaskCompletionSource<Void>(), TaskCompletionSource<Void>())
            let source = CancellationTokenSource()
            let token = source.token
            let last = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: token) { _ in inner.task }
            let middle = first.task.continueOnSuccessWithTask(cancellationToken: token) { last }
            let outer = second.task.continueOnSuccessWithTask(cancellationToken: token) { middle }
            var added: [(task: BoltsTask<Int>, to: BoltsTask<Int>)] = []
            for step in order {
                switch step {
                case .completeInner: inner.set(result: 9)
                case .openFirst: first.set(result: ())
                case .openSecond: second.set(result: ())
                case .addToMiddle: added.append((middle.continueOnSuccessWith { $0 + 1 }, middle))
                case .addToOuter: added.append((outer.continueOnSuccessWith { $0 + 1 }, outer))
                case .cancel: source.cancel()
                }
            }
            func at(_ step: Step) -> Int { order.firstIndex(of: step) ?? -1 }
            let steps: [(BoltsTask<Int>, [Step])] = [
                (last, [.completeInner]), (middle, [.completeInner, .openFirst]),
                (outer, [.completeInner, .openFirst, .openSecond]),
            ]
            for (task, needed) in steps {
                let completed = needed.allSatisfy { at($0) < at(.cancel) }
                #expect(completed ? task.result == 9 : task.isCancelled, "\(order) \(needed)")
            }
            for (task, upstream) in added {
                #expect(upstream.isCancelled ? task.isCancelled : task.result == 10, "\(order)")
            }
        }
    }

    @Test(.tags(.t5)) func tasksWithDifferentTokensDoNotForward() {
        let inner = TaskCompletionSource<Int>()
        let (own, other) = (CancellationTokenSource(), CancellationTokenSource())
        let middle = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: own.token) { _ in inner.task }
        let outer = BoltsTask(result: 0).continueOnSuccessWithTask(cancellationToken: other.token) { _ in middle }
        let plain = BoltsTask(result: 0).continueOnSuccessWithTask { _ in middle }
        other.cancel()
        #expect(outer.isCancelled && !middle.isCompleted && !plain.isCompleted)
        own.cancel()
        #expect(middle.isCancelled && plain.isCancelled)
    }

    @Test(.tags(.t6)) func tasksWithOneTokenThatReturnEachOtherFail() {
        let source = CancellationTokenSource()
        let gate = TaskCompletionSource<Void>()
        let box = Recorder<BoltsTask<Int>>()
        let one = gate.task.continueOnSuccessWithTask(cancellationToken: source.token) { box.values[1] }
        let two = gate.task.continueOnSuccessWithTask(cancellationToken: source.token) { box.values[0] }
        box.add(one)
        box.add(two)
        gate.set(result: ())
        #expect(one.error is TaskUsageError && two.error is TaskUsageError)
    }

    @Test(.tags(.t5)) func twoContinuationsMayReturnTheSameTask() {
        // Another thread was about to make `middle` forward to `other`; meanwhile it was made to forward to `outer`.
        let inner = TaskCompletionSource<Int>()
        let gate = TaskCompletionSource<Void>()
        let last = inner.task.continueWithTask { $0 }
        let middle = gate.task.continueOnSuccessWithTask { last }
        let outer = BoltsTask(result: 0).continueOnSuccessWithTask { _ in middle }
        let other = BoltsTask(result: 0).continueOnSuccessWithTask { _ in TaskCompletionSource<Int>().task }
        gate.set(result: ())
        #expect(middle.forward(to: other) == .refused)
        inner.set(result: 7)
        #expect(outer.result == 7 && middle.result == 7)
    }

    // MARK: The state of a token, compared with a simple model

    private enum Operation: CaseIterable { case add, removeFirst, removeLast, removeStale, cancel, pop, dispose }

    @Test(.tags(.t8)) func everySequenceOfTokenOperationsKeepsOrder() {
        var sequence = [Operation](repeating: .add, count: 6)
        func run(_ depth: Int) {
            if depth == sequence.count { return check(sequence) }
            for operation in Operation.allCases {
                sequence[depth] = operation
                run(depth + 1)
            }
        }
        run(0)
    }

    private func check(_ sequence: [Operation]) {
        var state = CancellationState()
        var model: [(key: CancellationState.Key, task: _TaskCore)] = []
        var stale: [CancellationState.Key] = []
        func identity(_ observer: CancellationState.Observer?) -> (any CancellationObserver)? {
            if case .node(let node) = observer { node } else { nil }
        }
        for operation in sequence {
            switch operation {
            case .add:
                let task = BoltsTask<Int>(result: 0)
                switch state.add(.node(task)) {
                case .added(let key):
                    #expect(!state.isCancelled && !state.isDisposed)
                    model.append((key, task))
                case .cancelled: #expect(state.isCancelled)
                case .never: #expect(state.isDisposed && !state.isCancelled)
                }
            case .removeFirst, .removeLast:
                guard let entry = operation == .removeFirst ? model.first : model.last else { continue }
                model.removeAll { $0.key == entry.key }
                stale.append(entry.key)
                #expect(identity(state.remove(entry.key)) === entry.task, "\(sequence)")
            case .removeStale:
                for key in stale { #expect(identity(state.remove(key)) == nil, "\(sequence)") }
            case .cancel:
                let expected = !state.isCancelled && !state.isDisposed
                #expect(state.cancel(nil) == expected)
            case .pop:
                guard state.isCancelled else { continue }
                #expect(identity(state.popFirst()) === model.first?.task, "\(sequence)")
                if !model.isEmpty { stale.append(model.removeFirst().key) }
            case .dispose:
                let dropped = state.dispose().map { identity($0) }
                if state.isCancelled { continue }
                #expect(dropped.map { $0.map(ObjectIdentifier.init) } == model.map { ObjectIdentifier($0.task) })
                stale += model.map(\.key)
                model = []
            }
        }
    }
}
