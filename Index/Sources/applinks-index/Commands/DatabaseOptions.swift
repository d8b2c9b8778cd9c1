import ArgumentParser
import Foundation
import LinkIndex
import LinkIndexPostgreSQL
import LinkIndexSQLite
import LinkIndexServer
import Logging

struct DatabaseOptions: ParsableArguments {
    /// The file in the working directory that is used if no other database is named.
    static let defaultPath = "applinks-index.sqlite"

    @Option(
        help: ArgumentHelp(
            "The database: the path of an SQLite file, or the URL of a PostgreSQL database.",
            discussion: """
                The file is created if there is none. Beside it lie -wal and -shm files, which belong to it.
                A URL is postgresql://USER@HOST:PORT/DATABASE with the parameters of libpq, such as ?sslmode=verify-full. \
                Other users of the machine see a password in it: use PGPASSWORD or PGPASSFILE. \
                By default it is \(Self.defaultPath) in the working directory.
                """,
            valueName: "path or URL"
        )
    )
    var database: String?

    @Option(help: ArgumentHelp("Connections to PostgreSQL at the same time.", valueName: "number"))
    var databaseConnections = 10

    @Option(
        help: ArgumentHelp(
            "A file of revoked keys, which remain revoked when a back-up of the database is restored.",
            discussion: """
                `keys revoke` adds to it, and a node refuses the keys in it. By default it lies beside the SQLite file, with the ending \
                .revoked; with PostgreSQL there is none unless it is named.
                """,
            valueName: "path"
        )
    )
    var revokedKeys: String?

    func validate() throws {
        guard (1...1_000).contains(databaseConnections) else {
            throw ValidationError("--database-connections must be 1 to 1000.")
        }
    }

    /// The file of revoked keys, or `nil` if there is none.
    var revokedKeysFile: String? {
        let database = database ?? Self.defaultPath
        return revokedKeys ?? (database.contains("://") ? nil : database + ".revoked")
    }

    /// The keys that stay revoked, or `nil` if there is no file of revoked keys.
    ///
    /// - Throws: `ValidationError` for a file that cannot be read.
    func revoked() throws -> RevokedKeys? {
        try revokedKeysFile.map { path in
            do {
                return try RevokedKeys(path: path)
            } catch {
                throw ValidationError("The file of revoked keys \(path) cannot be read: \(error.reason).")
            }
        }
    }

    /// Opens the database, and updates its tables to this version.
    ///
    /// - Parameter creates: Whether to create a missing file.
    /// - Returns: The store.
    /// - Throws: `ValidationError` for a database that cannot be used; an `IndexStoreError`; `CancellationError`.
    func open(creates: Bool) async throws -> any IndexStore {
        let database = database ?? Self.defaultPath
        if database.hasPrefix("postgresql://") || database.hasPrefix("postgres://") {
            return try await openPostgreSQL(database)
        }
        if let scheme = database.firstRange(of: "://") {
            throw ValidationError("--database knows no \(database[..<scheme.lowerBound]): use a path or postgresql://")
        }
        if database.hasPrefix("postgres:") || database.hasPrefix("postgresql:") {
            throw ValidationError("Write the URL of the database as postgresql://USER@HOST:PORT/DATABASE.")
        }
        guard creates || FileManager.default.fileExists(atPath: database) else {
            throw ValidationError(
                """
                There is no file \(database) here. Name the database that the service uses with --database; the service creates \
                its file when it starts.
                """
            )
        }
        let store = try SQLiteStore(path: database, readers: max(2, ProcessInfo.processInfo.activeProcessorCount))
        try await store.migrate()
        return store
    }

    private func openPostgreSQL(_ database: String) async throws -> any IndexStore {
        let logger = Logger(label: "applinks-index.postgresql")
        let store = try PostgreSQLStore(url: database, connectionLimit: databaseConnections, logger: logger)
        // A node that starts together with its database waits for it for up to a minute.
        let end = ContinuousClock.now + .seconds(60)
        while true {
            do {
                try await store.migrate()
                logger.info("uses the database \(store.summary)")
                return store
            } catch let error as IndexStoreError where error.isTemporary && ContinuousClock.now < end {
                logger.warning("waits up to a minute for the database \(store.summary): \(error)")
                try await Task.sleep(for: .milliseconds(500))
            }
        }
    }
}

extension IndexStoreError {
    /// Whether the same call may succeed later without any change.
    fileprivate var isTemporary: Bool {
        switch code {
        case .unavailable, .timedOut, .conflict: true
        case .schemaTooNew, .failed, .closed: false
        }
    }
}
