import PostgreSQLClient

/// The tables, as a list of versions.
///
/// A released version is never changed; a new one is added.
///
/// Each statement may be repeated, and keeps what programs of an earlier version use: it adds tables, indexes, and columns with
/// a constant default, which rewrites no table. None blocks the writes of running nodes: a change of an earlier version's table
/// is a block that begins with `SET LOCAL lock_timeout` and is repeated until it gets its lock. Unused parts are removed by the
/// version after the next at the earliest.
struct PostgreSQLSchema: Sendable {
    struct Version: Sendable {
        let statements: [StaticString]
        /// The earliest version of the program that can use these tables.
        let usableSince: Int64
    }

    let versions: [Version]

    /// The version that this program creates.
    var number: Int64 { Int64(versions.count) }

    static let current = PostgreSQLSchema(versions: [
        Version(
            statements: [
                """
                CREATE TABLE IF NOT EXISTS link_record (
                    digest BYTEA NOT NULL PRIMARY KEY,
                    kind SMALLINT NOT NULL,
                    text TEXT NOT NULL,
                    format SMALLINT NOT NULL,
                    payload BYTEA NOT NULL,
                    stored_at BIGINT NOT NULL,
                    fresh_until BIGINT NOT NULL,
                    keep_until BIGINT NOT NULL,
                    token BIGINT NOT NULL
                )
                """,
                "CREATE INDEX IF NOT EXISTS link_record_keep_until ON link_record (keep_until ASC)",
                // The counts are not a column of the record, because PostgreSQL would rewrite the whole record for each count.
                """
                CREATE TABLE IF NOT EXISTS link_use (
                    digest BYTEA NOT NULL PRIMARY KEY,
                    uses BIGINT NOT NULL,
                    fresh_until BIGINT NOT NULL
                )
                """,
                "CREATE INDEX IF NOT EXISTS link_use_fresh_until ON link_use (fresh_until ASC)",
                """
                CREATE TABLE IF NOT EXISTS link_lease (
                    digest BYTEA NOT NULL PRIMARY KEY,
                    token BIGINT NOT NULL,
                    owner TEXT NOT NULL,
                    expires_at BIGINT NOT NULL
                )
                """,
                "CREATE INDEX IF NOT EXISTS link_lease_expires_at ON link_lease (expires_at ASC)",
                """
                CREATE TABLE IF NOT EXISTS link_api_key (
                    hash BYTEA NOT NULL PRIMARY KEY,
                    name TEXT NOT NULL UNIQUE,
                    created_at BIGINT NOT NULL,
                    requests_per_minute BIGINT
                )
                """,
                // This table contains only records that qualify for renewal, so nodes read the due ones and not all counts.
                """
                CREATE TABLE IF NOT EXISTS link_due (
                    digest BYTEA NOT NULL PRIMARY KEY,
                    due_at BIGINT NOT NULL,
                    claims BIGINT NOT NULL
                )
                """,
                "CREATE INDEX IF NOT EXISTS link_due_due_at ON link_due (due_at ASC)",
                // The day of the last use is not a column of the key's table, for the same reason.
                """
                CREATE TABLE IF NOT EXISTS link_api_key_use (
                    hash BYTEA NOT NULL PRIMARY KEY,
                    used_at BIGINT NOT NULL
                )
                """,
            ],
            usableSince: 1
        )
    ])
}
