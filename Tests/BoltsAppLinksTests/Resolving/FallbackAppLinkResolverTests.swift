@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
import BoltsPageMetadata
import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing

/// Tests that resolvers are tried one after another.
@Suite(.timeLimit(.minutes(20))) struct FallbackAppLinkResolverTests {
    private let one = StubResolver()
    private let two = StubResolver()
    private let url = URL(fileURLWithPath: "/a")

    private func failing(_ number: Int) -> PlainResolver {
        PlainResolver { _, _ in BoltsTask(error: Fault(number)) }
    }

    @Test(.tags(.l6)) func theFirstSuccessEndsTheChain() {
        let task = FallbackAppLinkResolver([failing(1), one, two]).appLink(for: url)
        #expect(one.requests.count == 1)
        one.last?.answer("one")
        #expect(task.appName == "one")
        #expect(two.requests.isEmpty)
    }

    @Test(.tags(.l6)) func resolversAreAskedOneAtATime() {
        let task = FallbackAppLinkResolver([one, two]).appLink(for: url)
        #expect(two.requests.isEmpty)
        one.last?.source.set(error: Fault(1))
        #expect(two.requests.count == 1)
        two.last?.answer("two")
        #expect(task.appName == "two")
    }

    @Test(.tags(.l6)) func whenAllFailTheErrorNamesEach() throws {
        let task = FallbackAppLinkResolver([failing(1), one, failing(3)]).appLink(for: url)
        one.last?.source.set(error: PageError(.timedOut, "too\nlate"))
        let error = try #require(task.error as? AppLinkFallbackError)
        #expect(error.failures.map(\.index) == [0, 1, 2])
        #expect(error.failures.map(\.resolver) == ["PlainResolver", "StubResolver", "PlainResolver"])
        #expect(error.failures.compactMap { $0.error as? Fault } == [Fault(1), Fault(3)])
        #expect("\(error)".contains("[1] StubResolver: too\\nlate, [2] PlainResolver: Fault(number: 3)"))
        #expect(error.localizedDescription == "\(error)")
    }

    @Test(.tags(.l6)) func withoutResolversItFails() {
        let error = FallbackAppLinkResolver([]).appLink(for: url).error as? AppLinkFallbackError
        #expect(error?.failures.isEmpty == true)
        #expect(error?.description.contains("give it at least one") == true)
    }

    @Test(.tags(.l6)) func cancellationStopsTheChain() {
        let source = CancellationTokenSource()
        let task = FallbackAppLinkResolver([one, two]).appLink(for: url, cancellationToken: source.token)
        source.cancel()
        #expect(task.isCancelled)
        #expect(one.last?.token.isCancellationRequested == true)
        #expect(two.requests.isEmpty)
        let late = FallbackAppLinkResolver([one]).appLink(for: url, cancellationToken: source.token)
        #expect(late.isCancelled)
        #expect(one.requests.count == 1)
    }

    @Test(.tags(.l6)) func aResolverThatIsCancelledStopsTheChain() {
        let task = FallbackAppLinkResolver([one, two]).appLink(for: url)
        one.last?.source.cancel()
        #expect(task.isCancelled)
        #expect(two.requests.isEmpty)
    }

    @Test(.tags(.l6)) func cancellationDoesNotWaitForAResolver() {
        let source = CancellationTokenSource()
        let never = TaskCompletionSource<AppLink>()
        let deaf = PlainResolver { _, _ in never.task }
        let task = FallbackAppLinkResolver([deaf, two]).appLink(for: url, cancellationToken: source.token)
        source.cancel()
        #expect(task.isCancelled)
        never.set(error: Fault(1))
        #expect(two.requests.isEmpty)
    }

    @Test(.tags(.l6)) func anUnacceptableLinkAsksTheNextResolver() {
        let bare = PlainResolver { url, _ in BoltsTask(result: AppLink(sourceURL: url, targets: [], webURL: url)) }
        let task = FallbackAppLinkResolver([bare, one], accepting: { !$0.targets.isEmpty }).appLink(for: url)
        one.last?.answer("one")
        #expect(task.appName == "one")
        // If no resolver has a better link, the poor link is used.
        let poor = FallbackAppLinkResolver([bare, failing(1)], accepting: { !$0.targets.isEmpty }).appLink(for: url)
        #expect(poor.result?.targets.isEmpty == true)
    }

    @Test(.tags(.l6)) func freshnessIsPassedOnWithoutTheValidator() {
        let validator = PageValidator(url: url, entityTag: "\"v\"")
        let task = FallbackAppLinkResolver([failing(1), one])
            .resolution(for: url, revalidating: validator, cancellationToken: .none)
        #expect(one.last?.validator == nil)
        one.last?.answer("one", PageCacheability(timeToLive: .seconds(9), validator: validator))
        #expect(task.result?.cacheability == PageCacheability(timeToLive: .seconds(9)))
    }

    private struct PageResolver: RevalidatingAppLinkResolving {
        func resolution(
            for url: URL,
            revalidating validator: PageValidator?,
            cancellationToken: CancellationToken
        ) -> BoltsTask<AppLinkResolution> {
            let metadata = PageMetadata(tags: [MetaTag(property: "al:ios:url", content: "app://x")])
            let fetched = FetchedPage(
                requestedURL: url,
                response: PageResponse(url: url, status: 200, contentType: nil),
                hops: [PageHop(url: url, status: 200)],
                byteCount: 1
            )
            let link = AppLink(sourceURL: url, metadata: metadata)
            let page = ResolvedPage(link: link, metadata: metadata, fetched: fetched)
            return BoltsTask(result: AppLinkResolution(page: page, cacheability: PageCacheability()))
        }
    }

    @Test(.tags(.l6)) func thePageIsPassedOnWithItsLink() {
        for accepted in [true, false] {
            let chain = FallbackAppLinkResolver([failing(1), PageResolver()], accepting: { _ in accepted })
            let found = chain.resolution(for: url, revalidating: nil, cancellationToken: .none).result
            #expect(found?.link?.targets.count == 1)
            #expect(found?.page?.metadata.tags.count == 1)
            #expect(found?.hops.map(\.status) == [200])
        }
    }

    @Test(.tags(.l6)) func aLongChainDoesNotOverflowTheStack() async {
        let chain = FallbackAppLinkResolver(Array(repeating: failing(1), count: 2_000))
        let error = await #expect(throws: AppLinkFallbackError.self) { try await chain.appLink(for: url) }
        #expect(error?.failures.count == 2_000)
    }
}
