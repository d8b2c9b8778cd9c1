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

    /// The report on one line, split at an empty array so that elements can be inserted.
    ///
    /// - Parameter key: The key of the array, which must be unique.
    /// - Returns: The text before the elements of the array, and the text after them.
    /// - Throws: The error of the encoder.
    func json(around key: String) throws -> (start: String, end: String) {
        let text = try json()
        // This text is not inside a string, where its quotation marks would be escaped.
        guard let array = text.firstRange(of: "\"\(key)\":[]") else {
            throw EncodingError.invalidValue(
                text,
                EncodingError.Context(codingPath: [], debugDescription: "there is no empty array \(key)")
            )
        }
        let end = text.index(before: array.upperBound)
        return (String(text[..<end]), String(text[end...]))
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
