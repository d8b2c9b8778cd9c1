internal import Synchronization

/// Connects a node to its cancellation token: its registration there, and the executor it runs on.
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
        switch token.add(.node(node)) {
        case .cancelled:
            node.tokenWasCancelled()
        case .added(let key):
            registration.store(key.packed, ordering: .sequentiallyConsistent)
            // If it completed during registration, nobody removed the key.
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

extension TaskCore: CancellationObserver {
    /// Unregisters a completed node from its token; called by whoever completes it.
    final func dropTokenLink() {
        tokenLink?.unregister()
    }

    final var tokenLink: TokenLink? {
        guard flags.contains(.token), let extra else { return nil }
        return unsafeDowncast(extra, to: TokenLink.self)
    }

    /// Registers a new node with its token, then makes it wait for `upstream`.
    @usableFromInline @inline(never)
    final func attach(to upstream: TaskCore, token: CancellationStorage) {
        let link = TokenLink(token: token, executor: executor)
        extra = link
        flags.insert(.token)
        link.register(self)
        if isDone { return }
        if !upstream.pushCancellable(self) { upstream.resolved.start(self) }
    }

    /// Cancels the result immediately, and discards the work.
    final func tokenWasCancelled() {
        guard claim() else { return }
        dropTokenLink()
        _ = operation(self, self, .discard)
        status = .cancelled
        finish()
    }

    /// Waits for the pending task that the closure of a node with a token returned.
    final func waitWithToken(_ inner: TaskCore) -> Bool {
        // From here on the token may cancel this node again. A cancellation while the closure ran found the node
        // claimed and did nothing, so look once more.
        state.bitwiseAnd(~TaskState.claimed, ordering: .acquiringAndReleasing)
        if let tokenLink, tokenLink.token.isCancellationRequested {
            tokenWasCancelled()
            return false
        }
        if !inner.pushCancellable(self), claim() {
            dropTokenLink()
            _ = operation(self, inner.resolved, .adopt)
            finish()
        }
        return false
    }
}
