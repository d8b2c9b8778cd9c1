@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests that many callers share one request, and which parts of its answer are kept.
@Suite(.timeLimit(.minutes(20))) struct CachingAppLinkResolverTests {
    private let next = StubResolver()
    private let clock = ManualClock()

    private func cache(_ set: (inout HTTPCacheOptions) -> Void = { _ in }) -> CachingAppLinkResolver {
        var options = HTTPCacheOptions()
        set(&options)
        return CachingAppLinkResolver(next, options: options, clock: clock)
    }

    private func url(_ path: String = "a") -> URL { URL(fileURLWithPath: "/\(path)") }

    // MARK: - Single flight

    @Test(.tags(.th51, .l6)) func aThousandCallersShareOneRequest() {
        let cache = cache()
        let tasks = (0..<1_000).map { _ in cache.appLink(for: url()) }
        #expect(next.requests.count == 1)
        #expect(cache.requestCount == 1)
        next.last?.answer("one")
        #expect(tasks.allSatisfy { $0.appName == "one" })
        #expect(cache.requestCount == 0)
        #expect(cache.appLink(for: url()).appName == "one")
        #expect(next.requests.count == 1)
    }

    @Test(.tags(.l6)) func aThousandCallersOnManyThreadsShareOneRequest() async throws {
        let cache = cache()
        let tasks = await withTaskGroup(of: [BoltsTask<AppLink>].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<125).map { _ in cache.appLink(for: URL(fileURLWithPath: "/a")) } }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(next.requests.count == 1)
        next.last?.answer("one")
        for task in tasks { #expect(try await task.value.targets.first?.appName == "one") }
    }

    @Test(.tags(.l6)) func eachURLHasItsOwnRequest() {
        let cache = cache()
        let tasks = ["a", "b", "a?"].map {
            cache.appLink(for: URL(string: "https://example.com/\($0)") ?? url())
        }
        #expect(next.requests.count == 3)
        for (number, request) in next.requests.enumerated() { request.answer("\(number)") }
        #expect(tasks.map(\.appName) == ["0", "1", "2"])
    }

    @Test(.tags(.l6)) func cancellingOneCallerKeepsTheOthers() {
        let cache = cache()
        let first = CancellationTokenSource()
        let leaver = cache.appLink(for: url(), cancellationToken: first.token)
        let stayer = cache.appLink(for: url())
        first.cancel()
        #expect(leaver.isCancelled)
        #expect(next.last?.token.isCancellationRequested == false)
        next.last?.answer()
        #expect(stayer.appName == "app")
    }

    @Test(.tags(.l6)) func theRequestIsCancelledWithItsLastCaller() {
        let cache = cache()
        let sources = (0..<100).map { _ in CancellationTokenSource() }
        let tasks = sources.map { cache.appLink(for: url(), cancellationToken: $0.token) }
        for source in sources.dropLast() { source.cancel() }
        #expect(next.last?.token.isCancellationRequested == false)
        sources.last?.cancel()
        #expect(next.last?.token.isCancellationRequested == true)
        #expect(tasks.allSatisfy { $0.isCancelled })
        #expect(cache.requestCount == 0)
        // The next caller does not join the cancelled request.
        let late = cache.appLink(for: url())
        #expect(next.requests.count == 2)
        next.last?.answer("late")
        #expect(late.appName == "late")
    }

    @Test(.tags(.l6)) func aCancelledCallerSendsNoRequest() {
        let source = CancellationTokenSource()
        source.cancel()
        #expect(cache().appLink(for: url(), cancellationToken: source.token).isCancelled)
        #expect(next.requests.isEmpty)
    }

    @Test(.tags(.l6)) func cancellationByTheSourceIsPassedOnAndNotCached() {
        let cache = cache()
        let task = cache.appLink(for: url())
        next.last?.source.cancel()
        #expect(task.isCancelled)
        #expect(cache.count == 0)
    }

    @Test(.tags(.l6)) func callersMayCallAgainFromContinuations() {
        let cache = cache { $0.capacity = 0 }
        let again = cache.appLink(for: url()).continueWithTask(.immediate) { _ in
            cache.appLink(for: URL(fileURLWithPath: "/a"))
        }
        next.last?.answer("first")
        #expect(next.requests.count == 2)
        next.last?.answer("second")
        #expect(again.appName == "second")
    }

    @Test(.tags(.l6)) func aResolverMayCompleteSynchronously() {
        let plain = PlainResolver { url, _ in BoltsTask(result: AppLink(sourceURL: url, targets: [], webURL: url)) }
        let cache = CachingAppLinkResolver(plain, clock: clock)
        #expect(cache.appLink(for: url()).result?.webURL == nil)
        #expect(cache.appLink(for: url()).result?.sourceURL == url())
        #expect(cache.count == 1)
    }

    // MARK: - Freshness

    private func ask(_ cache: CachingAppLinkResolver, _ name: String, _ told: PageCacheability = .unknown) -> String? {
        let count = next.requests.count
        let task = cache.appLink(for: url())
        if next.requests.count > count { next.last?.answer(name, told) }
        return task.appName
    }

    @Test(.tags(.l6)) func aLinkIsFreshForAsLongAsItsSourceSays() {
        let cache = cache()
        #expect(ask(cache, "1", PageCacheability(timeToLive: .seconds(100))) == "1")
        clock.advance(by: .seconds(100) - .nanoseconds(1))
        #expect(ask(cache, "2") == "1")
        clock.advance(by: .nanoseconds(1))
        #expect(ask(cache, "2") == "2")
    }

    @Test(.tags(.l6)) func freshnessIsMeasuredFromTheRequest() {
        let cache = cache()
        let task = cache.appLink(for: url())
        clock.advance(by: .seconds(90))
        next.last?.answer("1", PageCacheability(timeToLive: .seconds(160)))
        #expect(task.appName == "1")
        clock.advance(by: .seconds(70))
        #expect(ask(cache, "2") == "2")
    }

    @Test(.tags(.l6)) func lifetimesAreBoundedAndHaveADefault() {
        let cache = cache {
            $0.minimumTimeToLive = .seconds(10)
            $0.maximumTimeToLive = .seconds(100)
            $0.defaultTimeToLive = .seconds(50)
        }
        let told: [(PageCacheability, Int)] = [
            (PageCacheability(timeToLive: .zero), 10), (PageCacheability(timeToLive: .seconds(5_000)), 100),
            (.unknown, 50),
        ]
        for (told, seconds) in told {
            #expect(ask(cache, "old", told) == "old")
            clock.advance(by: .seconds(seconds) - .nanoseconds(1))
            #expect(ask(cache, "new") == "old")
            clock.advance(by: .nanoseconds(1))
            #expect(ask(cache, "new", .notStorable) == "new")
        }
    }

    @Test(.tags(.l6)) func withoutAMinimumTheSourceDecides() {
        let cache = cache { $0.minimumTimeToLive = .zero }
        #expect(ask(cache, "1", PageCacheability(timeToLive: .zero)) == "1")
        #expect(cache.count == 0)
        #expect(ask(cache, "2") == "2")
    }

    @Test(.tags(.l6)) func noStoreIsObeyed() {
        let obedient = cache()
        #expect(ask(obedient, "1", .notStorable) == "1")
        #expect(obedient.count == 0)
        #expect(ask(obedient, "2", .notStorable) == "2")
    }

    @Test(.tags(.l6)) func anEntryIsRemovedOnceItMustNotBeStored() {
        let cache = cache()
        #expect(ask(cache, "1") == "1")
        clock.advance(by: .seconds(601))
        #expect(ask(cache, "2", .notStorable) == "2")
        #expect(cache.count == 0)
    }

    @Test(.tags(.th49, .l6)) func aSharedCacheFollowsSharedCacheRules() {
        var told = PageCacheability(timeToLive: .seconds(100))
        told.sharedTimeToLive = .seconds(1_000)
        let shared = cache { $0.isShared = true }
        #expect(ask(shared, "1", told) == "1")
        clock.advance(by: .seconds(500))
        #expect(ask(shared, "2") == "1")
        told.isSharedStorable = false
        clock.advance(by: .seconds(500))
        #expect(ask(shared, "3", told) == "3")
        #expect(shared.count == 0)
        let own = cache()
        #expect(ask(own, "4", told) == "4")
        #expect(own.count == 1)
    }

    // MARK: - Failures

    @Test(.tags(.l6)) func failuresAreCachedForAShortTime() {
        let cache = cache()
        let first = cache.appLink(for: url())
        next.last?.source.set(error: Fault(1))
        #expect(first.error as? Fault == Fault(1))
        clock.advance(by: .seconds(29))
        #expect(cache.appLink(for: url()).error as? Fault == Fault(1))
        #expect(next.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(ask(cache, "back") == "back")
    }

    @Test(.tags(.l6)) func failuresAreNotCachedIfThatIsOff() {
        let cache = cache { $0.negativeTimeToLive = .zero }
        _ = cache.appLink(for: url())
        next.last?.source.set(error: Fault(1))
        #expect(ask(cache, "back") == "back")
    }

    @Test(.tags(.l6)) func errorPagesMarkedNoStoreAreNotStored() {
        var fields = HTTPCacheFields()
        fields.cacheControl = "no-store"
        let cache = cache()
        _ = cache.appLink(for: url())
        let hop = PageHop(url: url(), status: 503, cacheFields: fields)
        next.last?.source.set(error: PageError(.httpStatus, "busy", httpStatus: 503, hops: [hop]))
        #expect(ask(cache, "back") == "back")
    }

    // MARK: - Revalidation

    private var validated: PageCacheability {
        PageCacheability(timeToLive: .seconds(100), validator: PageValidator(url: url("final"), entityTag: "\"v1\""))
    }

    @Test(.tags(.l6)) func aStaleLinkIsRevalidated() {
        let cache = cache()
        #expect(ask(cache, "1", validated) == "1")
        #expect(next.last?.validator == nil)
        clock.advance(by: .seconds(100))
        let asked = cache.appLink(for: url())
        let joined = cache.appLink(for: url())
        #expect(next.requests.count == 2)
        #expect(next.last?.validator == PageValidator(url: url("final"), entityTag: "\"v1\""))
        next.last?.source.set(result: .notModified(validated))
        #expect(asked.appName == "1")
        #expect(joined.appName == "1")
        clock.advance(by: .seconds(99))
        #expect(ask(cache, "2") == "1")
        clock.advance(by: .seconds(1))
        #expect(ask(cache, "2") == "2")
    }

    @Test(.tags(.l6)) func aFailureKeepsTheValidator() {
        let cache = cache()
        #expect(ask(cache, "1", validated) == "1")
        clock.advance(by: .seconds(100))
        let failed = cache.appLink(for: url())
        next.last?.source.set(error: Fault(1))
        #expect(failed.isFaulted)
        clock.advance(by: .seconds(30))
        let task = cache.appLink(for: url())
        next.last?.source.set(result: .notModified(validated))
        #expect(task.appName == "1")
    }

    @Test(.tags(.l6)) func aValidatorIsKeptForALinkThatIsNeverFresh() {
        let cache = cache { $0.minimumTimeToLive = .zero }
        var told = validated
        told.timeToLive = .zero
        #expect(ask(cache, "1", told) == "1")
        let task = cache.appLink(for: url())
        #expect(next.last?.validator != nil)
        next.last?.source.set(result: .notModified(told))
        #expect(task.appName == "1")
    }

    @Test(.tags(.l6)) func unrequestedNotModifiedIsAnError() {
        let task = cache().appLink(for: url())
        next.last?.source.set(result: .notModified(.unknown))
        #expect((task.error as? PageError)?.code == .malformedResponse)
    }

    // MARK: - Limits and forgetting

    @Test(.tags(.th50, .l6)) func theLeastRecentlyUsedEntryIsRemoved() {
        let cache = cache { $0.capacity = 2 }
        for path in ["a", "b"] {
            _ = cache.appLink(for: url(path))
            next.last?.answer(path)
        }
        #expect(cache.appLink(for: url("a")).appName == "a")
        _ = cache.appLink(for: url("c"))
        next.last?.answer("c")
        #expect(cache.count == 2)
        #expect(cache.appLink(for: url("a")).appName == "a")
        #expect(next.requests.count == 3)
        #expect(!cache.appLink(for: url("b")).isCompleted)
        #expect(next.requests.count == 4)
    }

    @Test(.tags(.l6)) func aForgottenURLIsRequestedAgain() {
        let cache = cache()
        #expect(ask(cache, "1") == "1")
        cache.forget(url())
        #expect(ask(cache, "2") == "2")
        cache.forgetAll()
        #expect(cache.count == 0)
        #expect(ask(cache, "3") == "3")
    }

    @Test(.tags(.l6), arguments: [false, true]) func aResponseRequestedBeforeForgettingIsNotStored(all: Bool) throws {
        let cache = cache()
        let before = cache.appLink(for: url())
        let old = try #require(next.last)
        if all { cache.forgetAll() } else { cache.forget(url()) }
        let after = cache.appLink(for: url())
        #expect(next.requests.count == 2)
        next.last?.answer("new")
        old.answer("old")
        #expect(before.appName == "old")
        #expect(after.appName == "new")
        #expect(cache.appLink(for: url()).appName == "new")
    }

    // MARK: - Races

    @Test(.tags(.l6)) func lookUpsCancellationsAndRemovalsMayComeFromManyThreads() async {
        let clock = clock
        let plain = PlainResolver { url, token in
            BoltsTask(.queue(.global()), cancellationToken: token) {
                AppLink(sourceURL: url, targets: [], webURL: url)
            }
        }
        var options = HTTPCacheOptions()
        options.capacity = 3
        let cache = CachingAppLinkResolver(plain, options: options, clock: clock)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<500 {
                        let url = URL(fileURLWithPath: "/\((worker + step) % 5)")
                        let source = CancellationTokenSource()
                        let task = cache.appLink(for: url, cancellationToken: source.token)
                        switch step % 4 {
                        case 0: source.cancel()
                        case 1: cache.forget(url)
                        case 2: clock.advance(by: .seconds(1))
                        default: break
                        }
                        let link = try? await task.value
                        #expect(link?.sourceURL == url || (link == nil && step % 4 == 0))
                    }
                }
            }
        }
        #expect(cache.requestCount == 0)
        #expect(cache.count <= 3)
    }
}
