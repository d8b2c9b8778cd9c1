package import Logging
import Synchronization

/// Logs failures: for each kind at most one line per second, and an identical line at most every ten seconds.
///
/// While a database is down, every request has the same failure.
package final class QuietLog: Sendable {
    private let logger: Logger
    private let texts = Mutex<[String: LogThrottle]>([:])

    /// - Parameter logger: Receives the lines.
    package init(_ logger: Logger) { self.logger = logger }

    /// Writes a line, unless one of its kind was just written.
    ///
    /// - Parameters:
    ///   - kind: The kind of the failure, one of a few.
    ///   - text: What failed, and why.
    ///   - time: The time.
    package func warning(_ kind: String, _ text: @autoclosure () -> String, at time: ContinuousClock.Instant = .now) {
        let text = text()
        let isDue = texts.withLock { $0[kind, default: LogThrottle(interval: .seconds(10))].isDue(text, at: time) }
        if isDue { logger.warning("\(text)") }
    }

    /// Allows the next text of a kind, because the call has succeeded since.
    package func forget(_ kind: String) { texts.withLock { $0[kind]?.forget() } }
}

/// Limits how often a log message is written: a repeated one rarely, a new one once a second.
package struct LogThrottle: Sendable {
    /// The time between two writings of the same text.
    private let interval: Duration
    /// The time between two writings of different texts.
    private let pause: Duration = .seconds(1)
    private var last: (text: String, time: ContinuousClock.Instant)?

    /// - Parameter interval: The time between two writings of the same text.
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
