/// What a browser read of a page.
struct BrowserReading: Sendable {
    let answer: BrowserPageAnswer
    /// How many bytes came and went while it was read.
    let byteCount: Int
}
