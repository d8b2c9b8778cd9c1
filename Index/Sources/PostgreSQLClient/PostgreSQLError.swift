/// Why a statement was not answered.
///
/// A message never contains a password: it is the server's own text, or one of this module's.
package struct PostgreSQLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    package enum Code: Hashable, Sendable {
        /// The URL of the database is invalid.
        case invalidURL
        /// No connection could be opened. Nothing was sent.
        case connectionFailed
        /// The server refuses this user, password or database, or its TLS settings do not match those of the URL. Another attempt
        /// does not help.
        case refused
        /// All connections were busy until the caller's time limit, or too many callers are already waiting.
        case busy
        /// The connection broke while a statement was running. Whether it took effect is unknown.
        case connectionLost
        /// A statement took longer than its limit. Whether it took effect is unknown.
        case statementTimedOut
        /// The server answered with an error. The statement had no effect.
        case server
        /// A value in a result is not of the requested type.
        case unexpectedResult
        case closed
    }

    package let code: Code
    /// What was wrong, in the server's words if there are any.
    package let message: String
    /// The SQLSTATE, if the server sent one.
    package let sqlState: String?

    package init(_ code: Code, _ message: String, sqlState: String? = nil) {
        self.code = code
        self.message = message
        self.sqlState = sqlState
    }

    package var description: String {
        let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return "\(message)\(state); \(advice)"
    }

    /// What to do about it.
    package var advice: String {
        switch code {
        case .invalidURL: "write it as postgresql://user@host:5432/database and percent-encode special characters"
        case .connectionFailed: "check that the server runs and that this machine reaches it"
        case .refused: "check the user, the password (PGPASSWORD or PGPASSFILE), the name of the database, and sslmode"
        case .busy: "allow more connections, or send less"
        case .connectionLost: "ask again; the statement may have taken effect"
        case .statementTimedOut: "ask again, and look for what slows the database; the statement may have taken effect"
        case .server where isSerializationFailure: "ask again"
        case .server where sqlState == "42501": "let this user own the database: ALTER DATABASE … OWNER TO …"
        case .server: "see PostgreSQL's documentation of this SQLSTATE"
        case .unexpectedResult: "check that the schema of the database is that of this version"
        case .closed: "the program is about to end"
        }
    }

    /// Whether the server rolled the statement back because of another transaction, so that it can be sent again.
    package var isSerializationFailure: Bool {
        sqlState == "40001" || sqlState == "40P01"
    }

    /// Whether the same statement may succeed later without any change.
    package var isTransient: Bool {
        switch code {
        case .connectionFailed, .busy, .connectionLost, .statementTimedOut: true
        case .server: isSerializationFailure || isServersEnd || isShortage
        case .invalidURL, .refused, .unexpectedResult, .closed: false
        }
    }

    /// Whether the error means that this connection is useless: the server is shutting down, or became a replica.
    package var isServersEnd: Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("08") || ["25006", "57P01", "57P02", "57P03", "57P05"].contains(sqlState)
    }

    /// Whether the server is a replica, or became one.
    var isOfReplica: Bool { sqlState == "25006" }

    /// Whether the server lacks memory, disk or connections, or a lock was not available in time.
    private var isShortage: Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("53") || ["55P03", "57014", "40003"].contains(sqlState)
    }
}
