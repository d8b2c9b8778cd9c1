/// Schedules look-ups, so that an unresponsive name server does not hold up other domains.
///
/// A look-up blocks a thread and cannot be stopped. Once it has no waiter any more, it is abandoned: it no longer
/// counts as active, but still counts for its domain and for the threads. Waiters for one name share a look-up. Domains
/// take turns, and the names of one domain start in order.
struct LookUpScheduler<Waiter> {
    struct Limits {
        /// How many look-ups with waiters run at most.
        var active = 32
        /// How many look-ups of one domain run at most, abandoned ones included.
        var perDomain = 4
        /// How many look-ups run at most, abandoned ones included.
        var threads = 96
    }

    struct LookUp {
        let name: String
        let waiters: [Waiter]
    }

    struct WaiterID: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Entry {
        let domain: String
        var waiters: [WaiterID: Waiter] = [:]
        /// The place of the look-up among the waiting ones of its domain; `nil` once it runs.
        var ticket: Int?
    }

    private let limits: Limits
    private var entries: [String: Entry] = [:]
    private var names: [WaiterID: String] = [:]
    private var lastNumber = 0
    private var waiting: [String: WaitingQueue<String>] = [:]
    private var turns = RoundRobinList<String>()
    private var runningByDomain: [String: Int] = [:]
    /// How many look-ups run, and how many of these have waiters.
    private(set) var runningCount = 0
    private(set) var activeCount = 0

    init(limits: Limits = Limits()) {
        self.limits = limits
    }

    var waitingCount: Int { entries.count - runningCount }

    /// Adds a waiter for a name; returns its id, and whether the look-up runs already.
    mutating func add(_ waiter: Waiter, for name: String) -> (id: WaiterID, isRunning: Bool) {
        lastNumber += 1
        let id = WaiterID(number: lastNumber)
        names[id] = name
        // The entry is not copied: a copy would share the waiters, so each addition would copy them.
        if let isRunning = entries[name].map({ $0.ticket == nil }) {
            if isRunning, entries[name]?.waiters.isEmpty == true { activeCount += 1 }
            entries[name]?.waiters[id] = waiter
            return (id, isRunning)
        }
        let domain = RegistrableDomain.of(name)
        let ticket = waiting[domain, default: WaitingQueue()].append(name)
        turns.append(domain)
        entries[name] = Entry(domain: domain, waiters: [id: waiter], ticket: ticket)
        return (id, false)
    }

    /// Takes the next look-up that may start, and counts it as running until ``finish(_:)``.
    mutating func next() -> LookUp? {
        guard activeCount < limits.active, runningCount < limits.threads else { return nil }
        // A domain at its limit is skipped. Few are, because each has running look-ups.
        var next = turns.first
        while let domain = next {
            next = turns.key(after: domain)
            guard runningByDomain[domain, default: 0] < limits.perDomain,
                let name = waiting[domain]?.popFirst(), let entry = entries[name]
            else { continue }
            turns.moveToEnd(domain)
            removeIfEmpty(domain)
            entries[name]?.ticket = nil
            runningByDomain[domain, default: 0] += 1
            runningCount += 1
            activeCount += 1
            return LookUp(name: name, waiters: Array(entry.waiters.values))
        }
        return nil
    }

    /// Removes a waiter, and its look-up if that is queued and has no other waiter; `nil` if it was removed already.
    mutating func leave(_ id: WaiterID) -> Waiter? {
        guard let name = names.removeValue(forKey: id), let waiter = entries[name]?.waiters.removeValue(forKey: id),
            let entry = entries[name]
        else { return nil }
        guard entry.waiters.isEmpty else { return waiter }
        if let ticket = entry.ticket {
            entries[name] = nil
            waiting[entry.domain]?.remove(ticket)
            removeIfEmpty(entry.domain)
        } else {
            activeCount -= 1
        }
        return waiter
    }

    /// A look-up has ended.
    mutating func finish(_ name: String) -> [Waiter] {
        guard let entry = entries[name], entry.ticket == nil else { return [] }
        entries[name] = nil
        runningCount -= 1
        if !entry.waiters.isEmpty { activeCount -= 1 }
        let left = runningByDomain[entry.domain, default: 1] - 1
        runningByDomain[entry.domain] = left > 0 ? left : nil
        for id in entry.waiters.keys { names[id] = nil }
        return Array(entry.waiters.values)
    }

    private mutating func removeIfEmpty(_ domain: String) {
        guard waiting[domain]?.isEmpty == true else { return }
        waiting[domain] = nil
        turns.remove(domain)
    }
}
