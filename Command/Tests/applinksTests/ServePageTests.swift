import Foundation
import Testing

/// Tests the page of `applinks serve` in a real browser.
@Suite(
    .enabled(if: Chromedriver.path != nil, "there is no chromedriver on this machine"),
    .timeLimit(.minutes(20))
) struct ServePageTests {
    @Test func thePageFollowsTheFolderAndKeepsOpenWhatIsOpen() async throws {
        let site = try Scratch(["a.html": "<title>a</title>", "b.html": "<title>b</title>"])
        let profile = try Scratch()
        let server = try await RunningServer(site.url.path)
        let browser = try await Chromedriver(profile: profile.url)
        try await browser.open(server.origin + "/_applinks/")
        // The folder names no app, as the answers say; there is no other mistake.
        #expect(try await browser.text("document.querySelectorAll('.finding').length") == "0")
        #expect(
            try await browser.text("document.querySelector('.answers .closed').textContent").contains("link-no-app")
        )
        #expect(try await browser.text("document.querySelectorAll('details').length") == "2")
        _ = try await browser.text("document.getElementById('/b.html').open = true")

        try site.file("b.html", "<meta name=apple-itunes-app content='app-id=abc'>")
        try await browser.wait(until: "document.querySelector('.finding')?.textContent.includes('banner-app-id')")
        #expect(try await browser.text("document.getElementById('/b.html').open") == "true")
        #expect(try await browser.text("document.getElementById('/a.html').open") == "false")
        #expect(try await browser.text("document.title").contains("1 error"))

        try site.file("b.html", "<title>b</title>")
        try site.file("c.html", "<title>c</title>")
        try await browser.wait(until: "document.getElementById('/c.html') && !document.querySelector('.finding')")

        // The page is no wider than a phone, and loads nothing from other servers.
        let isNarrow = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        #expect(try await browser.text(isNarrow) == "true")
        let own = "performance.getEntriesByType('resource').every((entry) => entry.name.startsWith(location.origin))"
        #expect(try await browser.text(own) == "true")
        try await browser.close()
    }
}
