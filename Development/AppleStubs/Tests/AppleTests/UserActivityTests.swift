import BoltsAppLinks
import Foundation
import Testing

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

@Suite struct UserActivityTests {
    private func receives(_ type: String, _ url: String?) -> (isLink: Bool, count: Int) {
        let inbox = AppLinkInbox()
        let activity = NSUserActivity(activityType: type)
        activity.webpageURL = url.flatMap { URL(string: $0) }
        let isLink = inbox.receive(activity, events: MeasurementEventCenter(notificationCenter: nil))
        return (isLink, inbox.count)
    }

    @Test func universalLinkIsReceivedOnPhoneAndMac() {
        #expect(receives(NSUserActivityTypeBrowsingWeb, "https://example.com/") == (true, 1))
    }

    @Test func thePageThatLeadHereReachesTheEvent() throws {
        let recorded = RecordedEvents()
        let data = AppLinkData(json: ["target_url": "https://recipes.example/cake"])
        let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
        activity.webpageURL = URL(string: try AppLinkDataCodec().encode(data, into: "https://recipes.example/"))
        activity.referrerURL = URL(string: "https://blog.example/post")
        #expect(AppLinkInbox().receive(activity, events: recorded.center))
        #expect(recorded.events.map(\.referrerURL) == ["https://blog.example/post", "https://blog.example/post"])
    }

    @Test func otherActivitiesAreIgnored() {
        #expect(receives("com.example.edit", "https://example.com/") == (false, 0))
        #expect(receives(NSUserActivityTypeBrowsingWeb, nil) == (false, 0))
    }
}
