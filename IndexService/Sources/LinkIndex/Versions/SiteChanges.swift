/// What changed for links and apps of a host, as far as its versions are kept.
///
/// ```swift
/// if let changes = try await index.changes(of: url, since: nil, limit: 16) { print(changes.changes.map(\.to.text)) }
/// ```
package struct SiteChanges: Sendable {
    /// One change: from one version of the files to the next.
    package struct Change: Sendable {
        /// When the earlier files were first read.
        package let from: Timestamp
        /// When the later files were first read.
        package let to: Timestamp
        /// The difference as JSON, by `Command/Sources/applinks/Help/Schemas/diff.schema.json`.
        package let document: [UInt8]
    }

    /// The host, with the port if it has one.
    package let host: String
    /// When the earliest files were first read that are kept.
    package let firstReadAt: Timestamp
    /// The changes, the earliest first.
    package let changes: [Change]
    /// Whether there are later changes, which the limit left out.
    package let hasMore: Bool
}
