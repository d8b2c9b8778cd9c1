import GRDB

/// The tables of the SQLite file.
///
/// A released migration is never changed; a new one is added.
enum SQLiteSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(
                sql: """
                    CREATE TABLE record (
                        digest BLOB NOT NULL PRIMARY KEY,
                        kind SMALLINT NOT NULL,
                        text TEXT NOT NULL,
                        format SMALLINT NOT NULL,
                        payload BLOB NOT NULL,
                        stored_at BIGINT NOT NULL,
                        fresh_until BIGINT NOT NULL,
                        keep_until BIGINT NOT NULL,
                        uses BIGINT NOT NULL DEFAULT 0
                    );
                    CREATE INDEX record_keep_until ON record (keep_until);
                    CREATE TABLE lease (
                        digest BLOB NOT NULL PRIMARY KEY,
                        token BIGINT NOT NULL,
                        owner TEXT NOT NULL,
                        expires_at BIGINT NOT NULL
                    );
                    CREATE INDEX lease_expires_at ON lease (expires_at);
                    CREATE TABLE api_key (
                        hash BLOB NOT NULL PRIMARY KEY,
                        name TEXT NOT NULL UNIQUE,
                        created_at BIGINT NOT NULL,
                        requests_per_minute BIGINT
                    );
                    CREATE TABLE due (
                        digest BLOB NOT NULL PRIMARY KEY,
                        due_at BIGINT NOT NULL,
                        claims BIGINT NOT NULL
                    );
                    CREATE INDEX due_due_at ON due (due_at);
                    CREATE TABLE api_key_use (
                        hash BLOB NOT NULL PRIMARY KEY,
                        used_at BIGINT NOT NULL
                    );
                    """
            )
        }
        return migrator
    }
}
