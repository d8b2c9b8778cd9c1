/// Which records have earned to be renewed before they become stale, and when.
///
/// ```swift
/// try await store.recordUses([key: 3], rule: RenewalRule(minimumUses: 3, before: .seconds(20)))
/// ```
package struct RenewalRule: Hashable, Sendable {
    /// How often a record was used at least since it was stored, 1 or more.
    package let minimumUses: Int
    /// How long before it becomes stale its renewal is due.
    package let before: Duration

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - minimumUses: How often a record was used at least since it was stored.
    ///   - before: How long before it becomes stale its renewal is due.
    package init(minimumUses: Int, before: Duration) {
        self.minimumUses = minimumUses
        self.before = before
    }

    /// How long after a claim a record is due again that was not stored.
    ///
    /// - Parameter claims: How often it was claimed before.
    /// - Returns: The time.
    package static func pause(afterClaims claims: Int64) -> Duration {
        min(.seconds(3_600), .seconds(30) * (1 << min(max(claims, 0), 7)))
    }

    /// What has been stale for longer is not renewed: nobody asks for it.
    package static let staleLimit: Duration = .seconds(3_600)
}
