/// Bounds the work of one decision, for any file and URL.
///
/// A pattern that would exceed it counts as too complex and does not match, as in Apple's own matcher.
@_spi(Bolts) public struct MatchBudget: Sendable {
    private(set) var steps: Int

    /// Creates a budget for a number of comparisons.
    @_spi(Bolts) public init(steps: Int = 20_000_000) { self.steps = steps }

    /// Whether more steps were taken than the budget allows.
    @_spi(Bolts) public var isExhausted: Bool { steps < 0 }

    /// Takes steps from the budget, and returns whether they were available.
    @inline(__always)
    @_spi(Bolts) public mutating func spend(_ count: Int) -> Bool {
        steps -= count
        return steps >= 0
    }
}
