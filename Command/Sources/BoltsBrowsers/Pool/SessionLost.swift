#if os(Linux) || os(macOS)
/// The browser or its page has ended while it was used.
struct SessionLost: Error {
    /// The last message of the browser or its driver.
    let detail: String
}
#endif
