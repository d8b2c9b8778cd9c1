import BoltsPageFetching
internal import BoltsTasks
internal import Foundation

/// What a cache knows: the answers it keeps, and the requests under way with everybody who waits for each.
///
/// A plain value without a lock, so that every interleaving can be tested without threads. Moments are counted from when
/// the cache was made. Whatever a call returns is the caller's to release, complete or cancel, after the lock.
struct AppLinkCacheState {
    typealias Entry = AppLinkCacheEntry

    /// One who waits.
    struct Asker {
        let url: URL
        let source: TaskCompletionSource<AppLink>
    }

    /// A request under way.
    private struct Flight {
        let key: AppLinkCacheKey
        let asked: Duration
        let held: Entry.Held?
        /// Whether it refreshes a link that is given meanwhile.
        let isRefresh: Bool
        let cancellation: CancellationTokenSource
        var askers: [Int: Asker] = [:]
    }

    /// Names one who waits for a request.
    struct Waiter: Hashable {
        let flight: Int
        fileprivate let number: Int
    }

    /// A request that is to be made.
    struct Request {
        let flight: Int
        let url: URL
        let validator: PageValidator?
        let cancellation: CancellationTokenSource
    }

    enum Answer {
        case kept(Result<AppLink, any Error>)
        /// Kept, but no longer fresh: make the request, for which nobody waits.
        case keptRefreshing(Result<AppLink, any Error>, Request)
        /// Somebody else's request is under way.
        case joined(Waiter, TaskCompletionSource<AppLink>)
        /// This asker is the first: make the request.
        case first(Waiter, TaskCompletionSource<AppLink>, Request)
    }

    /// What follows from the end of a request.
    struct Landing {
        let outcome: Result<AppLink, any Error>
        /// The URL that was asked for, without a fragment.
        let url: URL
        /// In the order in which they came.
        let askers: [Asker]
        /// What is no longer kept.
        let released: [Entry]
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
        self.entries = LeastRecentlyUsed(capacity: options.capacity, costLimit: options.byteCapacity)
    }

    /// How many answers are kept, stale ones among them.
    var count: Int { entries.count }

    /// About how many bytes they take.
    var byteCount: Int { entries.cost }

    /// How many requests are under way.
    var flightCount: Int { flights.count }

    mutating func ask(_ url: URL, at now: Duration) -> Answer {
        let key = AppLinkCacheKey(url)
        let entry = entries.use(key.text)
        if let entry, now < max(entry.expiry, entry.refreshEnd) {
            let outcome = entry.outcome.map { $0.asked(by: url, instead: key.url) }
            guard now >= entry.expiry, flightOfKey[key.text] == nil else { return .kept(outcome) }
            return .keptRefreshing(outcome, begin(key, held: entry.held, isRefresh: true, at: now))
        }
        let source = TaskCompletionSource<AppLink>()
        let asker = Asker(url: url, source: source)
        if let flight = flightOfKey[key.text] { return .joined(wait(for: flight, asker), source) }
        let request = begin(key, held: entry?.held, isRefresh: false, at: now)
        return .first(wait(for: request.flight, asker), source, request)
    }

    private mutating func begin(
        _ key: AppLinkCacheKey,
        held: Entry.Held?,
        isRefresh: Bool,
        at now: Duration
    ) -> Request {
        nextNumber += 1
        let cancellation = CancellationTokenSource()
        flights[nextNumber] = Flight(
            key: key,
            asked: now,
            held: held,
            isRefresh: isRefresh,
            cancellation: cancellation
        )
        flightOfKey[key.text] = nextNumber
        return Request(flight: nextNumber, url: key.url, validator: held?.validator, cancellation: cancellation)
    }

    private mutating func wait(for flight: Int, _ asker: Asker) -> Waiter {
        nextNumber += 1
        flights[flight]?.askers[nextNumber] = asker
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
        guard let asker = flights[waiter.flight]?.askers.removeValue(forKey: waiter.number) else { return nil }
        guard flights[waiter.flight]?.askers.isEmpty == true else { return (asker.source, nil) }
        return (asker.source, takeFlight(waiter.flight)?.cancellation)
    }

    /// A request has ended.
    ///
    /// - Returns: What follows, or `nil` where everybody had left.
    mutating func land(_ number: Int, _ result: Result<AppLinkResolution, any Error>, at now: Duration) -> Landing? {
        let isCurrent = flights[number].map { flightOfKey[$0.key.text] == number } ?? false
        guard let flight = takeFlight(number) else { return nil }
        let (outcome, entry) = judge(result, of: flight, at: now)
        // An answer to what was asked before the URL was forgotten is not kept.
        let released = isCurrent ? keep(entry, of: flight) : []
        return Landing(
            outcome: outcome,
            url: flight.key.url,
            askers: flight.askers.sorted { $0.key < $1.key }.map(\.value),
            released: released,
            cancellation: flight.cancellation
        )
    }

    /// What is to be done about the entry from before.
    private enum Keeping {
        case set(Entry)
        case remove
        case leave
    }

    /// What the askers are told, and what is kept.
    private func judge(
        _ result: Result<AppLinkResolution, any Error>,
        of flight: Flight,
        at now: Duration
    ) -> (outcome: Result<AppLink, any Error>, keeping: Keeping) {
        switch result {
        case .success(let resolution):
            guard let link = resolution.link ?? flight.held?.link else {
                let error = PageError.notModifiedUnasked(flight.key.text)
                return (.failure(error), failureEntry(error, of: flight, at: now))
            }
            let cacheability = resolution.cacheability
            guard let terms = options.terms(of: cacheability, asked: flight.asked, now: now),
                terms.isOfUse(at: now) || cacheability.validator != nil
            else { return (.success(link), .remove) }
            let held = Entry.Held(link: link, validator: cacheability.validator, terms: terms)
            return (.success(link), .set(Entry(outcome: .success(link), expiry: terms.expiry, held: held)))
        case .failure(let error):
            guard let held = flight.held, error.isPassing, now < staleEnd(of: held, flight) else {
                return (.failure(error), failureEntry(error, of: flight, at: now))
            }
            // The source is left alone for a while before it is asked again.
            let pause = min(now + options.pause(after: error), staleEnd(of: held, flight))
            return (.success(held.link), .set(Entry(outcome: .success(held.link), expiry: pause, held: held)))
        }
    }

    /// Until when a link stands in for a failure.
    private func staleEnd(of held: Entry.Held, _ flight: Flight) -> Duration {
        flight.isRefresh ? max(held.terms.staleIfError, held.terms.staleWhileRevalidate) : held.terms.staleIfError
    }

    /// The link from before may hold again once the failure has passed.
    private func failureEntry(_ error: any Error, of flight: Flight, at now: Duration) -> Keeping {
        guard let expiry = options.expiry(of: error, now: now) else { return .leave }
        return .set(Entry(outcome: .failure(error), expiry: expiry, held: flight.held))
    }

    private mutating func keep(_ keeping: Keeping, of flight: Flight) -> [Entry] {
        switch keeping {
        case .set(let entry):
            entries.set(entry, for: flight.key.text, cost: entry.byteCount + flight.key.text.utf8.count)
        case .remove: entries.remove(flight.key.text).map { [$0] } ?? []
        case .leave: []
        }
    }

    /// Forgets the answer to a URL; a request that is under way is not joined any more.
    mutating func forget(_ url: URL) -> Entry? {
        let key = AppLinkCacheKey(url).text
        flightOfKey[key] = nil
        return entries.remove(key)
    }

    /// Forgets everything; requests that are under way are not joined any more.
    mutating func forgetAll() -> LeastRecentlyUsed<Entry> {
        flightOfKey = [:]
        let released = entries
        entries = LeastRecentlyUsed(capacity: options.capacity, costLimit: options.byteCapacity)
        return released
    }

    private mutating func takeFlight(_ number: Int) -> Flight? {
        guard let flight = flights.removeValue(forKey: number) else { return nil }
        if flightOfKey[flight.key.text] == number { flightOfKey[flight.key.text] = nil }
        return flight
    }
}

extension Error {
    /// Whether it says nothing about the link, only that it cannot be had at the moment.
    fileprivate var isPassing: Bool {
        if self is CancellationError { return false }
        return (self as? PageError)?.isPassing ?? true
    }
}
