import Foundation

/// PgBouncer in transaction mode, in front of a test's PostgreSQL server.
package final class PgBouncerTestServer: Sendable {
    private let folderURL: URL
    private let process: TestProcess

    /// Starts PgBouncer with two connections to the server.
    package init(before server: PostgreSQLTestServer, program: String) throws {
        let folder = server.folder.appending(path: "bouncer")
        folderURL = folder
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path())
        let configuration = """
            [databases]
            * = host=\(server.folder.path()) port=5432 user=tester
            [pgbouncer]
            listen_port = 6432
            listen_addr =
            unix_socket_dir = \(folder.path())
            auth_type = any
            pool_mode = transaction
            default_pool_size = 2
            max_client_conn = 100
            """
        let file = folder.appending(path: "pgbouncer.ini")
        try configuration.write(to: file, atomically: true, encoding: .utf8)
        process = try TestProcess([program, file.path()], log: folder.appending(path: "pgbouncer.log"))
    }

    /// The folder of its socket, in the form of a URL's parameter.
    package var folder: String { folderURL.path(percentEncoded: true) }

    package var url: String {
        "postgresql:///postgres?host=\(folder)&port=6432&user=tester"
    }

    package func stop() async throws { try await process.end(SIGKILL) }
}
