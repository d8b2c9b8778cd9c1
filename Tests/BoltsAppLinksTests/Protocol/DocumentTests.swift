import BoltsAppLinks
import BoltsTasks
import Foundation
import Synchronization
import Testing

/// What Bolts' documents show of App Links, in our names: each example compiles and does what its text says.
@Suite(.timeLimit(.minutes(20)))
struct DocumentTests {
    private let events = MeasurementEventCenter(notificationCenter: NotificationCenter())

    private struct Index: AppLinkResolving {
        func appLink(for url: URL, cancellationToken: CancellationToken) -> BoltsTask<AppLink> {
            let target = AppLinkTarget(url: URL(string: "example://profiles/7"), appName: "Example")
            return BoltsTask(result: AppLink(sourceURL: url, targets: [target], webURL: url))
        }
    }

    @Test func anIncomingLinkIsHandled() throws {
        let data = AppLinkData(json: [
            "target_url": "https://example.com/profiles/7?query=abc",
            "extras": ["fb_access_token": "t0kEn", "referer": ["name": "Other"]],
        ])
        let url = try #require(
            URL(string: try AppLinkDataCodec().encode(data, into: "example://app/profiles?query=xyz"))
        )

        let parsedURL = AppLinkURL(inboundURL: url, sourceApplication: "com.example.other", events: events)

        // Use the target URL from the App Link to locate content.
        #expect(parsedURL.targetURL?.pathComponents[1] == "profiles")
        // You can also check the query string easily.
        #expect(parsedURL.targetQueryParameters["query"] == "abc")
        // Apps with existing deep links may instead look at the input URL.
        #expect(parsedURL.inputURL?.pathComponents[1] == "profiles")
        #expect(parsedURL.inputQueryParameters["query"] == "xyz")
        // Apps can easily check the extras and App Link data as well.
        #expect(parsedURL.appLinkExtras?["fb_access_token"]?.string == "t0kEn")
        #expect(parsedURL.appLinkExtras?["referer"]?["name"] == "Other")
    }

    @Test func navigatingToAURL() async throws {
        let url = try #require(URL(string: "https://example.com/profiles/7"))
        let opener = RecordingOpener(installed: ["example"])
        let result = try await AppLinkNavigation.navigate(to: url, resolver: Index(), opener: opener, events: events)
        #expect(result.type == .app)
        #expect(opener.openedURLs.count == 1)
    }

    @Test func addingAppAndNavigationData() async throws {
        let url = try #require(URL(string: "https://example.com/profiles/7"))
        let opener = RecordingOpener(installed: ["example"])
        let events = events
        let result = try await Index().appLink(for: url, cancellationToken: .none).continueOnSuccessWithTask { link in
            let navigation = AppLinkNavigation(
                appLink: link,
                extras: ["access_token": "t0kEn"],
                appLinkData: AppLinkData(json: ["ref": "12345"])
            )
            return navigation.navigate(opener: opener, events: events)
        }.value
        let received = try AppLinkURL(parsing: try #require(result.openedURL).text)
        #expect(received.appLinkExtras == ["access_token": "t0kEn"])
        #expect(received.appLinkData?["ref"] == "12345")
    }

    @Test func returningToTheReferrer() async throws {
        let back = try #require(URL(string: "notes://back"))
        let data = AppLinkNavigation.callbackAppLinkData(appName: "Notes", url: back)
        #expect(data.json == ["referer_app_link": ["app_name": "Notes", "url": "notes://back"]])
        let link = try await Index().appLink(for: try #require(URL(string: "https://example.com/")))
        let opened = try await AppLinkNavigation(appLink: link, appLinkData: data)
            .navigate(opener: RecordingOpener(installed: ["example"]), events: events)
        let received = try AppLinkURL(parsing: try #require(opened.openedURL).text)
        #expect(received.appLinkReferrer?.targets.map(\.appName) == ["Notes"])
    }

    @Test
    func everyDocumentedEventFieldIsPosted() async throws {
        let notifications = NotificationCenter()
        let center = MeasurementEventCenter(notificationCenter: notifications)
        let heard = Mutex<[String: [String: String]]>([:])
        let observer = notifications.addObserver(forName: MeasurementEvent.notificationName, object: nil, queue: nil) {
            note in
            guard let name = note.userInfo?[MeasurementEvent.eventNameKey] as? String,
                let data = note.userInfo?[MeasurementEvent.eventArgumentsKey] as? [String: String]
            else { return }
            // Integrate to your logging/analytics component.
            heard.withLock { $0[name] = data }
        }
        defer { notifications.removeObserver(observer) }
        let data = AppLinkNavigation.callbackAppLinkData(
            appName: "Notes",
            url: try #require(URL(string: "notes://back"))
        )
        let link = try await Index().appLink(for: try #require(URL(string: "https://example.com/a")))
        let opener = RecordingOpener(installed: ["example", "notes"])
        let out = try await AppLinkNavigation(appLink: link, appLinkData: data).navigate(opener: opener, events: center)
        let incoming = AppLinkURL(
            inboundText: try #require(out.openedURL).text,
            sourceApplication: "com.example.other",
            events: center
        )
        let referrer = try #require(incoming.appLinkReferrer)
        _ = try await AppLinkNavigation(appLink: referrer).navigate(opener: opener, events: center)

        let seen = heard.withLock { $0 }
        #expect(Set(seen.keys) == ["al_link_parse", "al_nav_in", "al_nav_out", "al_ref_back_out"])
        let navigatedIn = try #require(seen["al_nav_in"])
        for field in [
            "inputURL", "inputURLScheme", "refererURL", "referrerURL", "refererAppName", "referrerAppName",
            "sourceApplication", "targetURL", "version",
        ] {
            #expect(navigatedIn[field]?.isEmpty == false, "\(field)")
        }
        for name in ["al_nav_out", "al_ref_back_out"] {
            let navigatedOut = try #require(seen[name])
            for field in [
                "outputURL", "outputURLScheme", "sourceURL", "sourceURLHost", "sourceHost", "sourceScheme", "success",
                "type", "version",
            ] {
                #expect(navigatedOut[field]?.isEmpty == false, "\(name) \(field)")
            }
            #expect(navigatedOut["success"] == "1" && navigatedOut["type"] == "app")
        }
    }
}
