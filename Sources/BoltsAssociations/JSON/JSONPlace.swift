/// The place of a value in a JSON file.
///
/// ```swift
/// func describe(_ place: JSONPlace) -> String {
///     "line \(place.position.line), at \(place.pointer)"
/// }
/// ```
public struct JSONPlace: Sendable, Hashable {
    /// The value's JSON pointer (RFC 6901); empty for the whole document.
    public let pointer: String
    /// The line and column where the value starts.
    public let position: TextPosition
    /// The bytes of the value, counted from the start of the file.
    public let byteRange: Range<Int>

    /// Creates a place.
    @_spi(Bolts) public init(pointer: String, position: TextPosition, byteRange: Range<Int>) {
        self.pointer = pointer
        self.position = position
        self.byteRange = byteRange
    }

    /// Escapes a member name for use in a JSON pointer.
    @_spi(Bolts) public static func escape(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else { return name }
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "~": escaped += "~0"
            case "/": escaped += "~1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
