#if os(Linux) || os(macOS)
/// A page that a browser has read.
struct BrowserPage: Sendable {
    let answer: BrowserPageAnswer
    /// The number of bytes that were sent and received while it was read.
    let byteCount: Int
}
#endif
