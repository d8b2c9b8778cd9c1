import Foundation

/// The programs of PostgreSQL that tests start.
package enum PostgreSQLPrograms {
    /// Whether tests fail instead of being skipped if PostgreSQL is not installed.
    package static var areRequired: Bool { ProcessInfo.processInfo.environment["BOLTS_REQUIRE_POSTGRESQL"] != nil }

    /// Whether tests with a server run: because one is installed, or because they are required.
    package static var mayRun: Bool { areRequired || folder != nil && canChangeUser }

    package static let absence = "skipped: PostgreSQL's server programs are not installed"

    /// The folder with `initdb` and `postgres`, the latest version first.
    package static let folder: String? = {
        let versions = "/usr/lib/postgresql"
        let installed = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
        let folders = installed.sorted { $0.localizedStandardCompare($1) == .orderedDescending }
            .map { "\(versions)/\($0)/bin" }
        return (folders + (path.map { [$0] } ?? []) + ["/usr/local/bin", "/usr/bin", "/opt/homebrew/bin"]).first {
            folder in
            ["initdb", "postgres"].allSatisfy { FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
    }()

    /// PgBouncer, if it is installed.
    package static let pgBouncer: String? = [
        "/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer",
    ]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

    private static var path: String? { ProcessInfo.processInfo.environment["BOLTS_POSTGRESQL_PROGRAMS"] }

    /// The prefix of commands: PostgreSQL refuses to run as root, so root runs it as `nobody`.
    static var commandPrefix: [String] {
        geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--"] : []
    }

    private static var canChangeUser: Bool {
        geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    }
}
