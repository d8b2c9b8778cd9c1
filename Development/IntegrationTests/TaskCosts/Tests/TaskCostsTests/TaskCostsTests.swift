import BoltsTasks
import CHeapCount
import Testing

/// Tests the exact number of heap allocations of tasks, each over many operations.
@Suite(.serialized) struct TaskCostsTests {
    private let count = 1_000

    /// Causes the allocations that happen only once in a process: the runtime creates type metadata, and a thread measures its
    /// stack.
    init() {
        for _ in 0..<2 {
            let source = TaskCompletionSource<Int>()
            let link = source.task.continueOnSuccessWith { $0 &+ 1 }
            let whole = link.continueWith { $0.result ?? 0 }
            source.set(result: 1)
            keep(whole)
        }
    }

    /// Checks the counter itself: if it did not count, every expectation of 0 below would hold.
    @Test func theAllocationCounterCounts() {
        let heap = heapUse { for _ in 0..<count { keep(Node()) } }
        #expect(heap.allocations == Int64(count))
        #expect(heap.frees == Int64(count))
        #expect(heap.live_bytes == 0)
        var kept: [Node] = []
        kept.reserveCapacity(2 * count)
        // The allocator may return slightly larger blocks.
        let live = heapUse { for _ in 0..<count { kept.append(Node()) } }
        #expect(live.allocations == Int64(count))
        #expect((24 * Int64(count)...25 * Int64(count)).contains(live.live_bytes))
        keep(kept[0])
    }

    @Test func creatingAndCompletingAllocatesOnce() {
        let heap = heapUse {
            for number in 0..<count {
                let source = TaskCompletionSource<Int>()
                source.set(result: number)
                keep(source.task)
            }
        }
        #expect(heap.allocations == Int64(count))
        #expect(heap.live_bytes == 0)
    }

    // The heap use does not depend on the number of cancelled waits.
    @Test func aTaskRetainsFewCancelledWaits() {
        let shutdown = TaskCompletionSource<Int>()
        let ended = BoltsTask(result: 0)
        func waitInVain(times: Int) {
            for _ in 0..<times {
                shutdown.task.waitUntilCompleted(timeout: .zero)
                keep(BoltsTask.whenFirst([shutdown.task, ended]))
                keep(BoltsTask.whenAny([shutdown.task, ended]))
                let token = CancellationTokenSource()
                shutdown.task.continueWith(cancellationToken: token.token) { _ in }
                keep(BoltsTask.whenAll([shutdown.task, ended], cancellationToken: token.token))
                keep(BoltsTask.whenAllSucceed([shutdown.task, ended], cancellationToken: token.token))
                token.cancel()
            }
        }
        // The runtime allocates type metadata 16 KiB at a time.
        waitInVain(times: 1)
        let heap = heapUse { waitInVain(times: 10_000) }
        #expect(heap.live_bytes < 64 * 160)
        keep(shutdown)
    }

    /// A loop of tasks that return tasks needs constant memory, with a token too.
    @Test(arguments: [false, true]) func aLoopNeedsConstantMemory(hasToken: Bool) {
        let source = CancellationTokenSource()
        let token = hasToken ? source.token : .none
        // The loop runs its work like a queue, but on this thread, which is counted.
        func loop(rounds: Int) -> heap_count_t {
            let work = PendingWork()
            let executor = BoltsExecutor.custom { work.next = $0 }
            @Sendable func round(_ count: Int) -> BoltsTask<Int> {
                if count == 0 { return BoltsTask(result: 0) }
                return BoltsTask(result: count)
                    .continueOnSuccessWithTask(executor, cancellationToken: token) { round($0 - 1) }
            }
            return heapUse {
                let task = round(rounds)
                while let next = work.next.take() { next() }
                keep(task)
            }
        }
        _ = loop(rounds: 10)
        let heap = loop(rounds: 10_000)
        #expect(heap.peak_live_bytes < 16 * 1_024, "\(heap)")
    }

    @Test func creatingAndTryingToCompleteAllocatesOnce() {
        let heap = heapUse {
            for number in 0..<count {
                let source = TaskCompletionSource<Int>()
                source.trySet(result: number)
                keep(source.task)
            }
        }
        #expect(heap.allocations == Int64(count))
        #expect(heap.live_bytes == 0)
    }

    @Test func aLinkAllocatesOnce() {
        let heap = chain { task in task.continueOnSuccessWith { $0 &+ 1 } }
        #expect(heap.allocations == Int64(count))
    }

    @Test func aLinkOfAnyOutcomeAllocatesOnce() {
        let heap = chain { task in task.continueWith { ($0.result ?? 0) &+ 1 } }
        #expect(heap.allocations == Int64(count))
    }

    @Test func aLinkOnAQueueAllocatesOnce() {
        let executor = BoltsExecutor.queue(.global())
        let heap = chain { task in task.continueOnSuccessWith(executor) { $0 &+ 1 } }
        #expect(heap.allocations == Int64(count))
    }

    @Test func aLinkThatCapturesAllocatesTwice() {
        let (one, two) = (Int.random(in: 1...9), Int.random(in: 1...9))
        let heap = chain { task in task.continueOnSuccessWith { $0 &+ one &+ two } }
        #expect(heap.allocations == 2 * Int64(count))
    }

    @Test func completingAChainAllocatesNothing() {
        let source = TaskCompletionSource<Int>()
        var task = source.task
        for _ in 0..<count { task = task.continueOnSuccessWith { $0 &+ 1 } }
        let heap = heapUse { source.set(result: 0) }
        #expect(task.result == count)
        #expect(heap.allocations == 0)
    }

    @Test func aContinuationOnACompletedTaskAllocatesOnce() {
        let task = BoltsTask(result: 1)
        func measure() -> heap_count_t {
            heapUse { for _ in 0..<count { keep(task.continueOnSuccessWith { $0 &+ 1 }) } }
        }
        // The first call is not counted, because the runtime creates type metadata.
        _ = measure()
        let heap = measure()
        #expect(heap.allocations == Int64(count))
        #expect(heap.live_bytes == 0)
    }

    @Test func aPendingLinkHoldsFewBytes() {
        let heap = chain { task in task.continueOnSuccessWith { $0 &+ 1 } }
        #expect(heap.live_bytes <= 112 * Int64(count))
        #expect(heap.live_bytes >= 64 * Int64(count), "fewer than it can be: the chain was not there")
    }

    @Test(arguments: [10, 1_000]) func whenAllAllocatesNothingForEachTask(_ inputs: Int) {
        var isCompleted = false
        func measure() -> heap_count_t {
            let sources = (0..<inputs).map { _ in TaskCompletionSource<Int>() }
            let tasks = sources.map(\.task)
            return heapUse {
                let all = BoltsTask.whenAll(tasks)
                for source in sources { source.set(result: 1) }
                isCompleted = all.isCompleted
            }
        }
        _ = measure()
        let heap = measure()
        #expect(isCompleted)
        // For any number of tasks there are only the node and its array.
        #expect(heap.allocations <= 2)
    }

    @Test func readingACompletedTaskAllocatesNothing() {
        let task = BoltsTask(result: 1)
        var sum = 0
        let heap = heapUse {
            for _ in 0..<count {
                sum &+= task.result ?? 0
                if case .success(let number)? = task.outcome { sum &+= number }
                if task.isCompleted, !task.isFaulted, !task.isCancelled { sum &+= 1 }
            }
        }
        #expect(sum == 3 * count)
        #expect(heap.allocations == 0)
    }

    @Test func awaitingACompletedTaskAllocatesNothing() async throws {
        let task = BoltsTask(result: 1)
        var sum = 0
        heap_count_begin()
        for _ in 0..<count { sum &+= try await task.value }
        // The fields would be -1 on another thread, so this also shows that awaiting a completed task does not suspend.
        let heap = heap_count_end()
        #expect(sum == count)
        #expect(heap.allocations == 0)
    }

    /// The heap use of building a pending chain, which is completed afterwards.
    private func chain(_ link: (BoltsTask<Int>) -> BoltsTask<Int>) -> heap_count_t {
        func measure() -> heap_count_t {
            let source = TaskCompletionSource<Int>()
            var task = source.task
            let heap = heapUse { for _ in 0..<count { task = link(task) } }
            source.tryCancel()
            return heap
        }
        // The first call is not counted, because the runtime creates type metadata.
        _ = measure()
        return measure()
    }
}

/// An object of 24 usable bytes: Swift's two words, and a spare one.
private final class Node {}

/// The last work that was given to an executor.
private final class PendingWork: @unchecked Sendable {
    var next: (@Sendable () -> Void)?
}

private func heapUse(of work: () -> Void) -> heap_count_t {
    heap_count_begin()
    work()
    return heap_count_end()
}

/// Makes the compiler assume that an object is used elsewhere.
@_optimize(none)
private func keep(_ object: AnyObject) {}
