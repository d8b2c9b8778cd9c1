import BoltsTasks
import BoltsTestSupport
import Dispatch
import Synchronization
import Testing

/// Tests that successive continuations of a chain on one executor run as one of its jobs.
@Suite(.timeLimit(.minutes(20))) struct ContinuationRunTests {
    @Test(.tags(.t10), arguments: [false, true]) func aChainOnOneExecutorTakesFewJobs(hasToken: Bool) {
        let queue = JobQueue()
        let executor = queue.executor(combinesContinuations: true)
        let cancellation = CancellationTokenSource()
        let jobOfContinuation = Recorder<Int>()
        let source = TaskCompletionSource<Int>()
        var last = source.task
        for _ in 0..<1_000 {
            last = last.continueOnSuccessWith(
                executor,
                cancellationToken: hasToken ? cancellation.token : .none
            ) { number in
                jobOfContinuation.add(queue.started)
                return number + 1
            }
        }
        source.set(result: 0)
        #expect(jobOfContinuation.values.isEmpty)
        queue.runAll()
        #expect(last.result == 1_000)
        // A job runs at most 64 continuations, and fewer on a slow machine.
        let lengths = Dictionary(grouping: jobOfContinuation.values) { $0 }.values.map(\.count)
        #expect(lengths.allSatisfy { $0 <= 64 })
        #expect(queue.started >= 16 && queue.started < 500)
    }

    @Test(.tags(.t10)) func withoutCombiningEachContinuationIsAJob() {
        let queue = JobQueue()
        let executor = queue.executor(combinesContinuations: false)
        var last = BoltsTask(result: 0)
        for _ in 0..<100 { last = last.continueOnSuccessWith(executor) { $0 + 1 } }
        queue.runAll()
        #expect(last.result == 100 && queue.started == 100)
        let manual = ManualExecutor()
        let two = BoltsTask(result: 0).continueOnSuccessWith(manual.executor) { $0 + 1 }
            .continueOnSuccessWith(manual.executor) { $0 + 1 }
        manual.runNext()
        #expect(!two.isCompleted)
        manual.runNext()
        #expect(two.result == 2)
    }

    /// Random programs start their closures in the same order whether continuations are combined or not.
    @Test(.tags(.t10)) func combiningContinuationsChangesNoOrder() {
        var saved = 0
        for seed in 0..<500 {
            let separate = RandomProgram(seed: UInt64(seed), combinesContinuations: false)
            let combined = RandomProgram(seed: UInt64(seed), combinesContinuations: true)
            separate.run()
            combined.run()
            #expect(combined.started.values == separate.started.values, "seed \(seed)")
            #expect(combined.queue.started <= separate.queue.started, "seed \(seed)")
            saved += separate.queue.started - combined.queue.started
        }
        #expect(saved > 250)
    }

    @Test(.tags(.t10)) func aContinuationNeverStartsWithinACallOfTheUsers() async throws {
        let executor = BoltsExecutor.queue(DispatchQueue(label: "there"))
        let source = TaskCompletionSource<Int>()
        let behind = source.task.continueOnSuccessWith(executor) { $0 + 1 }
        let wasPending = BoltsTask(result: 0)
            .continueOnSuccessWith(executor) { _ in 0 }
            .continueOnSuccessWith(executor) { number in
                source.set(result: number)
                let added = BoltsTask(result: 0).continueOnSuccessWith(executor) { $0 }
                return !behind.isCompleted && !added.isCompleted
            }
        #expect(try await wasPending.value)
        #expect(try await behind.value == 1)
    }

    @Test(.tags(.t10)) func otherWorkOfTheQueueWaitsForAtMostOneRun() async throws {
        let queue = DispatchQueue(label: "there")
        let executor = BoltsExecutor.queue(queue)
        let continuations = Atomic<Int>(0)
        let other = TaskCompletionSource<Int>()
        let source = TaskCompletionSource<Int>()
        var last = source.task
        for index in 0..<10_000 {
            last = last.continueOnSuccessWith(executor) { number in
                if index == 0 { queue.async { other.set(result: continuations.load(ordering: .relaxed)) } }
                continuations.add(1, ordering: .relaxed)
                return number + 1
            }
        }
        source.set(result: 0)
        #expect(try await other.task.value <= 64)
        #expect(try await last.value == 10_000)
    }

    @Test(.tags(.t10)) func theMainQueueTakesAContinuationAtATime() async throws {
        let executor = BoltsExecutor.queue(.main)
        let order = Recorder<Int>()
        let source = TaskCompletionSource<Void>()
        let last = source.task
            .continueOnSuccessWith(executor) {
                order.add(1)
                DispatchQueue.main.async { order.add(2) }
            }
            .continueOnSuccessWith(executor) { order.add(3) }
        source.set()
        try await last.value
        #expect(order.values == [1, 2, 3])
    }

    @Test(.tags(.t10)) func droppedJobsAreNotWaitedFor() {
        let queue = JobQueue()
        let executor = queue.executor(combinesContinuations: true)
        let dropped = BoltsTask(result: 0).continueOnSuccessWith(executor) { $0 }
        executor.execute {}
        queue.dropAll()
        #expect(dropped.error is AbandonedTaskError)
        var last = BoltsTask(result: 0)
        let source = TaskCompletionSource<Int>()
        last = source.task
        for _ in 0..<100 { last = last.continueOnSuccessWith(executor) { $0 + 1 } }
        source.set(result: 0)
        queue.runAll()
        #expect(last.result == 100 && queue.started < 50)
    }

    @Test(.tags(.t10)) func aRunEndsWithACancellationOrAnError() {
        struct Problem: Error {}
        let queue = JobQueue()
        let executor = queue.executor(combinesContinuations: true)
        let cancellation = CancellationTokenSource()
        let started = Recorder<Int>()
        let source = TaskCompletionSource<Int>()
        var cancelled = source.task
        var failed = source.task
        for index in 0..<10 {
            cancelled = cancelled.continueOnSuccessWith(executor, cancellationToken: cancellation.token) { number in
                if index == 4 { cancellation.cancel() }
                started.add(index)
                return number
            }
            failed = failed.continueOnSuccessWith(executor) { number in
                if index == 4 { throw Problem() }
                started.add(100 + index)
                return number
            }
        }
        source.set(result: 0)
        queue.runAll()
        #expect(cancelled.isCancelled && failed.error is Problem)
        #expect(started.values.filter { $0 < 100 } == Array(0...4))
        #expect(started.values.filter { $0 >= 100 } == Array(100...103))
    }

    /// Several threads complete tasks whose chains share a queue, and each chain keeps its order.
    @Test(.tags(.t10)) func chainsOfSeveralThreadsShareAQueue() async throws {
        let executor = BoltsExecutor.queue(DispatchQueue(label: "there"))
        let running = Atomic<Int>(0)
        let overlaps = Atomic<Int>(0)
        let sources = (0..<50).map { _ in TaskCompletionSource<Int>() }
        let chains = sources.map { source in
            var last = source.task
            for index in 0..<100 {
                last = last.continueOnSuccessWith(executor) { number in
                    if running.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
                    running.subtract(1, ordering: .relaxed)
                    return number == index ? index + 1 : -1
                }
            }
            return last
        }
        DispatchQueue.global().async {
            DispatchQueue.concurrentPerform(iterations: sources.count) { sources[$0].set(result: 0) }
        }
        #expect(try await BoltsTask.whenAllResult(chains).value.allSatisfy { $0 == 100 })
        #expect(overlaps.load(ordering: .relaxed) == 0)
    }

    @Test(.tags(.t10)) func anActorRunsAChain() async throws {
        actor Counter {
            var count = 0
            func add() { count += 1 }
        }
        let counter = Counter()
        var last = BoltsTask(result: 0)
        for _ in 0..<200 {
            last = last.continueOnSuccessWith(.actor(counter)) { number in
                counter.assumeIsolated { $0.add() }
                return number + 1
            }
        }
        #expect(try await last.value == 200)
        #expect(await counter.count == 200)
    }
}

/// A serial executor that runs its jobs when a test says so, and counts them.
private final class JobQueue: Sendable {
    private struct State: Sendable {
        var jobs: [@Sendable () -> Void] = []
        var started = 0
    }
    private let state = Mutex(State())

    var started: Int { state.withLock { $0.started } }

    func executor(combinesContinuations: Bool) -> BoltsExecutor {
        .custom(name: "jobs", combinesContinuations: combinesContinuations) { [self] work in
            state.withLock { $0.jobs.append(work) }
        }
    }

    func runAll() {
        while let job = takeNext() { job() }
    }

    func dropAll() {
        let dropped = state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
        withExtendedLifetime(dropped) {}
    }

    private func takeNext() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.jobs.isEmpty { return nil }
            state.started += 1
            return state.jobs.removeFirst()
        }
    }
}

/// A forest of continuations, some of them on a queue, whose closures complete tasks, fail, return tasks, and give the
/// queue other work.
private final class RandomProgram {
    let queue = JobQueue()
    let started = Recorder<Int>()
    private let executor: BoltsExecutor
    private let sources = (0..<5).map { _ in TaskCompletionSource<Int>() }
    private var random: SplitMix
    private var count = 0

    init(seed: UInt64, combinesContinuations: Bool) {
        random = SplitMix(state: seed)
        executor = queue.executor(combinesContinuations: combinesContinuations)
        for source in sources { grow(source.task, depth: 0) }
    }

    func run() {
        for source in sources {
            source.trySet(result: 0)
            queue.runAll()
        }
    }

    private func grow(_ task: BoltsTask<Int>, depth: Int) {
        guard depth < 8 else { return }
        // Mostly a chain, sometimes a fork.
        let children = [0, 1, 1, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 0
        for _ in 0..<children { grow(continuation(of: task), depth: depth + 1) }
    }

    private func continuation(of task: BoltsTask<Int>) -> BoltsTask<Int> {
        count += 1
        let id = count
        let action = Int.random(in: 0..<10, using: &random)
        let other = sources[Int.random(in: 0..<sources.count, using: &random)]
        let place = Int.random(in: 0..<4, using: &random) == 0 ? BoltsExecutor.default : executor
        let body: @Sendable () throws -> Int = { [started, executor] in
            started.add(id)
            switch action {
            case 0: other.trySet(result: id)
            case 1: executor.execute { started.add(-id) }
            case 2: throw CancellationError()
            default: break
            }
            return id
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return task.continueWith(place) { _ in try body() }
        case 1:
            return task.continueWithTask(place) { _ in
                _ = try body()
                return other.task
            }
        case 2:
            return task.continueOnErrorWith(place) { (_: any Error) in try body() }
        default: return task.continueOnSuccessWith(place) { _ in try body() }
        }
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
