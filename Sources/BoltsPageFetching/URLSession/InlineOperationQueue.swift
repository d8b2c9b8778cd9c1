#if canImport(FoundationNetworking)
import Foundation

/// A queue for a session's delegate that has no queue: each call runs at once, on the thread that brings it.
///
/// FoundationNetworking never waits for its delegate. On an ordinary queue a page that inflates a thousandfold piles up
/// calls, each of which costs more the longer the pile is, and meanwhile every session of the process stands still. Run
/// at once, nothing piles up: what a page sent beyond its limit is dropped where it appears.
///
/// The thread is that of the queue which all sessions share, so the delegate never calls a session from here.
// Stateless. `OperationQueue` is declared unchecked, and its subclasses have to say the same.
final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif
