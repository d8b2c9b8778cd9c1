import Foundation

/// Something printed as one line of JSON.
protocol JSONReport: Encodable, Sendable {}

extension JSONReport {
    /// The report on one line, its keys in a fixed order.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

/// An optional value that is encoded as `null` instead of omitting its key.
struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
    let value: Value?

    init(_ value: Value?) { self.value = value }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}
