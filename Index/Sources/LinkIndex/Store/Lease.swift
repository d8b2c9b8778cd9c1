/// The right of one node to fetch a key's data, until it expires.
package struct Lease: Hashable, Sendable {
    /// The key of the record to fetch.
    package let key: RecordKey
    /// The name of the node, for operators who inspect the database.
    package let owner: String
    /// Distinguishes this lease from every other lease of the key.
    ///
    /// It is a random number, different from that of every earlier lease.
    package let token: Int64

    /// Creates a lease.
    ///
    /// - Parameters:
    ///   - key: The key of the record to fetch.
    ///   - owner: The name of the node.
    ///   - token: Distinguishes this lease from every other lease of the key.
    package init(key: RecordKey, owner: String, token: Int64 = .random(in: 1...Int64.max)) {
        self.key = key
        self.owner = owner
        self.token = token
    }
}

/// The result of an attempt to acquire a lease.
package enum LeaseAnswer: Hashable, Sendable {
    /// The caller now holds the lease.
    case acquired(Lease)
    /// Another caller holds the lease: its owner, and the time until the lease expires unless it is renewed.
    case held(owner: String, remaining: Duration)
}
