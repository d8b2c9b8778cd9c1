import CLibPQ

/// libpq's result object, read into values.
enum LibPQResult {
    /// Reads a result and frees it.
    ///
    /// - Returns: The rows, or the server's error.
    static func take(_ result: OpaquePointer) -> Result<PostgreSQLResult, PostgreSQLError> {
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            let affected = PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
            return .success(PostgreSQLResult(rows: rows(of: result), affectedRows: affected))
        case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE:
            let message = field("M", of: result) ?? line(PQresultErrorMessage(result))
            let sqlState = field("C", of: result)
            // An error without an SQLSTATE comes from libpq: the connection is lost.
            let code: PostgreSQLError.Code = sqlState == nil ? .connectionLost : .server
            return .failure(PostgreSQLError(code, message, sqlState: sqlState))
        default:
            return .failure(PostgreSQLError(.unexpectedResult, "the statement starts a copy, which is not supported"))
        }
    }

    private static func rows(of result: OpaquePointer) -> [PostgreSQLRow] {
        let columns = PQnfields(result)
        let types = (0..<columns).map { PostgreSQLType(rawValue: UInt32(PQftype(result, $0))) }
        return (0..<PQntuples(result)).map { row in
            PostgreSQLRow(
                cells: (0..<columns).map { column in
                    PostgreSQLRow.Cell(type: types[Int(column)], bytes: bytes(of: result, row, column))
                }
            )
        }
    }

    private static func bytes(of result: OpaquePointer, _ row: Int32, _ column: Int32) -> [UInt8]? {
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else { return nil }
        let count = Int(PQgetlength(result, row, column))
        return Array(UnsafeRawBufferPointer(start: value, count: count))
    }

    /// A part of an error by the letter that it has in the protocol: `C` is the SQLSTATE, `M` the message.
    private static func field(_ letter: Unicode.Scalar, of result: OpaquePointer) -> String? {
        PQresultErrorField(result, Int32(letter.value)).map { String(cString: $0) }
    }

    private static func line(_ message: UnsafeMutablePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").first.map(String.init) ?? "the connection failed"
    }
}
