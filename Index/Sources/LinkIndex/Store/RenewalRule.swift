/// Which records are renewed before they become stale, and when.
///
/// ```swift
/// try await store.recordUses([key: 3], rule: RenewalRule(minimumUses: 3, before: .seconds(20)))
/// ```
package struct RenewalRule: Hashable, Sendable {
    /// The minimum number of uses since a record was stored, at least 1.
    package let minimumUses: Int
    /// How long before it becomes stale its renewal is due.
    package let before: Duration

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - minimumUses: The minimum number of uses since a record was stored.
    ///   - before: How long before it becomes stale its renewal is due.
    package init(minimumUses: Int, before: Duration) {
        self.minimumUses = minimumUses
        self.before = before
    }

    /// How long after a claim a record that was not stored is due again.
    ///
    /// - Parameter claims: How often it was claimed before.
    /// - Returns: The time.
    package static func pause(afterClaims claims: Int64) -> Duration {
        min(.seconds(3_600), .seconds(30) * (1 << min(max(claims, 0), 7)))
    }

    /// A record that has been stale for longer is not renewed, because nobody requests it.
    package static let staleLimit: Duration = .seconds(3_600)
}
