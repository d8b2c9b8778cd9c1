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
            /// The source was asked.
            ///
            /// The entry is the earlier one; `isRefresh` says whether its stale value is used meanwhile.
            case requesting(CacheEntry<Value>?, isRefresh: Bool, asked: Duration)
            case storing(Result<HTTPCacheAnswer<Value>, any Error>)
        }

        let key: ResourceKey
        let cancellation = CancellationTokenSource()
        var phase = Phase.loading
        var waiters: [Int: Waiter] = [:]
        /// Whether a stale value was returned that this request refreshes, so that it goes on without a waiter.
        var isRefreshOwed = false

        init(key: ResourceKey) { self.key = key }

        /// Whether the source is asked, however fresh the entry is.
        var renews: Bool { waiters.values.contains { $0.renews } }

        /// Removes all waiters, or those that an entry serves.
        ///
        /// - Returns: The waiters in the order in which they came.
        mutating func takeWaiters(exceptRenewals: Bool = false) -> [Waiter] {
            let taken = waiters.filter { !exceptRenewals || !$0.value.renews }
            for number in taken.keys { waiters[number] = nil }
            return taken.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
