import BoltsBase

/// The key of a record: its kind, and its URL or host.
package struct RecordKey: Hashable, Sendable {
    /// The kinds of records.
    ///
    /// The raw values are stored, so they never change.
    package enum Kind: Int16, Sendable, CaseIterable {
        /// A page's tags about apps.
        ///
        /// The text is its URL without the fragment.
        case page = 1
        /// The association files of a host. The text is the host, with the port if it has one.
        case site = 2
    }

    package let kind: Kind
    /// The URL or the host.
    ///
    /// It contains no NUL, which databases cannot store in a text.
    package let text: String
    /// The primary key in a store: the SHA-256 of the kind and the text, so that every key has the same length.
    package let digest: [UInt8]

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - text: The URL or the host.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
        digest = SHA256.hash([UInt8(truncatingIfNeeded: kind.rawValue)] + text.utf8)
    }
}
