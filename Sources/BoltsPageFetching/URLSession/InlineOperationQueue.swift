#if URLSessionOnLinux && canImport(FoundationNetworking)
import Foundation

/// A queue for a session's delegate that runs each call immediately, on the calling thread.
///
/// FoundationNetworking never waits for its delegate. On an ordinary queue, the calls for a page that inflates a thousandfold
/// accumulate, and block every session of the process. Here, bytes beyond the limit are dropped immediately.
///
/// The thread belongs to the queue of all sessions, so the delegate must not call a session from it.
// Stateless. `OperationQueue` is declared unchecked, so its subclasses must be, too.
final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif
