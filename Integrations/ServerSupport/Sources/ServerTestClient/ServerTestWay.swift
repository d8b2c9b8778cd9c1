/// How a test reaches an application.
public enum ServerTestWay: Sendable {
    /// The test calls its routes.
    case routes
    /// Each request has its own connection.
    case socket
}
