/// How the files that the process may open are shared, so that clients cannot keep it from fetching pages.
struct FileDescriptorBudget {
    /// The files for logs, the SQLite file, and connections, two of which are tried at the same time.
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
