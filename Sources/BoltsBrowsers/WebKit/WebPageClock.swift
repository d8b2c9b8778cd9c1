/// Any clock, without its type.
struct WebPageClock: Sendable {
    /// Waits.
    let sleep: @Sendable (Duration) async throws -> Void
    /// Begins to measure.
    ///
    /// The returned function gives the time since.
    let measure: @Sendable () -> @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        sleep = { try await clock.sleep(for: $0) }
        measure = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }
}
