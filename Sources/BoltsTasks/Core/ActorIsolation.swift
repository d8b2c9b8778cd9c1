internal import CBoltsTasks

/// Whether the current thread runs the code of an actor.
func isCurrentActor(_ actor: any Actor) -> Bool {
    let (identity, implementation) = unsafe unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return bolts_is_current_executor(identity, implementation)
}

/// Runs work on an actor, after what was sent to it before with the same priority.
///
/// A Swift task whose closure is isolated to the actor is in the actor's queue when this call returns; one that only awaits a
/// call of the actor passes through the global executor first, where another may overtake it.
func startTask<Isolation: Actor>(on actor: Isolation, _ work: @escaping @Sendable () -> Void) {
    let start: (isolated Isolation) -> Void = { actor in
        Task {
            _ = actor
            work()
        }
    }
    // Nothing here uses the state of the actor, so it need not be current.
    unsafe unsafeBitCast(start, to: ((Isolation) -> Void).self)(actor)
}
