import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import Testing

extension BrowserTests {
    /// Tests that each page has its own context, which no other page reaches, and which ends with the page.
    @Suite struct PageIsolation {
        private static func tag(_ content: String) -> String { "<meta property=al:ios:url content='\(content)'>" }

        /// A script that leaves everything behind that a page can leave.
        private static let leaving = """
            <script>
            document.cookie = 'left=1';
            window.name = 'left';
            try { localStorage.left = 1; sessionStorage.left = 1 } catch (refused) {}
            (async function () {
                try { await (await caches.open('left')).put('/x', new Response('left')) } catch (refused) {}
                try {
                    await new Promise(function (done, fail) {
                        var request = indexedDB.open('left', 1);
                        request.onupgradeneeded = function () { request.result.createObjectStore('left') };
                        request.onsuccess = done;
                        request.onerror = fail;
                    });
                } catch (refused) {}
                try {
                    await navigator.serviceWorker.register('/worker.js');
                    await navigator.serviceWorker.ready;
                } catch (refused) {}
                document.head.insertAdjacentHTML('beforeend', "\(tag("left"))");
            })();
            </script>
            """
        /// A script that reports what it finds.
        private static let finding = """
            <script>
            (async function () {
                var found = [document.cookie, window.name];
                try { found.push(localStorage.left || '', sessionStorage.left || '') } catch (refused) {}
                try { found.push((await caches.keys()).join()) } catch (refused) {}
                try { found.push((await indexedDB.databases()).map(function (d) { return d.name }).join()) } catch (refused) {}
                try { found.push('' + (await navigator.serviceWorker.getRegistrations()).length) } catch (refused) {}
                var m = document.createElement('meta');
                m.setAttribute('property', 'al:ios:url');
                m.content = 'found:' + found.join('').replace(/0/g, '');
                document.head.appendChild(m);
            })();
            </script>
            """
        private static let worker = """
            self.addEventListener('install', function () { self.skipWaiting() });
            self.addEventListener('activate', function (event) { event.waitUntil(self.clients.claim()) });
            self.addEventListener('fetch', function (event) {
                event.respondWith(new Response("\(tag("hijacked"))", {headers: {'Content-Type': 'text/html'}}));
            });
            """

        @Test(.tags(.th63, .l7), arguments: TestBrowser.installed)
        func pagesShareNoState(_ browser: TestBrowser) async throws {
            let pages = try Pages(["/leave": Self.leaving, "/find": Self.finding, "/worker.js": Self.worker])
            let other = try Pages(["/": "<p>another origin</p>" + Self.tag("other")])
            let resolver = browser.resolver {
                $0.patience = .seconds(30)
                $0.settleTimeout = .seconds(60)
            }
            for _ in 0..<2 {
                #expect(try await resolver.tags(pages.url("/leave")) == ["al:ios:url=left"])
                #expect(try await resolver.tags(pages.url("/find")) == ["al:ios:url=found:"])
                // This page has another origin, so that no previous page affects it.
                #expect(try await resolver.tags(other.url("/")) == ["al:ios:url=other"])
            }
            // A worker's answer does not come from the server.
            #expect(pages.requests.count { $0 == "/find" } == 2)
            try await resolver.stop().value
        }

        @Test(.tags(.th61, .th62, .l7), arguments: TestBrowser.installed)
        func otherProcessesCannotReachTheBrowser(_ browser: TestBrowser) async throws {
            let pages = try Pages(["/": "<script src=/hang></script>"])
            let resolver = browser.resolver()
            let source = CancellationTokenSource()
            let task = resolver.page(at: pages.url("/"), cancellationToken: source.token)
            while !pages.requests.contains("/hang") { try await Task.sleep(for: .milliseconds(5)) }
            let network = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/net")
            for id in Leftovers.processIDs() {
                // A process that has just ended has no namespace.
                guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/ns/net"),
                    own == network
                else { continue }
                // Without its own namespace, Chromium at least listens on no port.
                #expect(Sockets.listening(of: id).isEmpty || browser != .chromium, "\(id)")
                #expect(!Namespaces.areAvailable, "\(id) is in the network of everybody")
            }
            source.cancel()
            #expect(task.isCancelled)
            try await resolver.stop().value
        }

        @Test(.tags(.th64, .l7), arguments: TestBrowser.installed)
        func aPageThatTakesTooMuchMemoryIsEnded(_ browser: TestBrowser) async throws {
            let pages = try Pages([
                "/":
                    "<script>var a=[];function f(){a.push(new Uint8Array(32<<20).fill(1));setTimeout(f,0)}f()</script>",
                "/plain": Self.tag("plain"),
            ])
            let resolver = browser.resolver {
                $0.memoryLimit = 700 << 20
                $0.pageTimeout = .seconds(600)
                $0.patience = .seconds(500)
                $0.settleTimeout = .seconds(550)
            }
            let error = try await resolver.failure(pages.url("/"))
            #expect(error.code == .browserLimitExceeded, "\(error) \(error.detail ?? "")")
            #expect(try await resolver.tags(pages.url("/plain")) == ["al:ios:url=plain"])
            try await resolver.stop().value
            #expect(Leftovers.processes() == [])
        }

        @Test(.tags(.th68, .l7), arguments: TestBrowser.installed)
        func endingTheWatcherEndsTheBrowser(_ browser: TestBrowser) async throws {
            let pages = try Pages(["/": "<script src=/hang></script>", "/plain": Self.tag("plain")])
            for signal in [SIGTERM, SIGKILL] {
                let resolver = browser.resolver()
                let asked = pages.requests.count { $0 == "/hang" }
                let task = resolver.page(at: pages.url("/"), cancellationToken: .none)
                while pages.requests.count(where: { $0 == "/hang" }) == asked {
                    try await Task.sleep(for: .milliseconds(5))
                }
                let watchers = Watchers.ofThisProcess()
                #expect(!watchers.isEmpty)
                for watcher in watchers { kill(watcher, signal) }
                await #expect(throws: PageError.self) { try await task.value }
                #expect(try await resolver.tags(pages.url("/plain")) == ["al:ios:url=plain"])
                try await resolver.stop().value
                #expect(Leftovers.processes() == [] && Leftovers.directories() == [])
            }
        }
    }
}
