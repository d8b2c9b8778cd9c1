import Logging
import Synchronization

/// A log whose lines a test reads: each is the message, and the metadata if there are any.
final class RecordedLog: Sendable {
    private let written = Mutex<[String]>([])

    /// The lines so far.
    var lines: [String] { written.withLock { $0 } }

    /// Writes into this log.
    var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

    private struct Handler: LogHandler {
        let log: RecordedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let metadata = event.metadata.map { $0.isEmpty ? "" : " \($0)" } ?? ""
            log.written.withLock { $0.append("\(event.message)\(metadata)") }
        }
    }
}
