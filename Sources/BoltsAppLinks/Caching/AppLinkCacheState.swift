import BoltsPageFetching
import BoltsTasks
import Foundation

/// The state machine of a cache: the requests under way, from looking an entry up to storing it, and who waits for each.
///
/// It is a plain value without a lock, so that every interleaving can be tested without threads. Moments are measured on
/// the cache's clock. Callers complete, cancel and release whatever a call returns after they have released the lock.
struct AppLinkCacheState {
    /// One who waits for a link.
    struct Waiter {
        let url: URL
        let source: TaskCompletionSource<CachedAppLink>
    }

    /// Names one who waits for a request.
    struct Ticket: Hashable {
        fileprivate let request: Int
        fileprivate let number: Int
    }

    /// A request under way, which everybody who asks for its URL meanwhile waits for.
    private struct InFlightRequest {
        enum Phase {
            case loading
            /// The source is asked. The entry is the one from before; `isRefresh` says whether its stale link is used meanwhile.
            case requesting(AppLinkCacheEntry?, isRefresh: Bool, asked: Duration)
            case storing(Result<CachedAppLink, any Error>)
        }

        let key: AppLinkCacheKey
        let cancellation = CancellationTokenSource()
        var phase = Phase.loading
        var waiters: [Int: Waiter] = [:]
    }

    /// An entry that is to be loaded.
    struct Load {
        let request: Int
        let key: AppLinkCacheKey
        let cancellation: CancellationTokenSource
    }

    /// A question that is to be put to the source.
    struct Request {
        let number: Int
        let url: URL
        let validator: PageValidator?
        let cancellation: CancellationTokenSource
    }

    /// Those who waited, in the order in which they came, and what they are given.
    struct Completion {
        let waiters: [Waiter]
        let result: Result<CachedAppLink, any Error>
        let key: AppLinkCacheKey
        /// Released outside the lock too: it may hold closures of the source.
        let cancellation: CancellationTokenSource

        /// Gives everybody the result, each with the URL they asked for.
        func complete() {
            for waiter in waiters {
                waiter.source.trySet(result.map { $0.requested(by: waiter.url, insteadOf: key.url) })
            }
        }
    }

    enum LookUp {
        /// A link that is being refreshed is used meanwhile.
        case answered(CachedAppLink)
        /// The URL is asked for already.
        case joined(Ticket, TaskCompletionSource<CachedAppLink>)
        /// Load the entry.
        case first(Ticket, TaskCompletionSource<CachedAppLink>, Load)
    }

    private let options: AppLinkCacheOptions
    private var requests: [Int: InFlightRequest] = [:]
    /// The request that whoever asks for a URL joins.
    private var requestOfKey: [String: Int] = [:]
    private var nextNumber = 0
    private(set) var statistics = AppLinkCacheStatistics()

    init(options: AppLinkCacheOptions) {
        self.options = options
    }

    /// The number of requests under way.
    var requestCount: Int { requests.count }

    mutating func lookUp(_ url: URL, at now: Duration) -> LookUp {
        let key = AppLinkCacheKey(url)
        let source = TaskCompletionSource<CachedAppLink>()
        let waiter = Waiter(url: url, source: source)
        if let number = requestOfKey[key.text], let request = requests[number] {
            if case .requesting(let entry?, isRefresh: true, _) = request.phase,
                case .answerAndRefresh(let link) = entry.use(at: now, refreshesStaleLinks: true)
            {
                statistics.staleAnswers += 1
                return .answered(link.requested(by: url, insteadOf: key.url))
            }
            // Those who join while the entry is loaded are counted with it.
            if case .loading = request.phase {} else { statistics.misses += 1 }
            return .joined(wait(for: number, waiter), source)
        }
        let number = makeNumber()
        let request = InFlightRequest(key: key)
        requests[number] = request
        requestOfKey[key.text] = number
        let load = Load(request: number, key: key, cancellation: request.cancellation)
        return .first(wait(for: number, waiter), source, load)
    }

    private mutating func makeNumber() -> Int {
        nextNumber += 1
        return nextNumber
    }

    private mutating func wait(for request: Int, _ waiter: Waiter) -> Ticket {
        let number = makeNumber()
        requests[request]?.waiters[number] = waiter
        return Ticket(request: request, number: number)
    }

    /// Somebody no longer waits.
    ///
    /// Once nobody does, nobody joins the request any more.
    ///
    /// - Returns: The source of the one who left, and the request to cancel if nobody else waits for it.
    mutating func leave(
        _ ticket: Ticket
    ) -> (source: TaskCompletionSource<CachedAppLink>, abandoned: CancellationTokenSource?)? {
        guard let waiter = requests[ticket.request]?.waiters.removeValue(forKey: ticket.number) else { return nil }
        guard let request = requests[ticket.request], request.waiters.isEmpty else { return (waiter.source, nil) }
        // The answer is there: storing it goes on.
        if case .storing = request.phase { return (waiter.source, nil) }
        return (waiter.source, take(ticket.request)?.cancellation)
    }

    /// The store has answered.
    ///
    /// - Returns: Those who are given the entry's link or failure, and the question to put to the source.
    mutating func loaded(
        _ number: Int,
        _ entry: AppLinkCacheEntry?,
        at now: Duration
    ) -> (completion: Completion?, request: Request?) {
        guard let request = requests[number] else { return (nil, nil) }
        let count = request.waiters.count
        // An entry that was loaded for a URL that has been forgotten meanwhile does not count.
        let entry = requestOfKey[request.key.text] == number ? entry : nil
        switch entry?.use(at: now, refreshesStaleLinks: options.refreshesStaleLinks) ?? .ask {
        case .answer(let link):
            if case .stale = link.origin { statistics.staleAnswers += count } else { statistics.hits += count }
            return (complete(number, .success(link)), nil)
        case .fail(let error):
            statistics.hits += count
            return (complete(number, .failure(error)), nil)
        case .answerAndRefresh(let link):
            statistics.staleAnswers += count
            let completion = Completion(
                waiters: takeWaiters(of: number),
                result: .success(link),
                key: request.key,
                cancellation: request.cancellation
            )
            return (completion, ask(number, entry, isRefresh: true, at: now))
        case .ask:
            statistics.misses += count
            return (nil, ask(number, entry, isRefresh: false, at: now))
        }
    }

    private mutating func ask(
        _ number: Int,
        _ entry: AppLinkCacheEntry?,
        isRefresh: Bool,
        at now: Duration
    ) -> Request? {
        guard let request = requests[number] else { return nil }
        requests[number]?.phase = .requesting(entry, isRefresh: isRefresh, asked: now)
        return Request(
            number: number,
            url: request.key.url,
            validator: entry?.answer?.validator,
            cancellation: request.cancellation
        )
    }

    /// The source has answered.
    ///
    /// - Returns: What is to be stored, by its key, before ``complete(_:)`` is called; `nil` if nobody waits any more.
    mutating func answered(
        _ number: Int,
        _ result: Result<AppLinkResolution, any Error>,
        at now: Duration
    ) -> (key: String, change: StorageDecision.Change)? {
        guard let request = requests[number], case .requesting(let entry, let isRefresh, let asked) = request.phase
        else { return nil }
        let decision = StorageDecision(
            result,
            key: request.key,
            entry: entry,
            isRefresh: isRefresh,
            asked: asked,
            now: now,
            options: options
        )
        if case .failure(let error) = result, !(error is CancellationError) { statistics.errors += 1 }
        if case .success(let link) = decision.result, case .revalidated = link.origin { statistics.revalidations += 1 }
        requests[number]?.phase = .storing(decision.result)
        // An answer to what was asked before the URL was forgotten is not stored.
        return (request.key.text, requestOfKey[request.key.text] == number ? decision.change : .keep)
    }

    /// The answer is stored.
    ///
    /// - Returns: Those who waited, and whether the URL was forgotten while its answer was stored.
    mutating func stored(_ number: Int) -> (completion: Completion, wasForgotten: Bool)? {
        guard let request = requests[number], case .storing(let result) = request.phase else { return nil }
        let wasForgotten = requestOfKey[request.key.text] != number
        return complete(number, result).map { ($0, wasForgotten) }
    }

    private mutating func complete(_ number: Int, _ result: Result<CachedAppLink, any Error>) -> Completion? {
        let waiters = takeWaiters(of: number)
        return take(number).map {
            Completion(waiters: waiters, result: result, key: $0.key, cancellation: $0.cancellation)
        }
    }

    private mutating func takeWaiters(of number: Int) -> [Waiter] {
        let waiters = requests[number]?.waiters ?? [:]
        requests[number]?.waiters = [:]
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Nobody joins the request for a URL any more, and its answer is not stored.
    mutating func forget(_ url: URL) -> String {
        let key = AppLinkCacheKey(url).text
        requestOfKey[key] = nil
        return key
    }

    /// The same for every URL.
    mutating func forgetAll() { requestOfKey = [:] }

    mutating func countStoreError() { statistics.storeErrors += 1 }

    private mutating func take(_ number: Int) -> InFlightRequest? {
        guard let request = requests.removeValue(forKey: number) else { return nil }
        if requestOfKey[request.key.text] == number { requestOfKey[request.key.text] = nil }
        return request
    }
}
