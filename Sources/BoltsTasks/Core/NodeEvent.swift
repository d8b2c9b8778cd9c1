/// The action that a node's operation performs.
@usableFromInline
enum NodeEvent: Sendable {
    /// The upstream task has completed (or, in a flattening node's second phase, the task that its closure returned).
    ///
    /// Runs the work and writes the outcome. The operation returns whether the node is complete.
    case run
    /// Asks whether the work would run for this outcome of the upstream task; if not, no executor is used.
    case accepts
    /// Copies the outcome of a task of the same type.
    case adopt
    /// The work will never run: releases what it captured.
    case discard
}

/// How a node's work is run; the constants are computed properties because another module reads a stored one through a call.
@frozen @usableFromInline
struct NodeFlags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8
    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

    /// When the stack is low, waits in the thread's deferred queue instead of going to a global queue.
    @inlinable static var immediate: NodeFlags { NodeFlags(rawValue: 1) }
    /// `extra` holds the executor to run on, directly or inside a `TokenLink`.
    @inlinable static var hops: NodeFlags { NodeFlags(rawValue: 2) }
    /// `extra` is a `TokenLink`: the outcome must be claimed before it is written.
    @inlinable static var token: NodeFlags { NodeFlags(rawValue: 4) }
    /// The closure has returned a task, whose outcome is still to be adopted.
    @inlinable static var adopting: NodeFlags { NodeFlags(rawValue: 8) }
    /// Not a node but a `WaiterPlaceholder`.
    @inlinable static var placeholder: NodeFlags { NodeFlags(rawValue: 16) }

    /// Diagnostics have a record of the task.
    @inlinable static var tracked: NodeFlags { NodeFlags(rawValue: 32) }
    /// Flags that take the slow path.
    @inlinable static var special: NodeFlags { [.hops, .token, .tracked] }
}
