import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

/// Tests that a million continuations never overflow a stack of 512 KiB, and that a loop of a million tasks needs constant memory.
@Suite(.serialized, .timeLimit(.minutes(20))) struct StackTests {
    /// The length of the chains: a million continuations in release builds, fewer in debug builds and under sanitizers.
    static let continuations: Int = {
        #if DEBUG
        // A million take minutes in a debug build, and a recursion overflows 512 KiB long before this many.
        20_000
        #else
        1_000_000
        #endif
    }()

    enum Where: String, CaseIterable, Sendable {
        case `default`, immediate, queue, operationQueue, inlineCustom

        var executor: BoltsExecutor {
            switch self {
            case .default: .default
            case .immediate: .immediate
            case .queue: .queue(DispatchQueue(label: "continuations"))
            case .operationQueue: .operationQueue(OperationQueue())
            case .inlineCustom: .custom(name: "inline") { $0() }
            }
        }
    }

    /// A source does not retain the sources that it is linked to, so the first one holds the whole chain.
    @Test(.tags(.t5), arguments: [true, false])
    func aLongChainOfLinkedSourcesIsCancelledAndReleased(isCancelled: Bool) async {
        await onSmallStack {
            let first = CancellationTokenSource()
            var last = CancellationTokenSource(linkedTo: first.token)
            for _ in 1..<Self.continuations { last = CancellationTokenSource(linkedTo: last.token) }
            if isCancelled { first.cancel() }
            #expect(last.isCancellationRequested == isCancelled)
        }
    }

    @Test(.tags(.t5, .t8)) func sourcesMayCancelOneAnotherInObservers() async {
        await onSmallStack {
            let sources = (0..<20_000).map { _ in CancellationTokenSource() }
            let order = Recorder<Int>()
            for number in 1..<20_000 {
                sources[number - 1].token.register {
                    order.add(number)
                    sources[number].cancel()
                }
            }
            sources[0].cancel()
            #expect(sources.allSatisfy { $0.isCancellationRequested } && order.values == Array(1..<20_000))
        }
    }

    @Test(.tags(.t5, .t8)) func observersOfACancelledTokenMayRegisterAgain() async {
        await onSmallStack {
            let source = CancellationTokenSource()
            source.cancel()
            let calls = Recorder<Int>()
            @Sendable func register(_ number: Int) {
                calls.add(number)
                if number < 20_000 { source.token.register { register(number + 1) } }
            }
            register(1)
            #expect(calls.values == Array(1...20_000))
        }
    }

    /// An observer that waits for room on the stack can be disposed of until it is called.
    @Test(.tags(.t5, .t8)) func anObserverThatWaitsForRoomCanBeDisposedOf() async {
        await onSmallStack {
            let source = CancellationTokenSource()
            source.cancel()
            let calls = Recorder<String>()
            source.token.register {
                onLittleStack {
                    let first = source.token.register { calls.add("disposed of") }
                    source.token.register { calls.add("called") }
                    #expect(calls.count == 0)
                    first.dispose()
                }
                calls.add("outermost")
            }
            #expect(calls.values == ["outermost", "called"])
        }
    }

    @Test(.tags(.t5, .gx01), arguments: Where.allCases) func completingAMillionContinuations(_ place: Where) async {
        let executor = place.executor
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            var task = source.task
            for _ in 0..<Self.continuations { task = task.continueOnSuccessWith(executor) { $0 + 1 } }
            source.set(result: 0)
            task.waitUntilCompleted()
            #expect(task.result == Self.continuations)
        }
    }

    @Test(.tags(.t5)) func completingAMillionContinuationsOnTheMainThread() async {
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            var task = source.task
            for _ in 0..<Self.continuations { task = task.continueOnSuccessWith(on: .mainThread) { $0 + 1 } }
            source.set(result: 0)
            task.waitUntilCompleted()
            #expect(task.result == Self.continuations)
        }
    }

    @Test(.tags(.t5, .gx01, .ds2), arguments: Where.allCases) func skippingAMillionContinuations(_ place: Where) async {
        let executor = place.executor
        await onSmallStack {
            for end in [Fault(1) as any Error, CancellationError()] {
                let source = TaskCompletionSource<Int>()
                var task = source.task
                for _ in 0..<Self.continuations { task = task.continueOnSuccessWith(executor) { $0 + 1 } }
                source.set(error: end)
                #expect(task.isCompleted && task.isFaulted == (end is Fault))
            }
        }
    }

    @Test(.tags(.t5), arguments: Where.allCases) func adoptingAMillionTasks(_ place: Where) async {
        let executor = place.executor
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            var task = source.task
            for _ in 0..<Self.continuations {
                let inner = task
                task = BoltsTask(result: 0).continueOnSuccessWithTask(executor) { _ in inner }
            }
            source.set(result: 7)
            task.waitUntilCompleted()
            #expect(task.result == 7)
        }
    }

    @Test(.tags(.t5, .gx01)) func cancellingAMillionContinuations() async {
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            let token = CancellationTokenSource()
            var task = source.task
            for _ in 0..<Self.continuations {
                task = task.continueOnSuccessWith(cancellationToken: token.token) { $0 + 1 }
            }
            token.cancel()
            #expect(task.isCancelled)
            source.set(result: 1)
        }
    }

    @Test(.tags(.t5)) func releasingAMillionContinuationsFromEitherEnd() async {
        await onSmallStack {
            // The source is released first, which fails the end of the chain.
            func chain() -> (TaskCompletionSource<Int>, BoltsTask<Int>) {
                let source = TaskCompletionSource<Int>()
                var task = source.task
                for _ in 0..<Self.continuations { task = task.continueOnSuccessWith { $0 + 1 } }
                return (source, task)
            }
            let end = chain().1
            #expect(end.error is AbandonedTaskError)
            // The end is released first, the source later.
            var source: TaskCompletionSource<Int>? = chain().0
            #expect(source?.task.isCompleted == false)
            source = nil
        }
    }

    @Test(.tags(.t5)) func abandoningAMillionContinuationsHalfWay() async {
        await onSmallStack {
            let manual = ManualExecutor()
            let source = TaskCompletionSource<Int>()
            var task = source.task
            for _ in 0..<Self.continuations / 2 { task = task.continueOnSuccessWith { $0 + 1 } }
            let half = task
            task = task.continueOnSuccessWith(manual.executor) { $0 + 1 }
            for _ in 0..<Self.continuations / 2 { task = task.continueOnSuccessWith { $0 + 1 } }
            source.set(result: 0)
            #expect(half.result == Self.continuations / 2 && !task.isCompleted)
            manual.dropAll()
            #expect(task.error is AbandonedTaskError)
        }
    }

    @Test(.tags(.t5)) func releasingAMillionAdoptionsUnfinished() async {
        await onSmallStack {
            func nested() -> BoltsTask<Int> {
                let source = TaskCompletionSource<Int>()
                var task = source.task
                for _ in 0..<Self.continuations {
                    let inner = task
                    task = BoltsTask(result: 0).continueOnSuccessWithTask { _ in inner }
                }
                #expect(!task.isCompleted)
                return task
            }
            #expect(nested().error is AbandonedTaskError)
        }
    }

    /// The continuations that wait for the task that their closure returns.
    enum Flattening: CaseIterable, Sendable {
        case onSuccess, onError, onAnyOutcome

        func loop(
            _ executor: BoltsExecutor,
            _ token: CancellationToken,
            _ count: Int,
            _ next: @escaping @Sendable (Int) -> BoltsTask<Int>
        ) -> BoltsTask<Int> {
            switch self {
            case .onSuccess:
                BoltsTask(result: count)
                    .continueOnSuccessWithTask(executor, cancellationToken: token) { next($0 + 1) }
            case .onError:
                BoltsTask<Int>(error: Fault(count))
                    .continueOnErrorWithTask(executor, cancellationToken: token) { (fault: Fault) in
                        next(fault.number + 1)
                    }
            case .onAnyOutcome:
                BoltsTask(result: count)
                    .continueWithTask(executor, cancellationToken: token) { next(($0.result ?? 0) + 1) }
            }
        }
    }

    /// This also works with a token, if every round has the same one.
    @Test(
        .tags(.t5),
        arguments: [Where.default, .immediate, .queue, .inlineCustom].flatMap { place in
            Flattening.allCases.flatMap { kind in [(place, kind, false), (place, kind, true)] }
        }
    )
    func aLoopOfAMillionTasksIsFlat(_ place: Where, _ kind: Flattening, hasToken: Bool) async {
        let executor = place.executor
        await onSmallStack {
            let sampled = Sampled()
            let source = CancellationTokenSource()
            let token = hasToken ? source.token : .none
            let (reached, last) = (TaskCompletionSource<Void>(), TaskCompletionSource<Int>())
            @Sendable func loop(_ count: Int) -> BoltsTask<Int> {
                if count == Self.continuations {
                    reached.set()
                    return last.task
                }
                let next = kind.loop(executor, token, count) { loop($0) }
                if count.isMultiple(of: Self.continuations / 1_000) { sampled.add(next) }
                return next
            }
            let task = loop(0)
            reached.task.waitUntilCompleted()
            // Some of the thousand tasks are added by calls that have not returned yet, and some are held by the calls of one whole
            // stack.
            let limit = ContinuousClock.now + .seconds(120)
            var counts = sampled.counts
            while counts.added < 1_000 || counts.alive > 250, ContinuousClock.now < limit {
                Thread.sleep(forTimeInterval: 0.001)
                counts = sampled.counts
            }
            #expect(counts.added == 1_000)
            #expect(counts.alive <= 250)
            last.set(result: 5)
            task.waitUntilCompleted()
            #expect(task.result == 5)
            withExtendedLifetime(source) {}
        }
    }

    @Test(.tags(.t5, .t9)) func aLoopWithATokenIsCancelledAtOnceAndReleasesEverything() async {
        await onSmallStack {
            let manual = ManualExecutor()
            let source = CancellationTokenSource()
            let sampled = Sampled()
            @Sendable func loop(_ count: Int) -> BoltsTask<Int> {
                let next = BoltsTask(result: count + 1)
                    .continueOnSuccessWithTask(manual.executor, cancellationToken: source.token) { loop($0) }
                sampled.add(next)
                return next
            }
            let task = loop(0)
            for _ in 0..<1_000 { manual.runNext() }
            #expect(!task.isCompleted && sampled.counts.alive < 5)
            source.cancel()
            #expect(task.isCancelled)
            manual.runAll()
            #expect(sampled.counts.alive == 1)
        }
    }

    @Test(.tags(.t5), arguments: [nil, CancellationTokenSource()])
    func sourcesCompletedFromContinuationsNestOnlyWhileThereIsStack(_ token: CancellationTokenSource?) async {
        await onSmallStack {
            // Each continuation completes the next source: recursion in user code, which no run loop can flatten.
            let count = Self.continuations / 10
            let sources = (0...count).map { _ in TaskCompletionSource<Int>() }
            for index in 0..<count {
                let next = sources[index + 1]
                sources[index].task.continueOnSuccessWith(.immediate, cancellationToken: token?.token ?? .none) {
                    next.set(result: $0 + 1)
                }
            }
            sources[0].set(result: 0)
            #expect(sources[count].task.result == count)
        }
    }

    @Test(.tags(.t5), arguments: Where.allCases)
    func aLoopOfCompletedTasksWithATokenNestsOnlyWhileThereIsStack(_ place: Where) async {
        let executor = place.executor
        await onSmallStack {
            let token = CancellationTokenSource()
            @Sendable func loop(_ count: Int) -> BoltsTask<Int> {
                if count == Self.continuations / 10 { return BoltsTask(result: count) }
                return BoltsTask(result: count + 1)
                    .continueOnSuccessWithTask(executor, cancellationToken: token.token) { loop($0) }
            }
            let task = loop(0)
            task.waitUntilCompleted()
            #expect(task.result == Self.continuations / 10)
        }
    }

    @Test(.tags(.t4, .t5), arguments: Where.allCases, [nil, CancellationTokenSource()])
    func failingWithLittleStackSkipsChainsOfAnyLength(_ place: Where, token: CancellationTokenSource?) async {
        let executor = place.executor
        await onSmallStack {
            let source = TaskCompletionSource<Int>()
            var task = source.task
            for _ in 0..<Self.continuations / 10 {
                task = task.continueOnSuccessWith(executor, cancellationToken: token?.token ?? .none) { $0 + 1 }
            }
            onLittleStack { source.set(error: Fault(1)) }
            // No executor is used, so the task is complete by now.
            #expect(task.isFaulted)
        }
    }
}

#if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
@Suite struct QueueHopStackTests {
    /// This runs in its own process, because only the first reflection of a process needs that much stack.
    @Test(.tags(.t5)) func hopsToAQueueWithLittleStackDoNotOverflowIt() async {
        await #expect(processExitsWith: .success) {
            let executor = BoltsExecutor.queue(.global())
            await onSmallStack {
                onLittleStack {
                    // This is a large frame of the user's code, in addition to the used stack.
                    withUnsafeTemporaryAllocation(byteCount: 24 * 1_024, alignment: 16) { buffer in
                        buffer.initializeMemory(as: UInt8.self, repeating: 1)
                        for _ in 0..<20 { BoltsTask(result: 1).continueWith(executor) { _ in } }
                    }
                }
            }
            let more = (0..<20).map { number in BoltsTask(result: number).continueWith(executor) { $0.result ?? 0 } }
            for (number, task) in more.enumerated() {
                let value = try? await task.value
                precondition(value == number)
            }
        }
    }
}
#endif

/// Weak references to some of the tasks of a loop.
private final class Sampled: Sendable {
    private struct Weak: Sendable { weak var task: BoltsTask<Int>? }

    private let tasks = Mutex<[Weak]>([])

    func add(_ task: BoltsTask<Int>) { tasks.withLock { $0.append(Weak(task: task)) } }

    /// How many tasks were added, and how many of them are still alive.
    var counts: (added: Int, alive: Int) { tasks.withLock { tasks in (tasks.count, tasks.count { $0.task != nil }) } }
}
