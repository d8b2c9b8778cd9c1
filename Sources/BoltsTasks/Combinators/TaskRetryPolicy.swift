/// Determines how often, after which delays and for which errors
/// `BoltsTask.retry` tries again.
///
/// ```swift
/// let policy = TaskRetryPolicy(attempts: 4, firstDelay: .milliseconds(100)) { error in !(error is AbandonedTaskError) }
/// let page = BoltsTask.retry(policy) { attempt in BoltsTask(result: "page, at attempt \(attempt)") }
/// ```
public struct TaskRetryPolicy: Sendable {
    /// The maximum number of attempts, including the first.
    package var attempts: Int

    /// The delay between the first failure and the second attempt.
    package var firstDelay: Duration

    /// The factor from each delay to the next: 2 doubles it.
    package var multiplier: Double

    /// The upper limit of each delay.
    package var longestDelay: Duration

    /// The random share of each delay, from 0 (none) to 1 (all of it), so that many clients that failed together do not
    /// retry together.
    package var jitter: Double

    /// Returns whether to try again after an error; it is not called for cancellation, after which there is no other attempt.
    package var isRetryable: @Sendable (any Error) -> Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first; less than 1 counts as 1.
    ///   - firstDelay: The delay between the first failure and the second attempt.
    ///   - multiplier: The factor from each delay to the next.
    ///   - longestDelay: The upper limit of each delay.
    ///   - jitter: The random share of each delay, from 0 to 1.
    ///   - isRetryable: Returns whether to try again after an error.
    public init(
        attempts: Int = 3,
        firstDelay: Duration = .milliseconds(200),
        multiplier: Double = 2,
        longestDelay: Duration = .seconds(30),
        jitter: Double = 0.5,
        isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.multiplier = multiplier
        self.longestDelay = longestDelay
        self.jitter = jitter
        self.isRetryable = isRetryable
    }

    /// The delay after a failed attempt, numbered from 1; `chance` is a random number from 0 up to 1.
    package func delay(afterAttempt attempt: Int, chance: Double) -> Duration {
        let first = max(.zero, min(firstDelay, longestDelay))
        // NaN counts as a multiplier of 1 and a jitter of 0.
        let growth = (multiplier.isNaN ? 1 : max(0, multiplier)).raised(to: max(1, attempt) - 1)
        let chosen = 1 - (jitter.isNaN ? 0 : min(max(jitter, 0), 1)) * (chance.isNaN ? 0 : min(max(chance, 0), 1))
        // The product is not computed if it exceeds the limit: one that no `Duration` can represent would stop the program.
        let isLongest = first > .zero && growth >= longestDelay / first
        return (isLongest ? longestDelay : first > .zero ? first * growth : .zero) * chosen
    }
}

extension Double {
    /// This number, which is not negative, to the power of `exponent`.
    ///
    /// - Complexity: O(log `exponent`).
    fileprivate func raised(to exponent: Int) -> Double {
        var result = 1.0
        var square = self
        var rest = exponent
        while rest > 0 {
            if rest & 1 == 1 { result *= square }
            square *= square
            rest >>= 1
        }
        return result
    }
}
