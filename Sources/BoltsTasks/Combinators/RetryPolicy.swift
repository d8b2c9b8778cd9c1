/// How often, how long apart and after which errors something is tried again.
///
/// ```swift
/// let policy = RetryPolicy(attempts: 4, firstDelay: .milliseconds(100)) { error in !(error is AbandonedTaskError) }
/// let page = BoltsTask.retry(policy) { attempt in BoltsTask(result: "page, at attempt \(attempt)") }
/// ```
public struct RetryPolicy: Sendable {
    /// The most times it is tried, the first included.
    public var attempts: Int

    /// The time between the first failure and the second attempt.
    public var firstDelay: Duration

    /// What each delay is multiplied by for the next: 2 doubles it.
    public var multiplier: Double

    /// The longest delay, whatever the multiplier makes of it.
    public var longestDelay: Duration

    /// How much of each delay is left to chance, from 0 for none to 1 for all of it, so that many clients that failed
    /// together do not come back together.
    public var jitter: Double

    /// Whether an error is worth another attempt.
    ///
    /// Cancellation never is.
    public var isRetryable: @Sendable (any Error) -> Bool

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - attempts: The most times it is tried, the first included; less than 1 counts as 1.
    ///   - firstDelay: The time between the first failure and the second attempt.
    ///   - multiplier: What each delay is multiplied by for the next.
    ///   - longestDelay: The longest delay.
    ///   - jitter: How much of each delay is left to chance, from 0 to 1.
    ///   - isRetryable: Whether an error is worth another attempt.
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

    /// The delay after a failed attempt.
    ///
    /// - Parameters:
    ///   - attempt: The attempt that failed, from 1.
    ///   - chance: A number from 0 up to 1, drawn at random.
    /// - Returns: The time to wait.
    public func delay(afterAttempt attempt: Int, chance: Double) -> Duration {
        let first = max(.zero, min(firstDelay, longestDelay))
        // What is not a number grows nothing, and leaves nothing to chance.
        let growth = (multiplier.isNaN ? 1 : max(0, multiplier)).raised(to: max(1, attempt) - 1)
        let chosen = 1 - (jitter.isNaN ? 0 : min(max(jitter, 0), 1)) * (chance.isNaN ? 0 : min(max(chance, 0), 1))
        // Compared first: a product that no duration can hold would stop the program.
        let isLongest = first > .zero && growth >= longestDelay / first
        return (isLongest ? longestDelay : first > .zero ? first * growth : .zero) * chosen
    }
}

extension Double {
    /// This number, not below zero, multiplied by itself so many times.
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

extension BoltsTask {
    /// Tries something until it succeeds, as a policy says.
    ///
    /// - Parameters:
    ///   - policy: How often, how long apart and after which errors.
    ///   - clock: What measures the delays.
    ///   - cancellationToken: Cancels the result at once, and the delay; an attempt that is under way goes on.
    ///   - attempt: Makes an attempt, given its number from 1.
    /// - Returns: A task of the first success, or of the last failure.
    public static func retry(
        _ policy: RetryPolicy = RetryPolicy(),
        clock: some Clock<Duration> = ContinuousClock(),
        cancellationToken: CancellationToken = .none,
        attempt: @escaping @Sendable (Int) throws -> BoltsTask<Success>
    ) -> BoltsTask<Success> {
        @Sendable func tryOnce(_ number: Int) -> BoltsTask<Success> {
            BoltsTask<Void>(result: ())
                .continueOnSuccessWithTask { try attempt(number) }
                .continueOnErrorWithTask { (error: any Error) in
                    guard number < policy.attempts, policy.isRetryable(error) else { throw error }
                    let delay = policy.delay(afterAttempt: number, chance: .random(in: 0..<1))
                    return BoltsTask<Void>.withDelay(delay, clock: clock, cancellationToken: cancellationToken)
                        .continueOnSuccessWithTask { tryOnce(number + 1) }
                }
        }
        return BoltsTask<Void>(result: ())
            .continueOnSuccessWithTask(cancellationToken: cancellationToken) { tryOnce(1) }
    }
}
