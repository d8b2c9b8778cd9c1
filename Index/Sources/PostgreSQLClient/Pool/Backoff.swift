/// How long to wait before the next attempt: twice as long each time, up to a limit, and never the same for two nodes.
struct Backoff: Sendable {
    var first: Duration
    var limit: Duration

    /// Returns a random wait between half of the nominal one and the whole.
    ///
    /// - Parameters:
    ///   - failures: How many attempts failed in a row, 1 or more.
    ///   - generator: Where the random number comes from.
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
