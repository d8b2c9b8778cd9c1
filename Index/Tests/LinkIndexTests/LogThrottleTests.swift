import Testing

@testable import LinkIndex

@Suite struct RepeatedTextTests {
    private let start = ContinuousClock.now

    @Test func aTextThatRepeatsIsWrittenOnceInAnInterval() {
        var text = LogThrottle(interval: .seconds(10))
        var due = [("away", 0), ("away", 9), ("away", 10), ("refused", 11), ("away", 12), ("away", 13)]
            .map { text.isDue($0.0, at: start + .seconds($0.1)) }
        #expect(due == [true, false, true, true, true, false])
        text.forget()
        due = [text.isDue("away", at: start + .seconds(13))]
        #expect(due == [true])
    }

    @Test func textsOfAKindThatDifferAreWrittenOnceASecond() {
        let recorded = RecordedLog()
        let log = QuietLog(recorded.logger)
        for number in 0..<5_000 {
            let time = start + .milliseconds(number)
            log.warning("store", "failure \(number)", at: time)
            if number.isMultiple(of: 10) { log.warning("lease", "failure \(number)", at: time) }
            // A success between two failures causes no third line.
            log.forget("store")
        }
        let seconds = (0..<5).map { "failure \($0 * 1_000)" }
        #expect(recorded.lines.sorted() == (seconds + seconds).sorted())
    }
}
