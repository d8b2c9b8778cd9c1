/// The part of a task that holds its result.
///
/// Not for direct use: see ``BoltsTask``.
///
/// `Stored` is the whole optional result. A generic class destroys its fields through metadata looked up at run time.
/// For a field of type `Success?` that look-up costs a third of a continuation; for its own parameter it costs nothing.
public class TaskStorage<Stored>: TaskCore, @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) final var stored: Stored

    @inlinable @inline(__always)
    init(
        stored: Stored,
        state: UInt,
        status: TaskStatus,
        flags: NodeFlags,
        forwarding: Forwarding = .never,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        self.stored = stored
        super.init(
            state: state,
            status: status,
            flags: flags,
            forwarding: forwarding,
            extra: extra,
            operation: operation
        )
    }
}
