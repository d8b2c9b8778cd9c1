/// How much all comparisons of a file's rules may cost, and what of it is left.
///
/// What would exceed it is not decided.
package final class CoverBudget {
    /// The steps of patterns that are compared one by one.
    private(set) var steps: Int
    /// What may be done for automata, as ``LinkComparison`` counts it.
    private var work: Int

    package init(steps: Int = 20_000_000, work: Int = 2_000_000) {
        self.steps = steps
        self.work = work
    }

    /// Whether the steps are spent, so that nothing more is compared.
    package var isExhausted: Bool { steps < 0 }

    /// What one more comparison of sets may cost; 0 if no more is made.
    var workOfOneComparison: Int { max(0, min(work, 20_000)) }

    func spend(steps count: Int) -> Bool {
        steps -= count
        return steps >= 0
    }

    func spend(work count: Int) { work -= count }

    /// By how much the work exceeded what was allowed: that of the last comparison, at most.
    var overdraft: Int { max(0, -work) }
}
