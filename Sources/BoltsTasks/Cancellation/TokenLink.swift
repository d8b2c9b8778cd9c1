internal import Synchronization

/// What a node with a cancellation token keeps: where it is registered, and the executor it goes to.
final class TokenLink: Sendable {
    let token: CancellationStorage
    let executor: ExecutorStrategy?
    /// The packed key of the registration; 0 while there is none.
    private let registration = Atomic<UInt64>(0)

    init(token: CancellationStorage, executor: ExecutorStrategy?) {
        self.token = token
        self.executor = executor
    }

    func register(_ node: TaskCore) {
        switch token.add(.task(node)) {
        case .cancelled:
            node.cancelByToken()
        case .added(let key):
            registration.store(key.packed, ordering: .sequentiallyConsistent)
            // Completed while it was being registered: then nobody took the key out.
            if node.isDone { unregister() }
        case .never:
            break
        }
    }

    func unregister() {
        let packed = registration.exchange(0, ordering: .sequentiallyConsistent)
        if packed != 0 { token.remove(CancellationState.Key(packed: packed)) }
    }
}

extension TaskCore {
    /// Lets the token forget this node.
    ///
    /// Called by whoever completes it.
    final func dropTokenLink() {
        tokenLink?.unregister()
    }

    final var tokenLink: TokenLink? {
        guard flags.contains(.token), let extra else { return nil }
        return unsafeDowncast(extra, to: TokenLink.self)
    }

    /// Registers a new node with its token, then lets it wait for `upstream`.
    @usableFromInline @inline(never)
    final func attach(to upstream: TaskCore, token: CancellationStorage) {
        let link = TokenLink(token: token, executor: executor)
        extra = link
        flags.insert(.token)
        link.register(self)
        if isDone { return }
        if !upstream.pushRevocable(self) { upstream.resolved.start(self) }
    }

    /// The token was cancelled: the result is cancelled at once, and the work never starts (T9).
    final func cancelByToken() {
        guard claim() else { return }
        dropTokenLink()
        _ = operation(self, self, .discard)
        end = .cancelled
        finish()
    }

    /// A node with a token whose closure has returned a task that is still pending.
    final func followWithToken(_ inner: TaskCore) -> Bool {
        // From here on the token may cancel this node again. A cancellation that came while the closure ran found the
        // node claimed and did nothing, so look once more.
        state.bitwiseAnd(~TaskState.claimed, ordering: .acquiringAndReleasing)
        if let tokenLink, tokenLink.token.isCancellationRequested {
            cancelByToken()
            return false
        }
        if !inner.pushRevocable(self), claim() {
            dropTokenLink()
            _ = operation(self, inner.resolved, .adopt)
            finish()
        }
        return false
    }
}
