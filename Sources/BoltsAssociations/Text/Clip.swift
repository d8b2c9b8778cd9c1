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

    /// Joins at most `limit` texts, clipped, into a list as in a sentence that counts the others: `a, b, c and 4 more`.
    @_spi(Bolts) public func clippedList(_ limit: Int) -> String {
        let shown = prefix(limit).map { Clip.clip($0) }
        return count > limit ? "\(shown.joined(separator: ", ")) and \(count - limit) more" : shown.joinedWithAnd()
    }

    /// Joins at most `limit` texts, clipped, by commas, and counts the others: `a, b`, and `a, b, c and 4 more`.
    @_spi(Bolts) public func commaList(_ limit: Int) -> String {
        count > limit ? clippedList(limit) : map { Clip.clip($0) }.joined(separator: ", ")
    }
}

extension StringProtocol {
    /// The text with its first letter in lower case, to continue a sentence.
    @_spi(Bolts) public var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
