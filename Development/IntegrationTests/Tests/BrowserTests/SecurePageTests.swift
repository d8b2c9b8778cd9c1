import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import LoopbackServer
import Testing

extension BrowserTests {
    /// Tests pages over https: they are read through the proxy's tunnels, limited to the same addresses, and need a trusted
    /// certificate.
    @Suite(.enabled(if: SelfSignedCertificate.openssl != nil, "there is no openssl to make a certificate with"))
    struct SecurePages {
        private static let tag = "<meta property=al:ios:url content=a://here>"
        private static let script =
            "<script>document.head.insertAdjacentHTML('beforeend','<meta property=al:ios:url content=a://secure>')</script>"
        /// Names that exist only in this table, so only the proxy can know their addresses.
        private static let names = ["page.test": "127.0.0.1", "secret.test": "127.0.0.2"]

        private func certificate() async throws -> SelfSignedCertificate {
            try await SelfSignedCertificate(name: "page.test")
        }

        /// A server that no page may reach, at a different address from the allowed one.
        private func secret(_ certificate: SelfSignedCertificate? = nil) throws -> LoopbackServer {
            try LoopbackServer(address: 0x7f00_0002, certificate: certificate) { _, connection in
                connection.respond(
                    200,
                    ["Access-Control-Allow-Origin: *"],
                    body: "<meta property=al:ios:url content=a://secret>"
                )
            }
        }

        @Test(.tags(.l6), arguments: TestBrowser.installed)
        func httpsPagesAreRead(_ browser: TestBrowser) async throws {
            let size = 200_000
            let secure = try Pages(
                [
                    "/": Self.script + "<!--" + String(repeating: "x", count: size) + "-->", "/moved": "->/",
                    "/tag": Self.tag,
                    "/fetched": """
                    <script>
                    fetch('/tag').then(function (answer) { return answer.text() })
                        .then(function (text) { document.head.insertAdjacentHTML('beforeend', text) })
                    </script>
                    """,
                ],
                certificate: try await certificate()
            )
            let plain = try Pages(["/": "->\(secure.url("/moved", host: "page.test").absoluteString)"])
            let resolver = browser.resolver(hosts: Self.names) { $0.acceptsInsecureCertificates = true }
            for url in [secure.url("/", host: "page.test"), secure.url("/moved", host: "page.test"), plain.url("/")] {
                let page = try await resolver.page(at: url)
                #expect(page.metadata.tags.map(\.content) == ["a://secure"], "\(url)")
                #expect(page.fetched.response.url == secure.url("/", host: "page.test"))
                // Only the proxy counts bytes.
                #expect(page.fetched.byteCount > size)
            }
            #expect(try await resolver.tags(secure.url("/fetched", host: "page.test")) == ["al:ios:url=a://here"])
            #expect(try await resolver.tags(secure.url("/")) == ["al:ios:url=a://secure"])
            try await resolver.stop().value
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed)
        func untrustedCertificatesAreRefused(_ browser: TestBrowser) async throws {
            let secure = try Pages(["/": Self.tag], certificate: try await certificate())
            let place = secure.url("/", host: "page.test").absoluteString
            let plain = try Pages([
                "/": Self.tag, "/redirect": "->\(place)", "/script": "<script>location.href='\(place)'</script>",
            ])
            let resolver = browser.resolver(hosts: Self.names)
            for url in [secure.url("/", host: "page.test"), plain.url("/redirect"), plain.url("/script")] {
                // WebKitGTK stays at the page whose script led to such a place.
                if browser == .webKitGTK, url.path == "/script" {
                    let page = try await resolver.page(at: url)
                    #expect(page.metadata.tags == [] && page.fetched.response.url == url)
                    continue
                }
                let error = try await resolver.failure(url)
                #expect(error.code == .untrustedConnection, "\(url): \(error) \(error.detail ?? "")")
                #expect(error.description.contains("certificate"))
            }
            #expect(secure.requests.isEmpty)
            #expect(try await resolver.tags(plain.url("/")) == ["al:ios:url=a://here"])
            try await resolver.stop().value
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed)
        func httpsAddressesAreJudged(_ browser: TestBrowser) async throws {
            let certificate = try await certificate()
            let secret = try secret(certificate)
            let place = secret.url("/", host: "127.0.0.2").absoluteString
            let pages = try Pages(
                [
                    "/redirect": "->\(place)", "/script": "<script>location.href='\(place)'</script>",
                    "/refresh": "<meta http-equiv=refresh content='0;url=\(place)'>",
                    "/form": "<form method=post action='\(place)'></form><script>document.forms[0].submit()</script>",
                ],
                certificate: certificate
            )
            let resolver = browser.resolver(hosts: Self.names) {
                $0.acceptsInsecureCertificates = true
                // WebKit may wait until this limit, as the comment below says.
                if browser != .chromium { $0.pageTimeout = .seconds(40) }
            }
            var urls = [URL(string: place)!, secret.url("/", host: "secret.test")]
            urls += ["/redirect", "/script", "/refresh", "/form"].map { pages.url($0, host: "page.test") }
            for url in urls {
                // WebKit stays at a page that leads to such a place by itself, and WPE 2.38 may not answer any more.
                if browser != .chromium, ["/script", "/refresh", "/form"].contains(url.path) {
                    do {
                        let page = try await resolver.page(at: url)
                        #expect(page.metadata.tags == [] && page.fetched.response.url == url)
                    } catch let error as PageError {
                        #expect(error.code == .timedOut, "\(url): \(error)")
                    }
                    continue
                }
                let error = try await resolver.failure(url)
                let isSilent = browser == .wpe && url.path == "/redirect" && error.code == .timedOut
                #expect(error.code == .notReachableOrNotAllowed || isSilent, "\(url): \(error) \(error.detail ?? "")")
            }
            try await resolver.stop().value
            #expect(secret.connectionCount == 0)
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed)
        func subresourcesOfHTTPSPagesAreJudged(_ browser: TestBrowser) async throws {
            let certificate = try await certificate()
            let secret = try secret(certificate)
            let plainSecret = try self.secret()
            let loads = [secret.url("/x", host: "127.0.0.2"), plainSecret.url("/x", host: "127.0.0.2")].map { url in
                let place = url.absoluteString
                let socket = "ws" + place.dropFirst("http".count)
                return """
                    <link rel=preconnect href='\(place)'><link rel=dns-prefetch href='\(place)'>
                    <link rel=stylesheet href='\(place)'><img src='\(place)'><iframe src='\(place)'></iframe>
                    <script src='\(place)'></script><object data='\(place)'></object>
                    <script>
                    fetch('\(place)', {mode: 'no-cors'}).catch(function () {});
                    navigator.sendBeacon('\(place)', 'x');
                    try { new WebSocket('\(socket)') } catch (refused) {}
                    try { new EventSource('\(place)') } catch (refused) {}
                    try { new Worker(URL.createObjectURL(new Blob(["fetch('\(place)')"]))) } catch (refused) {}
                    try { var x = new XMLHttpRequest(); x.open('GET', '\(place)', false); x.send() } catch (refused) {}
                    </script>
                    """
            }
            let pages = try Pages(["/": loads.joined() + Self.tag], certificate: certificate)
            let url = pages.url("/", host: "page.test")
            let resolver = browser.resolver(hosts: Self.names) { $0.acceptsInsecureCertificates = true }
            #expect(try await resolver.tags(url) == ["al:ios:url=a://here"])
            // A request that has begun continues until the browser has ended.
            try await resolver.stop().value
            #expect(secret.connectionCount == 0 && plainSecret.connectionCount == 0)

            // If the address is allowed, the same page reaches it.
            let open = browser.resolver(hosts: Self.names) {
                $0.acceptsInsecureCertificates = true
                $0.addressPolicy = .publicOnly.allowing(HostAddressRange("127.0.0.0/30")!)
            }
            #expect(try await open.tags(url) == ["al:ios:url=a://here"])
            #expect(!secret.requests.isEmpty)
            try await open.stop().value
        }
    }
}
