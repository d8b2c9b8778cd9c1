#if os(Linux) || os(macOS)
/// What a browser read of a page.
struct BrowserPage: Sendable {
    let answer: BrowserPageAnswer
    /// How many bytes came and went while it was read.
    let byteCount: Int
}
#endif
