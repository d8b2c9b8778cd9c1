#if URLSessionOnLinux && canImport(FoundationNetworking)
import Foundation

/// A queue for a session's delegate that runs each call immediately, on the calling thread.
///
/// FoundationNetworking never waits for its delegate. On an ordinary queue, the calls of a page that inflates a
/// thousandfold pile up, and meanwhile every session of the process stands still. Here, bytes beyond the limit are
/// dropped as they appear.
///
/// The thread belongs to the queue that all sessions share, so the delegate must not call a session from here.
// Stateless. `OperationQueue` is declared unchecked, and its subclasses have to say the same.
final class InlineOperationQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif
