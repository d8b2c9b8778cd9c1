#if canImport(UIKit)
import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation
import Testing
import UIKit

extension ScreenTests {
    @MainActor
    @Suite struct SceneTests {
        private let inbox = AppLinkInbox()
        private let events = MeasurementEventCenter(notificationCenter: nil)

        private func activity(_ type: String, _ url: String?) -> NSUserActivity {
            let activity = NSUserActivity(activityType: type)
            activity.webpageURL = url.flatMap { URL(string: $0) }
            return activity
        }

        private func taken() -> [String] {
            let taken = Taken()
            inbox.setHandler { @MainActor in taken.texts.append($0.inputText) }.dispose()
            return taken.texts
        }

        @Test func connectingSceneAddsEachLinkOnce() throws {
            let url = try #require(URL(string: "recipes://1"))
            let options = UIScene.ConnectionOptions(
                contexts: [UIOpenURLContext(given: url)],
                activities: [
                    activity(NSUserActivityTypeBrowsingWeb, "https://example.com/2"), activity("com.example.edit", nil),
                ]
            )
            #expect(inbox.receive(options, events: events) == 2)
            #expect(taken() == ["recipes://1", "https://example.com/2"])
        }

        @Test func connectedSceneAddsLinksInStableOrder() throws {
            let urls = try ["recipes://2", "recipes://1"].map { try #require(URL(string: $0)) }
            #expect(inbox.receive(Set(urls.map { UIOpenURLContext(given: $0) }), events: events) == 2)
            #expect(taken() == ["recipes://1", "recipes://2"])
        }

        @Test func eventNamesTheSourceApplication() async throws {
            let url = try #require(URL(string: Incoming.link().inputText))
            let posted = events.events()
            inbox.receive([UIOpenURLContext(given: url, sender: "com.example.notes")], events: events)
            var iterator = posted.makeAsyncIterator()
            #expect(await iterator.next()?.name == .linkParse)
            #expect(await iterator.next()?.sourceApplication == "com.example.notes")
        }
    }
}

@MainActor
private final class Taken {
    var texts: [String] = []
}
#endif
