import BoltsFoundation
import BoltsTasks
import BoltsTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExecutorTests {
    @Test(.tags(.t10, .oe01, .se02)) func defaultAndImmediateRunSynchronously() {
        #expect(BoltsTask(result: 1).continueWith { _ in 2 }.isCompleted)
        #expect(BoltsTask(result: 1).continueWith(.immediate) { _ in 2 }.isCompleted)
        let ran = Recorder<Int>()
        BoltsExecutor.default.execute { ran.add(1) }
        BoltsExecutor.immediate.execute { ran.add(2) }
        #expect(ran.values == [1, 2])
    }

    @Test(.tags(.t10, .ot40)) func aQueueExecutorRunsOnItsQueue() async throws {
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "there")
        queue.setSpecific(key: key, value: 7)
        let seen = try await BoltsTask(result: 1)
            .continueWith(.queue(queue)) { _ in
                DispatchQueue.getSpecific(key: key)
            }
            .value
        #expect(seen == 7)
        // Its continuations run where it completed, unless they specify an executor.
        let started = BoltsTask(.queue(queue)) { DispatchQueue.getSpecific(key: key) }
        #expect(try await started.value == 7)
    }

    /// An executor that is used often submits work to its queue differently from a new one.
    @Test(.tags(.t10), arguments: [false, true])
    func aQueueKeepsItsOrderHoweverManyHops(isConcurrent: Bool) async throws {
        let key = DispatchSpecificKey<Int>()
        // The queue has a target queue, so that the test sees on which of the two the work runs.
        let queue = DispatchQueue(
            label: "there",
            attributes: isConcurrent ? .concurrent : [],
            target: DispatchQueue(label: "below")
        )
        queue.setSpecific(key: key, value: 7)
        let executor = BoltsExecutor.queue(queue)
        let started = Recorder<Int>()
        let elsewhere = Recorder<Int>()
        let source = TaskCompletionSource<Int>()
        let hops = (0..<100)
            .map { index in
                source.task.continueOnSuccessWith(executor) { _ in
                    if DispatchQueue.getSpecific(key: key) != 7 { elsewhere.add(index) }
                    started.add(index)
                }
            }
        // Other blocks on the same queue keep their place among the hops.
        source.set(result: 0)
        queue.async { started.add(100) }
        let last = source.task.continueOnSuccessWith(executor) { _ in started.add(101) }
        try await BoltsTask.whenAll(hops).value
        try await last.value
        #expect(started.values == Array(0...101))
        #expect(elsewhere.values.isEmpty)
    }

    @Test(.tags(.t10)) func aQueueIsRetainedWhileHopsArePending() async throws {
        var last: BoltsTask<Int>
        do {
            // Only the pending hops retain the queue.
            let executor = BoltsExecutor.queue(DispatchQueue(label: "short-lived"))
            last = BoltsTask(result: 0)
            for _ in 0..<100 { last = last.continueOnSuccessWith(executor) { $0 + 1 } }
        }
        #expect(try await last.value == 100)
    }

    @Test(.tags(.t10, .oe03, .se08)) func anOperationQueueExecutorRunsLaterOnItsQueue() async throws {
        let queue = OperationQueue()
        queue.isSuspended = true
        let task = BoltsTask(result: queue).continueOnSuccessWith(.operationQueue(queue)) {
            OperationQueue.current === $0
        }
        #expect(!task.isCompleted)
        queue.isSuspended = false
        #expect(try await task.value)
    }

    @Test(.tags(.t10, .oe04, .se03, .se04)) func mainThreadClosuresAreOnTheMainActor() async throws {
        let name = try await BoltsTask(result: 1)
            .continueOnSuccessWith(on: .mainThread) { number in
                MainActor.assertIsolated()
                return "main \(number)"
            }
            .value
        #expect(name == "main 1")
        let inline = await MainActor.run { BoltsTask(result: 1).continueWith(on: .mainThread) { _ in 2 }.isCompleted }
        #expect(inline)
    }

    @Test(.tags(.t10)) func actorAndTaskExecutorsRunTheirWork() async throws {
        actor Counter {
            var count = 0
            func add() { count += 1 }
        }
        let counter = Counter()
        let task = BoltsTask(result: counter)
            .continueOnSuccessWith(.actor(counter)) { counter in
                counter.assumeIsolated { $0.add() }
            }
        try await task.value
        #expect(await counter.count == 1)

        final class Everything: TaskExecutor {
            let queue = DispatchQueue(label: "task executor")
            func enqueue(_ job: consuming ExecutorJob) {
                let job = UnownedJob(job)
                queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
            }
        }
        #expect(try await BoltsTask(result: 3).continueWith(.taskExecutor(Everything())) { _ in 4 }.value == 4)
    }

    @Test(.tags(.t10, .gx02, .dt11)) func workThatIsRunTwiceRunsOnce() {
        let runs = Recorder<Int>()
        let twice = BoltsExecutor.custom(name: "twice") { work in
            work()
            work()
        }
        let task = BoltsTask(result: 1)
            .continueOnSuccessWith(twice) { number in
                runs.add(number)
                return number + 1
            }
        #expect(task.result == 2 && runs.values == [1])
    }

    @Test(.tags(.t10, .at12, .dt11)) func droppingTheWorkFailsTheTask() {
        let manual = ManualExecutor()
        let task = BoltsTask(result: 1).continueOnSuccessWith(manual.executor) { $0 }
        let behind = task.continueOnSuccessWith { $0 }
        manual.dropAll()
        #expect(task.error is AbandonedTaskError && behind.error is AbandonedTaskError)
        #expect(task.error.map { "\($0)" }?.contains("executor") == true)
        let dropping = BoltsExecutor.custom { _ in }
        #expect(task.continueWithTask(dropping) { _ in BoltsTask(result: 1) }.error is AbandonedTaskError)
        #expect(BoltsTask(dropping) { 1 }.error is AbandonedTaskError)
    }

    @Test(.tags(.t10, .se09, .se10)) func executorsHaveNames() {
        #expect(BoltsExecutor.default.description == "default")
        #expect(BoltsExecutor.immediate.description == "immediate")
        #expect(BoltsExecutor.queue(DispatchQueue(label: "q")).description == "queue(q)")
        #expect(BoltsExecutor.custom(name: "mine") { $0() }.description == "mine")
        for executor in [BoltsExecutor.operationQueue(OperationQueue()), .custom { $0() }] {
            #expect(!executor.description.isEmpty && !String(reflecting: executor).isEmpty)
        }
    }

    @Test(.tags(.st21, .st22)) func fiveContinuationsRunInOrderOnAnyExecutor() async throws {
        for executor in [BoltsExecutor.default, .immediate, .queue(.global())] {
            let order = Recorder<Int>()
            var chain = BoltsTask(result: ())
            for number in 1...5 { chain = chain.continueWith(executor) { _ in order.add(number) } }
            try await chain.value
            #expect(order.values == [1, 2, 3, 4, 5])
        }
    }

    @Test(.tags(.dt4)) @MainActor func immediateAndMainThreadExecutorsDoNotOverflowTheStack() async throws {
        var chain = BoltsTask(result: 0)
        let source = TaskCompletionSource<Int>()
        chain = source.task
        for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(on: .mainThread) { $0 + 1 } }
        for _ in 0..<20_000 { chain = chain.continueOnSuccessWith(.immediate) { $0 + 1 } }
        source.set(result: 0)
        #expect(try await chain.value == 40_000)
    }

    @Test(.tags(.ds9)) func theDefaultExecutorsDepthDependsOnTheStack() async {
        await onSmallStack {
            // The chain is far deeper than Bolts-Swift's 20 levels, and still synchronous.
            var task = BoltsTask(result: 0)
            for _ in 0..<1_000 { task = task.continueOnSuccessWith { $0 + 1 } }
            #expect(task.result == 1_000)
        }
    }
}
