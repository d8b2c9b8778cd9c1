import BoltsAppLinks
import BoltsAppLinksUI
import BoltsTasks
import Foundation

/// A desktop app that is opened by a link: it shows the way back, and takes it as if its user had tapped.
///
/// It prints a line for each event.
@main
struct ReceivingApp {
    @MainActor
    static func main() async throws {
        let events = MeasurementEventCenter(notificationCenter: nil)
        var seen = events.events().makeAsyncIterator()
        let url = AppLinkURL(inboundText: CommandLine.arguments[1], sourceApplication: nil, events: events)
        for _ in 1...2 { say("event", await seen.next()?.name.rawValue ?? "") }
        say("target", url.targetURLText)

        let banner = ReturnToReferrerBanner(events: events)
        banner.onChange = { banner in say("banner", banner.text?.description ?? "(gone)") }
        banner.show(url)
        guard let result = try await banner.goBack() else {
            return say("banner", "\(banner.absence?.description ?? "")")
        }
        say("event", await seen.next()?.name.rawValue ?? "")
        say("opened by", "\(result.type)")
        say("opened", result.openedURL?.text ?? "nothing")
    }

    static func say(_ what: String, _ text: String) { print("\(what): \(text)") }
}
