import BoltsTasks
import AppLinkStubs
import BoltsAppLinks
import BoltsPageFetching
import BoltsPageMetadata
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// What is known to be wrong with Bolts' App Links, each of which must not come back.
@Suite(.timeLimit(.minutes(5)))
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
            .navigate(opener: opener, options: AppLinkNavigationOptions(device: .iphone), events: events).value
    }

    private func link(_ targets: String?..., web: URL? = nil) -> AppLink {
        let targets = targets.map { AppLinkTarget(platform: nil, urlText: $0, appName: "App") }
        return AppLink(sourceURL: page, targets: targets, webURL: web)
    }

    @Test("D-L1 · a target with two parameters is read back from what was written")
    func L1() async throws {
        let result = try await navigate(link("bolts://x?c=3"), extras: ["q": "x&y=z+#?;"])
        let url = try AppLinkURL(parsing: try #require(result.openedURL).text)
        #expect(url.targetURL == page)
        #expect(url.targetQueryParameters["b"] == "2")
        #expect(url.appLinkExtras == ["q": "x&y=z+#?;"])
        #expect(url.inputQueryParameters["c"] == "3")
        #expect(url.inputQueryParameters.count == 2)
    }

    @Test("D-L2 · no number of tags stops the program, whichever list is the longest", arguments: 0..<4, 0..<4)
    func L2(urls: Int, names: Int) {
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

    @Test("D-L3 · the type is that of what would be opened: without an app the web, without the web a failure")
    func L3() async throws {
        let opener = RecordingOpener(installed: [])
        let web = AppLinkNavigation(appLink: link("no://", web: page))
        #expect(try await web.navigationType(opener: opener).value == .browser)
        #expect(
            try await web.preview(opener: opener).value.openedURL?.text.hasPrefix("https://example.com/page?") == true
        )
        #expect(try await AppLinkNavigation(appLink: link("no://")).navigationType(opener: opener).value == .failure)
        #expect(opener.openedURLs.isEmpty)
    }

    @Test("D-L4 · a target with a store id alone is never opened as a text of its own")
    func L4() async throws {
        let opener = RecordingOpener(installed: ["bolts", "(null)"])
        var storeOnly = link(nil)
        storeOnly.targets[0].appStoreID = "42"
        let result = try await navigate(storeOnly, opener: opener)
        #expect(result.type == .failure)
        #expect(result.steps.first?.urlText == nil)
        #expect(opener.openedURLs.isEmpty)
    }

    @Test(
        "D-L5 · data stands before a fragment, and after a question mark that stands alone",
        arguments: [
            ("bolts://x#f", "bolts://x?al_applink_data=%7B%7D#f"), ("bolts://x?", "bolts://x?al_applink_data=%7B%7D"),
            ("bolts://x?#f", "bolts://x?al_applink_data=%7B%7D#f"),
            ("bolts://x?a&", "bolts://x?a&al_applink_data=%7B%7D"),
        ]
    )
    func L5(base: String, expected: String) throws {
        #expect(try AppLinkDataCodec().encode(AppLinkData(), into: base) == expected)
    }

    @Test("D-L6 · a page is asked for once, none of its scripts runs, and nothing else is loaded")
    func L6() async throws {
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
        var options = PageFetchOptions()
        options.addressPolicy = .any
        let link = try await HTTPAppLinkResolver(fetchOptions: options).appLink(for: server.url("/page")).value
        #expect(link.targets.map(\.urlText) == ["app://x"])
        #expect(server.requests.map(\.target) == ["/page"])
    }

    @Test("D-L7 · redirects may be relative, must say where to, come to an end, and end at a page")
    func L7() async throws {
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
        var options = PageFetchOptions()
        options.addressPolicy = .any
        let resolver = HTTPAppLinkResolver(fetchOptions: options)
        #expect(try await resolver.appLink(for: server.url("/a/relative")).value.targets.count == 1)
        for (path, code) in [
            ("/nowhere", PageError.Code.redirectWithoutLocation), ("/loop", .redirectLoop),
            ("/error", .httpStatus),
        ] {
            let error = await #expect(throws: PageError.self) {
                try await resolver.appLink(for: server.url(path)).value
            }
            #expect(error?.code == code)
        }
    }

    @Test(
        "D-L8 · nothing that a sender writes is of a type that stops the program, %A0 in a name included",
        arguments: [
            "\"x\"", "7", "null", "[]", "{}", "{\"url\":1,\"app_name\":[]}", "{\"url\":\"a://\"}",
            "{\"app_name\":\"n\"}",
        ]
    )
    func L8(referrer: String) {
        let url = AppLinkURL(
            text: "bolts://?%A0=%A0&al_applink_data={\"referer_app_link\":\(referrer)}",
            events: events
        )
        #expect(url.isAppLink)
        #expect(url.appLinkReferrer == nil)
        #expect(url.inputQueryParameters["\u{FFFD}"] == "\u{FFFD}")
    }

    @Test(
        "D-L9 · an earlier target's error is none once a later one opened, and data that cannot be written is an error"
    )
    func L9() async throws {
        let opener = FlakyOpener(failing: "bad", then: RecordingOpener(installed: ["bolts"]))
        let result = try await navigate(link("bad://", "bolts://"), opener: opener)
        #expect(result.type == .app)
        #expect(result.openerError == nil)
        await #expect(throws: AppLinkDataError.self) {
            try await navigate(link("bolts://"), extras: ["n": .number(.infinity)])
        }
    }

    @Test("D-L10 · extras of the call are added to those of the data, and only the target is always the link's own")
    func L10() async throws {
        let data = AppLinkData(json: ["extras": ["a": 1, "b": 1], "target_url": "https://other.example/", "more": 2])
        let result = try await navigate(link("bolts://"), extras: ["b": 2], data: data)
        #expect(result.sentData?.extras == ["a": 1, "b": 2])
        #expect(result.sentData?.targetURLText == page.absoluteString)
        #expect(result.sentData?["more"] == 2)
    }

    @Test("D-L11 · opening is not waited for by a thread, and an opener that fails is told of")
    func L11() async throws {
        let stalled = StalledOpener()
        let task = AppLinkNavigation(appLink: link("bolts://")).navigate(opener: stalled, events: events)
        #expect(!task.isCompleted)
        await stalled.wasAsked()
        await stalled.finish(opened: true)
        #expect(try await task.value.type == .app)
        let failed = try await navigate(link("bolts://"), opener: UnavailableOpener())
        #expect(failed.type == .failure)
        #expect(failed.openerError != nil)
    }

    @Test(
        "D-L14 · what is no URL is decided here, not by Foundation",
        arguments: [
            "not a url with spaces", "", "12345", "/", "%A0", "bolts://a b", " bolts://", "bolts",
        ]
    )
    func L14(text: String) async throws {
        #expect(throws: OpenableURLError.self) { try OpenableURL(text) }
        let result = try await navigate(link(text), opener: EverythingOpener())
        #expect(result.type == .failure)
        #expect([.noURL, .invalidURL].contains(result.steps.first?.outcome))
    }
}
