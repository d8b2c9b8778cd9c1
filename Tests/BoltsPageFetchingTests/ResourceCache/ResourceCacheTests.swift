import BoltsTasks
import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests look-ups of a cache whose store and source the test controls.
@Suite(.tags(.l6), .timeLimit(.minutes(20))) struct ResourceCacheTests {
    private struct Value: CacheableValue, Equatable {
        static var formatVersion: Int { 1 }
        var byteCount: Int { 1 }
        var number: Int
    }

    /// A store that keeps one entry, and holds back loads while it is closed.
    private final class Store: CacheStoring {
        private let kept = Mutex<CacheEntry<Value>?>(nil)
        private let load = Mutex<TaskCompletionSource<Void>?>(nil)

        var entry: CacheEntry<Value>? { kept.withLock { $0 } }

        /// Holds back loads until the source is completed.
        func close() -> TaskCompletionSource<Void> {
            let source = TaskCompletionSource<Void>()
            load.withLock { $0 = source }
            return source
        }

        func open() { load.withLock { $0 = nil } }

        func entry(for key: String, cancellationToken: CancellationToken) -> BoltsTask<CacheEntry<Value>?> {
            let loading = load.withLock { $0 }?.task ?? BoltsTask(result: ())
            return loading.continueOnSuccessWith(.immediate) { self.entry }
        }

        func store(_ entry: CacheEntry<Value>, for key: String) -> BoltsTask<Void> {
            kept.withLock { $0 = entry }
            return BoltsTask(result: ())
        }

        func removeEntry(for key: String) -> BoltsTask<Void> { BoltsTask(result: ()) }
        func removeAllEntries() -> BoltsTask<Void> { BoltsTask(result: ()) }
    }

    /// A source whose requests the test answers.
    private final class Source: Sendable {
        private let state = Mutex<[(TaskCompletionSource<CacheResolution<Value>>, CancellationToken)]>([])

        var count: Int { state.withLock { $0.count } }
        var last: TaskCompletionSource<CacheResolution<Value>>? { state.withLock { $0.last?.0 } }
        var isCancelled: Bool { state.withLock { $0.last?.1.isCancellationRequested == true } }

        func ask(_ token: CancellationToken) -> BoltsTask<CacheResolution<Value>> {
            let source = TaskCompletionSource<CacheResolution<Value>>()
            state.withLock { $0.append((source, token)) }
            token.register { source.tryCancel() }
            return source.task
        }

        func answer(_ number: Int, _ cacheability: PageCacheability = PageCacheability(timeToLive: .seconds(600))) {
            last?.trySet(result: CacheResolution(Value(number: number), cacheability: cacheability))
        }
    }

    private let store = Store()
    private let source = Source()
    private let url = URL(fileURLWithPath: "/page")

    /// The time of the cache's clock.
    private final class Time: Sendable {
        let now = Mutex(Duration.seconds(1_700_000_000))
        func advance(by seconds: Int) { now.withLock { $0 += .seconds(seconds) } }
    }

    private let time = Time()

    private func cache(_ set: (inout HTTPCacheOptions) -> Void = { _ in }) -> ResourceCache<Value> {
        var options = HTTPCacheOptions()
        options.minimumTimeToLive = .zero
        set(&options)
        return ResourceCache(
            store: store,
            options: options,
            now: { [time] in time.now.withLock { $0 } },
            source: { [source] _, _, token in source.ask(token) }
        )
    }

    private func look(
        _ cache: ResourceCache<Value>,
        renews: Bool = false,
        _ token: CancellationToken = .none
    ) -> BoltsTask<HTTPCacheAnswer<Value>> {
        cache.lookUp(url, renews: renews, cancellationToken: token)
    }

    /// A value that is fresh for ten seconds, and may be used for a thousand more while it is refreshed.
    private var refreshable: PageCacheability {
        var told = PageCacheability(timeToLive: .seconds(10))
        told.staleWhileRevalidate = .seconds(1_000)
        return told
    }

    // MARK: - Renewing

    @Test func aRenewalThatJoinsALookUpIsAnsweredByTheSource() throws {
        let cache = cache()
        _ = look(cache)
        source.answer(1)
        let load = store.close()
        let plain = [look(cache)]
        let renewals = [look(cache, renews: true), look(cache, renews: true)]
        let late = look(cache)
        load.set(result: ())
        #expect((plain + [late]).map { $0.result?.value.number } == [1, 1])
        #expect(source.count == 2 && renewals.allSatisfy { !$0.isCompleted })
        source.answer(2)
        #expect(renewals.map { $0.result?.value.number } == [2, 2])
        #expect(cache.statistics.hits == 2 && cache.statistics.misses == 1)
    }

    @Test func aLookUpThatJoinsARenewalWhichIsCancelledNeedsNoRequest() {
        let cache = cache()
        _ = look(cache)
        source.answer(1)
        let load = store.close()
        let cancellation = CancellationTokenSource()
        let renewal = look(cache, renews: true, cancellation.token)
        let plain = look(cache)
        cancellation.cancel()
        load.set(result: ())
        #expect(renewal.isCancelled && plain.result?.value.number == 1)
        #expect(source.count == 1 && cache.requestCount == 0)
    }

    @Test func aRenewalAsksAfterAFailureThatIsRemembered() {
        let cache = cache()
        _ = look(cache)
        source.last?.trySet(error: PageError(.timedOut, "slow"))
        #expect(look(cache).error != nil)
        #expect(source.count == 1)
        let load = store.close()
        let (plain, renewal) = (look(cache), look(cache, renews: true))
        load.set(result: ())
        #expect((plain.error as? PageError)?.code == .timedOut && !renewal.isCompleted)
        // The failure is no longer used once the source was requested again.
        store.open()
        let late = look(cache)
        #expect(!late.isCompleted && source.count == 2)
        source.answer(2)
        #expect([renewal, late].map { $0.result?.value.number } == [2, 2])
        #expect(cache.requestCount == 0)
    }

    @Test func aCancelledRenewalLeavesTheRefreshOfAStaleValueAlone() {
        let cache = cache()
        _ = look(cache)
        source.answer(1, refreshable)
        time.advance(by: 20)
        #expect(look(cache).result?.value.number == 1)
        #expect(source.count == 2)
        let cancellation = CancellationTokenSource()
        let renewal = look(cache, renews: true, cancellation.token)
        cancellation.cancel()
        #expect(renewal.isCancelled && !source.isCancelled && cache.requestCount == 1)
        source.answer(2)
        #expect(look(cache).result?.value.number == 2)
    }

    @Test func aRenewalThatNobodyWaitsForIsCancelled() {
        let cache = cache()
        _ = look(cache)
        source.answer(1)
        let cancellation = CancellationTokenSource()
        let renewal = look(cache, renews: true, cancellation.token)
        #expect(look(cache).result?.value.number == 1)
        cancellation.cancel()
        #expect(renewal.isCancelled && source.isCancelled && cache.requestCount == 0)
    }

    // MARK: - The lock

    /// Reads the cache's statistics whenever one of its tasks is created.
    private struct Reader: TaskObserver {
        let cache: ResourceCache<Value>
        let count = Shared()

        final class Shared: Sendable {
            let number = Mutex(0)
        }

        func taskWasCreated(_ task: ObservedTask) {
            guard task.place?.file.contains("ResourceCache") == true else { return }
            // Under the lock, this call would wait for itself.
            _ = cache.statistics
            count.number.withLock { $0 += 1 }
        }
    }

    @Test func observersOfTasksMayUseTheCache() {
        let reader = Reader(cache: cache())
        let registration = TaskDiagnostics.addObserver(reader)
        defer { registration.dispose() }
        _ = look(reader.cache)
        _ = look(reader.cache)
        #expect(reader.count.number.withLock { $0 } >= 2)
    }

    @Test func anAnswerFromAStaleValueLeavesNoForgottenTask() {
        let cache = cache()
        _ = look(cache)
        source.answer(1, refreshable)
        time.advance(by: 20)
        let count = ForgottenTasks.count {
            for _ in 0..<3 { #expect(look(cache).result?.value.number == 1) }
        }
        #expect(count == 0)
    }

    /// If each waiter copied all others, this would take many minutes.
    @Test func aWaiterTakesTheSameTimeHoweverManyThereAre() {
        let cache = cache()
        let tasks = (0..<100_000).map { _ in look(cache) }
        source.answer(1)
        #expect(tasks.allSatisfy { $0.result?.value.number == 1 })
    }

    // MARK: - Times

    @Test func endlessTimesCanBeWrittenDown() throws {
        let forever = Duration.seconds(Int64.max)
        let cache = cache {
            $0.minimumTimeToLive = forever
            $0.maximumTimeToLive = forever
            $0.defaultTimeToLive = forever
            $0.negativeTimeToLive = forever
            $0.staleIfError = forever
        }
        var told = PageCacheability(timeToLive: forever)
        told.staleWhileRevalidate = forever
        for cacheability in [told, .unknown, PageCacheability(timeToLive: .seconds(Int64.min))] {
            let task = look(cache, renews: true)
            source.answer(1, cacheability)
            #expect(task.result?.timeToLive == .seconds(100 * 365 * 86_400))
            let entry = try #require(store.entry)
            let copy = try JSONDecoder().decode(CacheEntry<Value>.self, from: JSONEncoder().encode(entry))
            #expect(copy.freshUntil == entry.freshUntil && copy.usableUntil == entry.usableUntil)
        }
        let failed = look(cache, renews: true)
        source.last?.trySet(error: PageError(.malformedResponse, "not HTTP"))
        #expect(failed.isFaulted)
        let entry = try #require(store.entry)
        let copy = try JSONDecoder().decode(CacheEntry<Value>.self, from: JSONEncoder().encode(entry))
        #expect(copy.freshUntil == entry.freshUntil)
    }
}
