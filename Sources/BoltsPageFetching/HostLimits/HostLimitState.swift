import BoltsBase

/// The state machine of the limits for hosts: which fetches run, which wait, and which hosts are paused.
///
/// A value without a lock or a clock. Times are durations since an arbitrary start. No host shares anything with
/// another, so a slow or paused host never delays others.
struct HostLimitState {
    typealias ID = Int

    /// The result of a fetch, as far as its host is concerned.
    enum Outcome: Hashable {
        /// The host answered with a status other than 429 and 503.
        case answered
        /// The host answered with status 429 or 503 and this `Retry-After`.
        case overloaded(retryAfter: Duration?)
        /// There was no response.
        case unknown
    }

    enum Entry: Hashable {
        case start
        case wait
        /// The host is paused for this time, which is longer than the fetch may take.
        case refuse(Duration)
    }

    /// The actions after an event.
    struct Changes: Hashable {
        /// The waiting fetches to start now.
        var started: [ID] = []
        /// The waiting fetches whose time limit ends before the pause of their host.
        var refused: [ID] = []
        /// The length of the pause for which they are refused.
        var pause: Duration = .zero
        /// The time for the next call of ``HostLimitState/wake(_:now:)`` for the host.
        var wakeUp: Duration?
    }

    private struct Host {
        var running = 0
        var waiting = WaitingQueue<ID>()
        var pausedUntil: Duration?
        /// The earliest time for the next request, whatever the last response was.
        var nextStart: Duration = .zero
        /// The number of pauses so far: a response counts only if its fetch started after the last pause began.
        var epoch = 0
        /// The number of consecutive pauses: while it is not 0, one fetch runs at a time.
        var failures = 0
        var hasWakeUp = false
    }

    private struct Waiter {
        let host: String
        let ticket: Int
        let deadline: Duration
    }

    private let options: HostLimitOptions
    private var hosts: [String: Host] = [:]
    private var running: [ID: (host: String, epoch: Int)] = [:]
    private var waiters: [ID: Waiter] = [:]
    /// The paused hosts without a fetch; their number is bounded.
    private var idle: LeastRecentlyUsed<String, String>

    init(options: HostLimitOptions) {
        self.options = options
        idle = LeastRecentlyUsed(capacity: options.rememberedHostLimit)
    }

    var statistics: HostLimitStatistics {
        HostLimitStatistics(runningFetchCount: running.count, waitingFetchCount: waiters.count, hostCount: hosts.count)
    }

    /// Returns whether a host's fetches must wait.
    func isPaused(_ host: String, now: Duration) -> Bool {
        hosts[host].flatMap { end(ofWaitFor: $0, now: now) } != nil
    }

    /// The time until which a host's fetches must wait, or `nil` if one may start.
    private func end(ofWaitFor host: Host, now: Duration) -> Duration? {
        let end = max(host.pausedUntil ?? .zero, host.nextStart)
        return now < end ? end : nil
    }

    /// Adds a fetch that must end by a deadline; returns its action, and the time for the next call of ``wake(_:now:)`` for the
    /// host.
    mutating func enter(_ id: ID, _ name: String, deadline: Duration, now: Duration) -> (Entry, wakeUp: Duration?) {
        // The host is removed from the dictionary here and below: a second copy would share the queue, so each change would
        // copy all waiting fetches.
        var host = hosts.removeValue(forKey: name) ?? Host()
        defer { hosts[name] = host }
        if let end = host.pausedUntil, now >= end + options.pauseLimit { host.failures = 0 }
        if let end = host.pausedUntil, now < end, deadline <= end {
            _ = idle.use(name)
            return (.refuse(end - now), nil)
        }
        _ = idle.remove(name)
        let entry: Entry
        if mayStart(host, now: now), host.waiting.isEmpty {
            start(id, of: name, &host, now: now)
            entry = .start
        } else {
            waiters[id] = Waiter(host: name, ticket: host.waiting.append(id), deadline: deadline)
            entry = .wait
        }
        return (entry, takeWakeUp(&host, now: now))
    }

    /// Removes a fetch; returns whether it was waiting.
    mutating func leave(_ id: ID) -> Bool {
        guard let waiter = waiters.removeValue(forKey: id) else { return false }
        hosts[waiter.host]?.waiting.remove(waiter.ticket)
        keepOrForget(waiter.host)
        return true
    }

    /// A running fetch has ended.
    mutating func finish(_ id: ID, _ outcome: Outcome, now: Duration) -> Changes {
        guard let (name, epoch) = running.removeValue(forKey: id), var host = hosts.removeValue(forKey: name) else {
            return Changes()
        }
        host.running -= 1
        switch outcome {
        case .unknown: break
        case .answered:
            if epoch == host.epoch {
                host.failures = 0
                host.pausedUntil = nil
            }
        case .overloaded(let retryAfter):
            // Fetches that run at the same time report the same overload.
            if epoch == host.epoch {
                host.epoch += 1
                host.failures += 1
            } else if retryAfter == nil {
                break
            } else {
                // A host without failures would be forgotten, together with its pause.
                host.failures = max(1, host.failures)
            }
            let end = now + pause(retryAfter, failures: host.failures)
            host.pausedUntil = max(host.pausedUntil ?? end, end)
        }
        return update(name, &host, now: now)
    }

    /// The time of a wake-up has come.
    mutating func wake(_ name: String, now: Duration) -> Changes {
        guard var host = hosts.removeValue(forKey: name) else { return Changes() }
        host.hasWakeUp = false
        return update(name, &host, now: now)
    }

    // MARK: - Parts

    private func pause(_ retryAfter: Duration?, failures: Int) -> Duration {
        if let retryAfter { return min(max(retryAfter, .zero), options.pauseLimit) }
        var pause = options.initialPause
        var repetitions = failures - 1
        while repetitions > 0, pause < options.pauseLimit {
            pause = pause * 2
            repetitions -= 1
        }
        return min(max(pause, .zero), options.pauseLimit)
    }

    private func mayStart(_ host: Host, now: Duration) -> Bool {
        guard end(ofWaitFor: host, now: now) == nil else { return false }
        return host.running < (host.failures > 0 ? 1 : max(1, options.concurrency))
    }

    private mutating func start(_ id: ID, of name: String, _ host: inout Host, now: Duration) {
        host.running += 1
        host.nextStart = now + max(.zero, options.requestInterval)
        running[id] = (name, host.epoch)
    }

    private func takeWakeUp(_ host: inout Host, now: Duration) -> Duration? {
        guard !host.hasWakeUp, !host.waiting.isEmpty, let end = end(ofWaitFor: host, now: now) else { return nil }
        host.hasWakeUp = true
        return end
    }

    /// Starts and refuses waiting fetches according to the host's state, and puts the host back into the dictionary.
    private mutating func update(_ name: String, _ host: inout Host, now: Duration) -> Changes {
        var changes = Changes()
        if let end = host.pausedUntil, now < end {
            changes.pause = end - now
            changes.refused = refuseWaiters(&host, before: end)
        }
        while mayStart(host, now: now), let id = host.waiting.popFirst() {
            waiters[id] = nil
            start(id, of: name, &host, now: now)
            changes.started.append(id)
        }
        changes.wakeUp = takeWakeUp(&host, now: now)
        hosts[name] = host
        keepOrForget(name)
        return changes
    }

    private mutating func refuseWaiters(_ host: inout Host, before end: Duration) -> [ID] {
        var refused: [ID] = []
        var kept = WaitingQueue<ID>()
        while let id = host.waiting.popFirst() {
            guard let waiter = waiters[id] else { continue }
            if waiter.deadline <= end {
                waiters[id] = nil
                refused.append(id)
            } else {
                waiters[id] = Waiter(host: waiter.host, ticket: kept.append(id), deadline: waiter.deadline)
            }
        }
        host.waiting = kept
        return refused
    }

    /// Forgets a host without fetches and pauses, and the least recently used hosts beyond the limit.
    private mutating func keepOrForget(_ name: String) {
        guard let host = hosts[name], host.running == 0, host.waiting.isEmpty else { return }
        guard host.failures > 0 || options.requestInterval > .zero else {
            hosts[name] = nil
            return
        }
        _ = idle.remove(name)
        for forgotten in idle.set(name, for: name) { hosts[forgotten] = nil }
    }
}
