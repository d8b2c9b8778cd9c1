internal import CBoltsTasks
public import Synchronization

/// The part of a task that does not depend on its result's type.
///
/// Not for direct use: see ``BoltsTask``.
///
/// One object is the result of a continuation, the node in its upstream task's list, and the holder of the closure. It is not
/// generic, so nothing here looks up type metadata. What depends on types is in `operation`, a closure without captures that an
/// inlinable entry point created where the types were known.
///
/// `@unchecked Sendable`, because each field has its own guard. `state` and `additions` are atomic. `status`, `failure` and the
/// typed value are written only by the party that may complete the task (its only upstream, or the winner of `.claimed`):
/// before the exchange that sets `.done` with release. They are read after a load of `.done` with acquire. `next` belongs to
/// the list that contains the node, then to the code that removed it. `flags`, `extra`, the closure and the fields of
/// subclasses belong to the thread that runs the node; if there can be two, the one with the claim. For the same reason these
/// fields are `@safe` although their exclusivity is not checked.
@_fixed_layout public class _TaskCore: @unchecked Sendable {
    @usableFromInline final let state: Atomic<UInt>
    @safe @usableFromInline @exclusivity(unchecked) final var next: UInt
    @usableFromInline final let operation: Operation
    @safe @usableFromInline @exclusivity(unchecked) final var status: TaskStatus
    @safe @usableFromInline @exclusivity(unchecked) final var flags: NodeFlags
    /// The tasks that may make this one forward to them.
    @usableFromInline final let forwarding: Forwarding
    /// The number of waiters that were added since the last sweep; see `WaiterPlaceholder`.
    @usableFromInline final let additions: Atomic<UInt32>
    @safe @usableFromInline @exclusivity(unchecked) final var errorReference: ErrorReference
    @safe @usableFromInline @exclusivity(unchecked) final var objectReference: ObjectReference

    /// Called with the node, the task it waited for, and the action.
    ///
    /// Its casts are safe: the code that created the operation created the node, and attached it to the task that the operation
    /// is called with.
    @usableFromInline typealias Operation = (_ node: _TaskCore, _ upstream: _TaskCore, _ event: NodeEvent) -> Bool

    @inlinable @inline(__always)
    init(
        state: UInt,
        status: TaskStatus,
        flags: NodeFlags,
        forwarding: Forwarding = .never,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        self.state = Atomic(state)
        self.next = 0
        self.operation = operation
        self.status = status
        self.flags = flags
        self.forwarding = forwarding
        self.additions = Atomic(0)
        self.errorReference = ErrorReference()
        self.objectReference = ObjectReference(extra)
    }

    deinit {
        if bolts_diagnostics_enabled() { DiagnosticRegistry.recordRelease(self) }
        if errorReference.bits | objectReference.address != 0 { releaseReferences() }
        let word = state.load(ordering: .acquiring)
        if word & ~TaskState.flags == 0 { return }
        if word & TaskState.forwarded != 0 {
            _TaskCore.release(forwarding: word)
        } else if word & TaskState.done == 0 {
            abandon(list: word)
        }
    }

    @inline(never)
    private final func releaseReferences() {
        errorReference.release()
        objectReference.release()
    }

    @inlinable @inline(__always)
    static func reference(_ word: UInt) -> Unmanaged<_TaskCore> {
        // This is only called with the address of a live object.
        unsafe Unmanaged<_TaskCore>.fromOpaque(UnsafeRawPointer(bitPattern: word & ~TaskState.flags).unsafelyUnwrapped)
    }

    @inlinable @inline(__always)
    static func retained(_ core: _TaskCore) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passRetained(core).toOpaque())
    }

    @usableFromInline final var failure: (any Error)? {
        get { errorReference.error }
        set { errorReference.error = newValue }
    }

    /// The executor or the token link of a node.
    final var extra: AnyObject? {
        get { objectReference.object }
        set { objectReference.object = newValue }
    }

    /// What diagnostics call a task of this type.
    class var typeName: String { "task" }

    // MARK: Reading

    /// The task that holds the outcome: this one, or the one it forwards to.
    @inlinable @inline(__always)
    final var resolved: _TaskCore {
        let word = state.load(ordering: .acquiring)
        return word & (TaskState.done | TaskState.forwarded) == TaskState.forwarded ? forwardingTarget() : self
    }

    @inlinable @inline(__always)
    final var isDone: Bool { state.load(ordering: .acquiring) & TaskState.done != 0 }

    @inlinable @inline(__always)
    final var isForwarded: Bool { state.load(ordering: .acquiring) & TaskState.forwarded != 0 }

    /// For a waiter in a list: whether its wait was cancelled, so that its work will never run.
    final var isWaitCancelled: Bool { state.load(ordering: .acquiring) & (TaskState.claimed | TaskState.done) != 0 }

    // MARK: Writing the outcome

    // This is not inlined, because the cast would reserve stack for an error of unknown size even in nodes that never fail.
    @usableFromInline @inline(never)
    final func write(error: any Error) {
        // A cancellation error cancels, whether it was thrown or set.
        if error is CancellationError {
            status = .cancelled
        } else {
            failure = error
            status = .failure
        }
    }

    @usableFromInline @inline(never)
    final func copyFailure(of other: _TaskCore) {
        if bolts_diagnostics_enabled() { DiagnosticRegistry.recordObservation(other) }
        failure = other.failure
        status = other.status
    }

    /// Takes the sole right to write the outcome; false if another thread holds it, or the task is complete.
    @inlinable @inline(__always)
    final func claim() -> Bool {
        var word = state.load(ordering: .relaxed)
        while word & (TaskState.done | TaskState.claimed) == 0 {
            let (exchanged, original) = state.weakCompareExchange(
                expected: word,
                desired: word | TaskState.claimed,
                successOrdering: .acquiring,
                failureOrdering: .relaxed
            )
            if exchanged { return true }
            word = original
        }
        return false
    }

    /// Makes the outcome visible and takes the list of waiters.
    @inlinable @inline(__always)
    final func publish() -> UInt {
        state.exchange(TaskState.done, ordering: .acquiringAndReleasing)
            & ~(TaskState.claimed | TaskState.sealed | TaskState.done)
    }

    /// Publishes the outcome that was written, and starts the waiters.
    @inlinable @inline(__always)
    final func finish() {
        if flags.contains(.tracked) { DiagnosticRegistry.recordCompletion(self) }
        let list = publish()
        if list != 0 { finish(list: list) }
    }

    @usableFromInline @inline(never)
    final func finish(list: UInt) {
        if list & TaskState.forwarded == 0 { return runContinuations(list: list) }
        var core: _TaskCore = self
        var list = list
        while list & TaskState.forwarded != 0 {
            core = core.forwardOutcome(along: list)
            list = core.publish()
        }
        if list != 0 { core.runContinuations(list: list) }
    }

    // MARK: The list of waiters

    /// Adds a waiter; false if the task is complete, and then nothing was retained.
    @inlinable @inline(__always)
    final func push(_ node: _TaskCore) -> Bool {
        let word = state.load(ordering: .acquiring)
        if word & (TaskState.done | TaskState.forwarded) == 0 {
            let address = _TaskCore.retained(node)
            node.next = word & ~TaskState.flags
            let (exchanged, _) = state.compareExchange(
                expected: word,
                desired: address | (word & (TaskState.claimed | TaskState.sealed)),
                successOrdering: .releasing,
                failureOrdering: .relaxed
            )
            if exchanged { return true }
            unsafe _TaskCore.reference(address).release()
        }
        return pushSlow(node)
    }

    @usableFromInline @inline(never)
    final func pushSlow(_ node: _TaskCore) -> Bool { pushed(node) != nil }

    /// Adds a waiter; returns the task whose list it is in: this one, or the one it forwards to.
    ///
    /// Returns `nil` if that is complete; then nothing was retained.
    final func pushed(_ node: _TaskCore) -> _TaskCore? {
        var target: _TaskCore = self
        var word = target.state.load(ordering: .acquiring)
        let address = _TaskCore.retained(node)
        while true {
            if word & TaskState.done != 0 {
                unsafe _TaskCore.reference(address).release()
                return nil
            }
            if word & TaskState.forwarded != 0 {
                target = unsafe _TaskCore.reference(word).takeUnretainedValue()
                word = target.state.load(ordering: .acquiring)
                continue
            }
            node.next = word & ~TaskState.flags
            let (exchanged, original) = target.state.weakCompareExchange(
                expected: word,
                desired: address | (word & (TaskState.claimed | TaskState.sealed)),
                successOrdering: .releasing,
                failureOrdering: .acquiring
            )
            if exchanged { return target }
            word = original
        }
    }

    // MARK: Abandoning

    /// Fails a node whose work will never run.
    final func fail(_ error: any Error) {
        if flags.contains(.token) {
            guard claim() else { return }
            dropTokenLink()
        }
        _ = operation(self, self, .discard)
        write(error: error)
        if flags.contains(.tracked) { DiagnosticRegistry.recordAbandonment(self) }
        if seal() { finish() }
    }
}

/// Fails the waiters of a task that was released before anybody completed it.
// It is not static, because its unused metatype would cost the deinitializer a register.
@inline(never)
private func abandon(list: UInt) {
    var rest = _TaskCore.inRegistrationOrder(list)
    while rest != 0 {
        let node = unsafe _TaskCore.reference(rest).takeRetainedValue()
        rest = node.next
        node.fail(AbandonedTaskError(.upstreamReleased))
    }
}
