/// How a test reaches an application.
public enum ServerTestWay: Sendable {
    /// Its routes are called.
    case routes
    /// Each request has a connection of its own.
    case socket
}
