import BoltsCombine
import BoltsTasks
@preconcurrency import Combine
import Dispatch
import Testing

@Suite(.timeLimit(.minutes(20))) struct TaskPublisherTests {
    @Test(.tags(.t11)) func aPublisherSendsTheResultAndCompletes() {
        let source = TaskCompletionSource<Int>()
        let (before, after) = (Listener(), Listener())
        source.task.publisher.subscribe(before)
        #expect(before.events.isEmpty)
        source.set(result: 5)
        source.task.publisher.subscribe(after)
        #expect(before.events == [.value(5), .finished])
        #expect(after.events == [.value(5), .finished])
    }

    @Test(.tags(.t11)) func aPublisherWaitsForDemand() {
        let source = TaskCompletionSource<Int>()
        let (before, after) = (Listener(demand: .none), Listener(demand: .none))
        source.task.publisher.subscribe(before)
        source.set(result: 5)
        source.task.publisher.subscribe(after)
        #expect(before.events.isEmpty && after.events.isEmpty)
        before.subscription?.request(.max(1))
        after.subscription?.request(.max(1))
        before.subscription?.request(.max(1))
        #expect(before.events == [.value(5), .finished])
        #expect(after.events == [.value(5), .finished])
    }

    @Test(.tags(.t3)) func anErrorNeedsNoDemand() {
        let listener = Listener(demand: .none)
        BoltsTask<Int>(error: Fault(3)).publisher.subscribe(listener)
        #expect(listener.events == [.failed("\(Fault(3))")])
    }

    @Test(.tags(.t3)) func aCancelledTaskFailsItsPublisher() {
        let listener = Listener()
        BoltsTask<Int>.cancelled().publisher.subscribe(listener)
        #expect(listener.events == [.failed("CancellationError()")])
    }

    @Test(.tags(.t6)) func anAbandonedTaskFailsItsPublisher() {
        let listener = Listener(demand: .none)
        func forget() { TaskCompletionSource<Int>().task.publisher.subscribe(listener) }
        forget()
        guard case .failed(let error) = listener.events.first else { return #expect(Bool(false)) }
        #expect(error.contains("released before it completed"))
    }

    @Test(.tags(.t11)) func cancellingASubscriptionAbandonsThatWaitOnly() {
        let source = TaskCompletionSource<Int>()
        let stays = Listener()
        var leaves: Listener? = Listener(canary: Canary())
        weak let released = leaves
        source.task.publisher.subscribe(stays)
        if let leaves { source.task.publisher.subscribe(leaves) }
        leaves?.subscription?.cancel()
        leaves?.subscription?.cancel()
        leaves = nil
        // The task continues, and does not retain the cancelled subscriber.
        #expect(released == nil)
        #expect(!source.task.isCompleted)
        source.set(result: 5)
        #expect(stays.events == [.value(5), .finished])
    }

    @Test(.tags(.t11)) func aCancelledSubscriberReceivesNothing() {
        let source = TaskCompletionSource<Int>()
        let listener = Listener()
        source.task.publisher.subscribe(listener)
        listener.subscription?.cancel()
        source.set(result: 5)
        listener.subscription?.request(.unlimited)
        #expect(listener.events.isEmpty)
    }

    @Test(.tags(.t2)) func aSubscriberMayRequestAndCancelWhileItReceives() {
        let listener = Listener { listener in
            listener.subscription?.request(.unlimited)
            listener.subscription?.cancel()
        }
        BoltsTask(result: 1).publisher.subscribe(listener)
        // The completion follows the value anyway, as with Just.
        #expect(listener.events == [.value(1), .finished])
    }

    @Test(.tags(.t11)) func operatorsComposeIt() throws {
        let seen = Recorder<String>()
        let source = TaskCompletionSource<Int>()
        let kept = source.task.publisher
            .map { $0 * 2 }
            .catch { _ in Just(0) }
            .sink { seen.add("\($0)") }
        source.set(result: 21)
        #expect(seen.values == ["42"])
        kept.cancel()
    }

    @Test(.tags(.t1)) func cancellingWhileCompletingSendsAtMostOneCompletion() {
        for _ in 0..<300 {
            let source = TaskCompletionSource<Int>()
            let (values, ends) = (Recorder<Int>(), Recorder<Int>())
            let wait = source.task.publisher.sink(
                receiveCompletion: { _ in ends.add(1) },
                receiveValue: { values.add($0) }
            )
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { source.set(result: 1) } else { wait.cancel() }
            }
            #expect(values.count <= 1 && ends.count <= 1)
            #expect(source.task.result == 1)
        }
    }
}
