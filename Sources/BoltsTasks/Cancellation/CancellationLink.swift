/// A source that is linked to another token, and cancelled with it.
struct CancellationLink: Sendable {
    let storage: CancellationStorage
    /// The source's scheduled cancellation, which is stopped when the link cancels it.
    let timer: CancellationTimer
}
