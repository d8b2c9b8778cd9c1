import BoltsTasks
@_spi(Bolts) import BoltsPageFetching
import BoltsTestSupport
import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests when a stale link is used, and for how long failures count.
@Suite(.timeLimit(.minutes(20))) struct CachingStalenessTests {
    private let next = StubResolver()
    private let clock = ManualClock()

    private func cache(_ set: (inout HTTPCacheOptions) -> Void = { _ in }) -> CachingAppLinkResolver {
        var options = HTTPCacheOptions()
        set(&options)
        return CachingAppLinkResolver(next, options: options, clock: clock)
    }

    private func url(_ text: String = "https://example.com/a") -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

    private func ask(_ cache: CachingAppLinkResolver, _ name: String, _ told: PageCacheability = .unknown) -> String? {
        let count = next.requests.count
        let task = cache.appLink(for: url())
        if next.requests.count > count { next.last?.answer(name, told) }
        return task.appName
    }

    private func failure(_ status: Int, _ set: (inout HTTPCacheFields) -> Void = { _ in }) -> PageError {
        var fields = HTTPCacheFields()
        set(&fields)
        let hop = PageHop(url: url(), status: status, cacheFields: fields)
        return PageError(.httpStatus, "status \(status)", httpStatus: status, hops: [hop])
    }

    private func told(_ seconds: Int, _ set: (inout PageCacheability) -> Void = { _ in }) -> PageCacheability {
        var told = PageCacheability(timeToLive: .seconds(seconds))
        set(&told)
        return told
    }

    // MARK: - The minimum lifetime

    @Test(.tags(.l6)) func noCacheAndMustRevalidateOverrideTheMinimum() {
        for told in [told(600, { $0.requiresValidation = true }), told(0, { $0.allowsStale = false })] {
            let obedient = cache()
            #expect(ask(obedient, "1", told) == "1")
            #expect(ask(obedient, "2", told) == "2")
            let other = cache { $0.honorsNoCache = false }
            #expect(ask(other, "3", told) == "3")
            clock.advance(by: .seconds(59))
            #expect(ask(other, "4", told) == "3")
            clock.advance(by: .seconds(1))
            #expect(ask(other, "5", told) == "5")
        }
        let plain = cache()
        #expect(ask(plain, "5", told(0)) == "5")
        clock.advance(by: .seconds(59))
        #expect(ask(plain, "6") == "5")
    }

    @Test(.tags(.l6)) func mustRevalidateForbidsStaleUse() {
        let cache = cache()
        let told = told(10, { $0.allowsStale = false })
        #expect(ask(cache, "1", told) == "1")
        clock.advance(by: .seconds(9))
        #expect(ask(cache, "2") == "1")
        clock.advance(by: .seconds(1))
        #expect(ask(cache, "2") == "2")
    }

    // MARK: - Instead of an error

    @Test(.tags(.l6), arguments: [429, 500, 502, 503, 504]) func aStaleLinkIsUsedIfTheServerFails(status: Int) {
        let cache = cache { $0.minimumTimeToLive = .zero }
        #expect(ask(cache, "1", told(10, { $0.staleIfError = .seconds(100) })) == "1")
        clock.advance(by: .seconds(10))
        let task = cache.appLink(for: url())
        next.last?.source.set(error: failure(status))
        #expect(task.appName == "1")
        // No request is sent for a while.
        clock.advance(by: .seconds(29))
        #expect(cache.appLink(for: url()).appName == "1")
        #expect(next.requests.count == 2)
        clock.advance(by: .seconds(71))
        let late = cache.appLink(for: url())
        next.last?.source.set(error: failure(status))
        #expect(late.isFaulted)
    }

    @Test(.tags(.l6)) func aGonePageReplacesTheStaleLink() {
        let cache = cache { $0.staleIfError = .seconds(1_000) }
        #expect(ask(cache, "1", told(60)) == "1")
        clock.advance(by: .seconds(60))
        let task = cache.appLink(for: url())
        next.last?.source.set(error: failure(404))
        #expect(task.isFaulted)
    }

    @Test(.tags(.l6)) func callersMayAllowStaleLinksUnlessForbidden() {
        let cache = cache { $0.staleIfError = .seconds(1_000) }
        #expect(ask(cache, "1", told(60)) == "1")
        clock.advance(by: .seconds(500))
        let task = cache.appLink(for: url())
        next.last?.source.set(error: PageError(.timedOut, "slow"))
        #expect(task.appName == "1")
        cache.forgetAll()
        #expect(ask(cache, "2", told(60, { $0.allowsStale = false })) == "2")
        clock.advance(by: .seconds(500))
        let forbidden = cache.appLink(for: url())
        next.last?.source.set(error: PageError(.timedOut, "slow"))
        #expect(forbidden.isFaulted)
    }

    // MARK: - During revalidation

    @Test(.tags(.l6)) func aStaleLinkIsUsedWhileItIsRefreshed() {
        let cache = cache { $0.minimumTimeToLive = .zero }
        #expect(ask(cache, "1", told(10, { $0.staleWhileRevalidate = .seconds(30) })) == "1")
        clock.advance(by: .seconds(15))
        #expect(cache.appLink(for: url()).appName == "1")
        #expect(cache.appLink(for: url()).appName == "1")
        #expect(next.requests.count == 2)
        #expect(cache.requestCount == 1)
        next.last?.answer("2", told(10))
        #expect(cache.appLink(for: url()).appName == "2")
        #expect(next.requests.count == 2)
    }

    @Test(.tags(.l6)) func lateCallersJoinTheRequestInFlight() {
        let cache = cache { $0.minimumTimeToLive = .zero }
        #expect(ask(cache, "1", told(10, { $0.staleWhileRevalidate = .seconds(30) })) == "1")
        clock.advance(by: .seconds(39))
        #expect(cache.appLink(for: url()).appName == "1")
        clock.advance(by: .seconds(1))
        let joined = cache.appLink(for: url())
        #expect(!joined.isCompleted)
        #expect(next.requests.count == 2)
        next.last?.answer("2")
        #expect(joined.appName == "2")
    }

    @Test(.tags(.l6)) func aFailedRefreshKeepsTheStaleLink() {
        let cache = cache { $0.minimumTimeToLive = .zero }
        #expect(ask(cache, "1", told(10, { $0.staleWhileRevalidate = .seconds(100) })) == "1")
        clock.advance(by: .seconds(20))
        #expect(cache.appLink(for: url()).appName == "1")
        next.last?.source.set(error: failure(503))
        clock.advance(by: .seconds(29))
        #expect(cache.appLink(for: url()).appName == "1")
        #expect(next.requests.count == 2)
        clock.advance(by: .seconds(1))
        #expect(cache.appLink(for: url()).appName == "1")
        #expect(next.requests.count == 3)
    }

    // MARK: - Failures

    @Test(.tags(.l6), arguments: [429, 503]) func retryAfterIsObeyed(status: Int) {
        let cache = cache { $0.maximumTimeToLive = .seconds(1_000) }
        _ = cache.appLink(for: url())
        next.last?.source.set(error: failure(status) { ($0.retryAfter, $0.cacheControl) = ("500", "no-store") })
        clock.advance(by: .seconds(499))
        #expect(cache.appLink(for: url()).isFaulted)
        #expect(next.requests.count == 1)
        clock.advance(by: .seconds(1))
        _ = cache.appLink(for: url())
        #expect(next.requests.count == 2)
        next.last?.source.set(error: failure(status) { $0.retryAfter = "99999999" })
        clock.advance(by: .seconds(1_000))
        _ = cache.appLink(for: url())
        #expect(next.requests.count == 3)
    }

    @Test(.tags(.l6)) func aFailuresOwnLifetimeCountsIfShorter() {
        let cache = cache()
        for (control, seconds) in [("max-age=5", 5), ("max-age=500", 30), ("no-cache", 0), ("no-store", 0)] {
            let count = next.requests.count
            _ = cache.appLink(for: url())
            next.last?.source.set(error: failure(404) { $0.cacheControl = control })
            if seconds > 0 {
                clock.advance(by: .seconds(seconds - 1))
                #expect(cache.appLink(for: url()).isFaulted)
                #expect(next.requests.count == count + 1)
                clock.advance(by: .seconds(1))
            }
            _ = cache.appLink(for: url())
            #expect(next.requests.count == count + 2)
            next.last?.source.tryCancel()
        }
    }

    @Test(
        .tags(.th50, .l6),
        arguments: [
            PageError.Code.notReachableOrNotAllowed, .schemeNotAllowed, .malformedURL, .userInformation,
            .portNotAllowed, .proxyFailed,
        ]
    )
    func localRefusalsAreNotCached(code: PageError.Code) {
        let cache = cache { $0.capacity = 1 }
        let other = cache.appLink(for: url("https://example.com/other"))
        next.last?.answer("other", told(1_000))
        #expect(other.appName == "other")
        let task = cache.appLink(for: url())
        next.last?.source.set(error: PageError(code, "no"))
        #expect(task.isFaulted)
        #expect(cache.appLink(for: url("https://example.com/other")).appName == "other")
        #expect(ask(cache, "back") == "back")
    }

    @Test(.tags(.th50, .l6)) func aRefusalKeepsTheLinkAndItsValidator() {
        let cache = cache { $0.minimumTimeToLive = .zero }
        let validator = PageValidator(url: url(), entityTag: "\"v1\"")
        #expect(ask(cache, "1", told(10, { $0.validator = validator })) == "1")
        clock.advance(by: .seconds(10))
        let refused = cache.appLink(for: url())
        next.last?.source.set(error: PageError(.notReachableOrNotAllowed, "no"))
        #expect(refused.isFaulted)
        let task = cache.appLink(for: url())
        #expect(next.last?.validator == validator)
        next.last?.source.set(result: .notModified(told(10)))
        #expect(task.appName == "1")
    }

    // MARK: - Keys and limits

    @Test(.tags(.l6)) func fragmentsShareARequest() {
        let cache = cache()
        let asked = ["#1", "", "#2"].map { url("https://example.com/a" + $0) }
        let tasks = asked.map { cache.appLink(for: $0) }
        #expect(next.requests.map(\.url.absoluteString) == ["https://example.com/a"])
        next.last?.answer("one", told(100))
        #expect(tasks.map(\.appName) == ["one", "one", "one"])
        #expect(tasks.map(\.result?.sourceURL) == asked)
        let late = url("https://example.com/a#3")
        #expect(cache.appLink(for: late).result?.sourceURL == late)
        #expect(cache.count == 1)
        cache.forget(late)
        #expect(cache.count == 0)
    }

    @Test(.tags(.th50, .l6)) func theSizeInBytesIsBounded() {
        let cache = cache { $0.byteCapacity = 20_000 }
        let name = String(repeating: "n", count: 3_000)
        for number in 0..<10 {
            _ = cache.appLink(for: url("https://example.com/\(number)"))
            next.last?.answer(name)
            #expect(cache.byteCount <= 20_000)
        }
        #expect((1...6).contains(cache.count))
        let count = cache.count
        _ = cache.appLink(for: url("https://example.com/huge"))
        next.last?.answer(String(repeating: "n", count: 30_000))
        #expect(cache.count == count)
    }
}
