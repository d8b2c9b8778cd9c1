import BoltsTasks

/// What a cache knows: the answers it keeps, and the requests under way with everybody who waits for each.
///
/// A plain value without a lock, so that every interleaving can be tested without threads. Moments are counted from when
/// the cache was made. Whatever a call returns is the caller's to release, complete or cancel, after the lock.
struct AppLinkCacheState {
    /// An answer that is kept.
    struct Entry {
        var outcome: Result<AppLink, any Error>
        var expiry: Duration
        /// A link that may still hold, and what to ask by.
        var revalidation: (link: AppLink, validator: PageValidator)?
    }

    /// A request under way.
    private struct Flight {
        let key: String
        let asked: Duration
        let revalidation: (link: AppLink, validator: PageValidator)?
        let cancellation: CancellationTokenSource
        var waiters: [Int: TaskCompletionSource<AppLink>] = [:]

        /// What the askers are told.
        func judge(
            _ result: Result<AppLinkResolution, any Error>
        ) -> (outcome: Result<AppLink, any Error>, cacheability: AppLinkCacheability) {
            switch result {
            case .failure(let error):
                return (.failure(error), .unknown)
            case .success(let resolution):
                if let link = resolution.link ?? revalidation?.link { return (.success(link), resolution.cacheability) }
                return (.failure(AppLinkResolutionError.notModifiedUnasked(key)), .unknown)
            }
        }
    }

    /// Names one who waits for a request.
    struct Waiter: Hashable {
        let flight: Int
        fileprivate let number: Int
    }

    enum Answer {
        case kept(Result<AppLink, any Error>)
        /// Somebody else's request is under way.
        case joined(Waiter, TaskCompletionSource<AppLink>)
        /// This asker is the first: make the request.
        case first(Waiter, TaskCompletionSource<AppLink>, CancellationTokenSource, PageValidator?)
    }

    /// What follows from the end of a request.
    struct Landing {
        let outcome: Result<AppLink, any Error>
        /// In the order in which they came.
        let waiters: [TaskCompletionSource<AppLink>]
        /// What is no longer kept.
        let released: Entry?
        /// To be let go outside the lock too: it may hold closures of the resolver.
        let cancellation: CancellationTokenSource
    }

    private let options: AppLinkCacheOptions
    private var entries: LeastRecentlyUsed<Entry>
    private var flights: [Int: Flight] = [:]
    /// The request that a new asker joins.
    private var flightOfKey: [String: Int] = [:]
    private var nextNumber = 0

    init(options: AppLinkCacheOptions) {
        self.options = options
        self.entries = LeastRecentlyUsed(capacity: options.capacity)
    }

    /// How many answers are kept, stale ones among them.
    var count: Int { entries.count }

    /// How many requests are under way.
    var flightCount: Int { flights.count }

    mutating func ask(_ key: String, at now: Duration) -> Answer {
        let entry = entries.use(key)
        if let entry, now < entry.expiry { return .kept(entry.outcome) }
        let source = TaskCompletionSource<AppLink>()
        if let flight = flightOfKey[key] {
            return .joined(wait(for: flight, source), source)
        }
        nextNumber += 1
        let cancellation = CancellationTokenSource()
        let revalidation = entry?.revalidation
        flights[nextNumber] = Flight(key: key, asked: now, revalidation: revalidation, cancellation: cancellation)
        flightOfKey[key] = nextNumber
        return .first(wait(for: nextNumber, source), source, cancellation, revalidation?.validator)
    }

    private mutating func wait(for flight: Int, _ source: TaskCompletionSource<AppLink>) -> Waiter {
        nextNumber += 1
        flights[flight]?.waiters[nextNumber] = source
        return Waiter(flight: flight, number: nextNumber)
    }

    /// An asker no longer wants the answer.
    ///
    /// When it was the last, nobody joins its request any more.
    ///
    /// - Returns: The asker's source, and the request to cancel where nobody else waits for it.
    mutating func leave(
        _ waiter: Waiter
    ) -> (source: TaskCompletionSource<AppLink>, abandoned: CancellationTokenSource?)? {
        guard let source = flights[waiter.flight]?.waiters.removeValue(forKey: waiter.number) else { return nil }
        guard flights[waiter.flight]?.waiters.isEmpty == true else { return (source, nil) }
        return (source, takeFlight(waiter.flight)?.cancellation)
    }

    /// A request has ended.
    ///
    /// - Returns: What follows, or `nil` where everybody had left.
    mutating func land(_ number: Int, _ result: Result<AppLinkResolution, any Error>, at now: Duration) -> Landing? {
        let isCurrent = flights[number].map { flightOfKey[$0.key] == number } ?? false
        guard let flight = takeFlight(number) else { return nil }
        let (outcome, cacheability) = flight.judge(result)
        // An answer to what was asked before the URL was forgotten is not kept.
        let released = isCurrent ? keep(outcome, cacheability, of: flight, at: now) : nil
        return Landing(
            outcome: outcome,
            waiters: flight.waiters.sorted { $0.key < $1.key }.map(\.value),
            released: released,
            cancellation: flight.cancellation
        )
    }

    /// Keeps an answer, or takes out the one that it makes obsolete.
    private mutating func keep(
        _ outcome: Result<AppLink, any Error>,
        _ cacheability: AppLinkCacheability,
        of flight: Flight,
        at now: Duration
    ) -> Entry? {
        switch outcome {
        case .success(let link):
            guard let expiry = options.expiry(of: cacheability, asked: flight.asked, now: now) else {
                return entries.remove(flight.key)
            }
            let revalidation = cacheability.validator.map { (link: link, validator: $0) }
            guard expiry > now || revalidation != nil else { return entries.remove(flight.key) }
            return entries.set(Entry(outcome: outcome, expiry: expiry, revalidation: revalidation), for: flight.key)
        case .failure(let error):
            // The link from before may hold again once the failure has passed.
            guard let expiry = options.expiry(of: error, now: now) else { return nil }
            let entry = Entry(outcome: outcome, expiry: expiry, revalidation: flight.revalidation)
            return entries.set(entry, for: flight.key)
        }
    }

    /// Forgets the answer to a URL; a request that is under way is not joined any more.
    mutating func forget(_ key: String) -> Entry? {
        flightOfKey[key] = nil
        return entries.remove(key)
    }

    /// Forgets everything; requests that are under way are not joined any more.
    mutating func forgetAll() -> LeastRecentlyUsed<Entry> {
        flightOfKey = [:]
        let released = entries
        entries = LeastRecentlyUsed(capacity: options.capacity)
        return released
    }

    private mutating func takeFlight(_ number: Int) -> Flight? {
        guard let flight = flights.removeValue(forKey: number) else { return nil }
        if flightOfKey[flight.key] == number { flightOfKey[flight.key] = nil }
        return flight
    }
}
