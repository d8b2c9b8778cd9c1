/// Divides the file descriptors of the process, so that clients' connections cannot prevent it from fetching pages.
struct FileDescriptorBudget {
    /// The descriptors for logs, the SQLite file, and connections, of which two may be tried at the same time.
    private static let reserve = 64

    /// How many pages and files are fetched at the same time.
    let fetches: Int
    /// How many connections clients may have.
    let clients: Int

    /// - Parameters:
    ///   - limit: How many files the process may open.
    ///   - simultaneousFetches: How many fetches the operator allows; at most half of the limit is used.
    ///   - databaseConnections: How many connections the database may have.
    init(limit: Int, simultaneousFetches: Int, databaseConnections: Int) {
        fetches = max(1, min(simultaneousFetches, limit / 2))
        clients = max(1, limit - fetches - databaseConnections - Self.reserve)
    }
}
