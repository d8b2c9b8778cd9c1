internal import Synchronization

/// A wait that may be given up, after which the task that it is for need not keep it.
final class RevocableWait<Input: Sendable>: TaskCore, Revocable, @unchecked Sendable {
    /// What to do when the task ends; taken by whoever claims the node.
    @exclusivity(unchecked) private var action: (@Sendable (BoltsTask<Input>) -> Void)?

    init(_ action: @escaping @Sendable (BoltsTask<Input>) -> Void) {
        self.action = action
        super.init(state: 0, end: .pending, flags: .immediate, extra: nil) { node, upstream, event in
            let wait = unsafeDowncast(node, to: RevocableWait<Input>.self)
            switch event {
            case .run: wait.take()?(unsafeDowncast(upstream, to: BoltsTask<Input>.self))
            case .discard: wait.giveUp()
            case .accepts, .adopt: break
            }
            return false
        }
    }

    private func take() -> (@Sendable (BoltsTask<Input>) -> Void)? { claim() ? action.take() : nil }

    /// The action will not be called; what it captured is released here.
    func giveUp() { _ = take() }
}

/// What can be given up, whatever it waits for.
protocol Revocable: TaskCore {
    func giveUp()
}
