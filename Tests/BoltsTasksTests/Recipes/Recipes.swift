import BoltsTasks
import Synchronization

// The samples of the article "Recipes", word for word.

/// Runs work for the latest of several requests, and shows only its result.
@MainActor
final class LatestOnly {
    private var current = CancellationTokenSource()

    /// Starts work after a pause without another request, and shows its result unless another request came since.
    func run<Value: Sendable>(
        after pause: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        _ work: @escaping @Sendable (CancellationToken) -> BoltsTask<Value>,
        show: @escaping @MainActor (Value) -> Void
    ) -> BoltsTask<Void> {
        // Replaced before it is cancelled: the cancellation may call code that starts the next request.
        let previous = current
        current = CancellationTokenSource()
        let token = current.token
        previous.cancel()
        return BoltsTask.withDelay(pause, clock: clock, cancellationToken: token)
            .thenTask(cancellationToken: token) { work(token) }
            // With the token: a result that is on its way to the main actor is dropped when the next request comes.
            .then(cancellationToken: token) { show($0) }
    }
}

/// Loads each value once for all callers, and keeps it.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let known = Mutex<[Key: BoltsTask<Value>]>([:])
    private let load: @Sendable (Key) -> BoltsTask<Value>

    init(_ load: @escaping @Sendable (Key) -> BoltsTask<Value>) { self.load = load }

    func value(of key: Key) -> BoltsTask<Value> {
        let (task, first) = known.withLock { known -> (BoltsTask<Value>, TaskCompletionSource<Value>?) in
            if let task = known[key] { return (task, nil) }
            let source = TaskCompletionSource<Value>()
            known[key] = source.task
            // Before any other continuation, so that a caller that retries after a failure loads again. `recover` would
            // keep a cancelled task for ever: it does not run after a cancellation.
            source.task.always { [weak self] task in
                if task.result == nil { self?.known.withLock { $0[key] = nil } }
            }
            return (source.task, source)
        }
        first?.complete(with: load(key))
        return task
    }
}

/// Runs work in the order in which it is added, a limited number at a time.
final class WorkQueue: Sendable {
    private struct Job {
        /// Starts the work, and returns a task that succeeds when it has ended, whatever its outcome.
        let start: @Sendable () -> BoltsTask<Void>
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var running = 0
        /// The waiting work, by its number.
        var waiting: [Int: Job] = [:]
        var first = 0
        var isFinished = false

        mutating func add(_ job: Job) -> Bool {
            if isFinished { return false }
            waiting[first + waiting.count] = job
            return true
        }

        mutating func takeFirst(atMost limit: Int) -> Job? {
            guard running < limit, let job = waiting.removeValue(forKey: first) else { return nil }
            first += 1
            running += 1
            return job
        }
    }

    private let limit: Int
    private let state = Mutex(State())
    private let stop = CancellationTokenSource()
    private let end = TaskCompletionSource<Void>()
    /// Completes when all work has ended, after `finish()`; cancelled by `cancel()`.
    var ended: BoltsTask<Void> { end.task }

    init(atMost limit: Int) { self.limit = max(1, limit) }

    /// Work retains the queue, so nothing runs or waits.
    deinit { end.trySet() }

    /// Adds work, whose token `cancel()` cancels.
    ///
    /// After `finish()`, the work is refused with a cancelled task.
    func add<Value: Sendable>(_ work: @escaping @Sendable (CancellationToken) -> BoltsTask<Value>) -> BoltsTask<Value> {
        let source = TaskCompletionSource<Value>()
        let job = Job(
            start: { [token = stop.token] in
                let task = work(token)
                source.complete(with: task)
                // A failure concerns the caller that added the work, not the other work.
                return task.always { _ in }
            },
            cancel: { source.tryCancel() }
        )
        if state.withLock({ $0.add(job) }) { startNext() } else { source.tryCancel() }
        return source.task
    }

    /// Accepts no more work; waiting work still runs.
    func finish() {
        state.withLock { $0.isFinished = true }
        endIfDone()
    }

    /// Cancels running and waiting work.
    func cancel() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isFinished = true
            return state.waiting.sorted { $0.key < $1.key }.map(\.value)
        }
        // Before the running work ends because of the cancellation.
        end.tryCancel()
        stop.cancel()
        for job in waiting { job.cancel() }
    }

    private func startNext() {
        while let job = state.withLock({ $0.takeFirst(atMost: limit) }) {
            let work = job.start()
            // In this loop, because recursion would need stack for each completed work.
            if work.isCompleted {
                leave()
            } else {
                work.always { [self] _ in
                    leave()
                    startNext()
                }
            }
        }
    }

    private func leave() {
        state.withLock { $0.running -= 1 }
        endIfDone()
    }

    private func endIfDone() {
        if state.withLock({ $0.isFinished && $0.running == 0 && $0.waiting.isEmpty }) { end.trySet() }
    }
}

/// Starts the same work in several ways, and cancels those that are no longer needed.
func fastest<Value: Sendable>(
    of ways: [@Sendable (CancellationToken) -> BoltsTask<Value>],
    cancellationToken: CancellationToken = .none
) -> BoltsTask<Value> {
    if cancellationToken.isCancellationRequested { return .cancelled() }
    let losers = CancellationTokenSource(linkedTo: cancellationToken)
    let tasks = ways.map { way in way(losers.token) }
    return BoltsTask.whenAny(tasks, cancellationToken: cancellationToken).finally {
        losers.cancel()
        losers.dispose()
    }
}
