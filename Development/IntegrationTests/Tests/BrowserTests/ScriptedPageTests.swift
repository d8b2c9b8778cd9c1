import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import Testing

private func tag(_ content: String) -> String { "<meta property=\"al:ios:url\" content=\"\(content)\">" }

/// JavaScript that adds a tag to the head.
private func adding(_ content: String) -> String {
    "var m=document.createElement('meta');m.setAttribute('property','al:ios:url');m.content='\(content)';document.head.appendChild(m)"
}

extension BrowserTests {
    /// The pages, whose tags after running the scripts must be returned.
    @Suite struct ScriptedPages {
        private static let pages: [String: String] = [
            "/inline": "<script>\(adding("a://inline"))</script>",
            "/written": "<script>document.write('<meta property=\"al:ios:url\" content=\"a://written\">')</script>",
            "/rewritten": "\(tag("a://old"))<script>document.querySelector('meta').content='a://new'</script>",
            "/removed": "\(tag("a://gone"))<script>document.querySelector('meta').remove()</script>",
            "/late": "<script>setTimeout(function(){\(adding("a://late"))},400)</script>",
            "/onload": "<script>onload=function(){\(adding("a://onload"))}</script>",
            "/fetched":
                "<script>fetch('/data').then(function(r){return r.text()}).then(function(t){\(adding("a://fetched"))})</script>",
            "/data": "x",
            "/streamed": "<main>page</main><div hidden>\(tag("a://streamed"))</div>",
            "/moved": "<script>setTimeout(function(){location.href='/inline'},50)</script>",
            "/redirected": "->/inline",
            "/none": "<p>nothing",
            "/template": "<template>\(tag("a://template"))</template>\(tag("a://real"))",
            "/noscript": "<noscript>\(tag("a://noscript"))</noscript>\(tag("a://real"))",
            "/shadow":
                "<div id=d></div><script>d.attachShadow({mode:'open'}).innerHTML='\(tag("a://shadow"))'</script>\(tag("a://real"))",
            "/both":
                "<meta property='al:ios:url' name='al:android:url' content='a://both'><meta name=al:web:url><meta PROPERTY='AL:x' content=no>",
            "/clobbered":
                "<img name=querySelectorAll><img name=characterSet><img name=readyState><form name=documentElement></form>\(tag("a://clobbered"))",
            "/images": "\(tag("a://images"))<img src=/hang><iframe src=/hang></iframe>",
            "/alert": "<script>alert(1)</script>\(tag("a://alert"))",
            "/leaving":
                "<script>onbeforeunload=function(e){e.preventDefault();return 'x'}</script>\(tag("a://leaving"))",
        ]

        @Test(.tags(.l6), arguments: TestBrowser.installed)
        func tagsAddedByScriptsAreRead(_ browser: TestBrowser) async throws {
            let pages = try Pages(Self.pages)
            // On a busy machine scripts run late, and pages without tags take the whole limit.
            let resolver = browser.resolver {
                $0.patience = .seconds(5)
                $0.settleTimeout = .seconds(30)
            }
            for (path, expected) in [
                ("/inline", ["a://inline"]), ("/written", ["a://written"]), ("/rewritten", ["a://new"]),
                ("/removed", []), ("/late", ["a://late"]), ("/onload", ["a://onload"]), ("/fetched", ["a://fetched"]),
                ("/streamed", ["a://streamed"]), ("/moved", ["a://inline"]), ("/redirected", ["a://inline"]),
                ("/none", []), ("/template", ["a://real"]), ("/noscript", ["a://real"]), ("/shadow", ["a://real"]),
                ("/clobbered", ["a://clobbered"]), ("/images", ["a://images"]), ("/alert", ["a://alert"]),
                ("/leaving", ["a://leaving"]),
            ] {
                let found = try await resolver.tags(pages.url(path))
                #expect(found == expected.map { "al:ios:url=\($0)" }, "\(path)")
            }
            let both = try await resolver.tags(pages.url("/both"))
            #expect(both == ["al:ios:url=a://both", "al:android:url=a://both", "al:web:url=nil"])
            let strict = try await browser.resolver(strict: true).tags(pages.url("/both"))
            #expect(strict == ["al:ios:url=a://both"])
            try await resolver.stop().value
        }

        @Test(.tags(.l6), arguments: TestBrowser.installed)
        func requestedAndFinalURLsAreReported(_ browser: TestBrowser) async throws {
            let pages = try Pages(Self.pages)
            let resolver = browser.resolver()
            let page = try await resolver.page(at: pages.url("/redirected"))
            #expect(page.link.sourceURL == pages.url("/redirected"))
            #expect(page.fetched.response.url == pages.url("/inline"))
            #expect(page.metadata.encoding == "UTF-8")
            try await resolver.stop().value
        }

        @Test(.tags(.l7)) func errorStatusesAreErrors() async throws {
            guard TestBrowser.installed.contains(.chromium) else { return }
            let pages = try Pages([:])
            let resolver = TestBrowser.chromium.resolver()
            let error = try await resolver.failure(pages.url("/gone"))
            #expect(error.code == .httpStatus && error.httpStatus == 404)
            try await resolver.stop().value
        }
    }
}
