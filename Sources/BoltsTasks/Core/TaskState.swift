/// The layout of a task's state word, and the rules for changing it.
///
/// The low four bits are flags. The rest is an address (objects are aligned to 16 bytes):
///
/// - Pending: the newest waiter; each waiter names the one before it in `next`; 0 if there is none. The word owns one
///   reference to each waiter.
/// - `.forwarded`: the task that this one forwards to. The word owns one reference to it until this task is freed.
/// - `.done`: 0, except that the run loop stores the waiters it has not started yet there. Nobody else reads the
///   address of a task that is done.
///
/// A list of waiters is only ever replaced by compare-and-exchange, and taken whole by the exchange that sets `.done`,
/// so exactly one thread starts each waiter.
@usableFromInline
enum TaskState {
    /// The outcome is written and will not change.
    ///
    /// Set once, with release; read with acquire before the outcome is read.
    @usableFromInline static let done: UInt = 1
    /// Somebody holds the sole right to write the outcome.
    ///
    /// Used where several may try: a source, a token, an executor.
    @usableFromInline static let claimed: UInt = 2
    /// The outcome is that of the task at the address.
    @usableFromInline static let forwarded: UInt = 4
    /// The node is about to be published, and must not be made to forward any more.
    ///
    /// Only used for nodes with a token, which may be cancelled while they complete.
    @usableFromInline static let sealed: UInt = 8
    /// In the word of a `WaiterPlaceholder`: its waiters may be taken.
    static let settled: UInt = 8
    @usableFromInline static let flags: UInt = 15
}

/// Which tasks a task may be made to forward to.
@usableFromInline
enum Forwarding: UInt8, Sendable {
    /// None: others than its own work may complete it.
    case never
    /// Tasks without a token: only its own work completes it.
    case toTasksWithoutToken
    /// Tasks with the same token, because the token cancels both.
    case toTasksWithSameToken
}

/// How a task completed, if it has.
@usableFromInline
enum TaskStatus: UInt8, Sendable {
    case pending = 0
    case success = 1
    case failure = 2
    case cancelled = 4
}
