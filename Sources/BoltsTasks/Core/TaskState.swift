/// The one word that says what a task is doing.
///
/// Every rule about it stands here.
///
/// The low four bits are flags; the rest is an address (objects are aligned to 16 bytes):
///
/// - pending: the newest waiting node, each node naming the one before it in `next`; 0 when nobody waits.
///   The word owns one reference to each node of the list.
/// - `.linked`: the task this one has become an alias of. The word owns one reference to it until the task is freed.
/// - `.done`: 0, except that a drain keeps the nodes it has not started yet there while it works on a task.
///   Nobody else reads the address of a task that is done.
///
/// A list is only ever replaced by compare-and-exchange, and taken whole by the exchange that sets `.done`,
/// so a node is started by exactly one thread.
@usableFromInline
enum TaskState {
    /// The outcome is written and will not change.
    ///
    /// Set once, with release; read with acquire before the outcome.
    @usableFromInline static let done: UInt = 1
    /// Somebody has the sole right to write the outcome.
    ///
    /// Used where several may try: a source, a token, an executor.
    @usableFromInline static let claimed: UInt = 2
    /// The outcome is that of the task at the address.
    @usableFromInline static let linked: UInt = 4
    /// Only in the word of a `SweptList`: what it stands for may be taken.
    static let swept: UInt = 8
    @usableFromInline static let flags: UInt = 15
}

/// How a task ended.
@usableFromInline
enum TaskEnd: UInt8, Sendable {
    case pending = 0
    case success = 1
    case failure = 2
    case cancelled = 4
}

/// What a node's operation is asked to do.
@usableFromInline
enum NodeEvent: Sendable {
    /// The task waited for has ended (or, in a flattening node's second phase, the task that its closure returned).
    ///
    /// Run the work and write the outcome. Answers whether the node is complete.
    case run
    /// Answers whether the work would run for this end of the upstream task: no executor is touched otherwise (T4).
    case accepts
    /// Copy the outcome of a task of the same type.
    case adopt
    /// The work will never run: let go of what it captured.
    case discard
}

/// Where a node's work runs.
///
/// Computed, as a stored constant is read through a call from another module.
@usableFromInline
struct NodeFlags: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt8
    @inlinable init(rawValue: UInt8) { self.rawValue = rawValue }

    /// On a thread with little stack left, wait for the outermost drain of the thread instead of a global queue.
    @inlinable static var immediate: NodeFlags { NodeFlags(rawValue: 1) }
    /// `extra` holds the executor to go to (itself, or within a `TokenLink`).
    @inlinable static var hops: NodeFlags { NodeFlags(rawValue: 2) }
    /// `extra` is a `TokenLink`: the outcome has to be claimed before it is written.
    @inlinable static var token: NodeFlags { NodeFlags(rawValue: 4) }
    /// The work has run and returned a task: what is left to do is to adopt its outcome.
    @inlinable static var adopting: NodeFlags { NodeFlags(rawValue: 8) }

    /// Not a node but a `SweptList`, which stands for several.
    @inlinable static var swept: NodeFlags { NodeFlags(rawValue: 16) }

    /// Anything here takes the slow way.
    @inlinable static var special: NodeFlags { [.hops, .token] }
}
