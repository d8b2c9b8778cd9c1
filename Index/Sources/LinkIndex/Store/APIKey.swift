/// The stored data of a client's key, without the key itself.
package struct APIKey: Hashable, Sendable {
    /// The SHA-256 of the key, 32 bytes.
    ///
    /// No salt is needed, because a key is 32 random bytes.
    package var hash: [UInt8]
    /// The first bytes of the hash, which identify the key in logs.
    package var id: String { hash.prefix(4).hexadecimal }

    /// A readable name, unique among the keys of a service.
    package var name: String
    /// When it was added.
    package var createdAt: Timestamp
    /// How many URLs it may request per minute, or `nil` for the service's default.
    package var requestsPerMinute: Int?
    /// The start of the last day (UTC) on which it was used, or `nil` if it never was.
    package var lastUsedOn: Timestamp?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - hash: The SHA-256 of the key, 32 bytes.
    ///   - name: A readable name.
    ///   - createdAt: When it was added.
    ///   - requestsPerMinute: The maximum number of URLs that it may request in a minute.
    ///   - lastUsedOn: The start of the last day (UTC) on which it was used.
    package init(
        hash: [UInt8],
        name: String,
        createdAt: Timestamp,
        requestsPerMinute: Int? = nil,
        lastUsedOn: Timestamp? = nil
    ) {
        self.hash = hash
        self.name = name
        self.createdAt = createdAt
        self.requestsPerMinute = requestsPerMinute
        self.lastUsedOn = lastUsedOn
    }
}
