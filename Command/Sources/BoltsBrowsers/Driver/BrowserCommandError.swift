#if os(Linux) || os(macOS)
/// The reason why a browser command failed.
enum BrowserCommandError: Error, Equatable {
    /// The browser returned an error: its name, such as `timeout`, and its message.
    case refused(name: String, message: String)
    /// The browser or its driver has ended, or closed the connection.
    case unreachable
    /// The browser has closed the page or its session.
    case pageClosed(String)
    case timedOut
    /// Another thread interrupted the work.
    case interrupted
    /// A message of the browser or its driver does not follow the protocol.
    case protocolError(String)
    /// The response follows the protocol, but does not have the requested value.
    case unusableResult(String)
}
#endif
