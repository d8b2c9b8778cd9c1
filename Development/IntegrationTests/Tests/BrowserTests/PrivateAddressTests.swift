import BoltsAppLinks
import BoltsBrowsers
import BoltsWebView
import BoltsTasks
import Foundation
import LoopbackServer
import Testing

extension BrowserTests {
    /// Tests that a page, its redirects and its scripts reach no private address.
    @Suite struct PrivateAddresses {
        private static let tag = "<meta property=al:ios:url content=a://here>"

        /// A server that no page may reach, at a different address from the allowed one.
        private func secret() throws -> LoopbackServer {
            try LoopbackServer(address: 0x7f00_0002) { _, connection in
                connection.respond(
                    200,
                    ["Access-Control-Allow-Origin: *"],
                    body: "<meta property=al:ios:url content=a://secret>"
                )
            }
        }

        @Test(.tags(.th60, .l7), arguments: TestBrowser.installed)
        func pagesAndRedirectsReachNoPrivateAddress(_ browser: TestBrowser) async throws {
            let secret = try secret()
            let place = secret.url("/", host: "127.0.0.2").absoluteString
            let secure = place.replacingOccurrences(of: "http:", with: "https:")
            let pages = try Pages([
                "/redirect": "->\(place)", "/redirect-https": "->\(secure)",
                "/script": "<script>location.href='\(place)'</script>",
                "/script-late": "<script>setTimeout(function(){location.replace('\(place)')},150)</script>",
                "/refresh": "<meta http-equiv=refresh content='0;url=\(place)'>",
                "/form": "<form method=post action='\(place)'></form><script>document.forms[0].submit()</script>",
            ])
            let resolver = browser.resolver(hosts: ["secret.test": "127.0.0.2", "rebound.test": "10.0.0.1"]) {
                // Every page navigates away, however late.
                $0.patience = .seconds(30)
                $0.settleTimeout = .seconds(60)
            }
            var places = [
                place, secure, "http://secret.test:\(secret.port)/", "http://rebound.test/",
                "http://[::1]:\(secret.port)/",
            ]
            places += ["/redirect", "/redirect-https", "/script", "/script-late", "/refresh", "/form"]
                .map { pages.url($0).absoluteString }
            for text in places {
                let error = try await resolver.failure(URL(string: text)!)
                #expect(error.code == .notReachableOrNotAllowed, "\(text): \(error) \(error.detail ?? "")")
            }
            #expect(secret.connectionCount == 0)
            try await resolver.stop().value
        }

        @Test(.tags(.th60, .l7), arguments: TestBrowser.installed)
        func subresourcesReachNoPrivateAddress(_ browser: TestBrowser) async throws {
            let secret = try secret()
            let place = secret.url("/x", host: "127.0.0.2").absoluteString
            let socket = place.replacingOccurrences(of: "http:", with: "ws:")
            let localhost = "http://localhost:\(secret.port)/x"
            let loads = [
                "style": "<link rel=stylesheet href='\(place)'>",
                "hints":
                    "<link rel=preconnect href='\(place)'><link rel=dns-prefetch href='\(place)'><link rel=prefetch href='\(place)'>",
                "image": "<img src='\(place)'>", "frame": "<iframe src='\(place)'></iframe>",
                "script": "<script src='\(place)'></script>", "video": "<video src='\(place)'></video>",
                "object": "<object data='\(place)'></object>",
                "fetch": "<script>fetch('\(place)', {mode: 'no-cors'})</script>",
                "localhost": "<script>fetch('\(localhost)', {mode: 'no-cors'})</script>",
                "beacon": "<script>navigator.sendBeacon('\(place)', 'x')</script>",
                "socket": "<script>new WebSocket('\(socket)')</script>",
                "events": "<script>new EventSource('\(place)')</script>",
                "worker": "<script>new Worker(URL.createObjectURL(new Blob([\"fetch('\(place)')\"])))</script>",
                "request":
                    "<script>try{var x=new XMLHttpRequest();x.open('GET','\(place)',false);x.send()}catch(e){}</script>",
            ]
            var table: [String: String] = [:]
            for (name, load) in loads { table["/\(name)"] = load + Self.tag }
            table["/all"] = loads.values.sorted().joined() + Self.tag
            let pages = try Pages(table)
            // `localhost` leads to the secret place here, and would lead past the proxy by the habits of browsers.
            let resolver = browser.resolver(hosts: ["localhost": "127.0.0.2"])
            for path in table.keys.sorted() {
                do {
                    let tags = try await resolver.tags(pages.url(path))
                    #expect(tags == ["al:ios:url=a://here"], "\(path)")
                } catch let error as PageError where error.code == .browserFailed && browser == .wpe {
                    // WPE 2.38 crashes after some refusals. It is then replaced, and the important checks are below.
                    print("\(path): \(error.detail ?? "")")
                }
            }
            // A request that has begun continues until the browser has ended.
            try await resolver.stop().value
            #expect(secret.connectionCount == 0)
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed) func webRTCSendsNoUDP(_ browser: TestBrowser) async throws {
            let udp = try DatagramSocket()
            let pages = try Pages([
                "/": """
                <script>
                try {
                    var c = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:\(udp.port)'}]});
                    c.createDataChannel('x');
                    c.createOffer().then(function (o) { return c.setLocalDescription(o) });
                } catch (e) {}
                setTimeout(function () { document.head.insertAdjacentHTML('beforeend', '\(Self.tag)') }, 700);
                </script>
                """
            ])
            let resolver = browser.resolver {
                $0.patience = .seconds(30)
                $0.settleTimeout = .seconds(60)
            }
            #expect(try await resolver.tags(pages.url("/")) == ["al:ios:url=a://here"])
            try await resolver.stop().value
            #expect(!udp.hasReceived)
        }
    }
}
