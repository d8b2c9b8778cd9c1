/// A parameter of a statement.
///
/// It is sent separately from the text of the statement, in PostgreSQL's binary format.
package enum PostgreSQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    case bytesArray([[UInt8]])
    case integerArray([Int64])

    package static func optional(_ integer: Int64?) -> PostgreSQLValue {
        integer.map(PostgreSQLValue.integer) ?? .null
    }

    /// The object identifier of the type.
    ///
    /// 0 lets the server infer it.
    var type: PostgreSQLType {
        switch self {
        case .null: .inferred
        case .integer: .int8
        case .text: .text
        case .bytes: .bytea
        case .bytesArray: .byteaArray
        case .integerArray: .int8Array
        }
    }

    /// The value in the binary format, or `nil` for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let value): PostgreSQLValue.bigEndian(value)
        case .text(let value): Array(value.utf8)
        case .bytes(let value): value
        case .bytesArray(let values): PostgreSQLValue.array(of: .bytea, values)
        case .integerArray(let values): PostgreSQLValue.array(of: .int8, values.map { PostgreSQLValue.bigEndian($0) })
        }
    }

    private static func bigEndian(_ integer: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: integer.bigEndian) { Array($0) }
    }

    /// An array of one dimension without NULLs.
    private static func array(of type: PostgreSQLType, _ elements: [[UInt8]]) -> [UInt8] {
        let dimensions: Int32 = elements.isEmpty ? 0 : 1
        var result = bigEndian(dimensions) + bigEndian(Int32(0)) + bigEndian(type.rawValue)
        guard dimensions == 1 else { return result }
        result += bigEndian(Int32(elements.count)) + bigEndian(Int32(1))
        for element in elements {
            result += bigEndian(Int32(element.count))
            result += element
        }
        return result
    }
}

/// The types of PostgreSQL that this module writes and reads, by their object identifiers, which never change.
struct PostgreSQLType: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    static let inferred = PostgreSQLType(rawValue: 0)
    static let bytea = PostgreSQLType(rawValue: 17)
    static let int8 = PostgreSQLType(rawValue: 20)
    static let int2 = PostgreSQLType(rawValue: 21)
    static let int4 = PostgreSQLType(rawValue: 23)
    static let text = PostgreSQLType(rawValue: 25)
    static let byteaArray = PostgreSQLType(rawValue: 1_001)
    static let int8Array = PostgreSQLType(rawValue: 1_016)
}
