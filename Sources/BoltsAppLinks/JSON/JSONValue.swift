/// Any JSON value.
///
/// Integers are kept exactly where they fit 64 bits, and by their digits where they do not; any other number is a `Double`.
///
/// ```swift
/// let extras: [String: JSONValue] = ["fb_app_id": 123_456_789_012_345, "tags": ["soup", "quick"]]
/// print(extras["tags"]?[0]?.string ?? "-")  // soup
/// ```
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)

    /// Any other number. NaN and the infinities cannot be written.
    case number(Double)

    /// A number that neither of these holds, such as a whole one of 20 digits or `1e999`: its text as it was written.
    case decimal(String)

    /// A string.
    case string(String)

    /// An array.
    indirect case array([JSONValue])

    /// An object. The order of its members is not kept, and two names that Swift takes for equal strings (canonically
    /// equivalent ones, such as `K` and U+212A) are one member, the last of which stays.
    indirect case object([String: JSONValue])

    /// The string, or `nil` for anything else.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The truth value, or `nil` for anything else.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The integer, or `nil` for anything else; a number that is whole counts.
    public var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number, or `nil` for anything else, and for one beyond the range of a `Double`.
    public var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .decimal(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// A number as it is written, digit for digit, or `nil` for anything else.
    public var numberText: String? {
        switch self {
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .decimal(let text): text
        default: nil
        }
    }

    /// The elements, or `nil` for anything but an array.
    public var array: [JSONValue]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The members, or `nil` for anything but an object.
    public var object: [String: JSONValue]? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A member of an object, or `nil` where there is none.
    ///
    /// - Parameter key: The member's name.
    public subscript(key: String) -> JSONValue? {
        object?[key]
    }

    /// An element of an array, or `nil` where there is none.
    ///
    /// - Parameter index: The element's place, from 0.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    ///
    /// - Parameter nilLiteral: Nothing.
    public init(nilLiteral: ()) { self = .null }

    /// Makes a truth value.
    ///
    /// - Parameter value: The value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an integer.
    ///
    /// - Parameter value: The value.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a number.
    ///
    /// - Parameter value: The value.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes a string.
    ///
    /// - Parameter value: The value.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    ///
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object; of two members with one name the last stays.
    ///
    /// - Parameter elements: The members.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSONValue: Codable {
    /// Reads any value from a decoder.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: `DecodingError` where the decoder holds something that JSON does not know.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let integer = try? container.decode(UInt64.self) {
            self = .decimal(String(integer))
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value to an encoder.
    ///
    /// A ``decimal(_:)`` is rounded where the encoder can only be given a `Double`, and a string where it exceeds one.
    ///
    /// - Parameter encoder: Where to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .decimal(let text):
            if let integer = UInt64(text) {
                try container.encode(integer)
            } else if let number {
                try container.encode(number)
            } else {
                try container.encode(text)
            }
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}
