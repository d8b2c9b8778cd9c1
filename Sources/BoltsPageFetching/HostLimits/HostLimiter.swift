import BoltsBase
@_spi(Bolts) import BoltsTasks
import Synchronization

/// Runs a ``HostLimitState``: the lock around it, the tasks of waiting fetches, and the timers.
final class HostLimiter: Sendable {
    /// The right to fetch from a host, until it is passed to ``HostLimiter/finish(_:_:)``.
    struct Permit: Sendable {
        let host: String
        fileprivate let id: HostLimitState.ID
    }

    private struct Waiter: Sendable {
        let source: TaskCompletionSource<Permit>
        let permit: Permit
    }

    private struct State {
        var machine: HostLimitState
        var waiters: [HostLimitState.ID: Waiter] = [:]
        var lastID = 0
    }

    private let state: Mutex<State>
    /// The time on the clock.
    let now: @Sendable () -> Duration
    private let startTimer: @Sendable (CancellationTokenSource, Duration) -> Void

    init(options: HostLimitOptions, clock: some Clock<Duration>) {
        state = Mutex(State(machine: HostLimitState(options: options)))
        let start = clock.now
        now = { start.duration(to: clock.now) }
        startTimer = { $0.cancel(after: $1, clock: clock) }
    }

    var statistics: HostLimitStatistics { state.withLock { $0.machine.statistics } }

    func isPaused(_ host: String) -> Bool {
        let now = now()
        return state.withLock { $0.machine.isPaused(host, now: now) }
    }

    /// Waits until a request to a host may start; the host has its port unless that is the scheme's default.
    ///
    /// The task of the permit fails with ``PageError/Code/hostPaused`` as soon as it is known that the host is paused for too
    /// long, and with ``PageError/Code/timedOut`` at the deadline. Cancellation ends the wait at once.
    func enter(_ host: String, deadline: Duration, cancellationToken: CancellationToken) -> BoltsTask<Permit> {
        let source = TaskCompletionSource<Permit>()
        let now = now()
        let (permit, entry, wakeUp) = state.withLock { state in
            state.lastID += 1
            let permit = Permit(host: host, id: state.lastID)
            let (entry, wakeUp) = state.machine.enter(permit.id, host, deadline: deadline, now: now)
            if case .wait = entry { state.waiters[permit.id] = Waiter(source: source, permit: permit) }
            return (permit, entry, wakeUp)
        }
        switch entry {
        // The source is completed: dropping it would look like a forgotten task.
        case .start:
            source.set(result: permit)
            return source.task
        case .refuse(let pause):
            source.set(error: PageError.hostPaused(host, for: pause))
            return source.task
        case .wait: break
        }
        let registration = cancellationToken.register { self.leave(permit)?.tryCancel() }
        let timer = CancellationTokenSource()
        timer.token.register { [weak self] in
            self?.leave(permit)?.trySet(
                error: PageError(
                    .timedOut,
                    "\(host) was not asked within the time limit: too many of its pages are being fetched at once"
                )
            )
        }
        source.task.onCompletion {
            registration.dispose()
            timer.dispose()
        }
        if !source.task.isCompleted { startTimer(timer, deadline - now) }
        if let wakeUp { wake(host, after: wakeUp - now) }
        return source.task
    }

    func finish(_ permit: Permit, _ outcome: HostLimitState.Outcome) {
        let now = now()
        perform(permit.host, now: now) { $0.finish(permit.id, outcome, now: now) }
    }

    private func leave(_ permit: Permit) -> TaskCompletionSource<Permit>? {
        state.withLock { $0.machine.leave(permit.id) ? $0.waiters.removeValue(forKey: permit.id)?.source : nil }
    }

    private func wake(_ host: String, after delay: Duration) {
        let timer = CancellationTokenSource()
        timer.token.register { [weak self] in
            guard let self else { return }
            let now = self.now()
            self.perform(host, now: now) { $0.wake(host, now: now) }
        }
        startTimer(timer, delay)
    }

    private func perform(
        _ host: String,
        now: Duration,
        _ event: (inout HostLimitState) -> HostLimitState.Changes
    ) {
        let (changes, started, refused) = state.withLock { state in
            let changes = event(&state.machine)
            return (
                changes,
                changes.started.compactMap { state.waiters.removeValue(forKey: $0) },
                changes.refused.compactMap { state.waiters.removeValue(forKey: $0) }
            )
        }
        if let wakeUp = changes.wakeUp { wake(host, after: wakeUp - now) }
        for waiter in refused { waiter.source.trySet(error: PageError.hostPaused(host, for: changes.pause)) }
        for waiter in started { waiter.source.trySet(result: waiter.permit) }
    }
}

extension PageError {
    /// The error for a host whose requested pause is longer than the fetch may take.
    fileprivate static func hostPaused(_ host: String, for pause: Duration) -> PageError {
        PageError(
            .hostPaused,
            "\(host) asked for a pause, which lasts another \(pause.plainSeconds): try again then",
            retryAfter: pause
        )
    }
}
