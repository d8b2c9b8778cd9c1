#if os(Linux) || os(macOS)
/// How often a start is tried, and how long each try may take.
///
/// Another program may have taken the driver's port, and a start that hangs mostly succeeds the next time.
struct BrowserStartAttempts: Sendable {
    static let count = 3

    /// The time for all of them.
    let timeout: Duration

    /// Calls `start` with the time at which it has to end, until it returns a browser; `nil` if each ended at once.
    ///
    /// - Throws: What `start` throws, and `BrowserCommandError.timedOut` only if no time is left.
    func run<Browser>(
        _ start: (ContinuousClock.Instant) throws -> Browser?,
        now: () -> ContinuousClock.Instant = { .now }
    ) throws -> Browser? {
        let deadline = now() + timeout
        for attempt in 1...Self.count {
            let end = attempt == Self.count ? deadline : min(deadline, now() + timeout / Self.count)
            do {
                if let browser = try start(end) { return browser }
            } catch BrowserCommandError.timedOut where end < deadline {
                continue
            }
        }
        return nil
    }
}
#endif
