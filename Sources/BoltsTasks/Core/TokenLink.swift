internal import Synchronization

/// Connects a node to its cancellation token: its registration there, and the executor it runs on.
final class TokenLink: Sendable {
    let token: CancellationStorage
    let executor: ExecutorStrategy?
    /// The packed key of the registration; 0 while there is none.
    private let registration = Atomic<UInt64>(0)
    private let handover = Atomic<UInt8>(0)

    /// The conditions under which a node no longer needs its registration; both must be met.
    enum Handover: UInt8 {
        /// The node forwards to another one with the same token.
        case forwards = 1
        /// The task that the node's closure returned forwards to the node, so the node has no work left to discard.
        case receives = 2
    }

    init(token: CancellationStorage, executor: ExecutorStrategy?) {
        self.token = token
        self.executor = executor
    }

    func register(_ node: _TaskCore) {
        switch token.add(.node(node)) {
        case .cancelled:
            node.tokenWasCancelled()
        case .added(let key):
            registration.store(key.packed, ordering: .sequentiallyConsistent)
            // If the node completed during registration, nobody removed the key.
            if node.isDone { unregister() }
        case .never:
            break
        }
    }

    /// Notes one of the conditions, and unregisters the node once both are met.
    func note(_ reason: Handover) {
        let reasons = handover.bitwiseOr(reason.rawValue, ordering: .acquiringAndReleasing).newValue
        if reasons == Handover.forwards.rawValue | Handover.receives.rawValue { unregister() }
    }

    func unregister() {
        let packed = registration.exchange(0, ordering: .sequentiallyConsistent)
        if packed != 0 { token.remove(CancellationState.Key(packed: packed)) }
    }
}

extension _TaskCore: CancellationObserver {
    /// Unregisters a completed node from its token; called by the code that completes it.
    final func dropTokenLink() {
        tokenLink?.unregister()
    }

    final var tokenLink: TokenLink? {
        guard flags.contains(.token), let extra else { return nil }
        return unsafe unsafeDowncast(extra, to: TokenLink.self)
    }

    /// Registers a new node with its token, then makes it wait for `upstream`.
    @usableFromInline @inline(never)
    final func attach(to upstream: _TaskCore, token: CancellationStorage) {
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
        if forwarding == .toTasksWithSameToken {
            let word = state.bitwiseOr(TaskState.sealed, ordering: .acquiringAndReleasing).oldValue
            // The same token cancels the task that this one forwards to.
            if word & TaskState.forwarded != 0 {
                if flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(self) }
                return
            }
        }
        status = .cancelled
        finish()
    }

    /// Waits for the pending task that the closure of a node with a token returned.
    final func waitWithToken(_ inner: _TaskCore) -> Bool {
        // From here on the token may cancel this node again. A cancellation while the closure ran found the node claimed and did
        // nothing, so the token is read again.
        state.bitwiseAnd(~TaskState.claimed, ordering: .acquiringAndReleasing)
        if let tokenLink, tokenLink.token.isCancellationRequested {
            tokenWasCancelled()
            return false
        }
        if !inner.pushCancellable(self), claim() {
            dropTokenLink()
            _ = operation(self, inner.resolved, .adopt)
            if seal() { finish() }
        }
        return false
    }

    // MARK: Waiting for several tasks, one after the other

    @usableFromInline final var isTokenCancelled: Bool { tokenLink?.token.isCancellationRequested ?? false }

    /// Registers a new node with its token, and claims it for its first step.
    ///
    /// - Returns: Whether to continue; false if the token is cancelled already.
    @usableFromInline @inline(never)
    final func register(with token: CancellationStorage) -> Bool {
        let link = TokenLink(token: token, executor: nil)
        extra = link
        flags.insert(.token)
        link.register(self)
        return claim()
    }

    /// Makes a claimed node with a token wait for another task.
    ///
    /// - Returns: False if that task is complete and the node, which is claimed again, continues; true if it waits, or was
    ///    cancelled.
    @usableFromInline @inline(never)
    final func waitsAgain(for task: _TaskCore) -> Bool {
        state.bitwiseAnd(~TaskState.claimed, ordering: .acquiringAndReleasing)
        if let tokenLink, tokenLink.token.isCancellationRequested {
            tokenWasCancelled()
            return true
        }
        return task.pushCancellable(self) || !claim()
    }

    /// Completes a node that `register(with:)` claimed, and whose first step was its last.
    @usableFromInline
    final func finishRegistered() {
        dropTokenLink()
        finish()
    }

    // MARK: Forwarding between tasks with the same token

    /// Prepares a node, which holds its claim and has its outcome written, for publication.
    ///
    /// If it forwards to another task, that one is claimed as well.
    ///
    /// - Returns: Whether to publish the node. False if it forwards to a task that the token has cancelled; then
    ///   readers of this node see that task's outcome.
    final func seal() -> Bool {
        guard forwarding == .toTasksWithSameToken else { return true }
        let word = state.bitwiseOr(TaskState.sealed, ordering: .acquiringAndReleasing).oldValue
        if word & TaskState.forwarded == 0 || claimTarget() { return true }
        if flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(self) }
        return false
    }

    /// Claims the task at the end of the forwarding chain, and keeps it from forwarding further.
    private func claimTarget() -> Bool {
        var core: _TaskCore = self
        var word = core.state.load(ordering: .acquiring)
        while word & TaskState.done == 0 {
            if word & TaskState.forwarded != 0 {
                core = unsafe _TaskCore.reference(word).takeUnretainedValue()
                word = core.state.load(ordering: .acquiring)
                continue
            }
            if word & TaskState.claimed != 0 { return false }
            let (exchanged, original) = core.state.weakCompareExchange(
                expected: word,
                desired: word | TaskState.claimed | TaskState.sealed,
                successOrdering: .acquiringAndReleasing,
                failureOrdering: .acquiring
            )
            if exchanged { return true }
            word = original
        }
        return false
    }

    /// Makes the task that the closure of a node with a token returned, and that has the same token, forward to the
    /// node.
    ///
    /// - Returns: Whether the node is complete; always false.
    final func forwardWithToken(_ returned: _TaskCore) -> Bool {
        // While the claim is held, nobody else can claim the node. Once it is given up, another thread's claim must not be cleared.
        var holdsClaim = isForwarded
        if !holdsClaim {
            // The claim is given up as in `waitWithToken`, and before the other task forwards to this one, because that other task
            // claims this one to complete it.
            state.bitwiseAnd(~TaskState.claimed, ordering: .acquiringAndReleasing)
            if let tokenLink, tokenLink.token.isCancellationRequested {
                tokenWasCancelled()
                return false
            }
        }
        var inner = returned
        while true {
            let target = forwardingTarget()
            // The token has cancelled the target.
            if target.isDone { return false }
            if inner.isDone {
                completeUnclaimed { _ = operation(self, inner, .adopt) }
                return false
            }
            switch inner === target ? .cycle : inner.forward(to: target) {
            case .forwarded:
                inner.linkOfForwarding?.note(.forwards)
                tokenLink?.note(.receives)
                return false
            case .cycle:
                completeUnclaimed { write(error: TaskUsageError.returnedItself) }
                return false
            case .refused:
                let next = inner.resolved
                if next !== inner || next.isDone {
                    inner = next
                    continue
                }
                // The inner task is sealed, so it completes very soon.
                if holdsClaim { state.bitwiseAnd(~TaskState.claimed, ordering: .acquiringAndReleasing) }
                holdsClaim = false
                if inner.pushCancellable(self) { return false }
            }
        }
    }

    /// Completes a node whose claim was given up, unless the token has cancelled it.
    private func completeUnclaimed(_ writeOutcome: () -> Void) {
        guard claimTarget() else { return }
        dropTokenLink()
        writeOutcome()
        finish()
    }

    /// Whether this task may be made to forward to a node.
    final func mayForward(to node: _TaskCore) -> Bool {
        switch forwarding {
        case .never: false
        case .toTasksWithoutToken: !node.flags.contains(.token)
        case .toTasksWithSameToken: linkOfForwarding?.token === node.tokenLink?.token
        }
    }

    /// The token link of a task with `.toTasksWithSameToken`; unlike `tokenLink`, any thread may read it.
    private var linkOfForwarding: TokenLink? { extra.map { unsafe unsafeDowncast($0, to: TokenLink.self) } }
}
