import BoltsTasks
import Foundation

/// The state machine of a cache: the requests in flight, from loading an entry to storing it, and their waiters.
///
/// It is a plain value without a lock, so that every interleaving can be tested without threads. Moments are measured
/// on the cache's clock. Callers complete, cancel and release whatever a call returns after they have released the
/// lock.
struct ResourceCacheState<Value: CacheableValue> {
    private let options: HTTPCacheOptions
    private var requests: [Int: InFlightRequest] = [:]
    /// The request that a look-up of a URL joins.
    private var requestOfKey: [String: Int] = [:]
    private var nextNumber = 0
    private(set) var statistics = HTTPCacheStatistics()

    init(options: HTTPCacheOptions) {
        self.options = options
    }

    /// The number of requests in flight.
    var requestCount: Int { requests.count }

    /// Returns the value that is being refreshed, if it may be used meanwhile.
    mutating func staleValue(for key: ResourceKey, at now: Duration) -> HTTPCacheAnswer<Value>? {
        guard let number = requestOfKey[key.text],
            case .requesting(let entry?, isRefresh: true, _) = requests[number]?.phase
        else { return nil }
        switch entry.use(at: now, refreshesStaleValues: true) {
        case .answerAndRefresh(let value):
            statistics.staleAnswers += 1
            requests[number]?.isRefreshOwed = true
            return value
        case .answer(let value):
            statistics.hits += 1
            return value
        case .fail, .ask: return nil
        }
    }

    /// Looks a URL up, or joins the request in flight for it, for a caller that may have to wait.
    mutating func lookUp(_ key: ResourceKey, _ waiter: Waiter, at now: Duration) -> LookUp {
        // The phase is passed, not the request: a copy would share the waiters, so each addition would copy them.
        if let number = requestOfKey[key.text], let phase = requests[number]?.phase {
            if !waiter.renews, let value = staleValue(for: key, at: now) { return .answered(value) }
            // Look-ups that join during loading are counted when the entry is loaded.
            if case .loading = phase {} else if !waiter.renews { statistics.misses += 1 }
            return .joined(wait(for: number, waiter))
        }
        let number = makeNumber()
        let request = InFlightRequest(key: key)
        requests[number] = request
        requestOfKey[key.text] = number
        let load = Load(request: number, key: key, cancellation: request.cancellation)
        return .first(wait(for: number, waiter), load)
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

    /// Removes a waiter; returns its source, and the request to cancel if that was its last waiter; `nil` if it has completed.
    ///
    /// A request without waiters is removed, and later look-ups start a new one.
    mutating func leave(
        _ ticket: Ticket
    ) -> (source: TaskCompletionSource<HTTPCacheAnswer<Value>>, abandoned: CancellationTokenSource?)? {
        guard let waiter = requests[ticket.request]?.waiters.removeValue(forKey: ticket.number) else { return nil }
        guard let request = requests[ticket.request], request.waiters.isEmpty else { return (waiter.source, nil) }
        // The response has arrived and is stored in any case; or other callers were promised the response.
        if case .storing = request.phase { return (waiter.source, nil) }
        if request.isRefreshOwed { return (waiter.source, nil) }
        return (waiter.source, take(ticket.request)?.cancellation)
    }

    /// Handles the entry that the store has loaded, either at first or before the cache would send a request.
    ///
    /// - Returns: The waiters to complete with the entry's value or failure, and the request to send to the source.
    mutating func loaded(
        _ number: Int,
        _ entry: CacheEntry<Value>?,
        at now: Duration
    ) -> (completion: Completion?, request: Request?) {
        guard let request = requests[number] else { return (nil, nil) }
        // The waiters of a request were counted when the entry was loaded first, or when they joined.
        let isFirst = if case .loading = request.phase { true } else { false }
        let count = isFirst ? request.waiters.values.count { !$0.renews } : 0
        // If the URL was forgotten during loading, the entry is ignored.
        let entry = requestOfKey[request.key.text] == number ? entry : nil
        switch entry?.use(at: now, refreshesStaleValues: options.refreshesStaleValues) ?? .ask {
        case .answer(let value):
            if case .stale = value.origin { statistics.staleAnswers += count } else { statistics.hits += count }
            guard isFirst, request.renews else { return (complete(number, .success(value)), nil) }
            return (completion(of: number, .success(value)), ask(number, entry, isRefresh: true, at: now))
        case .fail(let error):
            statistics.hits += count
            guard isFirst, request.renews else { return (complete(number, .failure(error)), nil) }
            return (completion(of: number, .failure(error)), ask(number, entry, isRefresh: false, at: now))
        case .answerAndRefresh(let value):
            statistics.staleAnswers += count
            let completion = completion(of: number, .success(value))
            if completion?.waiters.isEmpty == false { requests[number]?.isRefreshOwed = true }
            return (completion, ask(number, entry, isRefresh: true, at: now))
        case .ask:
            statistics.misses += count
            return (nil, ask(number, entry, isRefresh: false, at: now))
        }
    }

    /// Removes the waiters that the entry serves while a request is sent.
    private mutating func completion(
        of number: Int,
        _ result: Result<HTTPCacheAnswer<Value>, any Error>
    ) -> Completion? {
        guard let request = requests[number] else { return nil }
        return Completion(
            waiters: requests[number]?.takeWaiters(exceptRenewals: true) ?? [],
            result: result,
            key: request.key,
            cancellation: request.cancellation
        )
    }

    private mutating func ask(
        _ number: Int,
        _ entry: CacheEntry<Value>?,
        isRefresh: Bool,
        at now: Duration
    ) -> Request? {
        guard let request = requests[number] else { return nil }
        requests[number]?.phase = .requesting(entry, isRefresh: isRefresh, asked: now)
        return Request(
            number: number,
            key: request.key.text,
            url: request.key.url,
            entry: entry,
            cancellation: request.cancellation
        )
    }

    /// Notes that the store has allowed a request; returns whether to send it, `false` if it was cancelled meanwhile.
    mutating func allowed(_ number: Int, at now: Duration) -> Bool {
        guard case .requesting(let entry, let isRefresh, _) = requests[number]?.phase else { return false }
        requests[number]?.phase = .requesting(entry, isRefresh: isRefresh, asked: now)
        return true
    }

    /// Takes the source's response; returns the key and the change to make in the store before ``stored(_:)`` is called, or `nil`
    /// if the request was cancelled.
    mutating func answered(
        _ number: Int,
        _ result: Result<CacheResolution<Value>, any Error>,
        at now: Duration
    ) -> (key: String, change: StorageDecision<Value>.Change)? {
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
        if case .success(let value) = decision.result, case .revalidated = value.origin {
            statistics.revalidations += 1
        }
        requests[number]?.phase = .storing(decision.result)
        // If the URL was forgotten after the request was sent, its response is not stored.
        return (request.key.text, requestOfKey[request.key.text] == number ? decision.change : .keep)
    }

    /// Completes a request whose response is stored; returns its waiters, and whether the URL was forgotten meanwhile.
    mutating func stored(_ number: Int) -> (completion: Completion, wasForgotten: Bool)? {
        guard let request = requests[number], case .storing(let result) = request.phase else { return nil }
        let wasForgotten = requestOfKey[request.key.text] != number
        return complete(number, result).map { ($0, wasForgotten) }
    }

    private mutating func complete(_ number: Int, _ result: Result<HTTPCacheAnswer<Value>, any Error>) -> Completion? {
        let waiters = takeWaiters(of: number)
        return take(number).map {
            Completion(waiters: waiters, result: result, key: $0.key, cancellation: $0.cancellation)
        }
    }

    private mutating func takeWaiters(of number: Int) -> [Waiter] {
        requests[number]?.takeWaiters() ?? []
    }

    /// Detaches the request in flight for a URL: no look-up joins it, and its response is not stored; returns the URL's key in
    /// the store.
    mutating func forget(_ url: URL) -> String {
        let key = ResourceKey(url).text
        requestOfKey[key] = nil
        return key
    }

    /// Detaches the requests in flight for every URL.
    mutating func forgetAll() { requestOfKey = [:] }

    mutating func countStoreError() { statistics.storeErrors += 1 }

    private mutating func take(_ number: Int) -> InFlightRequest? {
        guard let request = requests.removeValue(forKey: number) else { return nil }
        if requestOfKey[request.key.text] == number { requestOfKey[request.key.text] = nil }
        return request
    }
}
