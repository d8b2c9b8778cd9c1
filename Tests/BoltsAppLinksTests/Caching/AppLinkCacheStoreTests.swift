@_spi(Bolts) @testable import BoltsPageFetching
@_spi(Bolts) import BoltsPageMetadata
import BoltsTasks
import FetchingStubs
import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests a cache whose entries are stored outside it.
@Suite(.timeLimit(.minutes(20))) struct AppLinkCacheStoreTests {
    /// The time of day, which the test sets.
    private final class WallClock: Sendable {
        private let date = Mutex(Date(timeIntervalSince1970: 1_000_000))

        var now: Date { date.withLock { $0 } }

        func advance(by seconds: Double) { date.withLock { $0 += seconds } }
    }

    private let next = StubResolver()
    private let store = StubStore()
    private let clock = WallClock()

    private func url(_ path: String = "a") -> URL {
        URL(string: "https://example.com/\(path)") ?? URL(fileURLWithPath: "/")
    }

    private func cache(
        _ set: (inout HTTPCacheOptions) -> Void = { _ in },
        onStoreError: (@Sendable (any Error) -> Void)? = nil
    ) -> CachingAppLinkResolver {
        var options = HTTPCacheOptions()
        set(&options)
        return CachingAppLinkResolver(
            next,
            store: store,
            options: options,
            now: { [clock] in clock.now },
            onStoreError: onStoreError
        )
    }

    @Test(.tags(.l6)) func anotherCacheOverTheSameStoreSendsNoRequest() {
        let first = cache().appLink(for: url("a#1"))
        next.last?.answer("one", PageCacheability(timeToLive: .seconds(100)))
        #expect(first.appName == "one")
        #expect(store.keys == ["https://example.com/a"])
        let other = cache()
        #expect(other.appLink(for: url("a#2")).result?.sourceURL == url("a#2"))
        #expect(other.appLink(for: url()).appName == "one")
        #expect(next.requests.count == 1)
        #expect(other.count == 0 && other.statistics.hits == 2)
        clock.advance(by: 100)
        _ = other.appLink(for: url())
        #expect(next.requests.count == 2)
    }

    @Test(.tags(.l6)) func aThousandLookUpsLoadTheEntryOnce() {
        let gate = store.close()
        let cache = cache()
        let tasks = (0..<1_000).map { _ in cache.lookUp(url(), cancellationToken: .none) }
        #expect(store.loads.count == 1 && next.requests.isEmpty)
        store.open()
        gate.set(result: ())
        #expect(next.requests.count == 1)
        next.last?.answer("one")
        #expect(tasks.allSatisfy { $0.result?.value.link.targets.first?.appName == "one" })
        #expect(cache.statistics.misses == 1_000)
    }

    @Test(.tags(.l6)) func aLoadIsCancelledWhenNobodyWaits() {
        let gate = store.close()
        let cache = cache()
        let sources = (0..<3).map { _ in CancellationTokenSource() }
        let tasks = sources.map { cache.appLink(for: url(), cancellationToken: $0.token) }
        for source in sources.dropLast() { source.cancel() }
        #expect(store.loads.first?.isCancellationRequested == false)
        sources.last?.cancel()
        #expect(store.loads.first?.isCancellationRequested == true)
        #expect(tasks.allSatisfy { $0.isCancelled } && cache.requestCount == 0)
        gate.set(result: ())
        #expect(next.requests.isEmpty)
    }

    @Test(.tags(.l6)) func aStoreThatFailsIsReportedAndTheSourceIsAsked() {
        let reported = Mutex<[any Error]>([])
        store.error = Fault(1)
        let cache = cache(onStoreError: { error in reported.withLock { $0.append(error) } })
        let task = cache.appLink(for: url())
        next.last?.answer("one")
        #expect(task.appName == "one")
        #expect(reported.withLock { $0.count } == 2)
        #expect(cache.statistics.storeErrors == 2 && cache.statistics.errors == 0)
        #expect(cache.forget(url()).error as? Fault == Fault(1))
    }

    @Test(.tags(.l6)) func aLinkIsReturnedAfterItIsStored() {
        let cache = cache()
        let first = cache.appLink(for: url())
        let gate = store.close()
        next.last?.answer("one")
        let joined = cache.appLink(for: url())
        #expect(!first.isCompleted && !joined.isCompleted)
        store.open()
        gate.set(result: ())
        #expect(first.appName == "one" && joined.appName == "one")
        #expect(next.requests.count == 1)
    }

    @Test(.tags(.l6), arguments: [false, true]) func anEntryForgottenWhileItIsStoredIsRemoved(all: Bool) {
        let cache = cache()
        let task = cache.appLink(for: url())
        let gate = store.close()
        next.last?.answer("one")
        store.open()
        if all { cache.forgetAll() } else { cache.forget(url()) }
        gate.set(result: ())
        #expect(task.appName == "one")
        #expect(store.keys.isEmpty)
    }

    @Test(.tags(.l6)) func failuresAreNotEncoded() throws {
        let cache = cache()
        let told = PageCacheability(timeToLive: .seconds(100), validator: PageValidator(url: url(), entityTag: "\"1\""))
        _ = cache.appLink(for: url())
        next.last?.answer("one", told)
        clock.advance(by: 100)
        let failed = cache.appLink(for: url())
        next.last?.source.set(error: Fault(1))
        #expect(failed.isFaulted && cache.statistics.errors == 1)
        // Encoding dropped the failure; the link and its validator are still there.
        let again = cache.lookUp(url(), cancellationToken: .none)
        #expect(next.last?.validator == told.validator)
        next.last?.source.set(result: .notModified(told))
        guard case .revalidated = again.result?.origin else { throw Fault(2) }
        #expect(again.result?.timeToLive == .seconds(100) && cache.statistics.revalidations == 1)
    }

    @Test(.tags(.l6)) func anEntryFromALaterClockIsOnlyAValidator() {
        let told = PageCacheability(timeToLive: .seconds(100), validator: PageValidator(url: url(), entityTag: "\"1\""))
        let cache = cache()
        _ = cache.appLink(for: url())
        next.last?.answer("one", told)
        clock.advance(by: -1)
        _ = cache.appLink(for: url())
        #expect(next.requests.count == 2 && next.last?.validator == told.validator)
    }

    @Test(.tags(.l6)) func staleLinksAreNotUsedWithoutThatOption() {
        var told = PageCacheability(timeToLive: .seconds(60))
        told.staleWhileRevalidate = .seconds(100)
        let cache = cache { $0.refreshesStaleValues = false }
        _ = cache.appLink(for: url())
        next.last?.answer("one", told)
        clock.advance(by: 60)
        let task = cache.appLink(for: url())
        #expect(!task.isCompleted && next.requests.count == 2)
        next.last?.answer("two")
        #expect(task.appName == "two")
    }

    @Test(.tags(.l6)) func everyLookUpIsCountedOnce() {
        var told = PageCacheability(timeToLive: .seconds(60))
        told.staleWhileRevalidate = .seconds(100)
        let cache = cache()
        _ = cache.appLink(for: url())
        _ = cache.appLink(for: url())
        next.last?.answer("one", told)
        _ = cache.appLink(for: url())
        clock.advance(by: 60)
        _ = cache.appLink(for: url())
        _ = cache.appLink(for: url())
        next.last?.source.set(error: Fault(1))
        let statistics = cache.statistics
        #expect(statistics.misses == 2 && statistics.hits == 1 && statistics.staleAnswers == 2)
        #expect(statistics.errors == 1 && statistics.lookUps == 5)
    }

    @Test(.tags(.l6)) func pagesAreKeptIfTheOptionsSaySo() throws {
        var fields = HTTPCacheFields()
        fields.cacheControl = "max-age=100"
        fields.entityTag = "\"v1\""
        let body = "<meta property=al:ios:url content=app://1><meta property=al:x:y content=unused>"
        let page = StubPages.Page(body: body, fields: fields)
        let pages = StubPages { request in
            request.options.validator == nil ? page : StubPages.Page(status: 304)
        }
        let cache = CachingAppLinkResolver(
            HTTPAppLinkResolver(fetcher: pages),
            store: store,
            keepsPages: true,
            now: { [clock] in clock.now }
        )
        let first = try #require(cache.lookUp(url("a#1"), cancellationToken: .none).result)
        let second = try #require(cache.lookUp(url("a#2"), cancellationToken: .none).result)
        guard case (.fetched, .hit) = (first.origin, second.origin) else { throw Fault(1) }
        #expect(
            second.value.link.targets == first.value.link.targets
                && second.value.link.unusedTags == first.value.link.unusedTags
        )
        #expect(second.value.page?.metadata == first.value.page?.metadata)
        #expect(second.value.page?.fetched.hops.map(\.status) == [200])
        #expect(second.value.link.sourceURL == url("a#2") && second.value.page?.fetched.requestedURL == url("a#2"))
        clock.advance(by: 100)
        let third = try #require(cache.lookUp(url("a"), cancellationToken: .none).result)
        guard case .revalidated = third.origin else { throw Fault(2) }
        #expect(third.value.page?.fetched.hops.map(\.status) == [304])
        #expect(third.value.page?.metadata == first.value.page?.metadata)
    }

    @Test(.tags(.l6)) func anEncodedLinkIsTheSameLink() throws {
        var target = AppLinkTarget(
            platform: .android,
            urlText: "no url at all",
            appStoreID: "1",
            appName: "n",
            package: "p",
            className: "c",
            appID: "i",
            additionalProperties: ["x": "y"]
        )
        target.platform = nil
        var link = AppLink(sourceURL: url(), targets: [target, AppLinkTarget(url: url("b"))], webURL: nil)
        link.web = AppLinkWebFallback(urlText: "/relative", shouldFallbackText: "No")
        link.unusedTags = [MetaTag(property: "al:x", content: nil, attribute: .name)]
        link.isTruncated = true
        link.isBackToReferrer = true
        let data = try JSONEncoder().encode(EncodedLink(link))
        #expect(try JSONDecoder().decode(EncodedLink.self, from: data).link == link)
    }

    @Test(.tags(.l6)) func aPageIsEncodedAndCountedWithItsLinksAndHyperlinks() throws {
        var metadata = PageMetadata(tags: [MetaTag(property: "al:ios:url", content: "app://1")])
        metadata.links = [LinkTag(rel: "canonical", href: "/a", hreflang: nil, type: nil)]
        metadata.hyperlinks = ["intent:" + String(repeating: "a", count: 10_000)]
        metadata.baseHref = "/b/"
        let page = ResolvedPage(
            link: AppLink(sourceURL: url(), metadata: metadata),
            metadata: metadata,
            fetched: FetchedPage(
                requestedURL: url(),
                response: PageResponse(url: url(), status: 200, contentType: nil),
                hops: [PageHop(url: url(), status: 200)],
                byteCount: 1
            )
        )
        let data = try JSONEncoder().encode(EncodedPage(page))
        #expect(try JSONDecoder().decode(EncodedPage.self, from: data).page.metadata == metadata)
        #expect(ResolvedLink(link: page.link, page: page).byteCount > 10_000)
    }

    @Test(.tags(.l6)) func anEntryOfAnotherVersionIsNotDecoded() {
        let data = Data("{\"format\":1}".utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(CacheEntry<ResolvedLink>.self, from: data) }
    }
}
