public import BoltsAppLinks
public import BoltsTasks
import Synchronization

/// Answers when it is told to.
public final class StalledOpener: URLOpening {
    private let answer = TaskCompletionSource<Bool>()
    private let asked = TaskCompletionSource<Void>()
    private let calls = Mutex(0)

    public var count: Int { calls.withLock { $0 } }

    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        calls.withLock { $0 += 1 }
        asked.trySet(result: ())
        return answer.task
    }

    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        open(url, cancellationToken: cancellationToken)
    }

    public init() {}

    public func wasAsked() async {
        try? await asked.task.value
    }

    public func finish(opened: Bool) async {
        answer.trySet(result: opened)
        _ = try? await answer.task.value
    }
}
