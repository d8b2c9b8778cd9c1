public import BoltsAppLinks
public import BoltsTasks
import Synchronization

/// An opener that answers only when a test tells it to.
public final class StalledOpener: URLOpening {
    private let answer = TaskCompletionSource<Bool>()
    private let asked = TaskCompletionSource<Void>()
    private let calls = Mutex(0)

    /// The number of calls.
    public var count: Int { calls.withLock { $0 } }

    /// Records the call and waits for ``finish(opened:)``.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        calls.withLock { $0 += 1 }
        asked.trySet(result: ())
        return answer.task
    }

    /// The same as ``open(_:cancellationToken:)``.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        open(url, cancellationToken: cancellationToken)
    }

    /// Creates an opener without calls.
    public init() {}

    /// Waits for the first call.
    public func wasAsked() async {
        try? await asked.task.value
    }

    /// Completes every call with an answer.
    public func finish(opened: Bool) async {
        answer.trySet(result: opened)
        _ = try? await answer.task.value
    }
}
