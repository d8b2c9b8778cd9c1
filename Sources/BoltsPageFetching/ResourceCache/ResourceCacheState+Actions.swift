import BoltsTasks
import Foundation

/// The actions of a cache after a transition, once it has released the lock.
extension ResourceCacheState {
    enum LookUp {
        /// Use the stale value that is being refreshed.
        case answered(HTTPCacheAnswer<Value>)
        /// Wait for the request in flight.
        case joined(Ticket)
        /// Load the entry, and wait.
        case first(Ticket, Load)
    }

    /// An entry to load from the store.
    struct Load {
        let request: Int
        let key: ResourceKey
        let cancellation: CancellationTokenSource
    }

    /// A request to send to the source.
    struct Request {
        let number: Int
        let key: String
        let url: URL
        /// The entry that cannot be used without a request to the source.
        let entry: CacheEntry<Value>?
        let cancellation: CancellationTokenSource

        var validator: PageValidator? { entry?.answer?.validator }
    }

    /// Waiters to complete, in the order in which they came, and their result.
    struct Completion {
        let waiters: [Waiter]
        let result: Result<HTTPCacheAnswer<Value>, any Error>
        let key: ResourceKey
        /// It is kept here to be released outside the lock, because it may hold closures of the source.
        let cancellation: CancellationTokenSource

        /// Completes every waiter, each with its requested URL.
        func complete() {
            for waiter in waiters {
                waiter.source.trySet(result.map { $0.requested(by: waiter.url, insteadOf: key.url) })
            }
        }
    }
}
