@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import BoltsTasks
import BoltsTestSupport
import FetchingStubs
import Foundation
import Testing

/// Tests that a tap always has an end: in an app, in the browser with the tapped URL, or with the reason why nothing opened.
@Suite(.timeLimit(.minutes(20))) struct TapTests {
    private let recorded = RecordedEvents()
    private let device = RecordingOpener(installed: ["recipes", "receiver", "mailto", "tel", "intent"])

    /// A tap whose page is in memory.
    private func tap(
        _ text: String,
        _ page: CannedPages.Page? = nil,
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(device: .iphone),
        extras: [String: AppLinkValue] = [:]
    ) async throws -> AppLinkNavigationResult {
        let pages = CannedPages(page.map { [text: $0] } ?? [:])
        return try await AppLinkNavigation.navigate(
            to: try #require(URL(string: text)),
            extras: extras,
            resolver: HTTPAppLinkResolver(fetcher: pages),
            opener: device,
            options: options,
            events: recorded.center
        )
    }

    private func expectEvent(type: String, url: String?) {
        #expect(recorded.events.map(\.name) == [.navigateOut])
        #expect(recorded.events.first?.navigationType == type)
        #expect(recorded.events.first?.outputURL == url)
    }

    // MARK: - Answers of servers

    private static let apps = "<meta property=al:ios:url content=recipes://cake>"

    @Test(
        .tags(.l5, .l6),
        arguments: [
            ("a PDF", .bytes(Array("%PDF-1.7 ".utf8) + [0, 1, 2])), ("a picture", .bytes([0xff, 0xd8, 0xff, 0xe0])),
            ("forbidden", .status(403)), ("not found", .status(404)), ("gone wrong", .status(500)),
            ("busy", .status(503)), ("nothing", .html("")), ("white space", .html(" \n ")),
            ("unreachable", .failure(PageError(.notReachableOrNotAllowed, "example.com cannot be reached"))),
            ("broken off", .failure(PageError(.interrupted, "the connection ended"))),
            ("a loop", .failure(PageError(.redirectLoop, "it redirects to itself"))),
        ] as [(String, CannedPages.Page)]
    )
    func whatIsNoPageOpensInTheBrowserUnchanged(name: String, page: CannedPages.Page) async throws {
        let text = "https://example.com/a.pdf?sig=a%2Fb&x=1#page=2"
        let result = try await tap(text, page, extras: ["token": "secret"])
        #expect(result.type == .browser)
        #expect(device.openedURLs.map(\.text) == [text])
        #expect(result.openedURL?.text == text)
        #expect(result.linkError is PageError)
        #expect(result.steps.map(\.outcome) == [.opened])
        expectEvent(type: "web", url: text)
    }

    @Test(.tags(.l5, .l6)) func aPageWithoutTagsOpensInTheBrowserAndIsNoError() async throws {
        let text = "https://example.com/a?sig=1"
        let endless = String(repeating: "<p>more</p>", count: 300_000)
        for page in ["<p>hello", endless] {
            let result = try await tap(text, .html(page))
            #expect(result.type == .browser)
            #expect(result.openedURL?.text.hasPrefix(text + "&al_applink_data=") == true)
            #expect(result.linkError == nil)
        }
    }

    @Test(.tags(.l5, .l6)) func aPageWithTagsOpensItsApp() async throws {
        let result = try await tap("https://example.com/a", .html(Self.apps))
        #expect(result.type == .app)
        #expect(result.openedURL?.text.hasPrefix("recipes://cake?al_applink_data=") == true)
        #expect(result.linkError == nil)
        expectEvent(type: "app", url: result.openedURL?.text)
    }

    // MARK: - URLs that are never requested

    @Test(
        .tags(.l5, .l6),
        arguments: [
            "http://127.0.0.1/", "http://10.0.0.1/x", "https://router.local/", "https://user:password@example.com/",
            "https://example.com:8443/x",
        ]
    )
    func whatIsNotAskedForOpensInTheBrowserWithoutARequest(text: String) async throws {
        let result = try await AppLinkNavigation.navigate(
            to: try #require(URL(string: text)),
            // The resolver uses the system's fetcher, and names with public addresses.
            resolver: HTTPAppLinkResolver(
                fetcher: SystemPageFetcher(
                    hosts: StubHosts(["example.com": [["93.184.216.34"]], "router.local": [["10.0.0.1"]]])
                )
            ),
            opener: device,
            events: recorded.center
        )
        #expect(result.type == .browser)
        #expect(device.openedURLs.map(\.text) == [text])
        #expect((result.linkError as? PageError)?.hops.isEmpty == true)
        expectEvent(type: "web", url: text)
    }

    /// The system cannot make a URL from such a text, so no browser opens it.
    @Test(.tags(.l5, .l6)) func aFallbackThatNoSystemReadsGivesWayToTheTappedURL() async throws {
        let fallback = "https://example.com:x/a"
        #expect(URL(string: fallback) == nil)
        let result = try await tap("https://example.com/a", .html("<meta property=al:web:url content='\(fallback)'>"))
        #expect(result.type == .browser)
        #expect(result.openedURL?.text.hasPrefix("https://example.com/a?al_applink_data=") == true)
        #expect(device.openedURLs.map(\.text) == [result.openedURL?.text])
        #expect(result.steps.map(\.outcome) == [.invalidURL, .opened])
        expectEvent(type: "web", url: result.openedURL?.text)
    }

    @Test(.tags(.l5, .l6), arguments: ["receiver://x", "recipes:cake", "RECEIVER://x?a=%20"])
    func anotherSchemeThatThePolicyAllowsOpensItsApp(text: String) async throws {
        let result = try await tap(text)
        #expect(result.type == .app)
        #expect(device.openedURLs.map(\.text) == [text])
        #expect((result.linkError as? PageError)?.code == .schemeNotAllowed)
        expectEvent(type: "app", url: text)
    }

    @Test(.tags(.l5, .l6)) func anotherSchemeWithoutAnAppIsAFailureAndNothingElseIsTried() async throws {
        for withoutFallback in [AppLinkNavigationOptions.WithoutFallback.fail, .store, .web] {
            let options = AppLinkNavigationOptions(device: .iphone, withoutFallback: withoutFallback)
            let result = try await tap("unknown://x", options: options)
            #expect(result.type == .failure)
            #expect(result.steps.map(\.outcome) == [.notOpenable])
        }
        #expect(device.openedURLs.isEmpty)
    }

    // MARK: - URLs that never open

    @Test(
        .tags(.th1, .l4),
        arguments: [
            "mailto:a@example.com", "tel:+15551234", "intent://x#Intent;end", "javascript:alert(1)",
            "file:///etc/passwd",
        ]
    )
    func aSchemeThatThePolicyDeniesOpensNothing(text: String) async throws {
        let result = try await tap(text)
        #expect(result.type == .failure)
        #expect(result.steps.map(\.outcome) == [.schemeDenied])
        #expect(result.linkError is PageError)
        #expect(device.openedURLs.isEmpty)
        expectEvent(type: "fail", url: nil)
        #expect(recorded.events.first?.error?.isEmpty == false)
    }

    @Test(.tags(.l4)) func aPolicyWithoutHTTPSOpensNoBrowser() async throws {
        let options = AppLinkNavigationOptions(device: .iphone, schemePolicy: SchemePolicy(allowed: ["recipes"]))
        let result = try await tap("https://example.com/", .status(404), options: options)
        #expect(result.steps.map(\.outcome) == [.schemeDenied])
        #expect(device.openedURLs.isEmpty)
    }

    @Test(
        .tags(.l4, .a3),
        arguments: [
            (.fail, nil), (.web, "https://example.com/a"), (.store, "https://apps.apple.com/app/id12345"),
        ] as [(AppLinkNavigationOptions.WithoutFallback, String?)]
    )
    func aPageThatRulesOutTheFallbackIsObeyed(
        withoutFallback: AppLinkNavigationOptions.WithoutFallback,
        opened: String?
    ) async throws {
        let page = """
            <meta property=al:ios:url content=no://x><meta property=al:ios:app_store_id content=12345>
            <meta property=al:web:should_fallback content=false>
            """
        let options = AppLinkNavigationOptions(device: .iphone, withoutFallback: withoutFallback, webData: .none)
        let result = try await tap("https://example.com/a", .html(page), options: options)
        #expect(result.openedURL?.text == opened)
        #expect(result.linkError == nil)
        #expect(result.type == (opened == nil ? .failure : .browser))
    }

    @Test(.tags(.l5)) func dataThatCannotBeWrittenOpensTheURLUnlessThePageRulesItOut() async throws {
        let result = try await tap("https://example.com/a", .html(Self.apps), extras: ["x": .number(.nan)])
        #expect(result.openedURL?.text == "https://example.com/a")
        #expect(result.linkError is AppLinkDataError)
        let ruledOut = Self.apps + "<meta property=al:web:should_fallback content=no>"
        await #expect(throws: AppLinkDataError.self) {
            try await tap("https://example.com/a", .html(ruledOut), extras: ["x": .number(.nan)])
        }
        #expect(device.openedURLs.count == 1)
    }

    @Test(.tags(.l5), arguments: [nil, "https://apps.apple.com/app/id12345"])
    func dataThatCannotBeWrittenKeepsNobodyFromTheStore(store: String?) async throws {
        let page =
            Self.apps + "<meta property=al:web:should_fallback content=no>"
            + (store == nil ? "" : "<meta property=al:ios:app_store_id content=12345>")
        let options = AppLinkNavigationOptions(device: .iphone, withoutFallback: .store)
        let result = try await tap("https://example.com/a", .html(page), options: options, extras: ["x": .number(.nan)])
        #expect(result.openedURL?.text == store)
        #expect(device.openedURLs.map(\.text) == (store.map { [$0] } ?? []))
        #expect(result.linkError is AppLinkDataError)
        #expect(result.steps.last?.outcome == (store == nil ? .noStore : .opened))
    }

    // MARK: - Callers that need the error

    @Test(.tags(.l6, .oa43)) func whoAsksForTheErrorGetsIt() async throws {
        let options = AppLinkNavigationOptions(device: .iphone, withoutLink: .fail)
        await #expect(throws: PageError.self) { try await tap("https://example.com/a", .status(404), options: options) }
        await #expect(throws: PageError.self) { try await tap("receiver://x", options: options) }
        #expect(device.openedURLs.isEmpty)
        #expect(recorded.events.isEmpty)
    }

    // MARK: - Time

    @Test(.tags(.l5, .l6), arguments: [nil, Duration.seconds(1)])
    func aTapWaitsAFewSeconds(limit: Duration?) async throws {
        let clock = ManualClock()
        var options = AppLinkNavigationOptions(device: .iphone)
        if let limit { options.linkTimeout = limit }
        let pages = CannedPages(["https://example.com/slow": .silence])
        let task = AppLinkNavigation.navigate(
            to: try #require(URL(string: "https://example.com/slow")),
            resolver: HTTPAppLinkResolver(fetcher: pages),
            opener: device,
            options: options,
            events: recorded.center,
            clock: clock,
            cancellationToken: .none
        )
        await clock.waitForSleepers(1)
        clock.advance(by: (limit ?? .seconds(3)) - .milliseconds(1))
        #expect(!task.isCompleted && device.openedURLs.isEmpty)
        clock.advance(by: .milliseconds(1))
        let result = try await task.value
        #expect(result.type == .browser)
        #expect(result.openedURL?.text == "https://example.com/slow")
        #expect((result.linkError as? TaskTimeoutError)?.duration == limit ?? .seconds(3))
        #expect(pages.requestedURLs.count == 1)
    }

    @Test(.tags(.l5)) func aResolverThatGivesUpIsNoCancellation() async throws {
        let result = try await AppLinkNavigation.navigate(
            to: try #require(URL(string: "https://example.com/")),
            resolver: CannedLinks(error: CancellationError()),
            opener: device,
            events: recorded.center
        )
        #expect(result.type == .browser)
        #expect(result.linkError is CancellationError)
    }

    /// An opener may cancel by itself, for example because the program that it started is ended.
    @Test(.tags(.l5)) func anOpenerThatGivesUpIsNoCancellation() async throws {
        struct Opener: URLOpening {
            let browser: RecordingOpener
            func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
                browser.open(url, cancellationToken: cancellationToken)
            }
            func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> { .cancelled() }
            func openInApp(
                _ url: OpenableURL,
                target: AppLinkTarget,
                cancellationToken: CancellationToken
            ) -> BoltsTask<Bool> { .cancelled() }
        }
        let result = try await AppLinkNavigation.navigate(
            to: try #require(URL(string: "https://example.com/")),
            resolver: CannedLinks(targets: ["recipes://cake"]),
            opener: Opener(browser: device),
            events: recorded.center
        )
        #expect(result.type == .browser)
        #expect(result.steps.map(\.outcome) == [.openerFailed, .opened])
        #expect(result.steps.first?.explanation == "the opener gave up")
        expectEvent(type: "web", url: result.openedURL?.text)
    }

    @Test(.tags(.l5)) func anOpenerThatFailsIsReportedWithTheResolversError() async throws {
        let result = try await AppLinkNavigation.navigate(
            to: try #require(URL(string: "https://example.com/")),
            resolver: CannedLinks(error: PageError(.timedOut, "too slow")),
            opener: UnavailableOpener(),
            events: recorded.center
        )
        #expect(result.type == .failure)
        #expect(result.steps.map(\.outcome) == [.openerFailed])
        #expect(result.linkError is PageError)
        #expect(recorded.events.first?.error?.contains("nothing opens URLs") == true)
    }
}
