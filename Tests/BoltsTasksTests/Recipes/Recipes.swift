import BoltsTasks
import Synchronization

// The samples of the article "Recipes", word for word.

/// Runs work for the latest of several requests: the next request cancels the one before it.
@MainActor
final class LatestOnly {
    private var current = CancellationTokenSource()

    /// Starts work after a pause in which no other request came.
    func run<Value: Sendable>(
        after pause: Duration,
        clock: some Clock<Duration> = ContinuousClock(),
        _ work: @escaping @Sendable (CancellationToken) -> BoltsTask<Value>
    ) -> BoltsTask<Value> {
        // What the cancellation calls may ask for the next one already.
        let previous = current
        current = CancellationTokenSource()
        let token = current.token
        previous.cancel()
        return BoltsTask.withDelay(pause, clock: clock, cancellationToken: token)
            .thenTask(cancellationToken: token) { work(token) }
    }
}

/// Loads each value once, however many ask for it, and keeps what was loaded.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let known = Mutex<[Key: BoltsTask<Value>]>([:])
    private let load: @Sendable (Key) -> BoltsTask<Value>

    init(_ load: @escaping @Sendable (Key) -> BoltsTask<Value>) { self.load = load }

    func value(of key: Key) -> BoltsTask<Value> {
        let (task, first) = known.withLock { known -> (BoltsTask<Value>, TaskCompletionSource<Value>?) in
            if let task = known[key] { return (task, nil) }
            let source = TaskCompletionSource<Value>()
            known[key] = source.task
            // Before any other continuation, so that whoever asks again after a failure loads again. `recover` would keep a
            // cancelled task for ever: it does not run after a cancellation.
            source.task.always { [weak self] task in
                if task.result == nil { self?.known.withLock { $0[key] = nil } }
            }
            return (source.task, source)
        }
        first?.complete(with: load(key))
        return task
    }
}

/// Runs work in the order in which it is added, some of it at a time.
final class WorkQueue: Sendable {
    private typealias Job = @Sendable (CancellationToken) -> BoltsTask<Void>

    private let jobs: AsyncStream<Job>.Continuation
    private let stop = CancellationTokenSource()
    /// Completes when all work has ended, after `finish()`.
    let ended: BoltsTask<[Void]>

    init(atMost limit: Int) {
        let (stream, jobs) = AsyncStream.makeStream(of: Job.self)
        self.jobs = jobs
        ended = BoltsTask.map(stream, atMost: limit, cancellationToken: stop.token) { job, token in job(token) }
    }

    /// What is queued still runs.
    deinit { jobs.finish() }

    /// Adds work; its token is cancelled by `cancel()`.
    func add<Value: Sendable>(_ work: @escaping @Sendable (CancellationToken) -> BoltsTask<Value>) -> BoltsTask<Value> {
        let source = TaskCompletionSource<Value>()
        // The stream keeps what waits, also when nobody will take it any more.
        let waiting = stop.token.register { source.tryCancel() }
        let added = jobs.yield { token in
            waiting.dispose()
            let task = work(token)
            source.complete(with: task)
            // Whatever its outcome: a failure concerns who added it, and not the other work.
            return task.always { _ in }
        }
        if case .enqueued = added { return source.task }
        waiting.dispose()
        source.tryCancel()
        return source.task
    }

    /// Takes no more work.
    func finish() { jobs.finish() }

    /// Gives up the work that runs, and cancels what waits.
    func cancel() {
        stop.cancel()
        jobs.finish()
    }
}

/// Starts the same work in several ways, and cancels those that are no longer needed.
func fastest<Value: Sendable>(
    of ways: [@Sendable (CancellationToken) -> BoltsTask<Value>],
    cancellationToken: CancellationToken = .none
) -> BoltsTask<Value> {
    let losers = CancellationTokenSource(linkedTo: cancellationToken)
    let tasks = ways.map { way in way(losers.token) }
    return BoltsTask.whenAny(tasks, cancellationToken: cancellationToken).finally {
        losers.cancel()
        losers.dispose()
    }
}
