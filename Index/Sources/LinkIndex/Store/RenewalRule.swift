/// Determines which records are renewed before they become stale, and when.
package struct RenewalRule: Hashable, Sendable {
    /// The minimum number of uses since a record was stored, at least 1.
    package let minimumUses: Int
    /// How long before becoming stale a record is due for renewal.
    package let before: Duration

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - minimumUses: The minimum number of uses since a record was stored.
    ///   - before: How long before becoming stale a record is due for renewal.
    package init(minimumUses: Int, before: Duration) {
        self.minimumUses = minimumUses
        self.before = before
    }

    /// The time after a claim until a record is due again, if it was not stored meanwhile.
    ///
    /// - Parameter claims: How often it was claimed before.
    /// - Returns: The time.
    package static func pause(afterClaims claims: Int64) -> Duration {
        min(.seconds(3_600), .seconds(30) * (1 << min(max(claims, 0), 7)))
    }

    /// The time after which a stale record is no longer renewed, because nobody requests it.
    package static let staleLimit: Duration = .seconds(3_600)
}
