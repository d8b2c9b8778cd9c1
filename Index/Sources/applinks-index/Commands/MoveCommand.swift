import ArgumentParser
import Foundation
import LinkIndex
import LinkIndexSQLite

/// `applinks-index move`: copies an SQLite file into a PostgreSQL database.
struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Copy the pages, association files and API keys of an SQLite file into a PostgreSQL database.",
        discussion: """
            Stop the node first: what it fetches meanwhile is not copied. The file is not changed, and the command can be repeated.

            EXAMPLE
              applinks-index move --from applinks-index.sqlite --to postgresql://index@db.example/index
            """
    )

    @Option(help: ArgumentHelp("The SQLite file.", valueName: "path"))
    var from: String

    @Option(help: ArgumentHelp("The URL of the PostgreSQL database.", valueName: "URL"))
    var to: String

    func validate() throws {
        guard !from.contains("://") else { throw ValidationError("--from is the path of an SQLite file.") }
        guard to.hasPrefix("postgresql://") || to.hasPrefix("postgres://") else {
            throw ValidationError("--to is the URL of a PostgreSQL database: postgresql://USER@HOST:PORT/DATABASE.")
        }
        guard FileManager.default.fileExists(atPath: from) else { throw ValidationError("There is no file \(from).") }
    }

    func run() async throws {
        let source = try SQLiteStore(path: from)
        try await source.migrate()
        var options = DatabaseOptions()
        options.database = to
        options.databaseConnections = 10
        let target = try await options.open(creates: true)
        do {
            try await move(source, target)
        } catch {
            await target.close()
            throw error
        }
        await target.close()
        await source.close()
    }

    private func move(_ source: SQLiteStore, _ target: any IndexStore) async throws {
        let move = StoreMove(to: target)
        let keys = try await source.apiKeys()
        let refused = try await move.copy(keys)
        var (found, written) = (0, 0)
        var last: [UInt8]?
        while true {
            let (records, end) = try await source.records(after: last, limit: IndexStoreLimits.keysInOneCall)
            guard let end else { break }
            last = end
            found += records.count
            written += try await move.copy(records)
        }
        print("Copied \(written) of \(found) records and \(keys.count - refused.count) of \(keys.count) API keys.")
        if written < found { print("The other records have expired, or the database has them as new.") }
        let revoked = from + ".revoked"
        if FileManager.default.fileExists(atPath: revoked) {
            print("Start the nodes with --revoked-keys \(revoked), so that the keys in it stay revoked.")
        }
        guard refused.isEmpty else {
            throw ValidationError("The database has other API keys of these names: \(refused.joined(separator: ", ")).")
        }
    }
}
