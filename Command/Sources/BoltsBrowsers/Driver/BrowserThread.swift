#if os(Linux) || os(macOS)
/// Lets the thread of a browser wait, and other threads interrupt it.
struct BrowserThread {
    let poller: Poller
    /// Whether the thread's work was cancelled.
    ///
    /// It is called each time the poller wakes.
    let isInterrupted: () -> Bool
}
#endif
