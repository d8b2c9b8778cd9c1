import BoltsAppLinks
import BrowserDriver
import Foundation
import RecipeSite
import Testing

/// Takes the pictures for the documents, where BOLTS_SCREENSHOTS names a directory to put them.
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
            for (screen, width, height) in [("phone", 390, 844), ("desktop", 1_280, 800)] {
                for scheme in ["light", "dark"] {
                    try await browser.emulate(
                        width: width,
                        height: height,
                        isPhone: screen == "phone",
                        scale: screen == "phone" ? 2 : 1,
                        preferring: ["prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"]
                    )
                    let file = directory.appendingPathComponent("banner-\(screen)-\(scheme).png")
                    try await browser.screenshot().write(to: file)
                }
            }
        }
        try await server.stop()
        try await scratch.remove()
    }
}
