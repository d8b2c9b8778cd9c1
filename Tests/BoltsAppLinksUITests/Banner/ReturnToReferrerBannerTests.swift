import BoltsTasks
import AppLinkStubs
import BoltsAppLinks
import BoltsAppLinksUI
import Foundation
import Testing

/// Tests the effects of a tap, and their order.
@MainActor
@Suite(.tags(.l9), .timeLimit(.minutes(20))) struct ReturnToReferrerBannerTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)

    private func url(back urlText: String = "notes://back", name: String = "Notes") throws -> AppLinkURL {
        var data = AppLinkData()
        data.referrer = AppLinkReferrer(urlText: urlText, appName: name)
        return try AppLinkURL(parsing: try AppLinkDataCodec().encode(data, into: "recipes://42"))
    }

    private func banner(
        _ opener: any URLOpening,
        options: ReturnToReferrerOptions = ReturnToReferrerOptions()
    ) -> ReturnToReferrerBanner {
        ReturnToReferrerBanner(options: options, opener: opener, events: events)
    }

    @Test(.tags(.or01, .or05)) func incomingLinkWithReferrerShowsBanner() throws {
        let banner = banner(RecordingOpener(installed: []))
        #expect(!banner.isVisible && banner.text == nil && banner.absence == nil)
        banner.show(try url())
        #expect(banner.isVisible)
        #expect(banner.text?.description == "Touch to return to Notes")
        #expect(banner.absence == nil)
    }

    @Test(.tags(.or02, .or03, .or04)) func bannerIsAbsentWithoutURLOrNameAndSaysWhy() throws {
        let banner = banner(RecordingOpener(installed: []))
        banner.show(try url())
        banner.show(AppLinkURL(text: "recipes://42"))
        #expect(!banner.isVisible && banner.absence?.code == .noReferrer)
        banner.show(try url(back: ""))
        #expect(!banner.isVisible && banner.absence?.code == .noURL)
        banner.show(try url(name: ""))
        #expect(!banner.isVisible && banner.absence?.code == .noName)
        banner.show(nil)
        #expect(banner.absence?.code == .noReferrer)
        banner.show(referrerLink: try url().appLinkReferrer)
        #expect(banner.isVisible && banner.absence == nil)
        banner.show(referrerLink: nil)
        #expect(!banner.isVisible)
    }

    /// The arrival of the link identifies a visit, not its URL.
    @Test func aClosedBannerAppearsWithTheNextVisitOnly() throws {
        let banner = banner(RecordingOpener(installed: []), options: ReturnToReferrerOptions(staysClosed: false))
        let address = try #require(URL(string: try url().inputText))
        let first = AppLinkURL(inboundURL: address, sourceApplication: nil, events: events)
        banner.show(first)
        banner.close()
        banner.show(first)
        #expect(!banner.isVisible)
        let second = AppLinkURL(inboundURL: address, sourceApplication: nil, events: events)
        #expect(first != second && first.inputText == second.inputText)
        banner.show(second)
        #expect(banner.isVisible)
    }

    @Test func wordingAndSchemePolicyApply() throws {
        var options = ReturnToReferrerOptions(wording: .init(format: "‹ %@", closeLabel: "x"))
        options.navigation.schemePolicy.denied.insert("recipes")
        let banner = banner(RecordingOpener(installed: []), options: options)
        banner.show(try url())
        #expect(banner.text?.description == "‹ Notes")
        banner.show(try url(back: "recipes://back"))
        #expect(!banner.isVisible && banner.absence?.code == .schemeDenied)
    }

    @Test func tapCallsDelegateNavigatesAndDisappearsInOrder() async throws {
        let opener = RecordingOpener(installed: ["notes"])
        let banner = banner(opener)
        var seen: [String] = []
        let posted = events.events()
        banner.show(try url())
        banner.onChange = { seen.append("change: \($0.isVisible)") }
        banner.willNavigate = { seen.append("will: \($0.targets.count) \(opener.openedURLs.count)") }
        banner.didNavigate = { _, outcome in
            let type = (try? outcome.get())?.type == .app ? "app" : "other"
            seen.append("did: \(type) \(opener.openedURLs.count) \(banner.isVisible)")
        }
        let result = try await #require(banner.goBack(cancellationToken: .none)).value
        #expect(seen == ["will: 1 0", "did: app 1 true", "change: false"])
        #expect(result.openedURL?.scheme.name == "notes")
        #expect(!banner.isClosed)
        var iterator = posted.makeAsyncIterator()
        let event = try #require(await iterator.next())
        #expect(event.name == .navigateBackToReferrer && event.arguments["success"] == "1")
        banner.show(try url())
        #expect(banner.isVisible)
    }

    @Test func bannerDisappearsWhenNothingOpens() async throws {
        let banner = banner(RecordingOpener(installed: []))
        var outcome: AppLinkNavigationType?
        banner.didNavigate = { outcome = try? $1.get().type }
        banner.show(try url())
        let result = try await #require(banner.goBack(cancellationToken: .none)).value
        #expect(result.type == .failure && outcome == .failure)
        #expect(result.event?.name == .navigateBackToReferrer)
        #expect(!banner.isVisible && !banner.isClosed)
    }

    @Test func bannerDisappearsWhenDataCannotBeEncoded() async throws {
        let opener = RecordingOpener(installed: ["notes"])
        let banner = banner(opener)
        var error: (any Error)?
        banner.didNavigate = { if case .failure(let failure) = $1 { error = failure } }
        let page = try #require(URL(string: "https://example.com/" + String(repeating: "a", count: 70_000)))
        let target = AppLinkTarget(url: URL(string: "notes://back"), appName: "Notes")
        banner.show(referrerLink: AppLink(sourceURL: page, targets: [target], webURL: nil, isBackToReferrer: true))
        let task = try #require(banner.goBack(cancellationToken: .none))
        await #expect(throws: AppLinkDataError.self) { try await task.value }
        #expect(error is AppLinkDataError)
        #expect(!banner.isVisible && opener.openedURLs.isEmpty)
    }

    @Test func linkBackIsFollowedFromAsyncCode() async throws {
        let opener = RecordingOpener(installed: ["notes"])
        let banner = banner(opener)
        #expect(try await banner.goBack() == nil)
        banner.show(try url())
        let result = try #require(try await banner.goBack())
        #expect(result.type == .app && opener.openedURLs.count == 1 && !banner.isVisible)
    }

    @Test func cancellingTheCallerCancelsTheNavigationBack() async throws {
        let opener = StalledOpener()
        let banner = banner(opener)
        var outcomes: [any Error] = []
        banner.didNavigate = { if case .failure(let error) = $1 { outcomes.append(error) } }
        banner.show(try url())
        let caller = Task { try await banner.goBack() }
        await opener.wasAsked()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await opener.finish(opened: false)
        #expect(outcomes.count == 1 && outcomes.first is CancellationError)
        #expect(!banner.isVisible && opener.count == 1)
    }

    @Test func secondTapIsIgnoredAndLaterLinkStays() async throws {
        let opener = StalledOpener()
        let banner = banner(opener)
        banner.show(try url())
        let task = try #require(banner.goBack(cancellationToken: .none))
        #expect(banner.goBack(cancellationToken: .none) == nil && banner.isNavigating && banner.isVisible)
        await opener.wasAsked()
        banner.show(try url(back: "mail://", name: "Mail"))
        await opener.finish(opened: true)
        _ = try await task.value
        #expect(opener.count == 1)
        #expect(banner.referrer?.appName == "Mail" && !banner.isNavigating)
    }

    @Test func linkBackToPageOpensInBrowser() async throws {
        let opener = RecordingOpener(installed: [])
        let banner = banner(opener)
        banner.show(try url(back: "https://news.example/7", name: "News"))
        let result = try await #require(banner.goBack(cancellationToken: .none)).value
        #expect(result.type == .browser && opener.openedURLs.first?.host == "news.example")
    }

    @Test func theBannerStaysClosedForGoodOrUntilTheNextReferrer() throws {
        let forGood = banner(RecordingOpener(installed: []))
        forGood.show(try url())
        forGood.close()
        forGood.show(try url(name: "Mail"))
        #expect(!forGood.isVisible && forGood.isClosed && forGood.goBack() == nil)
        forGood.reopen()
        #expect(forGood.isVisible)

        let untilNext = banner(RecordingOpener(installed: []), options: .init(staysClosed: false))
        untilNext.show(try url())
        untilNext.close()
        untilNext.show(try url(name: "Mail"))
        #expect(untilNext.isVisible)
    }

    @Test func onChangeIsCalledOncePerVisibleChange() throws {
        let banner = banner(RecordingOpener(installed: []))
        var changes: [String?] = []
        banner.onChange = { changes.append($0.referrer?.appName) }
        banner.show(nil)
        banner.show(try url())
        banner.show(try url())
        banner.isHidden = true
        banner.isHidden = true
        banner.close()
        banner.isHidden = false
        banner.reopen()
        #expect(changes == ["Notes", nil, "Notes"])
    }

    @Test func showingURLPostsLinkParseForTheBanner() async throws {
        let banner = banner(RecordingOpener(installed: []))
        let posted = events.events()
        banner.show(reading: URL(string: try url().inputText))
        #expect(banner.isVisible)
        var iterator = posted.makeAsyncIterator()
        let event = try #require(await iterator.next())
        #expect(event.name == .linkParse && event.arguments["forRenderBackToReferrerBar"] == "1")
        banner.show(reading: nil)
        #expect(!banner.isVisible)
    }
}
