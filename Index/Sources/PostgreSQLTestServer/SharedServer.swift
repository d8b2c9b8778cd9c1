package import PostgreSQLClient

/// One server for all tests that run at the same time, with a database for each.
///
/// The server starts with the first test and is removed with the last one that uses it.
package actor SharedServer {
    private static let shared = SharedServer()

    private var starting: Task<PostgreSQLTestServer, any Error>?
    private var users = 0
    private var nextDatabase = 0

    /// Calls a closure with the URL of an empty database.
    package static func withDatabase(_ body: (String) async throws -> Void) async throws {
        let server = try await shared.join()
        do {
            try await body(server.url(shared.createDatabase(on: server)))
        } catch {
            await shared.leave(server)
            throw error
        }
        await shared.leave(server)
    }

    private func join() async throws -> PostgreSQLTestServer {
        users += 1
        let task = starting ?? Task { try await PostgreSQLTestServer.start() }
        starting = task
        do {
            return try await task.value
        } catch {
            users -= 1
            throw error
        }
    }

    private func leave(_ server: PostgreSQLTestServer) async {
        users -= 1
        guard users == 0 else { return }
        starting = nil
        await server.remove()
    }

    private func createDatabase(on server: PostgreSQLTestServer) async throws -> String {
        nextDatabase += 1
        let name = "test\(nextDatabase)"
        try await server.createDatabase(name)
        return name
    }
}

extension PostgreSQLConfiguration {
    /// Returns a configuration with time limits that a busy machine does not reach.
    package static func patient(_ url: String, connections: Int = 8) throws -> PostgreSQLConfiguration {
        var configuration = try PostgreSQLConfiguration(url: url)
        configuration.connectionLimit = connections
        configuration.connectTimeout = .seconds(1_200)
        configuration.waitTimeout = .seconds(1_200)
        configuration.statementTimeout = .seconds(1_200)
        return configuration
    }
}
