import BoltsTasks
import Foundation

extension ResourceCacheState {
    /// A caller that waits for a value.
    struct Waiter {
        let url: URL
        let source: TaskCompletionSource<HTTPCacheAnswer<Value>>
        /// Whether it waits for the source, however fresh the entry is.
        var renews = false
    }

    /// Identifies a waiter of a request.
    struct Ticket: Hashable {
        let request: Int
        let number: Int
    }

    /// A request that every look-up of its URL joins until it completes.
    struct InFlightRequest {
        enum Phase {
            case loading
            /// The request to the source was sent.
            ///
            /// The entry is the earlier one; `isRefresh` says whether its stale value is used meanwhile.
            case requesting(CacheEntry<Value>?, isRefresh: Bool, asked: Duration)
            case storing(Result<HTTPCacheAnswer<Value>, any Error>)
        }

        let key: ResourceKey
        let cancellation = CancellationTokenSource()
        var phase = Phase.loading
        var waiters: [Int: Waiter] = [:]
        /// Whether this request refreshes a stale value that was returned, and so continues without a waiter.
        var isRefreshOwed = false

        init(key: ResourceKey) { self.key = key }

        /// Whether a request is sent even if the entry is fresh.
        var renews: Bool { waiters.values.contains { $0.renews } }

        /// Removes all waiters, or those that an entry serves, and returns them in the order in which they came.
        mutating func takeWaiters(exceptRenewals: Bool = false) -> [Waiter] {
            let taken = waiters.filter { !exceptRenewals || !$0.value.renews }
            for number in taken.keys { waiters[number] = nil }
            return taken.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
