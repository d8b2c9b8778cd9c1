/// The part of a task that holds its result.
///
/// Not for direct use: see ``BoltsTask``.
///
/// `Slot` is the `_ResultSlot` of the whole optional result. A generic class destroys its fields through metadata that it looks
/// up at run time. For a field of type `Success?` that look-up costs a third of a continuation; for the class's own parameter
/// it is free.
@_fixed_layout public class _TaskStorage<Slot>: _TaskCore, @unchecked Sendable {
    @safe @usableFromInline @exclusivity(unchecked) final var slot: Slot

    @inlinable @inline(__always)
    init(
        slot: Slot,
        state: UInt,
        status: TaskStatus,
        flags: NodeFlags,
        forwarding: Forwarding = .never,
        extra: AnyObject?,
        operation: @escaping Operation
    ) {
        self.slot = slot
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

/// The place of a task's result.
///
/// Not for direct use: see ``BoltsTask``.
///
/// It is a separate structure, because the runtime knows that a structure without references needs no destruction; for an
/// `Optional` it computes that each time.
@frozen public struct _ResultSlot<Value: Sendable>: Sendable {
    @usableFromInline var value: Value

    @inlinable @inline(__always)
    init(_ value: Value) { self.value = value }
}
