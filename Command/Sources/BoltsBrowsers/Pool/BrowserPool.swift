import BoltsPageMetadata
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) internal import BoltsTasks
@_spi(Bolts) import BoltsWebView
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A bounded number of browsers, each on its own thread.
///
/// They end when the pool is released, which happens once the last requested page has been read.
final class BrowserPool: Sendable {
    private let storage: BrowserPoolStorage

    init(
        options: BrowserOptions,
        readerOptions: PageMetadataReader.Options,
        startBrowser: @escaping BrowserPoolStorage.BrowserStarter
    ) {
        storage = BrowserPoolStorage(options: options, readerOptions: readerOptions, startBrowser: startBrowser)
    }

    deinit { storage.stop() }

    /// Reads a page once a browser is free.
    func read(_ url: URL, cancellationToken: CancellationToken) -> BoltsTask<BrowserPage> {
        let task = storage.read(url, cancellationToken)
        // Keep the pool until the page is read, so that the caller need not keep the resolver.
        task.continueWith(.immediate) { _ in withExtendedLifetime(self) {} }
        return task
    }

    func stop() -> BoltsTask<Void> {
        storage.stop()
        return storage.ended.task
    }
}

/// The state that the pool and its workers share; workers retain this, and not the pool.
final class BrowserPoolStorage: Sendable {
    /// Starts a browser for the calling thread; throws `PageError`, or `CancellationError` if it was interrupted.
    typealias BrowserStarter = @Sendable (BrowserThread) throws -> any RunningBrowser

    struct Job: Sendable {
        let url: URL
        let source = TaskCompletionSource<BrowserPage>()
    }

    private struct State: Sendable {
        var machine: BrowserPoolState
        var jobs: [Int: Job] = [:]
        var wakes: [Int: Poller] = [:]
        var nextJob = 0
    }

    let options: BrowserOptions
    let readerOptions: PageMetadataReader.Options
    let startBrowser: BrowserStarter
    /// Completes once the pool has been stopped and the last worker has ended.
    let ended = TaskCompletionSource<Void>()
    private let state: Mutex<State>

    init(
        options: BrowserOptions,
        readerOptions: PageMetadataReader.Options,
        startBrowser: @escaping BrowserStarter
    ) {
        self.options = options
        self.readerOptions = readerOptions
        self.startBrowser = startBrowser
        state = Mutex(State(machine: BrowserPoolState(concurrency: options.concurrency)))
    }

    func read(_ url: URL, _ token: CancellationToken) -> BoltsTask<BrowserPage> {
        if token.isCancellationRequested { return .cancelled() }
        let wake: Poller
        do {
            // The poller of a worker that may be started; it is created here, where a failure can be reported.
            wake = try Poller()
        } catch {
            return BoltsTask(
                error: PageError(.browserFailed, "no browser can be started: \(error.text)")
            )
        }
        let job = Job(url: url)
        let (number, submission, waking) = state.withLock { state in
            let number = state.nextJob
            state.nextJob += 1
            let submission = state.machine.submit(number)
            if submission != .refused { state.jobs[number] = job }
            var waking: Poller?
            switch submission {
            case .start(let worker): state.wakes[worker] = wake
            case .wake(let worker): waking = state.wakes[worker]
            case .queued, .refused: break
            }
            return (number, submission, waking)
        }
        switch submission {
        case .refused:
            job.source.tryCancel()
            return job.source.task
        case .queued: break
        case .wake: waking?.wake()
        case .start(let worker):
            Thread.detachNewThread { BrowserWorker(number: worker, storage: self, wake: wake).run() }
        }
        let registration = token.register { [weak self] in self?.cancel(number) }
        job.source.task.onCompletion { registration.dispose() }
        return job.source.task
    }

    private func cancel(_ number: Int) {
        let (job, wake) = state.withLock { state -> (Job?, Poller?) in
            let worker = state.machine.cancel(number)
            return (state.jobs.removeValue(forKey: number), worker.flatMap { state.wakes[$0] })
        }
        wake?.wake()
        job?.source.tryCancel()
    }

    func stop() {
        let (jobs, wakes, isEmpty) = state.withLock { state -> ([Job], [Poller], Bool) in
            let (_, workers) = state.machine.stop()
            let jobs = Array(state.jobs.values)
            state.jobs = [:]
            // A worker that was idle for too long is no longer in the state machine, but may still be ending.
            return (jobs, workers.compactMap { state.wakes[$0] }, state.wakes.isEmpty)
        }
        for wake in wakes { wake.wake() }
        for job in jobs { job.source.tryCancel() }
        if isEmpty { ended.trySet(result: ()) }
    }

    // MARK: - For workers

    func next(for worker: Int) -> (next: BrowserPoolState.Next, url: URL?) {
        state.withLock { state in
            let next = state.machine.next(for: worker)
            guard case .read(let job) = next else { return (next, nil) }
            return (next, state.jobs[job]?.url)
        }
    }

    func isCalledOff(_ worker: Int) -> Bool {
        state.withLock { $0.machine.isCalledOff(worker) }
    }

    func waitedTooLong(_ worker: Int) -> Bool {
        state.withLock { $0.machine.waitedTooLong(worker) }
    }

    func finish(_ number: Int, of worker: Int, _ result: Result<BrowserPage, any Error>) {
        let job = state.withLock { state in
            state.machine.finished(worker)
            return state.jobs.removeValue(forKey: number)
        }
        guard let job else { return }
        // Continuations may block, so they do not run on a browser's thread.
        DispatchQueue.global().async {
            switch result {
            case .success(let page): job.source.trySet(result: page)
            case .failure(let error): job.source.trySet(error: error)
            }
        }
    }

    func ended(_ worker: Int) {
        let isLast = state.withLock { state in
            state.wakes[worker] = nil
            return state.machine.isStopped && state.wakes.isEmpty
        }
        if isLast { ended.trySet(result: ()) }
    }
}

struct BrowserPage: Sendable {
    let answer: BrowserPageAnswer
    /// The number of bytes that were sent and received while it was read.
    let byteCount: Int
    /// The hosts, with their ports, that the browser itself tried to reach without a request of the page.
    var refusedHosts: [String] = []
}
