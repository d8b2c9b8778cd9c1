/// The reason of a token that was cancelled by a signal.
///
/// ```swift
/// func status(_ token: CancellationToken) -> Int32 {
///     guard let signal = token.cancellationReason as? SignalError else { return 1 }
///     return 128 + signal.number   // what a shell expects
/// }
/// ```
public struct SignalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The signal's number, such as `SIGINT`.
    public let number: Int32

    /// What happened, with the signal's number.
    public var description: String { "the process received signal \(number)" }
}
