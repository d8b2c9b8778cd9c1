#if os(Linux) || os(macOS)
/// The browser or its page has ended while it was used.
struct SessionLost: Error {
    /// What the browser or its driver said last.
    let detail: String
}
#endif
