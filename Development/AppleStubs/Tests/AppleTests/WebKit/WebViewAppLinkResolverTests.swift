import BoltsAppLinks
import BoltsTasks
import BoltsTestSupport
import Foundation
import Testing
import WebKit

@testable import BoltsWebView

/// Tests pages in a web view, with every way for them to end.
@MainActor
@Suite(.serialized, .timeLimit(.minutes(20))) struct WebViewAppLinkResolverTests {
    private struct Hosts: HostResolving {
        func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
            let text = host.hasPrefix("private") ? "10.0.0.1" : "93.184.215.14"
            return BoltsTask(result: [text].compactMap { HostAddress($0) })
        }
    }

    private let url = URL(string: "https://example.com/a")!
    private let tags = Browser.answer([("al:ios:url", "recipes://1"), ("al:ios:app_name", "Recipes")])

    private func resolver(
        _ clock: some Clock<Duration> = ContinuousClock(),
        _ change: (inout WebViewOptions) -> Void = { _ in }
    ) -> WebViewAppLinkResolver {
        var options = WebViewOptions()
        change(&options)
        return WebViewAppLinkResolver(options: options, hosts: Hosts(), clock: clock)
    }

    /// The failure with which a page ends.
    private func failure(
        of task: BoltsTask<AppLink>
    ) async -> PageError.Code? {
        do {
            let link = try await task.value
            Issue.record("it gave \(link)")
            return nil
        } catch {
            return (error as? PageError)?.code
        }
    }

    private static let page: [PageEvent] = [.go("https://example.com/a"), .answer(), .commit, .finish]

    @Test(.tags(.l6)) func tagsBecomeALinkAndTheWebViewIsReleased() async throws {
        let browser = Browser(Self.page)
        browser.answers = [.success(tags)]
        let link = try await resolver().appLink(for: url)
        #expect(link.sourceURL == url)
        #expect(link.targets.map(\.urlText) == ["recipes://1"] && link.targets.first?.appName == "Recipes")
        #expect(browser.decisions == ["allow https://example.com/a", "allow 200"])
        let webView = try #require(browser.webViews.first)
        #expect(browser.webViews.count == 1 && webView.stops == 1 && webView.navigationDelegate == nil)
        #expect(webView.scripts.count >= 2 && webView.scripts.allSatisfy { $0.world == "client" })
        #expect(webView.requests.first?.value(forHTTPHeaderField: "Prefer-Html-Meta-Tags") == "al")
    }

    @Test(.tags(.l7)) func webViewStoresPlaysAndOpensNothing() async throws {
        let browser = Browser(Self.page)
        browser.answers = [.success(tags)]
        _ = try await resolver().appLink(for: url)
        let configuration = try #require(browser.webViews.first?.configuration)
        #expect(!configuration.websiteDataStore.isPersistent)
        #expect(configuration.mediaTypesRequiringUserActionForPlayback == .all)
        #expect(!configuration.preferences.javaScriptCanOpenWindowsAutomatically)
        let rules = try #require(configuration.userContentController.ruleLists.first)
        #expect(rules.rules.contains("image") && rules.rules.contains("localhost"))

        let other = Browser(Self.page)
        other.answers = [.success(tags)]
        _ = try await resolver { $0.addressPolicy = .any }.appLink(for: url)
        let lists = try #require(other.webViews.first?.configuration.userContentController.ruleLists)
        #expect(lists.count == 1 && !lists[0].rules.contains("localhost"))
    }

    @Test(.tags(.l6)) func lateTagsAreAwaited() async throws {
        let browser = Browser(Self.page)
        browser.answers = [.success(Browser.answer()), .success(Browser.answer()), .success(tags)]
        let link = try await resolver().appLink(for: url)
        #expect(link.targets.count == 1)
    }

    @Test(.tags(.l6)) func navigatingPageIsReadWhereItEnds() async throws {
        let browser = Browser(
            Self.page + [.go("https://example.com/b"), .answer(), .commit, .fail(code: -999), .finish]
        )
        browser.answers = [.success(tags)]
        let link = try await resolver().appLink(for: url)
        #expect(link.sourceURL == url && link.targets.count == 1)
    }

    @Test(.tags(.l6)) func pageThatOpensItsAppIsReadAndOpensNothing() async throws {
        let browser = Browser(
            Self.page + [.go("recipes://1"), .failProvisionally(domain: "WebKitErrorDomain", code: 102)]
        )
        browser.answers = [.success(tags)]
        #expect(try await resolver().appLink(for: url).targets.count == 1)
        #expect(browser.decisions.last == "cancel recipes://1")
    }

    @Test(.tags(.l7)) func redirectToAnotherSchemeFails() async {
        let browser = Browser([.go("https://example.com/a"), .go("recipes://1"), .finish])
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .redirectRefused)
        await Task.yield()
        #expect(browser.decisions.prefix(2) == ["allow https://example.com/a", "cancel recipes://1"])
    }

    @Test(.tags(.l7)) func framesAndWindowsAreNotLoaded() async throws {
        let browser = Browser([
            .go("https://example.com/a"), .answer(), .commit, .go("https://ads.example/", frame: .inner),
            .go("https://ads.example/", frame: .window), .answer(isMainFrame: false), .finish,
        ])
        browser.answers = [.success(tags)]
        _ = try await resolver().appLink(for: url)
        #expect(
            browser.decisions.dropFirst(2) == [
                "cancel https://ads.example/", "cancel https://ads.example/", "cancel 200",
            ]
        )
    }

    @Test(
        .tags(.l7),
        arguments: [
            ("https://private.example/", .notReachableOrNotAllowed), ("http://127.0.0.1/", .notReachableOrNotAllowed),
            ("http://2130706433/", .notReachableOrNotAllowed), ("http://[::1]/", .notReachableOrNotAllowed),
            ("https://example.com:22/", .portNotAllowed), ("https://me:pw@example.com/", .userInformation),
            ("file:///etc/passwd", .schemeNotAllowed), ("recipes://1", .schemeNotAllowed),
        ] as [(String, PageError.Code)]
    )
    func disallowedURLsAreRefusedBeforeLoading(text: String, code: PageError.Code) async throws {
        let browser = Browser([])
        let url = try #require(URL(string: text))
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == code)
        #expect(browser.webViews.isEmpty)
    }

    @Test(.tags(.l7)) func redirectToPrivateAddressFails() async throws {
        var browser = Browser([.go("https://example.com/a"), .go("https://private.example/")])
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .notReachableOrNotAllowed)
        browser = Browser([
            .go("https://example.com/a"), .answer(), .commit, .go("https://private.example/"), .finish,
        ])
        browser.answers = [.success(tags)]
        #expect(try await resolver().appLink(for: url).targets.count == 1)
        #expect(browser.decisions.contains("cancel https://private.example/"))
    }

    @Test(.tags(.l7)) func responsesWithoutPageFail() async {
        let keptAlive = Browser([.go("https://example.com/a"), .answer(status: 404), .finish])
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .httpStatus)
        let other = Browser([.go("https://example.com/a"), .answer(type: "image/png")])
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .notText)
        withExtendedLifetime((keptAlive, other)) {}
    }

    @Test(
        .tags(.l7),
        arguments: [
            (.failProvisionally(code: -1003), .notReachableOrNotAllowed), (.failProvisionally(code: -1001), .timedOut),
            (.failProvisionally(code: -1202), .untrustedConnection), (.fail(code: -1005), .interrupted),
            (.terminate, .browserFailed),
        ] as [(PageEvent, PageError.Code)]
    )
    func systemFailuresAreMapped(event: PageEvent, code: PageError.Code) async {
        let browser = Browser([.go("https://example.com/a"), event, .finish, .terminate])
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == code)
        #expect(browser.webViews.first?.stops == 1)
    }

    @Test(.tags(.l6)) func scriptFailuresFail() async {
        let browser = Browser(Self.page)
        browser.answers = [.success("nonsense")]
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .unreadablePage)
        let other = Browser(Self.page)
        other.answers = [.failure(NSError(domain: "WKErrorDomain", code: 4))]
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .unreadablePage)
    }

    @Test(.tags(.l7)) func refusedContentRulesFail() async {
        let browser = Browser(Self.page)
        browser.answers = [.success(tags)]
        WebPageRuleList.lists = [:]
        WKContentRuleListStore.compileError = NSError(domain: "WKErrorDomain", code: 6)
        defer { WKContentRuleListStore.compileError = nil }
        #expect(await failure(of: resolver().appLink(for: url, cancellationToken: .none)) == .browserFailed)
        #expect(browser.webViews.isEmpty)
    }

    @Test(.tags(.l7)) func timeLimitEndsSilentPage() async {
        let clock = ManualClock()
        let browser = Browser([.go("https://example.com/a")])
        let task = resolver(clock).appLink(for: url, cancellationToken: .none)
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        #expect(await failure(of: task) == .timedOut)
        #expect(browser.webViews.allSatisfy { $0.stops == 1 && $0.navigationDelegate == nil })
    }

    @Test(.tags(.l6)) func parsedPageIsReadAlthoughItNeverFinishes() async throws {
        let clock = ManualClock()
        let browser = Browser([.go("https://example.com/a"), .answer(), .commit])
        browser.answers = [.success(tags.replacing("/al", with: "/ai"))]
        let task = resolver(clock) { $0.patience = .milliseconds(5) }.appLink(for: url, cancellationToken: .none)
        // The two sleepers are the time limit and the pause between two snapshots.
        await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(5))
        #expect(try await task.value.targets.count == 1)
        #expect(browser.webViews.first?.stops == 1)
    }

    @Test(.tags(.l6)) func tagsPresentAtTheTimeLimitCount() async throws {
        let clock = ManualClock()
        let browser = Browser([.go("https://example.com/a"), .answer(), .commit])
        browser.answers = [.success(tags.replacing("/al", with: "/a"))]
        let task = resolver(clock).appLink(for: url, cancellationToken: .none)
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(10))
        #expect(try await task.value.targets.count == 1)
    }

    @Test(.tags(.l6)) func cancellationStopsTheWebView() async throws {
        let token = CancellationTokenSource()
        let loading = TaskCompletionSource<Void>()
        let browser = Browser([.go("https://example.com/a")]) { loading.trySet(result: ()) }
        let task = resolver().appLink(for: url, cancellationToken: token.token)
        try await loading.task.value
        token.cancel()
        #expect(task.isCancelled)
        try await until { browser.webViews.first?.stops == 1 }
        #expect(browser.webViews.first?.navigationDelegate == nil)
    }

    @Test(.tags(.l6)) func cancelledTaskCreatesNoWebView() async throws {
        let browser = Browser([])
        let token = CancellationTokenSource()
        token.cancel()
        let task = resolver().appLink(for: url, cancellationToken: token.token)
        await #expect(throws: CancellationError.self) { try await task.value }
        for _ in 0..<100 { await Task.yield() }
        #expect(browser.webViews.isEmpty)
    }

    @Test func animationFramesAreCalledInNoWindow() async throws {
        let browser = Browser(Self.page)
        browser.answers = [.success(tags)]
        _ = try await resolver().appLink(for: url)
        let configuration = try #require(browser.webViews.first?.configuration)
        #expect(configuration.preferences.inactiveSchedulingPolicy == .none)
        let script = try #require(configuration.userContentController.userScripts.first)
        #expect(script.source.contains("requestAnimationFrame") && script.source.contains("setTimeout"))
        #expect(script.injectionTime == .atDocumentStart && script.world.name == "page" && script.isForMainFrameOnly)
    }

    @Test func noMoreWebViewsLoadThanMay() async throws {
        // These pages never load.
        let browser = Browser([.go("https://example.com/a")])
        let resolver = resolver { $0.concurrency = 2 }
        let sources = (0..<4).map { _ in CancellationTokenSource() }
        let tasks = sources.map { resolver.appLink(for: url, cancellationToken: $0.token) }
        while browser.webViews.count < 2 { await Task.yield() }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(browser.webViews.count == 2)
        // A waiting page ends at once, and never gets a web view.
        sources[2].cancel()
        #expect(tasks[2].isCancelled)
        sources[0].cancel()
        while browser.webViews.count < 3 { await Task.yield() }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(browser.webViews.count == 3 && browser.webViews[0].stops == 1)
        for source in sources { source.cancel() }
    }
}
