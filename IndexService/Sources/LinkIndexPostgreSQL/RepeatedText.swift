/// Decides when a text that repeats is written again.
struct RepeatedText {
    /// The time between two writings of the same text.
    let interval: Duration
    private var last: (text: String, time: ContinuousClock.Instant)?

    init(interval: Duration) { self.interval = interval }

    /// Decides whether a text is to be written.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - time: The time.
    /// - Returns: Whether it is to be written now.
    mutating func isDue(_ text: String, at time: ContinuousClock.Instant) -> Bool {
        if let last, last.text == text, time < last.time + interval { return false }
        last = (text, time)
        return true
    }

    /// Lets the next text be written, also if it is the same.
    mutating func forget() { last = nil }
}
