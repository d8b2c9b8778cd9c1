/// What cancels a source with another token.
struct CancellationLink: Sendable {
    let storage: CancellationStorage
    /// What would have cancelled it later.
    let timer: CancellationTimer
}
