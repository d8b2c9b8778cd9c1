import BoltsTestSupport
import CBoltsTasks
import Dispatch
import Synchronization
import Testing

@testable import BoltsTasks

/// Tests that executors that are created for each continuation combine continuations like a stored one.
@Suite(.timeLimit(.minutes(20))) struct SharedExecutorTests {
    @Test(.tags(.t10)) func aQueueHasOneStrategyWhereverItIsNamed() {
        let queue = DispatchQueue(label: "there")
        let stored = BoltsExecutor.queue(queue)
        #expect(BoltsExecutor.queue(queue).strategy === stored.strategy)
        #expect(BoltsExecutor.queue(DispatchQueue(label: "there")).strategy !== stored.strategy)
        // Each call returns another object for the same queue of the system.
        let global = BoltsExecutor.queue(.global())
        #expect(BoltsExecutor.queue(.global()).strategy === global.strategy)
        #expect(BoltsExecutor.queue(.global(qos: .utility)).strategy !== global.strategy)
    }

    @Test(.tags(.t10, .t15)) func anActorHasOneStrategyForEachWayToUseIt() {
        let (actor, other) = (Place(), Place())
        let stored = BoltsExecutor.actor(actor)
        #expect(BoltsExecutor.actor(actor).strategy === stored.strategy)
        #expect(BoltsExecutor.actor(other).strategy !== stored.strategy)
        let staying = BoltsExecutor(isolation: actor)
        #expect(BoltsExecutor(isolation: actor).strategy === staying.strategy)
        #expect(staying.strategy !== stored.strategy)
    }

    /// A chain whose continuations name their queue runs as a few blocks of the queue, not as one for each continuation.
    @Test(.tags(.t10)) func continuationsThatNameTheirQueueRunAsOneBlock() async throws {
        let queue = DispatchQueue(label: "there")
        let blocks = Recorder<Int>()
        let source = TaskCompletionSource<Int>()
        let between = Recorder<Int>()
        var last = source.task
        for _ in 0..<64 {
            last = last.continueOnSuccessWith(.queue(queue)) { number in
                // This runs after the block that submits it.
                if number == 0 { queue.async { between.add(blocks.count) } }
                blocks.add(number)
                return number + 1
            }
        }
        source.set(result: 0)
        #expect(try await last.value == 64)
        queue.sync {}
        // On a machine that stands still for 2 milliseconds, the block ends earlier.
        #expect(between.values.count == 1 && between.values[0] > 1)
    }

    @Test(.tags(.t10)) func theTableRetainsNothing() {
        weak var canary: Place?
        weak var strategy: ExecutorStrategy?
        do {
            let actor = Place()
            canary = actor
            let executor = BoltsExecutor.actor(actor)
            strategy = executor.strategy
            #expect(strategy != nil)
        }
        #expect(strategy == nil)
        #expect(canary == nil)
    }

    @Test(.tags(.t10)) func threadsThatNameAndLetGoOfQueuesFindThem() {
        let queues = (0..<4).map { DispatchQueue(label: "\($0)") }
        let wrong = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for round in 0..<2_000 {
                let queue = queues[round % queues.count]
                let (first, second) = (BoltsExecutor.queue(queue), BoltsExecutor.queue(queue))
                if first.strategy !== second.strategy { wrong.add(1, ordering: .relaxed) }
                if first.description != "queue(\(queue.label))" { wrong.add(1, ordering: .relaxed) }
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
    }

    // MARK: Loops

    @Test(.tags(.t12)) func roundsThatAreCompleteRunInPlace() {
        let rounds = Atomic(0)
        let elsewhere = Atomic(0)
        let thread = bolts_thread_identifier()
        let loop = BoltsTask.continueWhile {
            rounds.load(ordering: .relaxed) < 200_000
        } body: {
            rounds.add(1, ordering: .relaxed)
            if bolts_thread_identifier() != thread { elsewhere.add(1, ordering: .relaxed) }
            return BoltsTask(result: ())
        }
        #expect(loop.isCompleted)
        #expect(rounds.load(ordering: .relaxed) == 200_000)
        #expect(elsewhere.load(ordering: .relaxed) == 0)
    }

    @Test(.tags(.t12)) func aCompleteRoundThatFailsOrIsCancelledEndsTheLoop() {
        let rounds = Recorder<Int>()
        let failing = BoltsTask.continueWhile {
            true
        } body: {
            rounds.add(1)
            return rounds.count < 3 ? BoltsTask(result: ()) : BoltsTask(error: Fault(3))
        }
        #expect(failing.error as? Fault == Fault(3))
        #expect(rounds.count == 3)
        let cancellation = CancellationTokenSource()
        let cancelled = BoltsTask.continueWhile(cancellationToken: cancellation.token) {
            true
        } body: {
            rounds.add(2)
            if rounds.count == 6 { cancellation.cancel() }
            return BoltsTask(result: ())
        }
        #expect(cancelled.isCancelled)
        #expect(rounds.count == 6)
    }
}

private actor Place {}
