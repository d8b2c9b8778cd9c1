/// Assigns pages to a bounded number of workers; a state machine without threads or locks.
///
/// A worker is a thread with a browser. It is started when a page arrives and all others are busy, and ends after it
/// has been idle for a while.
struct BrowserPoolState {
    enum Submission: Equatable {
        case queued
        /// Start this worker, which then requests the page.
        case start(worker: Int)
        /// Wake this worker, which then requests the page.
        case wake(worker: Int)
        case refused
    }

    enum Next: Equatable {
        case read(job: Int)
        /// Wait, and ask again when woken.
        case wait
        /// End the thread; the worker is already removed.
        case end
    }

    private let concurrency: Int
    private var waiting: [Int] = []
    /// The index of the first page in the queue; earlier ones have been assigned.
    private var first = 0
    /// The pages in the queue that have been cancelled.
    private var withdrawn: Set<Int> = []
    private var assigned: [Int: Int] = [:]
    private var calledOff: Set<Int> = []
    private var idle: Set<Int> = []
    private var nextWorker = 0
    private(set) var workers: Set<Int> = []
    private(set) var isStopped = false

    init(concurrency: Int) {
        self.concurrency = max(concurrency, 1)
    }

    /// The number of pages that are neither assigned nor cancelled.
    var waitingCount: Int { waiting.count - first - withdrawn.count }

    mutating func submit(_ job: Int) -> Submission {
        if isStopped { return .refused }
        if let worker = idle.popFirst() {
            assigned[worker] = job
            return .wake(worker: worker)
        }
        if workers.count < concurrency {
            let worker = nextWorker
            nextWorker += 1
            workers.insert(worker)
            assigned[worker] = job
            return .start(worker: worker)
        }
        waiting.append(job)
        return .queued
    }

    mutating func next(for worker: Int) -> Next {
        if let job = assigned[worker] { return .read(job: job) }
        if isStopped {
            workers.remove(worker)
            return .end
        }
        while first < waiting.count {
            let job = waiting[first]
            first += 1
            if first > 64, first * 2 > waiting.count {
                waiting.removeFirst(first)
                first = 0
            }
            if withdrawn.remove(job) == nil {
                assigned[worker] = job
                return .read(job: job)
            }
        }
        idle.insert(worker)
        return .wait
    }

    /// A worker has read its page, or failed to.
    mutating func finished(_ worker: Int) {
        if let job = assigned.removeValue(forKey: worker) { calledOff.remove(job) }
    }

    /// Cancels a page, and returns the worker to interrupt if one is reading it.
    mutating func cancel(_ job: Int) -> Int? {
        if let worker = assigned.first(where: { $0.value == job })?.key {
            calledOff.insert(job)
            return worker
        }
        if waiting[first...].contains(job) { withdrawn.insert(job) }
        return nil
    }

    /// Returns whether the page that a worker is reading has been cancelled.
    func isCalledOff(_ worker: Int) -> Bool {
        isStopped || assigned[worker].map(calledOff.contains) ?? false
    }

    /// Whether an idle worker should end at its time limit, because it was not assigned a page meanwhile.
    mutating func waitedTooLong(_ worker: Int) -> Bool {
        guard idle.remove(worker) != nil else { return false }
        workers.remove(worker)
        return true
    }

    /// Stops the pool, and returns the pages that were waiting and the workers to wake.
    mutating func stop() -> (jobs: [Int], workers: [Int]) {
        isStopped = true
        let jobs = waiting[first...].filter { !withdrawn.contains($0) }
        waiting = []
        first = 0
        withdrawn = []
        idle = []
        return (jobs, Array(workers))
    }
}
