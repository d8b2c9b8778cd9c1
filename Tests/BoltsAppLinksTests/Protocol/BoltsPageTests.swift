import BoltsTasks
import BoltsAppLinks
import BoltsPageFetching
import Foundation
import LoopbackServer
import Testing

/// Bolts' own cases about pages, from the URL of the page to the link or the app: by its resolver, and through a navigation.
@Suite(.timeLimit(.minutes(5)))
struct BoltsPageTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)

    /// As in Bolts' own tests: what begins with these opens.
    private let device = RecordingOpener(installed: ["bolts", "bolts2"])

    private var resolver: HTTPAppLinkResolver {
        var options = PageFetchOptions()
        options.addressPolicy = .any
        return HTTPAppLinkResolver(fetchOptions: options)
    }

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
        return (try await resolver.appLink(for: server.url("/page")).value, server.url("/page"))
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
        ).value
        return (result, server.url("/page"))
    }

    private func parsed(_ result: AppLinkNavigationResult) throws -> AppLinkURL {
        try AppLinkURL(parsing: try #require(result.openedURL).text)
    }

    // MARK: - The resolver

    @Test("OA10: a bare al:ios and its three properties are one target, and the page is the web fallback")
    func oneTarget() async throws {
        let (link, page) = try await link(
            "al:ios",
            "al:ios:url=bolts://",
            "al:ios:app_name=Bolts",
            "al:ios:app_store_id=12345"
        )
        #expect(link.targets.map(\.urlText) == ["bolts://"])
        #expect(link.targets.map(\.appName) == ["Bolts"])
        #expect(link.targets.map(\.appStoreID) == ["12345"])
        #expect(link.webURL == page)
        #expect(link.sourceURL == page)
    }

    @Test("OA11, OA20, OA43: a host that cannot be reached fails the task")
    func unreachable() async throws {
        let url = try #require(URL(string: "http://badurl.invalid"))
        let error = await #expect(throws: PageError.self) {
            try await resolver.appLink(for: url).value
        }
        #expect(error?.code == .notReachableOrNotAllowed)
        let task = AppLinkNavigation.navigate(to: url, resolver: resolver, opener: device, events: events)
        await #expect(throws: PageError.self) { try await task.value }
        #expect(device.openedURLs.isEmpty)
    }

    @Test(
        "OA12, OA13, OA21, OA22: no, false and 0 in any letter case leave no web fallback, and the target",
        arguments: [
            "0", "fAlse", "No", "false",
        ]
    )
    func shouldFallback(answer: String) async throws {
        let (link, _) = try await link("al:ios:url=bolts://", "al:web:should_fallback=\(answer)")
        #expect(link.webURL == nil)
        #expect(link.targets.map(\.urlText) == ["bolts://"])
    }

    @Test("OA14, OA23: al:web:url is the web fallback")
    func webURL() async throws {
        let (link, _) = try await link("al:web:url=http://www.example.com")
        #expect(link.webURL?.absoluteString == "http://www.example.com")
    }

    @Test("OA15, OA24, OA25: two groups are two targets in the order of the page")
    func twoGroups() async throws {
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

    @Test("OA17, OA26, OA27: two URLs are two targets, paired by index with the names that follow, if any do")
    func pairs() async throws {
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

    @Test("OA37: the target of a page is opened, and its data names the page")
    func opensTheTarget() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts://", "al:ios:app_name=Bolts")
        #expect(result.type == .app)
        #expect(try parsed(result).targetURL == page)
    }

    @Test("OA38: of two that open, the first is opened")
    func opensTheFirst() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts://", "al:ios:url=bolts2://")
        #expect(result.openedURL?.scheme == "bolts")
        #expect(try parsed(result).targetURL == page)
    }

    @Test("OA39: where the first does not open, the second is")
    func opensTheSecond() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts3://", "al:ios:url=bolts2://")
        #expect(result.openedURL?.scheme == "bolts2")
        #expect(try parsed(result).targetURL == page)
    }

    @Test("OA40: a page without tags opens itself in the browser, with data")
    func opensThePage() async throws {
        let (result, page) = try await navigate()
        #expect(result.type == .browser)
        #expect(result.openedURL?.text.hasPrefix(page.absoluteString + "?al_applink_data=") == true)
        #expect(try parsed(result).targetURL == page)
    }

    @Test("OA41: where no target opens, al:web:url is opened, with data")
    func opensTheWebURL() async throws {
        let (result, page) = try await navigate("al:ios:url=bolts3://", "al:web:url=http://www.example.com/path")
        #expect(result.type == .browser)
        #expect(result.openedURL?.text.hasPrefix("http://www.example.com/path?") == true)
        #expect(try parsed(result).targetURL == page)
    }

    // MARK: - What facebook-ios-sdk tests besides

    @Test("FT02: an answer without a body is an error")
    func withoutBody() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(200, ["Content-Type: text/html"], body: "")
        }
        defer { server.stop() }
        let error = await #expect(throws: PageError.self) {
            try await resolver.appLink(for: server.url("/")).value
        }
        #expect(error?.code == .emptyPage)
    }

    @Test("FT03: a status of 300 is followed to its Location, and one of 399, which means nothing, is no page")
    func redirects() async throws {
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/300": connection.redirect(300, to: "/page")
            case "/399": connection.redirect(399, to: "/page")
            default: connection.respond(body: "<meta property=al:ios:url content='bolts://'>")
            }
        }
        defer { server.stop() }
        #expect(try await resolver.appLink(for: server.url("/300")).value.targets.count == 1)
        let error = await #expect(throws: PageError.self) {
            try await resolver.appLink(for: server.url("/399")).value
        }
        #expect(error?.httpStatus == 399)
    }

    @Test("FT05: lists of unequal length and tags that make no sense give targets with missing parts")
    func oddTags() async throws {
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

    @Test(
        "FT06: any other answer to should_fallback leaves al:web:url, or the page",
        arguments: ["yes", "true", "1", " false"]
    )
    func shouldFallbackYes(answer: String) async throws {
        let (link, page) = try await link("al:web:should_fallback=\(answer)")
        #expect(link.webURL == page)
    }
}
