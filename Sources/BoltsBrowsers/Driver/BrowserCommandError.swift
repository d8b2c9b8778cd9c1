#if os(Linux) || os(macOS)
/// Why a browser did not do what it was told.
enum BrowserCommandError: Error, Equatable {
    /// The browser answered with an error: its name, such as `timeout`, and the browser's own words.
    case refused(name: String, message: String)
    /// The browser or its driver has ended, or hung up.
    case unreachable
    /// The browser has ended the page, or the session it was in.
    case pageClosed(String)
    case timedOut
    /// Another thread called off the work.
    case interrupted
    /// What the browser or its driver sent is not of the protocol.
    case protocolError(String)
    /// The answer is of the protocol, and not what the command asks for.
    case unusableResult(String)
}
#endif
