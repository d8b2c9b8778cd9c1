import AppLinkStubs
@_spi(Bolts) import BoltsAppLinks
import BoltsPageMetadata
import BoltsTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct AppLinkNavigationTests {
    let source = URL(string: "http://www.example.com/path")!
    let web = URL(string: "http://www.example.com/web")!
    let events = MeasurementEventCenter(notificationCenter: nil)

    func target(_ text: String?, _ platform: AppLinkPlatform? = nil) -> AppLinkTarget {
        AppLinkTarget(platform: platform, urlText: text, appName: "App")
    }

    func link(_ targets: String?..., web: URL? = nil) -> AppLink {
        AppLink(sourceURL: source, targets: targets.map { target($0) }, webURL: web)
    }

    func page(_ tags: [(String, String?)], source: String = "https://example.com/page") throws -> AppLink {
        AppLink(
            sourceURL: try #require(URL(string: source)),
            metadata: PageMetadata(tags: tags.map { MetaTag(property: $0.0, content: $0.1) })
        )
    }

    /// As in Bolts' own tests, URLs with these beginnings open.
    let device = RecordingOpener(installed: ["bolts", "bolts2"])

    func navigate(
        _ link: AppLink,
        extras: [String: AppLinkValue] = [:],
        data: AppLinkData = AppLinkData(),
        options: AppLinkNavigationOptions = AppLinkNavigationOptions(device: .iphone)
    ) async throws -> AppLinkNavigationResult {
        try await AppLinkNavigation(appLink: link, extras: extras, appLinkData: data)
            .navigate(opener: device, options: options, events: events)
    }

    func parsed(_ result: AppLinkNavigationResult) throws -> AppLinkURL {
        try AppLinkURL(parsing: try #require(result.openedURL).text)
    }

    // MARK: - Bolts' own cases

    @Test(.tags(.oa28, .l5)) func askingForTheTypeOpensNothing() async throws {
        let stream = events.events()
        let type = try await AppLinkNavigation(appLink: link("bolts://")).preview(opener: device).type
        #expect(type == .app)
        #expect(device.openedURLs.isEmpty)
        events.post(MeasurementEvent(name: .linkParse))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next()?.name == .linkParse)
    }

    @Test(.tags(.oa29, .l5)) func oneTargetIsOpenedAndParsesBackToTheSource() async throws {
        let result = try await navigate(link("bolts://"))
        #expect(result.type == .app)
        #expect(device.openedURLs == [result.openedURL].compactMap { $0 })
        #expect(device.openedURLs.count == 1)
        let url = try parsed(result)
        #expect(url.targetURL == source)
        #expect(url.appLinkData == result.sentData)
        #expect(url.appLinkData?.version == "1.0")
        #expect(url.appLinkData?.userAgent == AppLinkNavigation.userAgent)
        #expect(url.appLinkExtras == [:])
        #expect(result.steps.map(\.outcome) == [.opened])
    }

    @Test(.tags(.oa30, .l5, .dl10)) func givenDataIsWritten() async throws {
        let data = AppLinkData(json: ["foo": "bar", "user_agent": "Mine", "target_url": "http://other.example/"])
        let url = try parsed(try await navigate(link("bolts://"), data: data))
        #expect(url.appLinkData?["foo"] == "bar")
        #expect(url.appLinkData?.userAgent == "Mine")
        #expect(url.targetURL == source)
    }

    @Test(.tags(.oa31, .l5, .dl10)) func givenExtrasAreWritten() async throws {
        let data = AppLinkData(json: ["extras": ["foo": "old", "kept": 1]])
        let url = try parsed(try await navigate(link("bolts://"), extras: ["foo": "bar"], data: data))
        #expect(url.appLinkExtras == ["foo": "bar", "kept": 1])
    }

    @Test(.tags(.oa33, .l5)) func theFirstTargetThatOpensIsUsed() async throws {
        let result = try await navigate(link("bolts://", "bolts2://"))
        #expect(result.type == .app)
        #expect(device.openedURLs.map(\.scheme) == ["bolts"])
        #expect(result.steps.count == 1)
    }

    @Test(.tags(.oa34, .l5)) func theSecondTargetIsTriedAfterTheFirst() async throws {
        let result = try await navigate(link("bolts3://", "bolts2://"))
        #expect(result.type == .app)
        #expect(device.openedURLs.map(\.scheme) == ["bolts2"])
        #expect(result.steps.map(\.outcome) == [.notOpenable, .opened])
        #expect(result.steps.map(\.urlText) == ["bolts3://", "bolts2://"])
    }

    @Test(.tags(.oa35, .l5)) func withoutTargetsTheWebURLIsOpenedWithData() async throws {
        let result = try await navigate(link(web: web))
        #expect(result.type == .browser)
        #expect(result.openedURL?.text.hasPrefix("http://www.example.com/web?al_applink_data=") == true)
        let url = try parsed(result)
        #expect(url.targetURL == source)
        #expect(url.appLinkData != nil)
    }

    @Test(.tags(.oa36, .ft10, .l5)) func withoutTargetsAndWebURLNavigationFails() async throws {
        let result = try await navigate(link())
        #expect(result.type == .failure)
        #expect(result.openedURL == nil)
        #expect(result.sentData == nil)
        #expect(device.openedURLs.isEmpty)
        #expect(result.steps.map(\.outcome) == [.noFallback])
    }

    @Test(.tags(.ft07, .l5, .dl9)) func unwritableDataOpensNothing() async throws {
        let stream = events.events()
        let task = AppLinkNavigation(appLink: link("bolts://", web: web), extras: ["x": .number(.nan)])
            .navigate(opener: device, events: events, cancellationToken: .none)
        await #expect(throws: AppLinkDataError.self) { try await task.value }
        #expect(device.openedURLs.isEmpty)
        var iterator = stream.makeAsyncIterator()
        let event = await iterator.next()
        #expect(event?.name == .navigateOut)
        #expect(event?.arguments["success"] == "0")
        #expect(event?.navigationType == "fail")
        #expect(event?.error?.contains("out of range") == true)
    }

    @Test(
        .tags(.ft08, .l5, .dl3),
        arguments: [
            ("bolts://", "https://w.example/", AppLinkNavigationType.app), ("bolts://", nil, .app),
            ("other://", "https://w.example/", .browser), ("other://", nil, .failure),
            (nil, "https://w.example/", .browser), (nil, nil, .failure), ("other://", "app://x", .failure),
        ] as [(String?, String?, AppLinkNavigationType)]
    )
    func typeFollowsFromTargetAndWebURL(targetText: String?, webText: String?, type: AppLinkNavigationType)
        async throws
    {
        let link = AppLink(
            sourceURL: try #require(URL(string: "app://source")),
            targets: [target(targetText)],
            webURL: webText.flatMap { URL(string: $0) }
        )
        let preview = try await AppLinkNavigation(appLink: link).preview(opener: device)
        #expect(preview.type == type)
        #expect(preview.isPreview)
        #expect(preview.event == nil)
        #expect(device.openedURLs.isEmpty)
        let result = try await navigate(link)
        #expect(result.type == type)
        #expect(result.openedURL == preview.openedURL)
        #expect(result.steps.map(\.outcome) == preview.steps.map(\.outcome))
    }

    // MARK: - Events

    @Test(
        .tags(.ft09, .l8),
        arguments: [
            ("bolts://", "https://w.example/", "app"), ("no://", "https://w.example/", "web"), ("no://", nil, "fail"),
        ] as [(String, String?, String)]
    )
    func everyOutcomePostsItsEvent(targetText: String, webText: String?, type: String) async throws {
        let stream = events.events()
        let link = link(targetText, web: webText.flatMap { URL(string: $0) })
        let result = try await navigate(link)
        var expected = [
            "sourceURL": "http://www.example.com/path", "sourceHost": "www.example.com",
            "sourceURLHost": "www.example.com", "sourceScheme": "http", "version": "1.0", "type": type,
            "success": type == "fail" ? "0" : "1",
        ]
        expected["outputURL"] = result.openedURL?.text
        expected["outputURLScheme"] = result.openedURL?.scheme.name
        events.post(MeasurementEvent(name: .linkParse))
        var iterator = stream.makeAsyncIterator()
        let event = await iterator.next()
        #expect(event?.name == .navigateOut)
        #expect(event?.arguments == expected)
        #expect(event == result.event)
        #expect(await iterator.next()?.name == .linkParse)
    }

    @Test(.tags(.ft09, .l8)) func returningToTheReferrerPostsItsOwnEvent() async throws {
        let data = AppLinkNavigation.callbackAppLinkData(
            appName: "Bolts",
            url: try #require(URL(string: "bolts://back"))
        )
        #expect(data.json == ["referer_app_link": ["app_name": "Bolts", "url": "bolts://back"]])
        let inbound = try parsed(try await navigate(link("bolts://"), data: data))
        #expect(inbound.appLinkReferrer?.targets.map(\.appName) == ["Bolts"])
        let back = try await navigate(try #require(inbound.appLinkReferrer))
        #expect(back.event?.name.rawValue == "al_ref_back_out")
        #expect(back.type == .app)
        #expect(back.openedURL?.text.hasPrefix("bolts://back?al_applink_data=") == true)
    }

    @Test(.tags(.ft09, .l8)) func openerErrorsAreReported() async throws {
        let result = try await AppLinkNavigation(appLink: link("bolts://", web: web))
            .navigate(opener: UnavailableOpener(), events: events)
        #expect(result.type == .failure)
        #expect(result.steps.map(\.outcome) == [.openerFailed, .openerFailed])
        #expect(result.event?.error == result.openerError)
        #expect(result.openerError?.contains("nothing opens URLs") == true)
    }

    @Test(.tags(.l8, .dl9)) func earlierErrorsDoNotFailANavigationThatOpened() async throws {
        let result = try await AppLinkNavigation(appLink: link("bad://", "bolts://"))
            .navigate(opener: FlakyOpener(failing: "bad", then: device), events: events)
        #expect(result.type == .app)
        #expect(result.steps.map(\.outcome) == [.openerFailed, .opened])
        #expect(result.openerError == nil)
        #expect(result.event?.error == nil)
    }

    // MARK: - Data

    @Test(.tags(.th9, .l4, .a4)) func extrasAreNotSentToTheWeb() async throws {
        let navigation = AppLinkNavigation(
            appLink: link("no://", web: web),
            extras: ["token": "secret"],
            appLinkData: AppLinkData(json: ["foo": "bar"])
        )
        var options = AppLinkNavigationOptions()
        let shy = try await navigation.navigate(opener: device, options: options, events: events)
        #expect(try parsed(shy).appLinkExtras == [:])
        #expect(try parsed(shy).appLinkData?["foo"] == "bar")
        #expect(shy.openedURL?.text.contains("secret") == false)
        options.webData = .all
        let open = try await navigation.navigate(opener: device, options: options, events: events)
        #expect(try parsed(open).appLinkExtras == ["token": "secret"])
        options.webData = .none
        let silent = try await navigation.navigate(opener: device, options: options, events: events)
        #expect(silent.openedURL?.text == web.absoluteString)
        #expect(silent.sentData == nil)
    }

    @Test(.tags(.th9, .l4)) func filePathsAreNotSent() async throws {
        let link = AppLink(
            sourceURL: URL(fileURLWithPath: "/home/me/page.html"),
            targets: [target("bolts://")],
            webURL: nil
        )
        let result = try await navigate(link)
        #expect(result.sentData?.targetURLText == nil)
        #expect(result.openedURL?.text.contains("home") == false)
    }

    @Test(
        .tags(.gx14, .gx15, .l3),
        arguments: ["bolts://", "bolts://x?", "bolts://x?a=1#f", "bolts://x?al_applink_data=old&b=2"]
    )
    func anySourceSurvivesAnyTarget(targetText: String) async throws {
        let text = "https://example.com/a+b?x=1&y=%F0%9F%8D%B2&z=c+d#frag"
        let link = AppLink(sourceURL: try #require(URL(string: text)), targets: [target(targetText)], webURL: nil)
        let extras: [String: AppLinkValue] = ["é&=#+": "🍲 a+b"]
        let url = try parsed(try await navigate(link, extras: extras))
        #expect(url.targetURL?.absoluteString == text)
        #expect(url.targetQueryParameters["y"] == "🍲")
        #expect(url.appLinkExtras == extras)
        #expect(url.inputQueryParameters["a"] == (targetText.contains("a=1") ? "1" : nil))
    }

    // MARK: - Cancellation

    @Test(.tags(.l5)) func cancellingWhileAnOpenerWorksOpensNoMore() async throws {
        let stalled = StalledOpener()
        let cancellation = CancellationTokenSource()
        let stream = events.events()
        let task = AppLinkNavigation(appLink: link("bolts://", web: web))
            .navigate(opener: stalled, events: events, cancellationToken: cancellation.token)
        await stalled.wasAsked()
        cancellation.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(task.isCancelled)
        await stalled.finish(opened: false)
        events.post(MeasurementEvent(name: .linkParse))
        var iterator = stream.makeAsyncIterator()
        #expect(await iterator.next()?.name == .linkParse)
        #expect(stalled.count == 1)
    }

    @Test(.tags(.l5)) func aCancelledNavigationOpensNothing() async throws {
        let cancellation = CancellationTokenSource()
        cancellation.cancel()
        let task = AppLinkNavigation(appLink: link("bolts://"))
            .navigate(opener: device, events: events, cancellationToken: cancellation.token)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(device.openedURLs.isEmpty)
    }

    @Test(.tags(.dl1)) func aTargetWithTwoParametersReadsBack() async throws {
        let page = try #require(URL(string: "https://example.com/page?a=1&b=2"))
        let result = try await navigate(
            AppLink(sourceURL: page, targets: [target("bolts://x?c=3")], webURL: nil),
            extras: ["q": "x&y=z+#?;"]
        )
        let url = try AppLinkURL(parsing: try #require(result.openedURL).text)
        #expect(url.targetURL == page)
        #expect(url.targetQueryParameters["b"] == "2")
        #expect(url.appLinkExtras == ["q": "x&y=z+#?;"])
        #expect(url.inputQueryParameters["c"] == "3")
        #expect(url.inputQueryParameters.parameters.count == 2)
    }

    @Test(.tags(.dl4)) func aTargetWithOnlyAStoreIDIsNeverOpened() async throws {
        let opener = RecordingOpener(installed: ["bolts", "(null)"])
        var storeOnly = link(nil)
        storeOnly.targets[0].appStoreID = "42"
        let result = try await AppLinkNavigation(appLink: storeOnly)
            .navigate(opener: opener, options: AppLinkNavigationOptions(device: .iphone), events: events)
        #expect(result.type == .failure)
        #expect(result.steps.first?.urlText == nil)
        #expect(opener.openedURLs.isEmpty)
    }

    @Test(.tags(.dl11)) func openingBlocksNoThreadAndFailuresAreReported() async throws {
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
        let failed = try await AppLinkNavigation(appLink: link("bolts://"))
            .navigate(opener: UnavailableOpener(), options: AppLinkNavigationOptions(device: .iphone), events: events)
        #expect(failed.type == .failure)
        #expect(failed.openerError != nil)
    }

    // MARK: - From a URL

    @Test(.tags(.oa37, .oa39, .l6)) func aURLIsResolvedAndFollowed() async throws {
        let resolver = CannedResolver(link: link("no://", "bolts://"))
        let result = try await AppLinkNavigation.navigate(
            to: source,
            extras: ["foo": "bar"],
            resolver: resolver,
            opener: device,
            events: events
        )
        #expect(result.type == .app)
        #expect(try parsed(result).appLinkExtras == ["foo": "bar"])
    }

    @Test(.tags(.oa43, .l6)) func resolverFailuresFailTheTask() async throws {
        let task = AppLinkNavigation.navigate(
            to: source,
            resolver: CannedResolver(link: nil),
            opener: device,
            options: AppLinkNavigationOptions(withoutLink: .fail),
            events: events,
            cancellationToken: .none
        )
        await #expect(throws: CannedResolver.Failure.self) { try await task.value }
        #expect(device.openedURLs.isEmpty)
    }
}
