import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation
import SwiftUI
import Testing

/// A window with a view that is evaluated again and again, as SwiftUI does.
@MainActor
private struct Window {
    private let seeIt: () -> Seen

    init(_ view: some View) {
        seeIt = {
            var seen = Seen()
            seen.look(at: view)
            return seen
        }
    }

    /// The visible parts, after SwiftUI has called the handlers of changes.
    func look() -> Seen {
        _ = seeIt()
        Changes.run()
        return seeIt()
    }
}

@MainActor
@Suite(.tags(.l9), .serialized, .timeLimit(.minutes(20))) struct BannerModifierTests {
    private let events = MeasurementEventCenter(notificationCenter: nil)

    init() {
        EnvironmentValues.played = EnvironmentValues()
        Changes.forget()
    }

    private func link(back urlText: String = "notes://back", name: String = "Notes") throws -> AppLinkURL {
        var data = AppLinkData()
        data.referrer = AppLinkReferrer(urlText: urlText, appName: name)
        return try AppLinkURL(parsing: try AppLinkDataCodec().encode(data, into: "recipes://42"))
    }

    @Test func onlyTheViewIsShownWithoutReferrer() {
        for link in [nil, AppLinkURL(text: "recipes://42", events: events)] {
            Changes.forget()
            let window = Window(Text(verbatim: "content").returnToReferrerBanner(for: link))
            let seen = window.look()
            #expect(seen.texts == ["content"] && seen.buttons.isEmpty)
        }
    }

    @Test func bannerIsALinkAndANamedCloseButton() throws {
        var options = ReturnToReferrerOptions(wording: .localized(for: ["de"]))
        options.staysClosed = false
        let window = Window(Text(verbatim: "content").returnToReferrerBanner(for: try link(), options: options))
        let seen = window.look()
        #expect(seen.texts == ["content", "Tippen, um zu Notes zurückzukehren"])
        #expect(seen.images == ["xmark"])
        #expect(seen.buttons.map(\.label) == ["Schließen", "Tippen, um zu Notes zurückzukehren"])
        #expect(seen.buttons.map(\.isLink) == [false, true])
        #expect(seen.isAnimated == true)
        #expect(seen.avoidsLeadingCorner)
    }

    @Test func bannerFollowsColorSchemeAndReduceMotion() throws {
        let link = try link()
        let window = Window(Text(verbatim: "content").returnToReferrerBanner(for: link))
        var backgrounds = [window.look().background]
        EnvironmentValues.played.colorScheme = .dark
        backgrounds.append(window.look().background)
        #expect(backgrounds[0] == Color(red: 0, green: 113.0 / 255, blue: 235.0 / 255))
        #expect(backgrounds[1] == Color(red: 11.0 / 255, green: 61.0 / 255, blue: 120.0 / 255))
        #expect(window.look().backgroundEdges == [.top, .horizontal])
        EnvironmentValues.played.reducesMotion = true
        #expect(window.look().isAnimated == false)
    }

    @Test func closeButtonCloses() throws {
        let link = try link()
        let window = Window(Text(verbatim: "content").returnToReferrerBanner(for: link))
        let seen = window.look()
        seen.buttons[0].tap()
        #expect(window.look().texts == ["content"])
    }

    @Test func tapOpensLinkAndBannerDisappears() async throws {
        let told = TaskCompletionSource<AppLinkNavigationType>()
        let link = try link()
        let view = Text(verbatim: "content").returnToReferrerBanner(for: link, events: events) { _, outcome in
            told.trySet(result: (try? outcome.get())?.type ?? .failure)
        }
        let window = Window(view)
        var opened: [URL] = []
        EnvironmentValues.played.openURL = OpenURLAction { url in
            opened.append(url)
            return .handled
        }
        let seen = window.look()
        seen.buttons[1].tap()
        #expect(try await told.task.value == .app)
        #expect(opened.map(\.scheme) == ["notes"])
        #expect(window.look().texts == ["content"])
    }

    @Test func givenOpenerReplacesTheEnvironments() async throws {
        let opener = RecordingOpener(installed: ["notes"])
        let told = TaskCompletionSource<Void>()
        let link = try link()
        let view = Text(verbatim: "content").returnToReferrerBanner(for: link, opener: opener, events: events) { _, _ in
            told.trySet(result: ())
        }
        let window = Window(view)
        window.look().buttons[1].tap()
        try await told.task.value
        #expect(opener.openedURLs.count == 1)
    }

    @Test func openedURLsReachTheInbox() throws {
        let inbox = AppLinkInbox()
        var seen = Seen()
        seen.look(at: Text(verbatim: "content").receivesAppLinks(into: inbox, events: events))
        let url = try #require(URL(string: "recipes://1"))
        let open = try #require(seen.openURL)
        open(url)
        #expect(inbox.count == 1 && seen.texts == ["content"])
    }

    @Test func theSameLinkShowsTheBannerAgainWhenItOpensTheAppAgain() async throws {
        struct Root: View {
            static var link: AppLinkURL?
            var body: some View { Text(verbatim: "content").returnToReferrerBanner(for: Self.link) }
        }
        let window = Window(Root())
        EnvironmentValues.played.openURL = OpenURLAction { _ in .handled }
        let url = try #require(URL(string: try link().inputText))
        for _ in 0..<2 {
            Root.link = AppLinkURL(inboundURL: url, sourceApplication: nil, events: events)
            let seen = window.look()
            #expect(seen.texts == ["content", "Touch to return to Notes"])
            // The user goes back, and the banner is gone.
            seen.buttons[1].tap()
            try await until { window.look().texts == ["content"] }
        }
    }

    @Test(.tags(.l5)) func webURLsOpenInsideTheAppWhereThatIsAsked() async throws {
        OpenURLAction.openedInApp = []
        let opener = EnvironmentOpener(OpenURLAction { _ in .discarded }, prefersInApp: true)
        #expect(try await opener.open(OpenableURL("https://example.com/")))
        #expect(try await !opener.open(OpenableURL("notes://1")))
        #expect(OpenURLAction.openedInApp.map(\.absoluteString) == ["https://example.com/"])
    }

    @Test(.tags(.l5)) func environmentOpenerReportsResultAndCancels() async throws {
        var opened: [URL] = []
        let opener = EnvironmentOpener(
            OpenURLAction { url in
                opened.append(url)
                return url.scheme == "notes" ? .handled : .discarded
            }
        )
        let token = CancellationTokenSource()
        #expect(try await opener.open(OpenableURL("notes://1"), cancellationToken: token.token).value)
        #expect(try await !opener.open(OpenableURL("mail://1"), cancellationToken: .none).value)
        #expect(try await opener.canOpen(OpenableURL("mail://1"), cancellationToken: .none).value)
        #expect(opened.count == 2)
        token.cancel()
        let task = opener.open(try OpenableURL("notes://1"), cancellationToken: token.token)
        #expect(task.isCancelled)
        for _ in 0..<10 { await Task.yield() }
        #expect(opened.count == 2)
        let target = AppLinkTarget(url: URL(string: "https://example.com/"))
        let web = opener.openInApp(try OpenableURL("https://example.com/"), target: target, cancellationToken: .none)
        #expect(try await !web.value)
    }
}
