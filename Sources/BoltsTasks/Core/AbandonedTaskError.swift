/// The error of a task that can never complete because nobody is left to complete it.
///
/// A ``TaskCompletionSource`` that is released before it has completed its task fails the task with this error, and so does an
/// executor that releases its work without running it. Therefore no code waits forever.
///
/// ```swift
/// func forgetful() -> BoltsTask<Int> { TaskCompletionSource<Int>().task }   // fails, and the error says where
/// ```
public struct AbandonedTaskError: Error, Hashable, Sendable, CustomStringConvertible {
    enum Cause: Hashable, Sendable {
        case sourceReleased(file: String, line: UInt)
        case upstreamReleased
        case droppedByExecutor
    }

    let cause: Cause

    init(_ cause: Cause) { self.cause = cause }

    /// The file that created the released ``TaskCompletionSource``; `nil` for other causes.
    public var file: String? {
        if case .sourceReleased(let file, _) = cause { file } else { nil }
    }

    /// The line that created the released ``TaskCompletionSource``; `nil` for other causes.
    public var line: UInt? {
        if case .sourceReleased(_, let line) = cause { line } else { nil }
    }

    /// What was released, where it was created, and what to do.
    public var description: String {
        switch cause {
        case .sourceReleased(let file, let line):
            "the TaskCompletionSource created at \(file):\(line) was released before it completed its task; "
                + "keep a reference to it until it has"
        case .upstreamReleased:
            "the task that this one waited for was released before it completed"
        case .droppedByExecutor:
            "the executor released the continuation without running it; an executor must run its work once"
        }
    }
}
