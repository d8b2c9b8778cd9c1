import BoltsBase

/// Shortens what a stranger wrote before it goes into a message.
package enum Clip {
    /// Returns at most 200 characters of a text, on one line: enough for a whole fingerprint.
    package static func clip(_ text: String) -> String { text.sanitized(limit: 200) }

    /// Returns a clipped text in double quotes.
    package static func quoted(_ text: String) -> String { text.quoted() }
}
