internal import Synchronization

/// A closure that waits for a task and can be removed before the task completes.
final class CancellableWaiter<Input: Sendable>: _TaskCore, AnyCancellableWaiter, @unchecked Sendable {
    /// Called when the task completes; the winner of the claim removes it.
    @safe @exclusivity(unchecked) private var action: (@Sendable (BoltsTask<Input>) -> Void)?

    init(_ action: @escaping @Sendable (BoltsTask<Input>) -> Void) {
        self.action = action
        super.init(state: 0, status: .pending, flags: .immediate, extra: nil) { node, upstream, event in
            let waiter = unsafe unsafeDowncast(node, to: CancellableWaiter<Input>.self)
            switch event {
            case .run: unsafe waiter.take()?(unsafeDowncast(upstream, to: BoltsTask<Input>.self))
            case .discard: waiter.cancelWait()
            case .accepts, .adopt: break
            }
            return false
        }
    }

    private func take() -> (@Sendable (BoltsTask<Input>) -> Void)? { claim() ? action.take() : nil }

    /// Releases the action without calling it.
    func cancelWait() { _ = take() }
}

extension BoltsTask {
    /// Calls a closure when this task completes, on the completing thread.
    ///
    /// For internal clean-up only: unlike a continuation, it does not count as observing a failure.
    @_spi(Bolts) public final func onCompletion(_ action: @escaping @Sendable () -> Void) {
        let waiter = CancellableWaiter<Success> { _ in action() }
        if !push(waiter) { resolved.start(waiter) }
    }
}

/// A `CancellableWaiter` of any type.
protocol AnyCancellableWaiter: _TaskCore {
    func cancelWait()
}
