/// The layout of a task's state word, and the protocol by which it changes.
///
/// The low four bits are flags; the rest is an address, because objects are aligned to 16 bytes:
///
///     63                            4      3         2         1       0
///     ┌──────────────────────────────┬────────┬───────────┬─────────┬──────┐
///     │ address                      │ sealed │ forwarded │ claimed │ done │
///     └──────────────────────────────┴────────┴───────────┴─────────┴──────┘
///
/// The meaning of the address:
///
/// - Pending: the newest waiter, and each waiter has the one before it in `next`; 0 if there is none. The word owns one reference
///   to each waiter.
/// - Forwarded: the task that this one forwards to. The word owns one reference to it until this task is freed.
/// - Done: 0, or the waiters that the run loop has yet to start, which nobody else reads.
///
/// The states, and the steps between them:
///
///                    push, sweep                          forward
///                   ┌──────────┐          ┌──────────────────────────────────────────┐
///                   ▼          │          │                                          ▼
///     new ─────► pending ──────┘      (not if sealed)                            forwarded
///                 │  ▲                    ▲                                          │
///          claim  │  │ give up            │                                          │
///                 ▼  │                    │                                          │
///                claimed ─────────────────┘                                          │
///                 │  │                                                               │
///                 │  └── seal ──► sealed ──┐                                         │
///                 ▼                        ▼ publish                                 ▼
///                 └─────────────────────► done ◄─────────────────────────────────────┘
///
/// Who may take a step, when, and how:
///
/// - **push** (`push`, `pushed`): any thread; if neither done nor forwarded. Compare-and-exchange of the address; keeps claimed
///   and sealed.
/// - **sweep** (`beginSweep`): the thread that added a cancellable waiter; when there are waiters, as above. Exchanges the whole list for
///   a `WaiterPlaceholder`.
/// - **claim** (`claim`): by any of the possible writers of the outcome (a source, a token, an executor), if there can be two;
///   if neither done nor claimed. Sets claimed; only the winner writes the outcome.
/// - **give up** (`waitWithToken`, `waitsAgain`, `forwardWithToken`): the holder of the claim; its closure returned a pending
///   task. Clears claimed, so that the token may cancel the node again.
/// - **seal** (`seal`, `claimTarget`, `tokenWasCancelled`): the holder of the claim; before it publishes; only tasks that share
///   a token. Sets sealed: from here on no forwarding.
/// - **forward** (`forward(to:)`): the node whose closure returned this task; if neither done, forwarded nor sealed. Exchanges the
///   list for the target's address; the same thread undoes it if it closed a cycle.
/// - **publish** (`publish`): the holder of the claim, or a node's only upstream task; once the outcome is written. Exchange
///   for done, with release; takes the list. A forwarded task gets its address back with done (`forwardOutcome`), and its
///   target publishes.
///
/// A list is only replaced by compare-and-exchange and removed whole by an exchange, so exactly one thread starts each waiter.
/// A plain store is enough where no other thread can change the word: the store of done into a node that no other thread knows
/// yet (`start`) or any more (`release(forwarding:)`), and the store of the suspended waiters into a task that is done
/// (`runLoop`).
@usableFromInline
enum TaskState {
    /// The outcome is written and will not change.
    ///
    /// Set once, with release; read with acquire before the outcome is read.
    @usableFromInline static let done: UInt = 1
    /// One owner has the sole right to write the outcome.
    ///
    /// Used if there are several possible writers: a source, a token, an executor.
    @usableFromInline static let claimed: UInt = 2
    /// The outcome is that of the task at the address.
    @usableFromInline static let forwarded: UInt = 4
    /// The node is about to be published, and must not be made to forward any more.
    ///
    /// Only used for nodes with a token, which may be cancelled while they complete.
    @usableFromInline static let sealed: UInt = 8
    /// The waiters of a `WaiterPlaceholder` may be taken; only used in its word.
    static let settled: UInt = 8
    @usableFromInline static let flags: UInt = 15
}

/// The tasks that a task may be made to forward to.
@usableFromInline
enum Forwarding: UInt8, Sendable {
    /// None, because code other than its own work may complete it.
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
