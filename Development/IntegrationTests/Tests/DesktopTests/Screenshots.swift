import BoltsAppLinks
import BrowserDriver
import Foundation
import RecipeSite
import Testing

/// Takes the pictures for the documents, if `BOLTS_SCREENSHOTS` names a directory for them.
@Suite(.timeLimit(.minutes(20)), .enabled(if: ProcessInfo.processInfo.environment["BOLTS_SCREENSHOTS"] != nil))
struct Screenshots {
    private static let request =
        "/recipe/42?al_applink_data=%7B%22referer_app_link%22%3A%7B%22app_name%22%3A%22Notes%22%2C"
        + "%22url%22%3A%22notes%3A%2F%2Fback%22%7D%7D"

    @Test func take() async throws {
        let directory = URL(fileURLWithPath: ProcessInfo.processInfo.environment["BOLTS_SCREENSHOTS"] ?? "")
        let scratch = try Scratch()
        let site = RecipeSite(events: MeasurementEventCenter(notificationCenter: nil))
        let server = try await WebServer { site.respond(origin: $0, request: $1) }
        try await Browser.run(Browser.Options(profile: scratch.url)) { browser in
            try await browser.open(server.origin + Self.request)
            for scheme in ["light", "dark"] {
                try await browser.emulate(
                    width: 390,
                    height: 844,
                    isPhone: true,
                    scale: 2,
                    preferring: ["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"]
                )
                try await browser.screenshot().write(to: directory.appendingPathComponent("banner-phone-\(scheme).png"))
            }
        }
        try await server.stop()
        try await scratch.remove()
    }
}
