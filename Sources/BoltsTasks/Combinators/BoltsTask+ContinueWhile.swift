extension BoltsTask where Success == Void {
    /// Repeats asynchronous work while a condition holds, in flat memory however often.
    ///
    /// ```swift
    /// func drain(_ isEmpty: @escaping @Sendable () -> Bool, _ send: @escaping @Sendable () -> BoltsTask<Void>)
    ///     -> BoltsTask<Void>
    /// {
    ///     BoltsTask.continueWhile { !isEmpty() } body: { send() }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - executor: Where the condition and the work run.
    ///   - cancellationToken: Cancels the result at once; no further round starts.
    ///   - predicate: Whether to go on. What it throws is the outcome.
    ///   - body: One round of the work. A round that fails or is cancelled ends the loop with that.
    /// - Returns: A task that ends with the loop.
    public static func continueWhile(
        _ executor: BoltsExecutor = .default,
        cancellationToken: CancellationToken = .none,
        predicate: @escaping @Sendable () throws -> Bool,
        body: @escaping @Sendable () throws -> BoltsTask<Void>
    ) -> BoltsTask<Void> {
        // No token on the rounds themselves: so each becomes an alias of the one before, and nothing piles up.
        @Sendable func round() throws -> BoltsTask<Void> {
            try cancellationToken.throwIfCancellationRequested()
            guard try predicate() else { return BoltsTask(result: ()) }
            return try body().continueOnSuccessWithTask(executor) { try round() }
        }
        return BoltsTask(result: ())
            .continueOnSuccessWithTask(executor, cancellationToken: cancellationToken) { try round() }
    }
}
