import BoltsTasks
import BoltsTestSupport
import Dispatch
import Testing

private struct OtherFault: Error {}

private func double(_ number: Int) -> Int { number * 2 }

@MainActor private func onMain(_ number: Int) -> Int {
    MainActor.assertIsolated()
    return number + 1
}

/// Completes a source on a thread of a queue, and waits until that call has returned.
private func completeElsewhere(_ complete: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
        DispatchQueue(label: "elsewhere")
            .async {
                complete()
                done.resume()
            }
    }
}

/// Blocks this thread, even in `async` code.
private func waitFor(_ semaphore: DispatchSemaphore) { semaphore.wait() }

@MainActor private final class Screen {
    var log: [String] = []

    func add(_ entry: String) { log.append(entry) }

    /// A chain of each form, as an app writes it.
    func load(_ start: BoltsTask<Int>, token: CancellationToken = .none) -> BoltsTask<String> {
        start
            .then(cancellationToken: token) { number in
                self.add("then \(number)")
                return number + 1
            }
            .thenTask(cancellationToken: token) { number in
                self.add("thenTask \(number)")
                return BoltsTask(result: number + 1)
            }
            .finally(cancellationToken: token) { self.add("finally") }
            .finallyTask(cancellationToken: token) { () -> BoltsTask<Int> in
                self.add("finallyTask")
                return BoltsTask(result: 0)
            }
            .recover(from: Fault.self, cancellationToken: token) { fault in
                self.add("recover from \(fault)")
                return -1
            }
            .recoverTask(from: Fault.self, cancellationToken: token) { _ in
                self.add("recoverTask from a type")
                return BoltsTask(result: -2)
            }
            .recover(cancellationToken: token) { _ in
                self.add("recover")
                return -3
            }
            .recoverTask(cancellationToken: token) { _ in
                self.add("recoverTask")
                return BoltsTask(result: -4)
            }
            .always(cancellationToken: token) { task in
                self.add("always")
                return task.result ?? -5
            }
            .alwaysTask(cancellationToken: token) { task in
                self.add("alwaysTask")
                return BoltsTask(result: "\(task.result ?? -6)")
            }
    }
}

private let successes = ["then 1", "thenTask 2", "finally", "finallyTask", "always", "alwaysTask"]

private actor Store {
    private(set) var log: [String] = []
    let first = TaskCompletionSource<Int>()

    func add(_ entry: String) { log.append(entry) }

    func load(_ start: BoltsTask<Int>) -> BoltsTask<String> {
        start
            .then { number in
                self.add("then \(number)")
                return number + 1
            }
            .thenTask { number in
                self.add("thenTask \(number)")
                return BoltsTask(result: number + 1)
            }
            .finally { self.add("finally") }
            .finallyTask { () -> BoltsTask<Int> in
                self.add("finallyTask")
                return BoltsTask(result: 0)
            }
            .recover(from: Fault.self) { fault in
                self.add("recover from \(fault)")
                return -1
            }
            .recover { _ in
                self.add("recover")
                return -3
            }
            .always { task in
                self.add("always")
                return task.result ?? -5
            }
            .alwaysTask { task in
                self.add("alwaysTask")
                return BoltsTask(result: "\(task.result ?? -6)")
            }
    }

    /// The log at the return of the call that completes the chain's first task.
    func loadAndComplete() -> [String] {
        _ = load(first.task)
        first.set(result: 1)
        return log
    }

    /// The chain, and the log at the return of the call that makes it.
    func loadCompleted() -> (BoltsTask<String>, [String]) { (load(BoltsTask(result: 1)), log) }

    func adds(_ entries: Range<Int>, after task: BoltsTask<Int>) {
        for entry in entries { task.then { _ in self.add("\(entry)") } }
    }
}

/// Tests chains that stay in the isolation in which they are written.
@Suite(.timeLimit(.minutes(20))) struct ThenTests {
    // MARK: On the main actor

    @Test(.tags(.t15)) @MainActor func aChainOfACompletedTaskRunsInPlaceOnTheMainActor() {
        let screen = Screen()
        let chain = screen.load(BoltsTask(result: 1))
        #expect(chain.result == "3")
        #expect(screen.log == successes)
    }

    @Test(.tags(.t15)) @MainActor func aChainCompletedOnTheMainActorRunsInPlace() {
        let screen = Screen()
        let source = TaskCompletionSource<Int>()
        let chain = screen.load(source.task)
        #expect(screen.log.isEmpty)
        source.set(result: 1)
        #expect(chain.result == "3")
        #expect(screen.log == successes)
    }

    @Test(.tags(.t15)) @MainActor func aChainCompletedElsewhereRunsOnTheMainActor() async throws {
        let screen = Screen()
        let source = TaskCompletionSource<Int>()
        let chain = screen.load(source.task)
        // Nothing else runs on the main actor, on which this function is until it awaits.
        await completeElsewhere { source.set(result: 1) }
        #expect(try await chain.value == "3")
        #expect(screen.log == successes)
    }

    @Test(.tags(.t15)) @MainActor func failuresTakeTheirWayOnTheMainActor() {
        let screen = Screen()
        #expect(screen.load(BoltsTask(error: Fault(7))).result == "-1")
        #expect(screen.log == ["finally", "finallyTask", "recover from \(Fault(7))", "always", "alwaysTask"])
        screen.log = []
        #expect(screen.load(BoltsTask(error: OtherFault())).result == "-3")
        #expect(screen.log == ["finally", "finallyTask", "recover", "always", "alwaysTask"])
        screen.log = []
        #expect(screen.load(.cancelled()).result == "-5")
        #expect(screen.log == ["finally", "finallyTask", "always", "alwaysTask"])
    }

    @Test(.tags(.t15)) @MainActor func cancellationReachesEachForm() {
        let cancellation = CancellationTokenSource()
        let token = cancellation.token
        let (good, bad) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
        let ran = Recorder<Int>()
        let links: [BoltsTask<Int>] = [
            good.task.then(cancellationToken: token) { _ in ran.adding(onMain(1)) },
            good.task.thenTask(cancellationToken: token) { _ in BoltsTask(result: ran.adding(onMain(2))) },
            good.task.always(cancellationToken: token) { _ in ran.adding(onMain(3)) },
            good.task.alwaysTask(cancellationToken: token) { _ in BoltsTask(result: ran.adding(onMain(4))) },
            good.task.finally(cancellationToken: token) { ran.add(onMain(5)) },
            good.task.finallyTask(cancellationToken: token) { BoltsTask(result: ran.adding(onMain(6))) },
            bad.task.recover(cancellationToken: token) { _ in ran.adding(onMain(7)) },
            bad.task.recover(from: Fault.self, cancellationToken: token) { _ in ran.adding(onMain(8)) },
            bad.task.recoverTask(cancellationToken: token) { _ in BoltsTask(result: ran.adding(onMain(9))) },
            bad.task.recoverTask(from: Fault.self, cancellationToken: token) { _ in
                BoltsTask(result: ran.adding(onMain(10)))
            },
        ]
        cancellation.cancel()
        #expect(links.filter(\.isCancelled).count == links.count)
        good.set(result: 1)
        bad.set(error: Fault(1))
        #expect(ran.count == 0)
    }

    @Test(.tags(.t15)) @MainActor func functionsMayBePassedByTheirNames() async throws {
        let source = TaskCompletionSource<Int>()
        let chain = source.task.then(onMain).then(double).then(onMain)
        await completeElsewhere { source.set(result: 1) }
        #expect(try await chain.value == 5)
    }

    @Test(.tags(.t15)) @MainActor func aClosureThatReturnsAPendingTaskIsWaitedFor() async throws {
        let inner = TaskCompletionSource<Int>()
        let log = Recorder<Int>()
        let chain = BoltsTask(result: 1).thenTask { _ in inner.task }.then { number in log.add(onMain(number)) }
        let cleanup = TaskCompletionSource<Void>()
        let cleaned = BoltsTask(result: 4).finallyTask { cleanup.task }
        #expect(!chain.isCompleted && !cleaned.isCompleted)
        await completeElsewhere {
            inner.set(result: 2)
            cleanup.set(result: ())
        }
        try await chain.value
        #expect(log.values == [3])
        #expect(try await cleaned.value == 4)
    }

    // MARK: On an actor

    @Test(.tags(.t15)) func aChainOfACompletedTaskRunsInPlaceOnItsActor() async {
        let (chain, log) = await Store().loadCompleted()
        #expect(chain.result == "3")
        #expect(log == successes)
    }

    @Test(.tags(.t15)) func aChainCompletedOnItsActorRunsInPlace() async {
        #expect(await Store().loadAndComplete() == successes)
    }

    @Test(.tags(.t15)) func aChainCompletedElsewhereRunsOnItsActor() async throws {
        let store = Store()
        let source = TaskCompletionSource<Int>()
        let chain = await store.load(source.task)
        await completeElsewhere { source.set(result: 1) }
        #expect(try await chain.value == "3")
        #expect(await store.log == successes)
    }

    @Test(.tags(.t15)) func failuresTakeTheirWayOnAnActor() async throws {
        let store = Store()
        let source = TaskCompletionSource<Int>()
        let chain = await store.load(source.task)
        await completeElsewhere { source.set(error: Fault(7)) }
        #expect(try await chain.value == "-1")
        #expect(await store.log == ["finally", "finallyTask", "recover from \(Fault(7))", "always", "alwaysTask"])
    }

    @Test(.tags(.t15)) func continuationsOfOneTaskKeepTheirOrderOnAnActor() async throws {
        let store = Store()
        let source = TaskCompletionSource<Int>()
        await store.adds(0..<200, after: source.task)
        await completeElsewhere { source.set(result: 1) }
        let last = BoltsTask(.actor(store)) {}
        try await last.value
        #expect(await store.log == (0..<200).map { "\($0)" })
    }

    /// The actor is known from the closure's isolation: a continuation of another actor is sent there.
    @Test(.tags(.t15)) func aChainMayVisitSeveralActors() async throws {
        let (left, right) = (Store(), Store())
        let source = TaskCompletionSource<Int>()
        let chain = await right.load(left.load(source.task).then { Int($0) ?? 0 })
        await completeElsewhere { source.set(result: 1) }
        #expect(try await chain.value == "5")
        #expect(await left.log == successes)
        #expect(await right.log == ["then 3", "thenTask 4", "finally", "finallyTask", "always", "alwaysTask"])
    }

    /// Long chains must neither overflow the stack nor leave the actor.
    @Test(.tags(.t15)) func longChainsStayOnTheirActor() async throws {
        let counter = Counter()
        let source = TaskCompletionSource<Int>()
        let chain = await counter.count(20_000, from: source.task)
        await completeElsewhere { source.set(result: 0) }
        #expect(try await chain.value == 20_000)
        #expect(await counter.calls == 20_000)
        #expect(await counter.nested(20_000) == 20_000)
    }

    // MARK: Without isolation

    @Test(.tags(.t8, .t15)) @MainActor func anObserverThatIsDisposedOfOnItsActorIsNotCalled() async {
        let source = CancellationTokenSource()
        var calls: [String] = []
        let registration = source.token.register { calls.append("disposed of") }
        let last = TaskCompletionSource<Void>()
        source.token.register {
            calls.append("last")
            last.set()
        }
        // The main actor is busy here until the other thread has cancelled, so its observers cannot run yet.
        let cancelled = DispatchSemaphore(value: 0)
        DispatchQueue.global()
            .async {
                source.cancel()
                cancelled.signal()
            }
        waitFor(cancelled)
        #expect(calls.isEmpty)
        registration.dispose()
        try? await last.task.value
        #expect(calls == ["last"])
    }

    @Test(.tags(.t15)) func aChainWrittenNowhereRunsWhereItsTaskCompletes() {
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "there")
        queue.setSpecific(key: key, value: 7)
        let source = TaskCompletionSource<Int>()
        let places = Recorder<Int?>()
        let note: @Sendable () -> Void = { places.add(DispatchQueue.getSpecific(key: key)) }
        let chain = source.task
            .then { number in
                note()
                return number + 1
            }
            .thenTask { number in
                note()
                return BoltsTask(result: number + 1)
            }
            .finally { note() }
            .recover { _ in 0 }
            .always { task in
                note()
                return task.result
            }
        queue.sync { source.set(result: 1) }
        #expect(chain.result == 3)
        #expect(places.values == [7, 7, 7, 7])
        // The closures have no captures, or are functions.
        #expect(BoltsTask(result: 1).then { $0 + 1 }.then(double).thenTask { BoltsTask(result: $0) }.result == 4)
        #expect(BoltsTask<Int>(error: Fault(1)).recover { _ in 3 }.result == 3)
        #expect(BoltsTask(result: 1).then { (_: Int) throws -> Int in throw Fault(2) }.error as? Fault == Fault(2))
    }

    /// The order is that of the documentation.
    @Test(.tags(.t15)) @MainActor func aTaskLocalValueIsThatOfTheCompletionInPlace() async throws {
        let seen = Recorder<String>()
        let source = TaskCompletionSource<Void>()
        let links = Request.$id.withValue(7) {
            [
                source.task.then { seen.add("in place \(Request.id)") },
                source.task.continueOnSuccessWith(.queue(.global())) { seen.add("queue \(Request.id)") },
                BoltsTask {
                    try await source.task.value
                    seen.add("async \(Request.id)")
                },
            ]
        }
        Request.$id.withValue(9) { source.set(result: ()) }
        for link in links { try await link.value }
        #expect(Set(seen.values) == ["in place 9", "queue 0", "async 7"])
    }

    @Test(.tags(.t15)) func whatACleanupThrowsIsTheOutcome() {
        #expect(BoltsTask(result: 1).finally { throw Fault(4) }.error as? Fault == Fault(4))
        #expect(BoltsTask(result: 1).finallyTask { BoltsTask<Int>(error: Fault(5)) }.error as? Fault == Fault(5))
        #expect(BoltsTask(result: 1).finallyTask { BoltsTask<Int>.cancelled() }.isCancelled)
        #expect(BoltsTask<Int>(error: Fault(6)).finallyTask { BoltsTask(result: "") }.error as? Fault == Fault(6))
    }

    @Test(.tags(.t15)) @MainActor func aClosureThatNeverRunsIsReleased() {
        weak var canary: Canary?
        var source: TaskCompletionSource<Int>? = TaskCompletionSource<Int>()
        let chain: BoltsTask<Void>
        do {
            let captured = Canary()
            canary = captured
            chain = source!.task.then { _ in withExtendedLifetime(captured) {} }
        }
        #expect(canary != nil)
        source = nil
        #expect(chain.error is AbandonedTaskError)
        #expect(canary == nil)
    }

    @Test(.tags(.t15)) @MainActor func aClosureThatRanIsReleased() {
        weak var canary: Canary?
        let source = TaskCompletionSource<Int>()
        let chain: BoltsTask<Void>
        do {
            let captured = Canary()
            canary = captured
            chain = source.task.then { _ in withExtendedLifetime(captured) {} }
        }
        source.set(result: 1)
        #expect(chain.isCompleted)
        #expect(canary == nil)
    }
}

private enum Request {
    @TaskLocal static var id = 0
}

private actor Counter {
    var calls = 0

    func call() { calls += 1 }

    func count(_ links: Int, from start: BoltsTask<Int>) -> BoltsTask<Int> {
        var chain = start
        for _ in 0..<links {
            chain = chain.then { number in
                self.call()
                return number + 1
            }
        }
        return chain
    }

    /// Completes tasks one inside another.
    func nested(_ depth: Int) async -> Int {
        calls = 0
        let sources = (0..<depth).map { _ in TaskCompletionSource<Int>() }
        for index in 1..<depth {
            sources[index - 1].task.then { number in
                self.call()
                sources[index].set(result: number)
            }
        }
        let last = sources[depth - 1].task.then { _ in self.call() }
        sources[0].set(result: 0)
        try? await last.value
        return calls
    }
}
