/// Limits how often a log message is written: a repeated one rarely, a new one once a second.
///
/// ```swift
/// var failures = LogThrottle(interval: .seconds(10))
/// if failures.isDue("The database is away.", at: .now) { print("The database is away.") }
/// ```
package struct LogThrottle: Sendable {
    /// The minimum time between two lines with the same text.
    private let interval: Duration
    /// The minimum time between two lines with different texts.
    private let pause: Duration = .seconds(1)
    private var last: (text: String, time: ContinuousClock.Instant)?

    /// - Parameter interval: The minimum time between two lines with the same text.
    package init(interval: Duration) { self.interval = interval }

    /// Decides whether to write a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - time: The time.
    /// - Returns: Whether to write it now.
    package mutating func isDue(_ text: String, at time: ContinuousClock.Instant) -> Bool {
        if let last, time < last.time + (last.text == text ? interval : pause) { return false }
        last = (text, time)
        return true
    }

    /// Allows the next text a second after the last one, even if it is the same.
    package mutating func forget() {
        if let time = last?.time { last = ("", time) }
    }
}
