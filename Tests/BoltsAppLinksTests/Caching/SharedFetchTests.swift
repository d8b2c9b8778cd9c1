@_spi(Bolts) @testable import BoltsPageFetching
import BoltsTasks
import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests a cache whose store decides which caller requests the source.
@Suite(.timeLimit(.minutes(20))) struct SharedFetchTests {
    private let next = StubResolver()
    private let store = TurnStore()

    private func url(_ path: String = "a") -> URL {
        URL(string: "https://example.com/\(path)") ?? URL(fileURLWithPath: "/")
    }

    private func cache(_ set: (inout HTTPCacheOptions) -> Void = { _ in }) -> CachingAppLinkResolver {
        var options = HTTPCacheOptions()
        set(&options)
        return CachingAppLinkResolver(next, store: store, options: options, now: { Date(timeIntervalSince1970: 1_000) })
    }

    /// An entry as another cache would store it.
    private func entry(named name: String, freshFor time: Duration = .seconds(600)) throws -> CacheEntry<ResolvedLink> {
        let (other, source) = (TurnStore(), StubResolver())
        let cache = CachingAppLinkResolver(source, store: other, now: { Date(timeIntervalSince1970: 1_000) })
        _ = cache.appLink(for: url())
        other.turn()?.trySet(result: nil)
        source.last?.answer(name, PageCacheability(timeToLive: time))
        return try #require(other.entries[url().absoluteString])
    }

    @Test(.tags(.l6)) func theSourceIsAskedOnlyWhenTheStoreAllowsIt() throws {
        let task = cache().appLink(for: url())
        #expect(next.requests.isEmpty && !task.isCompleted)
        try #require(store.turn()).trySet(result: nil)
        #expect(next.requests.count == 1 && store.ended.isEmpty)
        next.last?.answer("one")
        #expect(task.appName == "one")
        #expect(store.ended == [url().absoluteString])
    }

    @Test(.tags(.l6)) func anEntryThatAnotherCacheStoredMeanwhileIsUsedWithoutARequest() throws {
        let cache = cache()
        let tasks = (0..<5).map { _ in cache.appLink(for: url()) }
        try #require(store.turn()).trySet(result: entry(named: "other"))
        #expect(tasks.allSatisfy { $0.appName == "other" })
        #expect(next.requests.isEmpty && store.ended.isEmpty && cache.requestCount == 0)
        #expect(cache.statistics.misses == 5 && cache.statistics.lookUps == 5)
    }

    @Test(.tags(.l6)) func anEntryThatCannotBeUsedLeadsToAnotherTurn() throws {
        let task = cache().appLink(for: url())
        try #require(store.turn()).trySet(result: CacheEntry(answer: nil, failure: nil))
        #expect(!task.isCompleted && next.requests.isEmpty)
        try #require(store.turn()).trySet(result: nil)
        next.last?.answer("one")
        #expect(task.appName == "one")
    }

    @Test(.tags(.l6)) func aStoreThatFailsToGiveATurnDoesNotKeepTheCacheFromAsking() throws {
        let cache = cache()
        let task = cache.appLink(for: url())
        try #require(store.turn()).trySet(error: Fault(1))
        next.last?.answer("one")
        #expect(task.appName == "one")
        #expect(cache.statistics.storeErrors == 1)
        #expect(store.ended.count == 1)
    }

    @Test(.tags(.l6)) func aTurnEndsWhenTheRequestFailsAndWhenNobodyWaitsAnyMore() throws {
        let cache = cache()
        let failed = cache.appLink(for: url())
        try #require(store.turn()).trySet(result: nil)
        next.last?.source.trySet(error: Fault(1))
        #expect(failed.isFaulted && store.ended.count == 1)

        let source = CancellationTokenSource()
        let left = cache.appLink(for: url("b"), cancellationToken: source.token)
        try #require(store.turn()).trySet(result: nil)
        source.cancel()
        #expect(left.isCancelled && store.ended.count == 2)

        let early = CancellationTokenSource()
        _ = cache.appLink(for: url("c"), cancellationToken: early.token)
        early.cancel()
        try #require(store.turn()).trySet(result: nil)
        #expect(store.ended.count == 3 && next.requests.count == 2)
    }

    @Test(.tags(.l6)) func aFreshLinkIsRenewedWhileLookUpsAreAnsweredWithIt() throws {
        let cache = cache()
        _ = cache.appLink(for: url())
        try #require(store.turn()).trySet(result: nil)
        next.last?.answer("old", PageCacheability(timeToLive: .seconds(600)))

        let renewal = cache.lookUp(url(), renews: true, cancellationToken: .none)
        try #require(store.turn()).trySet(result: nil)
        #expect(next.requests.count == 2 && !renewal.isCompleted)
        #expect(cache.appLink(for: url()).appName == "old")
        next.last?.answer("new", PageCacheability(timeToLive: .seconds(600)))
        #expect(renewal.result?.value.link.targets.first?.appName == "new")
        #expect(cache.appLink(for: url()).appName == "new")
        #expect(cache.statistics.hits == 2 && cache.statistics.misses == 1)
    }

    @Test(.tags(.l6)) func aRenewalThatFailsLeavesTheLink() throws {
        let cache = cache()
        _ = cache.appLink(for: url())
        try #require(store.turn()).trySet(result: nil)
        next.last?.answer("old", PageCacheability(timeToLive: .seconds(600)))
        let renewal = cache.lookUp(url(), renews: true, cancellationToken: .none)
        try #require(store.turn()).trySet(result: nil)
        next.last?.source.trySet(error: PageError(.timedOut, "It took too long."))
        #expect(renewal.isCompleted)
        #expect(cache.appLink(for: url()).appName == "old")
    }

    @Test(.tags(.l6)) func anUnreachableHostIsCachedOnlyIfTheOptionsSaySo() throws {
        for caches in [false, true] {
            let cache = cache { $0.cachesUnreachableHosts = caches }
            let path = "unreachable\(caches)"
            _ = cache.appLink(for: url(path))
            try #require(store.turn()).trySet(result: nil)
            next.last?.source.trySet(error: PageError(.notReachableOrNotAllowed, "It is not there."))
            let again = cache.appLink(for: url(path))
            #expect(again.isCompleted == caches)
            if !caches { try #require(store.turn()).trySet(result: nil) }
        }
    }

    @Test(.tags(.l6)) func aPageErrorIsEncodedWithItsTimeAndTheLinkThatIsUsedMeanwhile() throws {
        let entry = try entry(named: "old")
        let error = PageError(.httpStatus, "The server is busy.", httpStatus: 503, detail: "10.0.0.1")
        let failure = CacheFailure(error: error, expiry: .seconds(1_030), usesStaleValue: false)
        let failed = CacheEntry(answer: entry.answer, failure: failure)
        let copy = try JSONDecoder().decode(CacheEntry<ResolvedLink>.self, from: JSONEncoder().encode(failed))
        let decoded = try #require(copy.failure?.error as? PageError)
        #expect(decoded.code == .httpStatus && decoded.httpStatus == 503 && decoded.detail == nil)
        #expect(decoded.description == error.description)
        #expect(copy.freshUntil == .seconds(1_030) && copy.hasValue)
    }
}

/// A store in memory that grants turns when the test says so.
private final class TurnStore: CacheStoring {
    private struct State {
        var entries: [String: CacheEntry<ResolvedLink>] = [:]
        var turns: [TaskCompletionSource<CacheEntry<ResolvedLink>?>] = []
        var ended: [String] = []
    }

    private let state = Mutex(State())

    var entries: [String: CacheEntry<ResolvedLink>] { state.withLock { $0.entries } }

    /// The keys whose turns have ended.
    var ended: [String] { state.withLock { $0.ended } }

    /// Takes the oldest requested turn.
    func turn() -> TaskCompletionSource<CacheEntry<ResolvedLink>?>? {
        state.withLock { $0.turns.isEmpty ? nil : $0.turns.removeFirst() }
    }

    func set(_ entry: CacheEntry<ResolvedLink>, for key: String) { state.withLock { $0.entries[key] = entry } }

    func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<ResolvedLink>?> {
        BoltsTask(result: entries[key])
    }

    func beginFetch(
        for key: String,
        replacing entry: CacheEntry<ResolvedLink>?,
        cancellationToken: CancellationToken
    ) -> BoltsTask<CacheEntry<ResolvedLink>?> {
        let source = TaskCompletionSource<CacheEntry<ResolvedLink>?>()
        state.withLock { $0.turns.append(source) }
        return source.task
    }

    func endFetch(for key: String) { state.withLock { $0.ended.append(key) } }

    func store(_ entry: CacheEntry<ResolvedLink>, for key: String) -> BoltsTask<Void> {
        set(entry, for: key)
        return BoltsTask(result: ())
    }

    func removeEntry(for key: String) -> BoltsTask<Void> {
        state.withLock { $0.entries[key] = nil }
        return BoltsTask(result: ())
    }

    func removeAllEntries() -> BoltsTask<Void> {
        state.withLock { $0.entries = [:] }
        return BoltsTask(result: ())
    }
}
