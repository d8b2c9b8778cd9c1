/// A type-erased clock.
struct WebPageClock: Sendable {
    let sleep: @Sendable (Duration) async throws -> Void
    /// Starts a measurement; the returned function returns the elapsed time.
    let measure: @Sendable () -> @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        sleep = { try await clock.sleep(for: $0) }
        measure = {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
    }
}
