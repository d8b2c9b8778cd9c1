/// Decides which transfer starts next, so that no host can use every slot.
///
/// A limited number of transfers run at the same time. The others take turns by network and then by host; the transfers
/// of one host start in order. A host may start another transfer only if it has fewer than half as many as there are
/// free slots, and a network only if it has fewer than there are free slots. Alone, a host uses up to a third of the
/// slots and a network up to half; the more compete, the fewer each uses, and some slots always stay free for a new
/// host.
struct TransferScheduler<ID: Hashable, Transfer> {
    struct Destination: Hashable {
        /// The name, or the address if the URL has one.
        let host: String
        /// The network; `nil` if it is unknown, as behind a proxy, so that only the host counts.
        let network: AddressBlock?
    }

    private struct Waiter {
        let id: ID
        let transfer: Transfer
    }

    /// The queued transfers to one network.
    private struct Waiters {
        var hosts: [String: WaitingQueue<Waiter>] = [:]
        var turns = RoundRobinList<String>()
    }

    private let limit: Int
    private let networkLimit: Int
    private var running: [ID: Destination] = [:]
    private var runningByHost: [String: Int] = [:]
    private var runningByNetwork: [AddressBlock: Int] = [:]
    private var waiting: [AddressBlock?: Waiters] = [:]
    private var turns = RoundRobinList<AddressBlock?>()
    private var tickets: [ID: (destination: Destination, ticket: Int)] = [:]

    /// Creates a scheduler of at most `limit` running transfers, and at most `networkLimit` to one network; each is at least 1.
    init(limit: Int, networkLimit: Int = .max) {
        self.limit = max(1, limit)
        self.networkLimit = max(1, networkLimit)
    }

    var runningCount: Int { running.count }
    var waitingCount: Int { tickets.count }
    var isEmpty: Bool { running.isEmpty && tickets.isEmpty }

    mutating func add(_ id: ID, _ transfer: Transfer, to destination: Destination) {
        let network = destination.network
        let waiter = Waiter(id: id, transfer: transfer)
        let ticket = waiting[network, default: Waiters()].hosts[destination.host, default: WaitingQueue()]
            .append(waiter)
        waiting[network]?.turns.append(destination.host)
        turns.append(network)
        tickets[id] = (destination, ticket)
    }

    /// Removes a running or queued transfer, after it has ended or was cancelled.
    mutating func remove(_ id: ID) {
        if let (destination, ticket) = tickets.removeValue(forKey: id) {
            waiting[destination.network]?.hosts[destination.host]?.remove(ticket)
            removeIfEmpty(destination)
        } else if let destination = running.removeValue(forKey: id) {
            TransferScheduler.decrement(&runningByHost, destination.host)
            if let network = destination.network { TransferScheduler.decrement(&runningByNetwork, network) }
        }
    }

    /// Removes the next transfer that may start from the queue, and counts it as running until ``remove(_:)``.
    mutating func next() -> Transfer? {
        let free = limit - running.count
        guard free > 0 else { return nil }
        // A network or host at its limit is skipped. Few are skipped, because each of them has running transfers.
        var next = turns.first
        while let network = next {
            next = turns.key(after: network)
            if let network, runningByNetwork[network, default: 0] >= min(free, networkLimit) { continue }
            if let host = nextHost(in: network, free: free) { return start(host, network) }
        }
        return nil
    }

    private func nextHost(in network: AddressBlock?, free: Int) -> String? {
        guard let waiters = waiting[network] else { return nil }
        var next = waiters.turns.first
        while let host = next {
            if 2 * runningByHost[host, default: 0] < free { return host }
            next = waiters.turns.key(after: host)
        }
        return nil
    }

    private mutating func start(_ host: String, _ network: AddressBlock?) -> Transfer? {
        guard let waiter = waiting[network]?.hosts[host]?.popFirst() else { return nil }
        let destination = Destination(host: host, network: network)
        tickets[waiter.id] = nil
        running[waiter.id] = destination
        runningByHost[host, default: 0] += 1
        if let network { runningByNetwork[network, default: 0] += 1 }
        waiting[network]?.turns.moveToEnd(host)
        turns.moveToEnd(network)
        removeIfEmpty(destination)
        return waiter.transfer
    }

    private mutating func removeIfEmpty(_ destination: Destination) {
        guard waiting[destination.network]?.hosts[destination.host]?.isEmpty == true else { return }
        waiting[destination.network]?.hosts[destination.host] = nil
        waiting[destination.network]?.turns.remove(destination.host)
        guard waiting[destination.network]?.turns.isEmpty == true else { return }
        waiting[destination.network] = nil
        turns.remove(destination.network)
    }

    private static func decrement<Key: Hashable>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
