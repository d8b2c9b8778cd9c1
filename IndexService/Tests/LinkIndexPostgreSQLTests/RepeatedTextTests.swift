import Testing

@testable import LinkIndexPostgreSQL

@Suite struct RepeatedTextTests {
    @Test func aTextThatRepeatsIsWrittenOnceInAnInterval() {
        var text = RepeatedText(interval: .seconds(10))
        let start = ContinuousClock.now
        var due = [("away", 0), ("away", 9), ("away", 10), ("refused", 11), ("away", 12), ("away", 13)]
            .map { text.isDue($0.0, at: start + .seconds($0.1)) }
        #expect(due == [true, false, true, true, true, false])
        text.forget()
        due = [text.isDue("away", at: start + .seconds(13))]
        #expect(due == [true])
    }
}
