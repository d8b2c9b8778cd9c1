import BoltsTasks
import AppLinkStubs
import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import FetchingStubs
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// What is known to be wrong with Bolts' App Links, each of which must not come back.
@Suite(.timeLimit(.minutes(20)))
struct LinkDefectTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)
    private let page = URL(string: "https://example.com/page?a=1&b=2")!

    private func navigate(
        _ link: AppLink,
        opener: any URLOpening = RecordingOpener(installed: ["bolts"]),
        extras: [String: JSONValue] = [:],
        data: AppLinkData = AppLinkData()
    ) async throws -> AppLinkNavigationResult {
        try await AppLinkNavigation(appLink: link, extras: extras, appLinkData: data)
            .navigate(opener: opener, options: AppLinkNavigationOptions(device: .iphone), events: events)
    }

    private func link(_ targets: String?..., web: URL? = nil) -> AppLink {
        let targets = targets.map { AppLinkTarget(platform: nil, urlText: $0, appName: "App") }
        return AppLink(sourceURL: page, targets: targets, webURL: web)
    }

    @Test(.tags(.dl1))
    func aTargetWithTwoParametersReadsBack() async throws {
        let result = try await navigate(link("bolts://x?c=3"), extras: ["q": "x&y=z+#?;"])
        let url = try AppLinkURL(parsing: try #require(result.openedURL).text)
        #expect(url.targetURL == page)
        #expect(url.targetQueryParameters["b"] == "2")
        #expect(url.appLinkExtras == ["q": "x&y=z+#?;"])
        #expect(url.inputQueryParameters["c"] == "3")
        #expect(url.inputQueryParameters.parameters.count == 2)
    }

    @Test(.tags(.dl2), arguments: 0..<4, 0..<4)
    func unevenTagListsNeverTrap(urls: Int, names: Int) {
        for ids in 0..<4 {
            let tags =
                (0..<urls).map { MetaTag(property: "al:ios:url", content: "a://\($0)") }
                + (0..<names).map { MetaTag(property: "al:ios:app_name", content: "n\($0)") }
                + (0..<ids).map { MetaTag(property: "al:ios:app_store_id", content: "\($0)") }
            let targets = AppLink(sourceURL: page, metadata: PageMetadata(tags: tags)).targets
            #expect(targets.count == max(urls, names, ids))
            #expect(targets.compactMap(\.urlText).count == urls)
            #expect(targets.compactMap(\.appName).count == names)
            #expect(targets.compactMap(\.appStoreID).count == ids)
        }
    }

    @Test(.tags(.dl4))
    func aTargetWithOnlyAStoreIDIsNeverOpened() async throws {
        let opener = RecordingOpener(installed: ["bolts", "(null)"])
        var storeOnly = link(nil)
        storeOnly.targets[0].appStoreID = "42"
        let result = try await navigate(storeOnly, opener: opener)
        #expect(result.type == .failure)
        #expect(result.steps.first?.urlText == nil)
        #expect(opener.openedURLs.isEmpty)
    }

    @Test(.tags(.dl6))
    func aPageIsFetchedOnceAndRunsNoScript() async throws {
        let server = try LoopbackServer { _, connection in
            connection.respond(
                body: """
                    <link rel=stylesheet href=/style.css><script src=/script.js></script><img src=/image.png>
                    <iframe src=/frame></iframe><meta property=al:ios:url content='app://x'>
                    <script>document.write("<meta property=al:ios:url content='app://script'>")</script>
                    """
            )
        }
        defer { server.stop() }
        var options = PageFetchOptions.loopback
        options.addressPolicy = .any
        let link = try await HTTPAppLinkResolver(fetchOptions: options).appLink(for: server.url("/page"))
        #expect(link.targets.map(\.urlText) == ["app://x"])
        #expect(server.requests.map(\.target) == ["/page"])
    }

    @Test(.tags(.dl7))
    func redirectsAreBoundedAndNeedALocation() async throws {
        let server = try LoopbackServer { request, connection in
            switch request.target {
            case "/a/relative": connection.redirect(302, to: "../page")
            case "/nowhere": connection.respond(302, [], body: "")
            case "/loop": connection.redirect(302, to: "/loop")
            case "/page": connection.respond(body: "<meta property=al:ios:url content='app://x'>")
            default: connection.respond(500, body: "<meta property=al:ios:url content='app://x'>")
            }
        }
        defer { server.stop() }
        var options = PageFetchOptions.loopback
        options.addressPolicy = .any
        let resolver = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await resolver.appLink(for: server.url("/a/relative")).targets.count == 1)
        for (path, code) in [
            ("/nowhere", PageError.Code.redirectWithoutLocation), ("/loop", .redirectLoop),
            ("/error", .httpStatus),
        ] {
            let error = await #expect(throws: PageError.self) {
                try await resolver.appLink(for: server.url(path))
            }
            #expect(error?.code == code)
        }
    }

    @Test(
        .tags(.dl8),
        arguments: [
            "\"x\"", "7", "null", "[]", "{}", "{\"url\":1,\"app_name\":[]}", "{\"url\":\"a://\"}",
            "{\"app_name\":\"n\"}",
        ]
    )
    func senderDataNeverTraps(referrer: String) {
        let url = AppLinkURL(
            text: "bolts://?%A0=%A0&al_applink_data={\"referer_app_link\":\(referrer)}",
            events: events
        )
        #expect(url.isAppLink)
        #expect(url.appLinkReferrer == nil)
        #expect(url.inputQueryParameters["\u{FFFD}"] == "\u{FFFD}")
    }

    @Test(.tags(.dl11))
    func openingBlocksNoThreadAndFailuresAreReported() async throws {
        let stalled = StalledOpener()
        let task = AppLinkNavigation(appLink: link("bolts://")).navigate(
            opener: stalled,
            events: events,
            cancellationToken: .none
        )
        #expect(!task.isCompleted)
        await stalled.wasAsked()
        await stalled.finish(opened: true)
        #expect(try await task.value.type == .app)
        let failed = try await navigate(link("bolts://"), opener: UnavailableOpener())
        #expect(failed.type == .failure)
        #expect(failed.openerError != nil)
    }
}
