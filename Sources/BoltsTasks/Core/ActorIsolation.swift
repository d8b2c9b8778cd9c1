internal import CBoltsTasks

// docs/design/tasks.md, "What depends on the compiler", lists the compiler's layout on which this file depends. An untested
// compiler, and `-DBOLTS_DOCUMENTED_SWIFT`, take the other branches, which use documented Swift only.

/// Whether the current thread runs the code of an actor; false if that is not known, so that a closure takes a hop.
func isCurrentActor(_ actor: any Actor) -> Bool {
    #if compiler(<6.4) && !BOLTS_DOCUMENTED_SWIFT
    // An executor consists of the address of its object and the address of its implementation.
    guard unsafe MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<(UInt, UInt)>.size else { return false }
    let (identity, implementation) = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return bolts_is_current_executor(identity, implementation)
    #else
    return false
    #endif
}

/// Runs work on an actor, after what was sent to it before with the same priority.
///
/// A Swift task whose closure is isolated to the actor is in the actor's queue when this call returns; one that only awaits a
/// call of the actor passes through the global executor first, where another may overtake it.
func startTask<Isolation: Actor>(on actor: Isolation, _ work: @escaping @Sendable () -> Void) {
    #if compiler(<6.4) && !BOLTS_DOCUMENTED_SWIFT
    let start: (isolated Isolation) -> Void = { actor in
        Task {
            _ = actor
            work()
        }
    }
    // `start` does not use the state of the actor, so the actor need not be current.
    unsafe unsafeBitCast(start, to: ((Isolation) -> Void).self)(actor)
    #else
    Task { await run(work, on: actor) }
    #endif
}

#if compiler(>=6.4) || BOLTS_DOCUMENTED_SWIFT
private func run<Isolation: Actor>(_ work: @Sendable () -> Void, on actor: isolated Isolation) { work() }
#endif
