import BoltsAppLinks
import BoltsTasks
import BrowserDriver
import Foundation
import RecipeSite
import Synchronization
import Testing

/// Tests the whole way of a link on a desktop: from a page into an app and back to the page, and from an app to a page and back.
///
/// The tests are skipped if Chromium, its driver, Xvfb, GIO or xdg-utils is not installed, unless `BOLTS_REQUIRE_DESKTOP` is set.
@Suite(
    .serialized,
    .timeLimit(.minutes(20)),
    .enabled(if: Requirement.desktop == nil || Requirement.areRequired, Comment(rawValue: Requirement.desktop ?? ""))
)
struct RoundTripTests {
    /// Runs a test with a screen, a site that records its requests, a home, and a browser in the home.
    private func run(_ body: (Browser, WebServer, DesktopHome, Log) async throws -> Void) async throws {
        guard let server = Programs.find("Xvfb") else { throw ProgramError(Requirement.desktop ?? "") }
        let screen = try RunningProgram(
            server,
            ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            environment: ProcessInfo.processInfo.environment
        )
        do {
            let display = try await screen.output { $0.hasSuffix("\n") }.value
            try await run(display: ":" + display.trimmingCharacters(in: .whitespacesAndNewlines), body)
        } catch {
            await screen.stop()
            throw error
        }
        await screen.stop()
    }

    private func run(
        display: String,
        _ body: (Browser, WebServer, DesktopHome, Log) async throws -> Void
    ) async throws {
        let log = Log()
        let site = RecipeSite(events: log.events)
        let server = try await WebServer { origin, request in
            log.append(request.target)
            return site.respond(origin: origin, request: request)
        }
        let home = try DesktopHome(display: display, origin: server.origin)
        var options = Browser.Options(profile: home.scratch.url)
        options.display = display
        options.environment = home.environment
        do {
            try await Browser.run(options) { try await body($0, server, home, log) }
        } catch {
            try await server.stop()
            for log in ["app.log", "app.part", "browser.log"] {
                if let text = home.scratch.read(log) { print("\(log):\n\(text)") }
            }
            try await home.scratch.remove()
            throw error
        }
        try await server.stop()
        _ = try await eventually("the end of every process") { try home.scratch.processes().isEmpty ? true : nil }
        try await home.scratch.remove()
        #expect(!FileManager.default.fileExists(atPath: home.scratch.url.path))
    }

    /// The requests to the site, and the events that it posted.
    private final class Log: Sendable {
        let events = MeasurementEventCenter(notificationCenter: nil)
        private let targets = Mutex<[String]>([])

        func append(_ target: String) { targets.withLock { $0.append(target) } }
        var pages: [String] { targets.withLock { $0.filter { $0.hasPrefix("/recipe") } } }
    }

    @Test func aClickOnAPageStartsTheAppWhoseBannerLeadsBackToThePage() async throws {
        try await run { browser, server, home, log in
            var posted = log.events.events().makeAsyncIterator()
            let page = server.origin + "/recipe/42"
            try await browser.open(page)
            #expect(log.pages == ["/recipe/42"])
            try await browser.click("#app")

            let parsed = try await eventually("the app's reading of its link") { () -> AppLinkValue? in
                guard let text = home.scratch.read("parsed"), text.hasSuffix("\n") else { return nil }
                return try JSONDecoder().decode(AppLinkValue.self, from: Data(text.utf8))
            }
            #expect(parsed["target_url"]?.string == page)
            #expect(parsed["referrer"]?["app_name"]?.string == "Recipes on the web")
            #expect(parsed["referrer"]?["url"]?.string == page)
            let argument = home.scratch.read("argument") ?? ""
            #expect(argument.hasPrefix("recipes://42?al_applink_data=%7B"))

            let said = try await eventually("the app's end") { home.scratch.read("app.log") }
            let lines = said.split(separator: "\n").map(String.init)
            #expect(
                lines.prefix(7) == [
                    "event: al_link_parse", "event: al_nav_in", "target: " + page,
                    "banner: Touch to return to Recipes on the web", "banner: (gone)", "event: al_ref_back_out",
                    "opened by: browser",
                ],
                "\(said)"
            )
            let opened = try #require(lines.last?.split(separator: " ", maxSplits: 1).last.map(String.init))

            let back = try await eventually("the request that leads back") { log.pages.dropFirst().first }
            #expect(server.origin + back == opened)
            let arrival = try AppLinkURL(parsing: server.origin + back)
            #expect(arrival.targetURL?.absoluteString == page)
            #expect(arrival.appLinkData?.userAgent == AppLinkNavigation.userAgent)
            #expect(await posted.next()?.name == .linkParse)
            #expect(await posted.next()?.name == .navigateIn)
            let windows = try await eventually("the page in the browser") {
                try await browser.get("/window/handles").array.flatMap { $0.count == 2 ? $0 : nil }
            }
            let first = try await browser.get("/window")
            let new = try #require(windows.first { $0 != first })
            try await browser.post("/window", ["handle": new])
            _ = try await eventually("the page's title") {
                try await browser.get("/title").string == "Apple pie" ? true : nil
            }
            #expect(try await browser.url() == opened)
        }
    }

    @Test func anAppThatFollowsALinkWithoutThePagesAppReachesThePageWhoseBannerLeadsBackToIt() async throws {
        try await run { browser, server, home, log in
            // No app opens `recipes:` here.
            try home.scratch.write(
                "data/applications/bolts-app.desktop",
                (home.scratch.read("data/applications/bolts-app.desktop") ?? "")
                    .replacingOccurrences(of: "x-scheme-handler/recipes;", with: "")
            )
            try home.scratch.write(
                "config/mimeapps.list",
                (home.scratch.read("config/mimeapps.list") ?? "")
                    .replacingOccurrences(of: "x-scheme-handler/recipes=bolts-app.desktop\n", with: "")
            )
            let tool = try RunningProgram(
                URL(fileURLWithPath: DesktopHome.products + "/applinks"),
                [
                    "open", server.origin + "/recipe/42", "--allow-private", "--json", "--referrer-name", "Notes",
                    "--referrer-url", "notes://note/7", "--timeout", "300", "--response-timeout", "300",
                    "--connect-timeout", "300",
                ],
                environment: ProcessInfo.processInfo.environment.merging(home.environment) { $1 }
            )
            let report = try await tool.output { _ in false }.value
            #expect(report.contains(#""type":"browser""#) || report.contains(#""type" : "browser""#), "\(report)")
            await tool.stop()

            let windows = try await eventually("the page in the browser") {
                try await browser.get("/window/handles").array.flatMap { $0.count == 2 ? $0 : nil }
            }
            let first = try await browser.get("/window")
            try await browser.post("/window", ["handle": try #require(windows.first { $0 != first })])
            let words = try await eventually("the banner") {
                try await browser.value("document.querySelector('.al-return-link')?.innerText").string
            }
            #expect(words == "Touch to return to Notes")
            try await browser.click(".al-return-link")

            let argument = try await eventually("the app, back again") { () -> String? in
                home.scratch.read("app.log") == nil ? nil : home.scratch.read("argument")
            }
            #expect(argument.hasPrefix("notes://note/7?al_applink_data=%7B"))
            let text = home.scratch.read("parsed") ?? ""
            let parsed = try JSONDecoder().decode(AppLinkValue.self, from: Data(text.utf8))
            #expect(parsed["data"]?["target_url"]?.string == "notes://note/7")
            let complaints = try await browser.complaints()
            #expect(complaints.allSatisfy { $0.contains("Launched external handler") }, "\(complaints)")
        }
    }
}
