import BoltsBase

/// Shortens untrusted text for messages.
@_spi(Bolts) public enum Clip {
    /// Returns at most 200 characters of a text, on one line: enough for a whole fingerprint.
    @_spi(Bolts) public static func clip(_ text: String) -> String { text.sanitized(limit: 200) }

    /// Returns a clipped text in double quotes.
    @_spi(Bolts) public static func quoted(_ text: String) -> String { text.quoted() }
}

extension [String] {
    /// Joins texts into a list as in a sentence: `a`, `a and b`, `a, b and c`.
    @_spi(Bolts) public func joinedWithAnd() -> String {
        count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) and \(self[count - 1])"
    }
}
