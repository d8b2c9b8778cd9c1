@_spi(Bolts) import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import LoopbackServer
import Synchronization
import Testing

extension BrowserTests {
    /// Tests that Chromium sends no requests of its own while it reads a page: only the page's requests leave the machine.
    @Suite(.enabled(if: TestBrowser.installed.contains(.chromium), "Chromium is not installed")) struct OwnRequests {
        /// A table of names for tests, which records the look-ups.
        private final class NotedHosts: HostResolving {
            private let names = Mutex<Set<String>>([])

            var asked: Set<String> { names.withLock { $0 } }

            func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
                names.withLock { _ = $0.insert(host) }
                return BoltsTask(result: HostAddress("127.0.0.1").map { [$0] } ?? [])
            }
        }

        private func resolver(_ hosts: NotedHosts) -> BrowserAppLinkResolver {
            Leftovers.useOwnDirectory
            var options = BrowserOptions()
            options.browser = .chromium
            options.concurrency = 1
            options.pageTimeout = .seconds(300)
            options.startTimeout = .seconds(600)
            options.settleTimeout = .seconds(120)
            // This gives Chromium time for its own requests.
            options.patience = .seconds(3)
            options.addressPolicy = .publicOnly.allowing(HostAddressRange("127.0.0.1/32")!)
            return BrowserAppLinkResolver(options: options, hosts: hosts)
        }

        /// Forms of several kinds, a password, text in another language and a misspelled word, and a download.
        private static let tempting = """
            <html lang=da><form action=/x><input name=name autocomplete=name><input name=email type=email>
            <input name=tel type=tel><input name=address autocomplete=street-address><input name=cc autocomplete=cc-number>
            </form><form action=/login><input name=user><input type=password name=password></form>
            <textarea spellcheck=true autofocus>mispeled wrods</textarea><p>Rødgrød med fløde, smørrebrød og æbleskiver.
            <a href=/download download>x</a><script>document.querySelector('a').click();
            document.querySelector('input').focus()</script>
            """

        @Test(.tags(.th80, .l7)) func nothingOfTheBrowsersOwnLeaves() async throws {
            let pages = try Pages(["/": Self.tempting])
            let hosts = NotedHosts()
            let resolver = resolver(hosts)
            let page = try await resolver.page(at: pages.url("/", host: "page.test"))
            try await resolver.stop().value
            // Chromium's own requests change from version to version; their hosts are not even looked up.
            #expect(hosts.asked == ["page.test"])
            #expect(!page.refusedHosts.contains { $0.hasPrefix("page.test:") })
            print("Chromium wanted for itself: \(page.refusedHosts)")
        }

        /// Scripts, frames, workers, sockets and redirects of other hosts are the page's own requests.
        @Test(.tags(.th80, .l7)) func everythingThatThePageAsksForIsReached() async throws {
            let table = Mutex<[String: String]>([:])
            let server = try LoopbackServer { request, connection in
                let path = String(request.target.prefix { $0 != "?" })
                let allowed = ["Access-Control-Allow-Origin: *"]
                let body = table.withLock { $0[path] }
                if let body, body.hasPrefix("->") {
                    connection.redirect(to: String(body.dropFirst(2)))
                } else if path.hasSuffix(".js") {
                    connection.respond(200, allowed + ["Content-Type: text/javascript"], body: body ?? "")
                } else {
                    connection.respond(200, allowed + ["Content-Type: text/html; charset=utf-8"], body: body ?? "ok")
                }
            }
            func place(_ host: String, _ path: String) -> String { server.url(path, host: host).absoluteString }
            table.withLock { table in
                table["/start"] = "->" + place("page.test", "/page")
                table["/page"] = """
                    <script>
                    var missing = 4;
                    function done() {
                      missing -= 1;
                      if (missing == 0) {
                        document.head.insertAdjacentHTML('beforeend', '<meta property=al:ios:url content=a://all>');
                      }
                    }
                    addEventListener('message', done);
                    var source = "fetch('\(place("worker.test", "/w"))').then(function () { postMessage(1) })";
                    new Worker(URL.createObjectURL(new Blob([source]))).onmessage = done;
                    fetch('\(place("hop.test", "/hop"))', {mode: 'no-cors'}).then(done);
                    </script>
                    <script src='\(place("cdn.test", "/done.js"))'></script>
                    <iframe src='\(place("frame.test", "/frame"))'></iframe>
                    """
                table["/hop"] = "->" + place("target.test", "/ok")
                table["/done.js"] = "done()"
                table["/frame"] = """
                    <script>fetch('\(place("inner.test", "/i"))').then(function () { parent.postMessage(1, '*') })</script>
                    """
            }
            let hosts = NotedHosts()
            let resolver = resolver(hosts)
            let page = try await resolver.page(at: server.url("/start", host: "start.test"))
            try await resolver.stop().value
            #expect(page.metadata.tags.map(\.content) == ["a://all"], "\(server.requests.map(\.target))")
            let expected = ["start", "page", "worker", "hop", "target", "cdn", "frame", "inner"].map { $0 + ".test" }
            #expect(hosts.asked == Set(expected))
        }
    }
}
