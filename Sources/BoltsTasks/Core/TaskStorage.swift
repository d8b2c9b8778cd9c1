/// The part of a task that holds its result.
///
/// Not for direct use: see ``BoltsTask``.
///
/// `Stored` is the optional result as a whole. A generic class frees its fields by metadata looked up at run time, and
/// for a field of type `Success?` that look-up costs a third of a link; that of its own parameter is at hand.
public class TaskStorage<Stored>: TaskCore, @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) final var stored: Stored

    @inlinable @inline(__always)
    init(
        stored: Stored,
        state: UInt,
        end: TaskEnd,
        flags: NodeFlags,
        isLinkable: Bool = false,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        self.stored = stored
        super.init(
            state: state,
            end: end,
            flags: flags,
            isLinkable: isLinkable,
            extra: extra,
            operation: operation
        )
    }
}
