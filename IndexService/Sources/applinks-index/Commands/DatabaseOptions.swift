import ArgumentParser
import Foundation
import LinkIndex
import LinkIndexSQLite

struct DatabaseOptions: ParsableArguments {
    /// The file in the working directory that is used if no other database is named.
    static let defaultPath = "applinks-index.sqlite"

    @Option(
        help: ArgumentHelp(
            "The database: the path of an SQLite file.",
            discussion: "The file is created if there is none. Beside it lie -wal and -shm files, which belong to it.",
            valueName: "path"
        )
    )
    var database = Self.defaultPath

    /// Opens the database, and brings its tables to the form of this version.
    func open() async throws -> any IndexStore {
        if database.contains("://") {
            throw ValidationError("\(database) is not the path of a file.")
        }
        let store = try SQLiteStore(path: database, readers: max(2, ProcessInfo.processInfo.activeProcessorCount))
        try await store.migrate()
        return store
    }
}
