package import Foundation
import PostgreSQLClient
import Synchronization

/// A PostgreSQL server for a test, in a temporary folder with a socket, without a TCP port.
package final class PostgreSQLTestServer: Sendable {
    /// The folder of the cluster and of its socket.
    package let folder: URL
    private let process = Mutex<TestProcess?>(nil)

    private init(_ folder: URL) { self.folder = folder }

    /// The URL of a database of the server.
    ///
    /// The server trusts everybody who can open the socket.
    package func url(_ database: String = "postgres", parameters: String = "") -> String {
        "postgresql:///\(database)?host=\(folder.path(percentEncoded: true))&port=5432&user=tester\(parameters)"
    }

    /// Creates a cluster and starts its server.
    package static func start() async throws -> PostgreSQLTestServer {
        guard let programs = PostgreSQLPrograms.folder else {
            throw TestProcess.Failure(description: "PostgreSQL's server programs are not installed")
        }
        let folder = URL(filePath: "/tmp/bolts-pg-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // If the tests run as root, the server's user must be able to write.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path())
        let server = PostgreSQLTestServer(folder)
        do {
            try await TestProcess(
                [
                    "\(programs)/initdb", "--pgdata", "\(folder.path())/data", "--username", "tester", "--auth",
                    "trust",
                    "--encoding", "UTF8", "--no-locale", "--no-sync",
                ],
                log: folder.appending(path: "initdb.log")
            ).succeed()
            try await server.resume()
        } catch {
            await server.remove()
            throw error
        }
        return server
    }

    /// Starts the server again after ``stop(_:)``, and waits until it responds.
    package func resume() async throws {
        guard let programs = PostgreSQLPrograms.folder else { return }
        let process = try TestProcess(
            [
                "\(programs)/postgres", "-D", "\(folder.path())/data", "-k", folder.path(), "-c", "listen_addresses=",
                "-c", "fsync=off", "-c", "max_connections=300", "-c", "shared_buffers=16MB",
            ],
            log: folder.appending(path: "server.log")
        )
        self.process.withLock { $0 = process }
        let pool = PostgreSQLPool(try PostgreSQLConfiguration(url: url()))
        while true {
            do {
                _ = try await pool.run(PostgreSQLStatement("SELECT 1", isRepeatable: true))
                break
            } catch let error as PostgreSQLError {
                guard process.isRunning else {
                    throw TestProcess.Failure(description: "PostgreSQL ended: \(error) \(process.text)")
                }
            }
        }
        await pool.close()
    }

    func createDatabase(_ name: String) async throws {
        guard let programs = PostgreSQLPrograms.folder else { return }
        try await TestProcess(
            ["\(programs)/createdb", "--host", folder.path(), "--username", "tester", name],
            log: folder.appending(path: "\(name).log")
        ).succeed()
    }

    /// How a server is stopped.
    package enum Stop: Sendable {
        /// Connections are closed, and everything is written.
        case fast
        /// The server ends as in a crash.
        case immediate
    }

    package func stop(_ stop: Stop) async throws {
        try await process.withLock { $0 }?.end(stop == .fast ? SIGINT : SIGQUIT)
    }

    /// Stops the server and removes its folder.
    package func remove() async {
        try? await stop(.immediate)
        // The server's files may belong to another user, so that user removes them.
        let removal = try? TestProcess(
            ["/bin/rm", "-rf", "\(folder.path())/data"],
            log: folder.appending(path: "removal.log")
        )
        try? await removal?.wait()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Starts a server, calls a closure with it, and removes the server, even if the closure throws.
    package static func with(_ body: (PostgreSQLTestServer) async throws -> Void) async throws {
        let server = try await start()
        do {
            try await body(server)
        } catch {
            await server.remove()
            throw error
        }
        await server.remove()
    }
}
