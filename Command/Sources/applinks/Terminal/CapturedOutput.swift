import Synchronization

/// What a command prints while its caller reads it as a value, instead of on standard output and standard error.
final class CapturedOutput: Sendable {
    private let texts = Mutex((output: "", errors: ""))

    /// What went to standard output.
    var output: String { texts.withLock { $0.output } }

    /// What went to standard error.
    var errors: String { texts.withLock { $0.errors } }

    func append(output: String) { texts.withLock { $0.output += output } }

    func append(errors: String) { texts.withLock { $0.errors += errors } }
}
