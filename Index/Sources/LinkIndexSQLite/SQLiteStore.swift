import GRDB
package import LinkIndex
import Synchronization

/// A store in an SQLite file, for one node.
///
/// Several processes on one machine can use one file. The file is in WAL mode: the `-wal` and `-shm` files next to it are part of
/// it.
package final class SQLiteStore: IndexStore {
    let pool: DatabasePool
    /// The clock by which leases expire and renewals are due.
    let now: @Sendable () -> Timestamp
    /// Whether the store is closed; a checkpoint of a closed connection would crash.
    private let isClosed = Atomic(false)

    /// Opens a file, or creates it if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the file. Its folder must exist.
    ///   - readers: The maximum number of simultaneous reads.
    ///   - now: The time of day.
    /// - Throws: An `IndexStoreError` if the file cannot be opened.
    package init(path: String, readers: Int = 4, now: @escaping @Sendable () -> Timestamp = { .now }) throws {
        self.now = now
        var configuration = Configuration()
        // Another process may be writing.
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = max(1, readers)
        configuration.label = "index"
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
        } catch {
            let isOther = (error as? DatabaseError)?.resultCode == .SQLITE_NOTADB
            throw IndexStoreError(
                isOther ? .failed : .unavailable,
                "The SQLite file \(path) cannot be opened (\(error)). "
                    + (isOther
                        ? "It is not an SQLite database, or it is damaged: name another one, or restore a back-up."
                        : "Does its folder exist, and may this user write to it?")
            )
        }
    }

    package func migrate() async throws {
        let migrator = SQLiteSchema.migrator
        let isTooNew = try await read { try migrator.hasBeenSuperseded($0) }
        if isTooNew {
            throw IndexStoreError(
                .schemaTooNew,
                "A later version of the service has changed the tables of this file. Run that version, or restore a back-up."
            )
        }
        for attempt in 1... {
            do {
                // Blocks while another process migrates; it runs once, when a node starts.
                return try migrator.migrate(pool)
            } catch {
                // Another process may have run a migration since this one checked which are done. Then its table exists or, if a
                // later migration dropped the table, the migration's name. The next attempt notices that.
                let code = (error as? DatabaseError)?.resultCode
                guard code == .SQLITE_ERROR || code == .SQLITE_CONSTRAINT, attempt < 10 else {
                    throw IndexStoreError(error)
                }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    package func ping() async throws {
        try await read { _ = try Int.fetchOne($0, sql: "SELECT 1") }
    }

    package func close() async {
        guard isClosed.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
        // A checkpoint makes the file complete without the -wal file; if another process prevents it, that file remains.
        _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        try? pool.close()
    }

    func read<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw try Self.storeError(error)
        }
    }

    func write<Value: Sendable>(_ body: @Sendable @escaping (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.write(body)
        } catch {
            throw try Self.storeError(error)
        }
    }

    private static func storeError(_ error: any Error) throws -> IndexStoreError {
        if error is CancellationError { throw error }
        return error as? IndexStoreError ?? IndexStoreError(error)
    }
}

extension IndexStoreError {
    /// Converts an error of GRDB.
    fileprivate init(_ error: any Error) {
        guard let error = error as? DatabaseError else {
            self.init(.failed, "SQLite failed: \(error)")
            return
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.timedOut, "The SQLite file is locked by another process: \(error)")
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY:
            self.init(.unavailable, "The SQLite file cannot be used now: \(error)")
        case .SQLITE_MISUSE:
            self.init(.closed, "The SQLite file is closed: \(error)")
        default:
            self.init(.failed, "SQLite failed: \(error)")
        }
    }
}
