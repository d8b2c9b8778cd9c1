import BoltsTasks
import Foundation

extension AppLinkCacheState {
    /// A caller that waits for a link.
    struct Waiter {
        let url: URL
        let source: TaskCompletionSource<CachedAppLink>
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
            /// The entry is the earlier one; `isRefresh` says whether its stale link is used meanwhile.
            case requesting(AppLinkCacheEntry?, isRefresh: Bool, asked: Duration)
            case storing(Result<CachedAppLink, any Error>)
        }

        let key: AppLinkCacheKey
        let cancellation = CancellationTokenSource()
        var phase = Phase.loading
        var waiters: [Int: Waiter] = [:]

        init(key: AppLinkCacheKey) {
            self.key = key
        }

        /// Removes all waiters.
        ///
        /// - Returns: The waiters in the order in which they came.
        mutating func takeWaiters() -> [Waiter] {
            defer { waiters = [:] }
            return waiters.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
