import Foundation

extension Encodable {
    /// The value as JSON on one line, its keys in a fixed order.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    /// The value as JSON on one line, before and after the elements of the only array of a key, which is empty.
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

/// A JSON object, written as a literal: `nil` leaves a member out, and ``Nullable`` writes `null`.
struct JSONObject: Encodable, Sendable, ExpressibleByDictionaryLiteral {
    private struct Member: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private let members: [String: any Encodable & Sendable]
    /// An object whose members are written too.
    var base: (any Encodable & Sendable)?

    init(dictionaryLiteral members: (String, (any Encodable & Sendable)?)...) {
        self.members = Dictionary(uniqueKeysWithValues: members.compactMap { name, value in value.map { (name, $0) } })
    }

    func encode(to encoder: any Encoder) throws {
        try base?.encode(to: encoder)
        try members.mapValues(Member.init).encode(to: encoder)
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
