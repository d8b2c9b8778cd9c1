import BoltsTasks
import Foundation

/// The state machine of the requests to an index: the one that collects URLs, those in flight, and their waiters.
///
/// It is a plain value without a lock, so that every interleaving can be tested without threads. Callers send, complete
/// or cancel whatever a call returns after they have released the lock.
struct IndexBatchState {
    /// A caller that waits for a URL.
    struct Waiter: Sendable {
        let url: URL
        let id: IndexID
        let source: TaskCompletionSource<AppLinkResolution>
    }

    /// Identifies a waiter.
    struct Ticket: Hashable, Sendable {
        fileprivate let batch: Int
        fileprivate let number: Int
    }

    struct BatchRequest: Sendable {
        let batch: Int
        /// The ids without duplicates, in the order of the calls.
        let ids: [IndexID]
        let cancellation: CancellationTokenSource
    }

    private struct Batch {
        var waiters: [Int: Waiter] = [:]
        var ids: Set<IndexID> = []
        var byteCount = 0
        var isSent = false
        let cancellation = CancellationTokenSource()

        /// The waiters in the order in which they came.
        var inOrder: [Waiter] { waiters.sorted { $0.key < $1.key }.map(\.value) }
    }

    private let batchLimit: Int
    private let byteLimit: Int
    private var batches: [Int: Batch] = [:]
    private var gathering: Int?
    private var nextNumber = 0

    init(batchLimit: Int, byteLimit: Int = IndexQuery.idByteLimit) {
        self.batchLimit = max(1, batchLimit)
        self.byteLimit = byteLimit
    }

    /// The number of requests that collect URLs or are in flight.
    var count: Int { batches.count }

    /// Adds a waiter; returns its ticket, the requests that are full, and the request that began to collect, if one did.
    mutating func add(_ waiter: Waiter) -> (ticket: Ticket, full: [BatchRequest], begun: Int?) {
        var full: [BatchRequest] = []
        var begun: Int?
        let size = waiter.id.encoded.utf8.count + 1
        if let current = gathering, let batch = batches[current], !batch.ids.contains(waiter.id),
            batch.byteCount + size > byteLimit, let request = close(current)
        {
            full.append(request)
        }
        nextNumber += 1
        let number = nextNumber
        let current: Int
        if let gathering {
            current = gathering
        } else {
            nextNumber += 1
            current = nextNumber
            gathering = current
            begun = current
        }
        var batch = batches.removeValue(forKey: current) ?? Batch()
        batch.waiters[number] = waiter
        if batch.ids.insert(waiter.id).inserted { batch.byteCount += size }
        let isFull = batch.ids.count >= batchLimit
        batches[current] = batch
        if isFull, let request = close(current) {
            full.append(request)
            begun = nil
        }
        return (Ticket(batch: current, number: number), full, begun)
    }

    /// Closes a request, so that no more URLs join it; `nil` if it was sent already or has no waiter any more.
    mutating func close(_ number: Int) -> BatchRequest? {
        guard let batch = batches[number], !batch.isSent else { return nil }
        batches[number]?.isSent = true
        if gathering == number { gathering = nil }
        var seen: Set<IndexID> = []
        let ids = batch.inOrder.map(\.id).filter { seen.insert($0).inserted }
        return BatchRequest(batch: number, ids: ids, cancellation: batch.cancellation)
    }

    /// Removes a waiter; returns it, and the request to cancel if that was its last waiter.
    mutating func leave(_ ticket: Ticket) -> (waiter: Waiter, abandoned: CancellationTokenSource?)? {
        guard let waiter = batches[ticket.batch]?.waiters.removeValue(forKey: ticket.number) else { return nil }
        guard batches[ticket.batch]?.waiters.isEmpty == true else { return (waiter, nil) }
        if gathering == ticket.batch { gathering = nil }
        return (waiter, batches.removeValue(forKey: ticket.batch)?.cancellation)
    }

    /// Ends a request; returns its waiters in the order in which they came, and the source to dispose.
    mutating func finish(_ number: Int) -> (waiters: [Waiter], released: CancellationTokenSource)? {
        guard let batch = batches.removeValue(forKey: number) else { return nil }
        return (batch.inOrder, batch.cancellation)
    }
}
