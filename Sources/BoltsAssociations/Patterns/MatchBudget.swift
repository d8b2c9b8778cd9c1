/// Bounds the work of one decision, whatever the file and the URL.
///
/// A pattern that would exceed it counts as too complex and does not match, as in Apple's own matcher.
package struct MatchBudget {
    private(set) var steps: Int

    /// Creates a budget.
    ///
    /// - Parameter steps: The number of comparisons allowed.
    package init(steps: Int = 20_000_000) { self.steps = steps }

    package var isExhausted: Bool { steps < 0 }

    @inline(__always)
    package mutating func spend(_ count: Int) -> Bool {
        steps -= count
        return steps >= 0
    }
}
