/// The result of a statement.
package struct PostgreSQLResult: Sendable {
    package let rows: [PostgreSQLRow]
    /// How many rows the statement inserted, updated, deleted or returned.
    package let affectedRows: Int
    /// Whether the statement was sent before, over a connection that broke, and may have taken effect the first time.
    package var isInDoubt = false
}

/// A row of a result.
///
/// Columns are numbered from 0.
package struct PostgreSQLRow: Sendable {
    struct Cell: Sendable {
        let type: PostgreSQLType
        /// The value in the binary format, or `nil` for NULL.
        let bytes: [UInt8]?
    }

    let cells: [Cell]

    /// Returns a value, or `nil` for NULL.
    ///
    /// - Throws: ``PostgreSQLError`` with the code `unexpectedResult` if there is no such column, or one of another type.
    package func optionalInteger(_ column: Int) throws(PostgreSQLError) -> Int64? {
        let cell = try value(column, [.int8, .int4, .int2])
        guard let bytes = cell.bytes else { return nil }
        switch bytes.count {
        case 8: return bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }
        case 4: return Int64(Int32(truncatingIfNeeded: bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }))
        case 2: return Int64(Int16(truncatingIfNeeded: bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) }))
        default: throw unexpected(column, "an integer of \(bytes.count) bytes")
        }
    }

    package func bytes(_ column: Int) throws(PostgreSQLError) -> [UInt8] {
        try notNull(value(column, [.bytea]).bytes, column)
    }

    package func text(_ column: Int) throws(PostgreSQLError) -> String {
        String(decoding: try notNull(value(column, [.text]).bytes, column), as: UTF8.self)
    }

    package func integer(_ column: Int) throws(PostgreSQLError) -> Int64 {
        try notNull(optionalInteger(column), column)
    }

    private func value(_ column: Int, _ types: [PostgreSQLType]) throws(PostgreSQLError) -> Cell {
        guard cells.indices.contains(column) else { throw unexpected(column, "missing") }
        guard types.contains(cells[column].type) else {
            throw unexpected(column, "of the type \(cells[column].type.rawValue)")
        }
        return cells[column]
    }

    private func notNull<Value>(_ value: Value?, _ column: Int) throws(PostgreSQLError) -> Value {
        guard let value else { throw unexpected(column, "NULL") }
        return value
    }

    private func unexpected(_ column: Int, _ what: String) -> PostgreSQLError {
        PostgreSQLError(.unexpectedResult, "column \(column) of a result is \(what)")
    }
}
