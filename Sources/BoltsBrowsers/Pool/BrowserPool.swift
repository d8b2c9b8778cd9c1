#if os(Linux) || os(macOS)
import BoltsPageMetadata
import BoltsPageFetching
internal import BoltsTasks
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A bounded number of browsers, each on a thread of its own, that read pages for whoever asks.
///
/// They end when this is released, which it is not before the last page that was asked for has been read.
final class BrowserPool: Sendable {
    private let storage: BrowserPoolStorage

    init(
        options: WebDriverOptions,
        readerOptions: PageMetadataReader.Options,
        hosts: any HostResolving,
        findDriver: @escaping BrowserPoolStorage.DriverFinder
    ) {
        storage = BrowserPoolStorage(
            options: options,
            readerOptions: readerOptions,
            hosts: hosts,
            findDriver: findDriver
        )
    }

    deinit { storage.stop() }

    /// Reads a page when it is its turn.
    ///
    /// - Returns: A task of what was read, which completes on a global queue.
    func read(_ url: URL, cancellationToken: CancellationToken) -> BoltsTask<BrowserPage> {
        let task = storage.read(url, cancellationToken)
        // Whoever waits for a page need not keep the resolver that they asked.
        task.continueWith(.immediate) { _ in withExtendedLifetime(self) {} }
        return task
    }

    /// Ends every browser.
    ///
    /// - Returns: A task that completes when their processes are gone.
    func stop() -> BoltsTask<Void> {
        storage.stop()
        return storage.ended.task
    }
}

/// What the pool and its workers share.
///
/// Workers keep this, and not the pool.
final class BrowserPoolStorage: Sendable {
    typealias DriverFinder = @Sendable () throws(PageError) -> InstalledDriver

    /// A page that somebody waits for.
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

    let options: WebDriverOptions
    let readerOptions: PageMetadataReader.Options
    let hosts: any HostResolving
    let findDriver: DriverFinder
    /// Completes when the pool was stopped and no worker is left.
    let ended = TaskCompletionSource<Void>()
    private let state: Mutex<State>

    init(
        options: WebDriverOptions,
        readerOptions: PageMetadataReader.Options,
        hosts: any HostResolving,
        findDriver: @escaping DriverFinder
    ) {
        self.options = options
        self.readerOptions = readerOptions
        self.hosts = hosts
        self.findDriver = findDriver
        state = Mutex(State(machine: BrowserPoolState(concurrency: options.concurrency)))
    }

    func read(_ url: URL, _ token: CancellationToken) -> BoltsTask<BrowserPage> {
        if token.isCancellationRequested { return .cancelled() }
        let job = Job(url: url)
        let wake: Poller
        do {
            // A worker that is started needs one; made here, where there is somebody to tell that there is none.
            wake = try Poller()
        } catch {
            return BoltsTask(
                error: PageError(.browserFailed, "no browser can be started: \(error.text)")
            )
        }
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
        case .refused: return .cancelled()
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
            return (jobs, workers.compactMap { state.wakes[$0] }, state.machine.workers.isEmpty)
        }
        for wake in wakes { wake.wake() }
        for job in jobs { job.source.tryCancel() }
        if isEmpty { ended.trySet(result: ()) }
    }

    // MARK: - For workers

    /// What a worker is to do, and the URL where it is to read.
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

    /// Hands a worker's page to whoever waits for it.
    func finish(_ number: Int, of worker: Int, _ result: Result<BrowserPage, any Error>) {
        let job = state.withLock { state in
            state.machine.finished(worker)
            return state.jobs.removeValue(forKey: number)
        }
        guard let job else { return }
        // Continuations may block: they never run on the thread of a browser.
        DispatchQueue.global().async {
            switch result {
            case .success(let reading): job.source.trySet(result: reading)
            case .failure(let error): job.source.trySet(error: error)
            }
        }
    }

    /// A worker's browser is gone, and the worker with it.
    func ended(_ worker: Int) {
        let isLast = state.withLock { state in
            state.wakes[worker] = nil
            return state.machine.isStopped && state.wakes.isEmpty
        }
        if isLast { ended.trySet(result: ()) }
    }
}
#endif
