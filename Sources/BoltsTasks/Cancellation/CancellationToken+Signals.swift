internal import CBoltsTasks

extension CancellationToken {
    /// A token that is cancelled when the process receives one of the given signals, such as that of Control-C.
    ///
    /// The first signal cancels the token and does not end the process, which can clean up. After that each signal has its
    /// default action again, so a second Control-C ends a process that hangs. The token's ``cancellationReason`` is a
    /// ``SignalError``. Observers are called on a queue, not in a signal handler, so they may do anything; code of the main
    /// actor and of actors runs there, as always.
    ///
    /// ```swift
    /// func run(_ copy: (CancellationToken) -> BoltsTask<Int>, interrupt: Int32) -> BoltsTask<Int> {
    ///     copy(.onSignals(interrupt)).finally { print("removes what is half copied") }
    /// }
    /// ```
    ///
    /// Call this once, early in the program: it listens until the process ends.
    ///
    /// - Parameter signals: The numbers of the signals.
    /// - Returns: The token. To cancel it in other ways too, link a ``CancellationTokenSource`` to it.
    public static func onSignals(_ signals: Int32...) -> CancellationToken {
        let source = CancellationTokenSource()
        for number in signals {
            // The closure keeps the source.
            SignalSources.listen(to: number) {
                // If every thread blocks a signal, Dispatch may still receive it after its default action was restored.
                if source.token.isCancellationRequested { return bolts_raise_signal(number) }
                for number in signals { bolts_restore_signal(number) }
                source.cancel(reason: SignalError(number: number))
            }
        }
        return source.token
    }
}
