import BoltsAppLinks
import BoltsAppLinksUI
import Foundation

// The samples of the documentation comments; Scripts/check-samples.py holds the two against each other.

@MainActor
enum ReturnToReferrerSamples {
    static func read(_ url: URL) {
        let url = AppLinkURL(inboundURL: url, sourceApplication: nil)
        if let referrer = try? ReturnToReferrer(url) {
            print(referrer.text())  // Touch to return to Notes
            print(referrer.destination)  // notes://back
        }
    }

    static func opened(_ referrer: ReturnToReferrer) throws -> OpenableURL {
        let url = try referrer.openedURL()  // notes://back?al_applink_data=%7B…%7D
        return url
    }

    static func explain(_ url: AppLinkURL) {
        do { _ = try ReturnToReferrer(url) } catch { print(error) }  // the sender told no name: …
    }

    static func options() -> ReturnToReferrerOptions {
        var options = ReturnToReferrerOptions(wording: .localized(for: Bundle.main.preferredLocalizations))
        options.closing = .untilNextReferrer
        options.navigation.schemePolicy.denied.insert("myapp")  // a way back into this very app is none
        return options
    }

    static func text() {
        let text = ReturnToReferrerText(format: "Touch to return to %@", appName: "Notes")
        print(text)  // Touch to return to Notes
        print(text.before, "<bdi>", text.appName, "</bdi>")  // the parts, which are not escaped
    }

    static func wording() -> [ReturnToReferrerWording] {
        let wording = ReturnToReferrerWording(format: "Back to %@", closeLabel: "Close")
        let localized = ReturnToReferrerWording.localized(for: Bundle.main.preferredLocalizations)
        return [wording, localized]
    }

    static func layout(_ banner: ReturnToReferrerBanner) {
        let layout = ReturnToReferrerLayout(
            width: 390,
            textHeight: 15,
            safeArea: .init(top: 59),
            isVisible: banner.isVisible
        )
        print(layout.height)  // 91: the text, a margin above and below it, and the safe area
    }

    static func show(_ url: URL, draw: @escaping (ReturnToReferrerText?) -> Void) {
        let banner = ReturnToReferrerBanner()
        banner.onChange = { banner in draw(banner.text) }  // nil: nothing to show
        banner.show(AppLinkURL(inboundURL: url, sourceApplication: nil))
        banner.goBack()  // as the user taps it
    }
}
