/// The state machine of a graceful stop: counts what runs, and says when the last of it has ended.
struct LookUpGate {
    enum Phase: Hashable {
        case open
        /// Nothing may start; what runs goes on.
        case stopping
        /// Nothing may start, and what runs has been cancelled.
        case cancelled
    }

    private(set) var phase = Phase.open
    private(set) var runningCount = 0

    /// Whether everything has ended.
    var isIdle: Bool { phase != .open && runningCount == 0 }

    /// Asks to start something.
    ///
    /// - Returns: Whether it may start; ``leave()`` then ends it.
    mutating func enter() -> Bool {
        guard phase == .open else { return false }
        runningCount += 1
        return true
    }

    /// Something has ended.
    mutating func leave() { runningCount -= 1 }

    mutating func stop() { if phase == .open { phase = .stopping } }

    mutating func cancel() { phase = .cancelled }
}
