package import Logging
import Synchronization

/// Writes failures into a log: of each kind one line a second at most, and the same one every ten seconds.
///
/// While a database is away, every request meets the same failure.
///
/// ```swift
/// let log = QuietLog(Logger(label: "index"))
/// log.warning("store", "The store failed: connection refused")
/// ```
package final class QuietLog: Sendable {
    private let logger: Logger
    private let texts = Mutex<[String: LogThrottle]>([:])

    /// - Parameter logger: Where the lines are written.
    package init(_ logger: Logger) { self.logger = logger }

    /// Writes a line, unless one of its kind was written just now.
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

    /// Lets the next text of a kind be written, because what failed has succeeded since.
    package func forget(_ kind: String) { texts.withLock { $0[kind]?.forget() } }
}
