/// Computes how long to wait before the next attempt: twice as long each time up to a limit, and random so that nodes differ.
struct Backoff: Sendable {
    var first: Duration
    var limit: Duration

    /// Returns a random time between half of the nominal wait and the whole.
    ///
    /// - Parameters:
    ///   - failures: How many attempts failed in a row, 1 or more.
    ///   - generator: The source of the random number.
    /// - Returns: The wait.
    func wait(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let nominal = min(limit, first * (1 << min(max(failures - 1, 0), 20)))
        return nominal * Double.random(in: 0.5...1, using: &generator)
    }

    func wait(afterFailures failures: Int) -> Duration {
        var generator = SystemRandomNumberGenerator()
        return wait(afterFailures: failures, using: &generator)
    }
}
