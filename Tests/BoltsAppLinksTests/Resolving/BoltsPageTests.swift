import BoltsTasks
@_spi(Bolts) import BoltsAppLinks
import BoltsPageFetching
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

/// Tests Bolts' own cases about pages, from the page's URL to the link (by a resolver) or to the app (by a navigation).
@Suite(.timeLimit(.minutes(20))) struct BoltsPageTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)

    /// As in Bolts' own tests, URLs with these beginnings open.
    private let device = RecordingOpener(installed: ["bolts", "bolts2"])

    private let resolver = HTTPAppLinkResolver(fetchOptions: .loopback)

    /// Serves a page of tags, each `property` or `property=content`.
    private func serve(_ tags: [String]) throws -> LoopbackServer {
        let html = tags.map { tag in
            let parts = tag.split(separator: "=", maxSplits: 1)
            return "<meta property=\"\(parts[0])\"\(parts.count > 1 ? " content=\"\(parts[1])\"" : "")>"
        }
        return try LoopbackServer { _, connection in
            connection.respond(body: "<html><head>\(html.joined())</head><body>Hello</body></html>")
        }
    }

    private func link(_ tags: String...) async throws -> (link: AppLink, page: URL) {
        let server = try serve(tags)
        defer { server.stop() }
        return (try await resolver.appLink(for: server.url("/page")), server.url("/page"))
    }

    private func navigate(_ tags: String...) async throws -> (result: AppLinkNavigationResult, page: URL) {
        let server = try serve(tags)
        defer { server.stop() }
        let result = try await AppLinkNavigation.navigate(
            to: server.url("/page"),
            resolver: resolver,
            opener: device,
            options: AppLinkNavigationOptions(device: .iphone),
            events: events
        )
        return (result, server.url("/page"))
    }

    private func parsed(_ result: AppLinkNavigationResult) throws -> AppLinkURL {
        try AppLinkURL(parsing: try #require(result.openedURL).text)
    }

    // MARK: - The resolver

    @Test(.tags(.oa10)) func aBareTagAndItsPropertiesAreOneTarget() async throws {
        let (link, page) = try await link(
            "al:ios",
            "al:ios:url=bolts://",
            "al:ios:app_name=Bolts",
            "al:ios:app_store_id=12345"
        )
        #expect(link.targets.map(\.urlText) == ["bolts://"])
        #expect(link.targets.map(\.appName) == ["Bolts"])
        #expect(link.targets.map(\.appStoreID) == ["12345"])
        #expect(link.targets.map(\.platform) == [.ios] && link.unusedTags.isEmpty)
        #expect(link.webURL == page)
        #expect(link.sourceURL == page)
    }

    @Test(.tags(.oa11, .oa20, .oa43)) func aHostThatCannotBeReachedFailsTheTask() async throws {
        let url = try #require(URL(string: "http://badurl.invalid"))
        let error = await #expect(throws: PageError.self) { try await resolver.appLink(for: url) }
        #expect(error?.code == .notReachableOrNotAllowed)
        let task = AppLinkNavigation.navigate(
            to: url,
            resolver: resolver,
            opener: device,
            options: AppLinkNavigationOptions(withoutLink: .fail),
            events: events,
            cancellationToken: .none
        )
        await #expect(throws: PageError.self) { try await task.value }
        #expect(device.openedURLs.isEmpty)
    }

    @Test(.tags(.oa12, .oa13, .oa21, .oa22), arguments: ["0", "fAlse", "No", "false"])
    func noFalseAnd0InAnyLetterCaseLeaveNoWebFallbackAndTheTarget(answer: String) async throws {
        let (link, _) = try await link("al:ios:url=bolts://", "al:web:should_fallback=\(answer)")
        #expect(link.webURL == nil)
        #expect(link.targets.map(\.urlText) == ["bolts://"])
    }

    @Test(.tags(.oa14, .oa23)) func alWebUrlIsTheWebFallback() async throws {
        let (link, _) = try await link("al:web:url=http://www.example.com")
        #expect(link.webURL?.absoluteString == "http://www.example.com")
    }

    @Test(.tags(.oa15, .oa24, .oa25)) func twoGroupsAreTwoTargetsInTheOrderOfThePage() async throws {
        let (link, _) = try await link(
            "al:ios",
            "al:ios:url=bolts://",
            "al:ios:app_name=Bolts",
            "al:ios:app_store_id=12345",
            "al:ios",
            "al:ios:url=bolts2://",
            "al:ios:app_name=Bolts2",
            "al:ios:app_store_id=67890"
        )
        #expect(link.targets.map(\.urlText) == ["bolts://", "bolts2://"])
        #expect(link.targets.map(\.appName) == ["Bolts", "Bolts2"])
        #expect(link.targets.map(\.appStoreID) == ["12345", "67890"])
    }

    @Test(.tags(.oa17, .oa26, .oa27)) func twoURLsPairByIndexWithTheNames() async throws {
        #expect(
            try await link("al:ios:url=bolts://", "al:ios:url=bolts2://").link.targets.map(\.appName) == [nil, nil]
        )
        let (link, _) = try await link(
            "al:ios:url=bolts://",
            "al:ios:url=bolts2://",
            "al:ios:app_name=Bolts",
            "al:ios:app_name=Bolts2"
        )
        #expect(link.targets.map(\.urlText) == ["bolts://", "bolts2://"])
        #expect(link.targets.map(\.appName) == ["Bolts", "Bolts2"])
    }

    // MARK: - From a URL to an app

    @Test(.tags(.oa37)) func theTargetOfAPageIsOpenedWithData() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts://", "al:ios:app_name=Bolts")
        #expect(result.type == .app)
        #expect(try parsed(result).targetURL == page)
    }

    @Test(.tags(.oa38)) func theFirstTargetThatOpensIsUsed() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts://", "al:ios:url=bolts2://")
        #expect(result.openedURL?.scheme == "bolts")
        #expect(try parsed(result).targetURL == page)
    }

    @Test(.tags(.oa39)) func theSecondTargetIsTriedAfterTheFirst() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts3://", "al:ios:url=bolts2://")
        #expect(result.openedURL?.scheme == "bolts2")
        #expect(try parsed(result).targetURL == page)
    }

    @Test(.tags(.oa40)) func aPageWithoutTagsOpensInTheBrowser() async throws {
        let (result, page) = try await navigate()
        #expect(result.type == .browser)
        #expect(result.openedURL?.text.hasPrefix(page.absoluteString + "?al_applink_data=") == true)
        #expect(try parsed(result).targetURL == page)
    }

    @Test(.tags(.oa41)) func theWebURLIsOpenedWithDataIfNoTargetOpens() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts3://", "al:web:url=http://www.example.com/path")
        #expect(result.type == .browser)
        #expect(result.openedURL?.text.hasPrefix("http://www.example.com/path?") == true)
        #expect(try parsed(result).targetURL == page)
    }

    // MARK: - Additional tests of facebook-ios-sdk

    @Test(.tags(.ft02)) func aResponseWithoutABodyIsAnError() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(200, ["Content-Type: text/html"], body: "")
        }
        defer { server.stop() }
        let error = await #expect(throws: PageError.self) { try await resolver.appLink(for: server.url("/")) }
        #expect(error?.code == .emptyPage)
    }

    @Test(.tags(.ft03)) func status300IsFollowedAndStatus399IsAnError() async throws {
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/300": connection.redirect(300, to: "/page")
            case "/399": connection.redirect(399, to: "/page")
            default: connection.respond(body: "<meta property=al:ios:url content='bolts://'>")
            }
        }
        defer { server.stop() }
        #expect(try await resolver.appLink(for: server.url("/300")).targets.count == 1)
        let error = await #expect(throws: PageError.self) { try await resolver.appLink(for: server.url("/399")) }
        #expect(error?.httpStatus == 399)
    }

    @Test(.tags(.ft05)) func unevenListsGiveTargetsWithMissingParts() async throws {
        let (link, _) = try await link(
            "al:ios:url=bolts://",
            "al:ios:url",
            "al:ios:app_name=A",
            "al:ios:app_name=B",
            "al:ios:app_store_id=1",
            "al:",
            "al::url=x",
            "al:ios:url:deep=y"
        )
        #expect(link.targets.map(\.urlText) == ["bolts://", nil])
        #expect(link.targets.map(\.appName) == ["A", "B"])
        #expect(link.targets.map(\.appStoreID) == ["1", nil])
    }
}
