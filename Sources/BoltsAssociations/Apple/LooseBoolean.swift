/// Converts a value to a Boolean as Foundation's loose conversion does.
@_spi(Bolts) public enum LooseBoolean {
    /// Returns whether a value counts as true: `true`, a number other than zero, or a string that NSString's `boolValue`
    /// converts to true.
    ///
    /// Such a string has, after white space, Y, y, T or t, or a digit from 1 to 9 after an optional sign and zeros.
    @_spi(Bolts) public static func value(_ node: JSONNode) -> Bool {
        switch node.kind {
        case .true: return true
        case .number: return node.number.map { $0 != 0 } ?? false
        case .string: return node.string.map(isTrue) ?? false
        default: return false
        }
    }

    private static func isTrue(_ text: String) -> Bool {
        var scalars = text.unicodeScalars[...].drop { isBlank($0) }
        if scalars.first == "+" || scalars.first == "-" { scalars = scalars.dropFirst() }
        guard let first = scalars.drop(while: { $0 == "0" }).first else { return false }
        return "YyTt123456789".unicodeScalars.contains(first)
    }

    /// A tab or a space separator of Unicode, as in Foundation's `CharacterSet.whitespaces`.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        default: false
        }
    }
}
