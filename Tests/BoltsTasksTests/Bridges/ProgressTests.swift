import BoltsFoundation
import BoltsTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct ProgressTests {
    /// Work that a test completes, and the tokens that were passed to it.
    private struct Work {
        let source = TaskCompletionSource<Int>()
        let tokens = Recorder<CancellationToken>()

        func start(_ progress: Progress, _ token: CancellationToken) -> BoltsTask<Int> {
            tokens.add(token)
            return source.task
        }
    }

    // MARK: The token

    @Test(.tags(.t8)) func cancellingTheProgressCancelsItsToken() async throws {
        let progress = Progress(totalUnitCount: 1)
        let token = progress.makeCancellationToken()
        #expect(!token.isCancellationRequested)
        let cancelled = TaskCompletionSource<Void>()
        token.register { cancelled.set(result: ()) }
        progress.cancel()
        try await cancelled.task.value
        #expect(token.isCancellationRequested)
    }

    @Test(.tags(.t8)) func theTokenOfACancelledProgressIsCancelled() {
        let progress = Progress(totalUnitCount: 1)
        progress.cancel()
        #expect(progress.makeCancellationToken().isCancellationRequested)
        // A handler that is set now would be called immediately, and would call the old one a second time.
        #expect(progress.cancellationHandler == nil)
    }

    @Test(.tags(.t8)) func cancellingAParentCancelsTheTokenOfAChild() async throws {
        let parent = Progress(totalUnitCount: 1)
        let child = Progress(totalUnitCount: 1, parent: parent, pendingUnitCount: 1)
        let cancelled = TaskCompletionSource<Void>()
        child.makeCancellationToken().register { cancelled.set(result: ()) }
        parent.cancel()
        try await cancelled.task.value
    }

    @Test(.tags(.t8)) func anEarlierCancellationHandlerIsStillCalled() async throws {
        let progress = Progress(totalUnitCount: 1)
        let (mine, first, second) = (
            TaskCompletionSource<Void>(), TaskCompletionSource<Void>(), TaskCompletionSource<Void>()
        )
        progress.cancellationHandler = { mine.trySet(result: ()) }
        progress.makeCancellationToken().register { first.trySet(result: ()) }
        progress.makeCancellationToken().register { second.trySet(result: ()) }
        progress.cancel()
        try await BoltsTask.whenAll([mine.task, first.task, second.task]).value
    }

    @Test(.tags(.t8)) func theTokenDoesNotRetainTheProgress() {
        weak var released: Progress?
        let token: CancellationToken
        do {
            let progress = Progress(totalUnitCount: 1)
            released = progress
            token = progress.makeCancellationToken()
        }
        #expect(released == nil)
        #expect(!token.isCancellationRequested)
    }

    // MARK: The task

    @Test(.tags(.t9)) func cancellingTheProgressCancelsTheWorkAndTheResult() async throws {
        let progress = Progress(totalUnitCount: 10)
        let work = Work()
        let task = BoltsTask.withProgress(progress, work: work.start)
        #expect(progress.isCancellable)
        progress.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(work.tokens.values.map(\.isCancellationRequested) == [true])
        // Nobody completed the work itself.
        #expect(!work.source.task.isCompleted)
        work.source.set(result: 1)
        #expect(progress.completedUnitCount == 0)
    }

    @Test(.tags(.t9)) func cancellingTheTokenCancelsTheProgress() {
        let progress = Progress(totalUnitCount: 10)
        let part = Progress(totalUnitCount: 1, parent: progress, pendingUnitCount: 5)
        let token = CancellationTokenSource()
        let work = Work()
        let task = BoltsTask.withProgress(progress, cancellationToken: token.token, work: work.start)
        let seen = Recorder<Bool>()
        task.continueWith { _ in seen.add(progress.isCancelled) }
        token.cancel()
        #expect(task.isCancelled && progress.isCancelled && part.isCancelled)
        #expect(work.tokens.values.map(\.isCancellationRequested) == [true])
        // A continuation sees the progress as it is at that time.
        #expect(seen.values == [true])
        work.source.cancel()
    }

    @Test(.tags(.t9)) func theProgressIsCancelledOnceFromEitherSide() async {
        for beginsWithToken in [false, true] {
            let progress = CountingProgress.make()
            let token = CancellationTokenSource()
            let work = Work()
            let task = BoltsTask.withProgress(progress, cancellationToken: token.token, work: work.start)
            if beginsWithToken { token.cancel() } else { progress.cancel() }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(progress.cancellations.count == 1)
            work.source.cancel()
        }
    }

    @Test(.tags(.t9)) func workThatIsAlreadyCancelledIsNotStarted() {
        let cancelled = Progress(totalUnitCount: 10)
        cancelled.cancel()
        let work = Work()
        #expect(BoltsTask.withProgress(cancelled, work: work.start).isCancelled)
        let token = CancellationTokenSource()
        token.cancel()
        let progress = Progress(totalUnitCount: 10)
        #expect(BoltsTask.withProgress(progress, cancellationToken: token.token, work: work.start).isCancelled)
        #expect(progress.isCancelled)
        #expect(work.tokens.count == 0)
        work.source.cancel()
    }

    @Test(.tags(.t9)) func anEarlierHandlerIsCalledOnceWhenTheTokenIsCancelled() async throws {
        let progress = Progress(totalUnitCount: 1)
        let called = TaskCompletionSource<Void>()
        progress.cancellationHandler = { called.set(result: ()) }  // A second call would stop the program.
        let token = CancellationTokenSource()
        let work = Work()
        let task = BoltsTask.withProgress(progress, cancellationToken: token.token, work: work.start)
        token.cancel()
        #expect(task.isCancelled)
        try await called.task.value
        work.source.cancel()
    }

    @Test(.tags(.t3)) func successFinishesTheProgressBeforeContinuationsRun() {
        let progress = Progress(totalUnitCount: 10)
        let work = Work()
        let task = BoltsTask.withProgress(progress, work: work.start)
        let seen = Recorder<Int64>()
        task.continueWith { _ in seen.add(progress.completedUnitCount) }
        progress.completedUnitCount = 4
        work.source.set(result: 7)
        #expect(task.result == 7)
        #expect(seen.values == [10])
        #expect(progress.isFinished && !progress.isCancelled)
    }

    @Test(.tags(.t3)) func successFinishesAnIndeterminateProgress() {
        for (total, completed) in [(0, 0), (-1, 0), (0, 6), (-1, 6), (5, 6)] as [(Int64, Int64)] {
            let progress = Progress(totalUnitCount: total)
            progress.completedUnitCount = completed
            #expect(BoltsTask.withProgress(progress) { _, _ in BoltsTask(result: 1) }.result == 1)
            #expect(progress.isFinished, "\(completed) of \(total)")
        }
    }

    @Test(.tags(.t3)) func failureLeavesTheProgressUnchanged() {
        let progress = Progress(totalUnitCount: 10)
        let work = Work()
        let task = BoltsTask.withProgress(progress, work: work.start)
        progress.completedUnitCount = 4
        work.source.set(error: Fault(1))
        #expect(task.error as? Fault == Fault(1))
        #expect(progress.completedUnitCount == 4 && !progress.isFinished && !progress.isCancelled)
        let thrown = BoltsTask<Int>.withProgress(progress) { _, _ in throw Fault(2) }
        #expect(thrown.error as? Fault == Fault(2))
    }

    @Test(.tags(.t9)) func afterCompletionNeitherCancelsTheOther() {
        let progress = Progress(totalUnitCount: 10)
        let token = CancellationTokenSource()
        let work = Work()
        let task = BoltsTask.withProgress(progress, cancellationToken: token.token, work: work.start)
        work.source.set(result: 1)
        token.cancel()
        #expect(!progress.isCancelled)
        progress.cancel()
        #expect(task.result == 1)
        #expect(work.tokens.values.map(\.isCancellationRequested) == [false])
    }

    @Test(.tags(.t9)) func nothingIsRetainedAfterCompletion() {
        weak var released: Progress?
        let token = CancellationTokenSource()
        do {
            let progress = Progress(totalUnitCount: 10)
            released = progress
            let task = BoltsTask.withProgress(progress, cancellationToken: token.token) { progress, _ in
                BoltsTask(result: progress.totalUnitCount)
            }
            #expect(task.result == 10)
        }
        #expect(released == nil)
    }

    // MARK: Children and parents

    @Test(.tags(.t7)) func childrenAddUpToTheParent() {
        let whole = Progress(totalUnitCount: 4)
        let (first, second) = (TaskCompletionSource<Int>(), TaskCompletionSource<Int>())
        let parts = Recorder<Progress>()
        func part(_ source: TaskCompletionSource<Int>, _ units: Int64) -> BoltsTask<Int> {
            BoltsTask.withProgress(Progress(totalUnitCount: 100, parent: whole, pendingUnitCount: units)) {
                progress,
                _ in
                parts.add(progress)
                return source.task
            }
        }
        let all = BoltsTask.whenAllResult([part(first, 1), part(second, 3)])
        parts.values[0].completedUnitCount = 50
        #expect(whole.fractionCompleted == 0.125)
        first.set(result: 1)
        #expect(whole.fractionCompleted == 0.25)
        parts.values[1].completedUnitCount = 50
        #expect(whole.fractionCompleted == 0.625)
        second.set(result: 2)
        #expect(all.result == [1, 2])
        #expect(whole.isFinished)
    }

    @Test(.tags(.t9)) func cancellingTheParentCancelsEachChild() async throws {
        let whole = Progress(totalUnitCount: 2)
        let works = [Work(), Work()]
        let parts = works.map { work in
            BoltsTask.withProgress(Progress(totalUnitCount: 100, parent: whole, pendingUnitCount: 1), work: work.start)
        }
        whole.cancel()
        for part in parts { await #expect(throws: CancellationError.self) { try await part.value } }
        withExtendedLifetime(works) {}
        // A child that is added later is cancelled from the start.
        let late = Work()
        #expect(
            BoltsTask.withProgress(Progress(totalUnitCount: 1, parent: whole, pendingUnitCount: 1), work: late.start)
                .isCancelled
        )
        #expect(late.tokens.count == 0)
    }

    @Test(.tags(.t9)) func aChildsTokenDoesNotCancelTheParent() {
        let whole = Progress(totalUnitCount: 2)
        let token = CancellationTokenSource()
        let work = Work()
        let part = BoltsTask.withProgress(
            Progress(totalUnitCount: 100, parent: whole, pendingUnitCount: 1),
            cancellationToken: token.token,
            work: work.start
        )
        token.cancel()
        #expect(part.isCancelled && !whole.isCancelled)
        work.source.cancel()
    }

    @Test(.tags(.t7)) func theCurrentProgressIsTheParent() {
        let whole = Progress(totalUnitCount: 2)
        let work = Work()
        whole.becomeCurrent(withPendingUnitCount: 2)
        let part = BoltsTask.withProgress(Progress(totalUnitCount: 100), work: work.start)
        whole.resignCurrent()
        #expect(whole.completedUnitCount == 0)
        work.source.set(result: 1)
        #expect(part.isCompleted && whole.isFinished)
    }

    @Test(.tags(.t13)) func asyncWorkReportsToItsProgress() async throws {
        let total = Progress(totalUnitCount: 4)
        let task = BoltsTask.withProgress(Progress(totalUnitCount: 10, parent: total, pendingUnitCount: 4)) {
            progress,
            _ in
            await Task.yield()
            progress.completedUnitCount = 5
            return total.fractionCompleted
        }
        #expect(try await task.value == 0.5)
        #expect(total.isFinished)
    }

    @Test(.tags(.t13)) func asyncWorkIsCancelledWithItsProgressOrItsCaller() async throws {
        for cancelsProgress in [true, false] {
            let progress = Progress(totalUnitCount: 1)
            let (started, ended) = (TaskCompletionSource<Void>(), TaskCompletionSource<Bool>())
            let caller = Task {
                try await withCancellationToken { token in
                    BoltsTask.withProgress(progress, cancellationToken: token) { _, token in
                        started.set(result: ())
                        try? await ContinuousClock().sleep(for: .seconds(600))
                        ended.set(result: Task.isCancelled && token.isCancellationRequested)
                        return 1
                    }
                }
            }
            try await started.task.value
            if cancelsProgress { progress.cancel() } else { caller.cancel() }
            await #expect(throws: CancellationError.self) { try await caller.value }
            #expect(try await ended.task.value && progress.isCancelled)
        }
    }

    @Test(.tags(.t9)) func asyncWorkIsCancelledThroughTheToken() async throws {
        let progress = Progress(totalUnitCount: 1)
        let never = TaskCompletionSource<Int>()
        let ended = TaskCompletionSource<Bool>()
        let task = BoltsTask.withProgress(progress) { _, token in
            BoltsTask(cancellationToken: token) {
                defer { ended.set(result: Task.isCancelled) }
                return try await never.task.value
            }
        }
        progress.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await ended.task.value)
        never.cancel()
    }
}

// A progress that adds constants only and inherits everything else.
private final class CountingProgress: Progress, @unchecked Sendable {
    let cancellations = Recorder<Void>()

    // The initializer is not available in asynchronous code.
    static func make() -> CountingProgress { CountingProgress(parent: nil) }

    override func cancel() {
        cancellations.add(())
        super.cancel()
    }
}
