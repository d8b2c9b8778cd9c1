import LinkIndex
import PostgreSQLClient

extension IndexStoreError {
    /// Converts an error of PostgreSQL.
    init(_ error: PostgreSQLError) {
        let code: Code =
            switch error.code {
            case .connectionFailed, .connectionLost: .unavailable
            case .busy, .statementTimedOut: .timedOut
            case .closed: .closed
            case .server where error.isSerializationFailure: .conflict
            case .server where error.isTransient: .unavailable
            case .server, .refused, .unexpectedResult, .invalidURL: .failed
            }
        self.init(code, "PostgreSQL: \(error)")
    }
}
