import Logging
import Synchronization
import Testing

@testable import LinkIndex

@Suite struct RepeatedTextTests {
    private let start = ContinuousClock.now

    @Test func aTextThatRepeatsIsWrittenOnceInAnInterval() {
        var text = RepeatedText(interval: .seconds(10))
        var due = [("away", 0), ("away", 9), ("away", 10), ("refused", 11), ("away", 12), ("away", 13)]
            .map { text.isDue($0.0, at: start + .seconds($0.1)) }
        #expect(due == [true, false, true, true, true, false])
        text.forget()
        due = [text.isDue("away", at: start + .seconds(13))]
        #expect(due == [true])
    }

    @Test func textsOfAKindThatDifferAreWrittenOnceASecond() {
        let lines = Mutex<[String]>([])
        let log = QuietLog(Logger(label: "test") { _ in LineHandler { line in lines.withLock { $0.append(line) } } })
        for number in 0..<5_000 {
            let time = start + .milliseconds(number)
            log.warning("store", "failure \(number)", at: time)
            if number.isMultiple(of: 10) { log.warning("lease", "failure \(number)", at: time) }
            // A success between two failures makes no third line.
            log.forget("store")
        }
        let seconds = (0..<5).map { "failure \($0 * 1_000)" }
        #expect(lines.withLock { $0 }.sorted() == (seconds + seconds).sorted())
    }

    private struct LineHandler: LogHandler {
        let write: @Sendable (String) -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { write("\(event.message)") }
    }
}
