/// One version of a host's association files, without the files.
///
/// ```swift
/// for version in try await store.versions(of: RecordKey(.site, "https://example.com")) { print(version.firstReadAt) }
/// ```
package struct SiteVersion: Hashable, Sendable {
    /// The place among the versions of the host, from 1; it is never used again while a later version is kept.
    package var number: Int64
    /// The SHA-256 digest of the payload, 32 bytes: what is read again unchanged is no new version.
    package var content: [UInt8]
    /// The version of the payload's form.
    package var format: Int16
    /// How many bytes the payload has.
    package var byteCount: Int
    /// When a node read it first.
    package var firstReadAt: Timestamp
    /// When it can be deleted: a while after it was last read.
    package var keepUntil: Timestamp

    /// Creates a version.
    ///
    /// - Parameters:
    ///   - number: The place among the versions of the host, from 1.
    ///   - content: The SHA-256 digest of the payload, 32 bytes.
    ///   - format: The version of the payload's form.
    ///   - byteCount: How many bytes the payload has.
    ///   - firstReadAt: When a node read it first.
    ///   - keepUntil: When it can be deleted.
    package init(
        number: Int64,
        content: [UInt8],
        format: Int16,
        byteCount: Int,
        firstReadAt: Timestamp,
        keepUntil: Timestamp
    ) {
        self.number = number
        self.content = content
        self.format = format
        self.byteCount = byteCount
        self.firstReadAt = firstReadAt
        self.keepUntil = keepUntil
    }
}
