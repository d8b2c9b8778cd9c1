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
    /// The primary key in a store: a digest of the kind and the text, so that every key has the same length.
    package let digest: RecordDigest

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - text: The URL or the host.
    package init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
        digest = RecordDigest(bytes: SHA256.hash([UInt8(truncatingIfNeeded: kind.rawValue)] + text.utf8))
    }
}

/// The SHA-256 digest of a key, 32 bytes.
package struct RecordDigest: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Creates a digest from its bytes, as they were read from a database.
    ///
    /// - Parameter bytes: The 32 bytes.
    package init(bytes: [UInt8]) { self.bytes = bytes }
}
