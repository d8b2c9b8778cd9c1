#if os(Linux) || os(macOS)
/// A page as a browser has read it.
struct BrowserPage: Sendable {
    let answer: BrowserPageAnswer
    /// The number of bytes that were sent and received while it was read.
    let byteCount: Int
}
#endif
