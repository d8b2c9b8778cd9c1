/// Any JSON value.
///
/// Integers that fit 64 bits are exact, and larger ones keep their digits; any other number is a `Double`.
///
/// ```swift
/// let extras: [String: AppLinkValue] = ["fb_app_id": 123_456_789_012_345, "tags": ["soup", "quick"]]
/// print(extras["tags"]?[0]?.string ?? "-")  // soup
/// ```
public enum AppLinkValue: Sendable, Hashable {
    /// `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A number without fraction or exponent that fits 64 bits.
    case integer(Int64)

    /// Any other number. NaN and the infinities cannot be written.
    case number(Double)

    /// The text of a number that fits neither type, such as an integer of 20 digits or `1e999`.
    case decimal(String)

    /// A string.
    case string(String)

    /// An array.
    indirect case array([AppLinkValue])

    /// An object.
    ///
    /// The order of its members is not kept. Canonically equivalent names, such as `K` and U+212A, are equal strings in Swift.
    /// They are therefore one member, whose last value counts.
    indirect case object([String: AppLinkValue])

    /// The string, or `nil` for anything else.
    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The Boolean value, or `nil` for anything else.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    /// The integer, or `nil` for anything else; a ``number(_:)`` without a fraction counts.
    public var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number, or `nil` for anything else and for a number beyond the range of `Double`.
    public var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        case .decimal(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The text of a number, with every digit, or `nil` for anything else.
    package var numberText: String? {
        switch self {
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .decimal(let text): text
        default: nil
        }
    }

    /// The elements, or `nil` for anything but an array.
    public var array: [AppLinkValue]? {
        if case .array(let array) = self { array } else { nil }
    }

    /// The members, or `nil` for anything but an object.
    public var object: [String: AppLinkValue]? {
        if case .object(let object) = self { object } else { nil }
    }

    /// A member of an object, or `nil` if there is none.
    ///
    /// - Parameter key: The member's name.
    public subscript(key: String) -> AppLinkValue? {
        object?[key]
    }

    /// An element of an array, or `nil` if there is none.
    ///
    /// - Parameter index: The element's index, from 0.
    public subscript(index: Int) -> AppLinkValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension AppLinkValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    ///
    /// - Parameter nilLiteral: Nothing.
    public init(nilLiteral: ()) { self = .null }

    /// Creates a Boolean value.
    ///
    /// - Parameter value: The value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer.
    ///
    /// - Parameter value: The value.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a number.
    ///
    /// - Parameter value: The value.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string.
    ///
    /// - Parameter value: The value.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    ///
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: AppLinkValue...) { self = .array(elements) }

    /// Creates an object; of two members with the same name, the last one counts.
    ///
    /// - Parameter elements: The members.
    public init(dictionaryLiteral elements: (String, AppLinkValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension AppLinkValue: Codable {
    /// Reads any value from a decoder.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if the value has no JSON type.
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
        } else if let array = try? container.decode([AppLinkValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: AppLinkValue].self))
        }
    }

    /// Writes the value to an encoder.
    ///
    /// A ``decimal(_:)`` is rounded to a `Double`, or written as a string if it is out of range.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's error.
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
