import BoltsBase
package import BoltsTasks
import Foundation
import Synchronization

/// The running look-ups, each on a thread of its own, and the queued ones.
package final class HostLookUps: Sendable {
    fileprivate struct Waiter: Sendable {
        let source: TaskCompletionSource<[HostAddress]>
        let timeout: Duration
        /// Ends the wait when the time is up.
        let timer: CancellationTokenSource
    }

    /// The look-ups of the process, whose threads they block.
    package static let shared = HostLookUps { SystemLookUp.addresses(of: $0) }

    private let state: Mutex<LookUpScheduler<Waiter>>
    private let lookUp: @Sendable (String) -> [HostAddress]

    /// - Parameter lookUp: Looks a name up and blocks its thread meanwhile.
    package init(_ lookUp: @escaping @Sendable (String) -> [HostAddress]) {
        self.lookUp = lookUp
        state = Mutex(LookUpScheduler())
    }

    /// How many threads are blocked.
    package var runningCount: Int { state.withLock { $0.runningCount } }

    /// Looks a name up; the task fails with ``PageError`` if the time is up, which runs from when the look-up has a thread.
    package func addresses(
        of host: String,
        timeout: Duration,
        cancellationToken: CancellationToken
    ) -> BoltsTask<[HostAddress]> {
        let source = TaskCompletionSource<[HostAddress]>()
        let waiter = Waiter(source: source, timeout: timeout, timer: CancellationTokenSource())
        let (id, isRunning) = state.withLock { $0.add(waiter, for: host) }
        waiter.timer.token.register { [weak self] in
            guard self?.leave(id) != nil else { return }
            source.trySet(
                error: PageError(
                    .timedOut,
                    "the address of \(host) was not found within \(timeout.plainSeconds): its name server does not answer"
                )
            )
        }
        let registration = cancellationToken.register {
            if let waiter = self.leave(id) {
                waiter.timer.dispose()
                source.tryCancel()
            }
        }
        source.task.continueWith(.immediate) { _ in
            registration.dispose()
            waiter.timer.dispose()
        }
        if isRunning, !source.task.isCompleted { waiter.timer.cancel(after: timeout) }
        startWaiting()
        return source.task
    }

    private func leave(_ id: LookUpScheduler<Waiter>.WaiterID) -> Waiter? {
        let waiter = state.withLock { $0.leave(id) }
        // An abandoned look-up makes room for another.
        if waiter != nil { startWaiting() }
        return waiter
    }

    private func startWaiting() {
        while let next = state.withLock({ $0.next() }) {
            for waiter in next.waiters { waiter.timer.cancel(after: waiter.timeout) }
            let name = next.name
            let thread = Thread { [self] in
                let addresses = lookUp(name)
                let waiters = state.withLock { $0.finish(name) }
                startWaiting()
                for waiter in waiters { waiter.source.trySet(result: addresses) }
            }
            thread.name = "bolts.look-up"
            thread.stackSize = 512 * 1_024
            thread.start()
        }
    }
}
