/// The state machine of a graceful stop: counts the running look-ups, and reports when the last of them has ended.
struct LookUpGate {
    enum Phase: Hashable {
        case open
        /// No look-up may start; running look-ups continue.
        case stopping
        /// No look-up may start, and the running ones have been cancelled.
        case cancelled
    }

    private(set) var phase = Phase.open
    private(set) var runningCount = 0

    /// Whether everything has ended.
    var isIdle: Bool { phase != .open && runningCount == 0 }

    /// Requests permission to start a look-up.
    ///
    /// - Returns: Whether the look-up may start; the caller calls ``leave()`` when it ends.
    mutating func enter() -> Bool {
        guard phase == .open else { return false }
        runningCount += 1
        return true
    }

    /// Records that a look-up has ended.
    mutating func leave() { runningCount -= 1 }

    mutating func stop() { if phase == .open { phase = .stopping } }

    mutating func cancel() { phase = .cancelled }
}
