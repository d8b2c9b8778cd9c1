/// Converts a value to a Boolean as Foundation's loose conversion does.
enum LooseBoolean {
    /// Returns whether a value counts as true: `true`, a number other than zero, or a string that starts with Y, y, T,
    /// t or a digit from 1 to 9.
    static func value(_ node: JSONNode) -> Bool {
        switch node.kind {
        case .true: return true
        case .number: return node.number.map { $0 != 0 } ?? false
        case .string:
            guard let first = node.string?.utf8.first else { return false }
            return [UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "T"), UInt8(ascii: "t")].contains(first)
                || (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first)
        default: return false
        }
    }
}
