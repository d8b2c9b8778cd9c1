#if os(Linux) || os(macOS)
/// Who reads which page: a queue of pages before a bounded number of workers, without their threads and locks.
///
/// A worker is a thread with a browser. One is made when a page comes and all others are busy, and goes when it has had
/// nothing to do for a while.
struct BrowserPoolState {
    /// What comes of a page that is to be read.
    enum Submission: Equatable {
        /// Its turn comes later.
        case queued
        /// Start this worker, which then asks for its page.
        case start(worker: Int)
        /// Wake this worker, which then asks for its page.
        case wake(worker: Int)
        /// The pool has been stopped.
        case refused
    }

    /// What a worker does next.
    enum Next: Equatable {
        case read(job: Int)
        /// Ask again when woken.
        case wait
        /// End, and be heard of no more.
        case end
    }

    private let concurrency: Int
    private var waiting: [Int] = []
    /// Where the queue begins; what stands before has had its turn.
    private var first = 0
    /// Who of those in the queue has been called off.
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

    /// How many pages have neither been given to a worker nor been called off.
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

    /// A worker is ready: for its first page, or for one after the last.
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

    /// A worker is done with its page, one way or another.
    mutating func finished(_ worker: Int) {
        if let job = assigned.removeValue(forKey: worker) { calledOff.remove(job) }
    }

    /// A page is not wanted any more.
    ///
    /// - Returns: The worker to be interrupted, where one is reading it.
    mutating func cancel(_ job: Int) -> Int? {
        if let worker = assigned.first(where: { $0.value == job })?.key {
            calledOff.insert(job)
            return worker
        }
        if waiting[first...].contains(job) { withdrawn.insert(job) }
        return nil
    }

    /// Whether the page that a worker is reading is not wanted any more.
    func isCalledOff(_ worker: Int) -> Bool {
        isStopped || assigned[worker].map(calledOff.contains) ?? false
    }

    /// A worker has waited for as long as it may.
    ///
    /// - Returns: Whether it ends; not where a page has come for it meanwhile.
    mutating func waitedTooLong(_ worker: Int) -> Bool {
        guard idle.remove(worker) != nil else { return false }
        workers.remove(worker)
        return true
    }

    /// Ends everything.
    ///
    /// - Returns: The pages that nobody will read, and the workers to be woken.
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
#endif
