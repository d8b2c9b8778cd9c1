#if os(Linux) || os(macOS)
/// Lets the thread of a browser wait, and other threads call it off.
struct BrowserThread {
    let poller: Poller
    /// Whether what the thread does is no longer wanted.
    ///
    /// Asked each time the poller is woken.
    let isInterrupted: () -> Bool
}
#endif
