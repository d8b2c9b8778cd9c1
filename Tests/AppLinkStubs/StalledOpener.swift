public import BoltsAppLinks
public import BoltsTasks
import Synchronization

/// Answers when it is told to.
public final class StalledOpener: URLOpening {
    private let answer = TaskCompletionSource<Bool>()
    private let asked = TaskCompletionSource<Void>()
    private let calls = Mutex(0)

    /// How often it was asked.
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

    /// Creates an opener that nobody has asked yet.
    public init() {}

    /// Waits until it was asked for the first time.
    public func wasAsked() async {
        try? await asked.task.value
    }

    /// Completes every call with an answer.
    public func finish(opened: Bool) async {
        answer.trySet(result: opened)
        _ = try? await answer.task.value
    }
}
