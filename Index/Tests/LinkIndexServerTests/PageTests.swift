@_spi(Bolts) import BoltsSiteCheck
import Foundation
import HTTPTypes
import HummingbirdTesting
import LinkIndexServer
import LinkIndexTestSupport
import Testing

/// The page on which people ask for a link.
@Suite(.timeLimit(.minutes(20)))
struct PageTests {
    private static let check = "/check?url=\(encoded(ServerFixture.page))"

    @Test func asksForALinkAndShowsTheAnswer() async throws {
        try await ServerFixture.run { server in
            Self.serveFiles(server)
            try await server.routes { client in
                let form = try await client.execute(uri: "/", method: .get)
                #expect(form.status == .ok && form.text.contains("<form action=\"/check\" method=\"get\""))
                let answer = try await client.execute(uri: Self.check, method: .get)
                #expect(answer.status == .ok)
                #expect(answer.headers[.cacheControl]?.hasPrefix("public, max-age=") == true)
                let parts = [
                    "<h1>https://a.example/1</h1>", "Opens an app", "Stays in the browser",
                    "assetlinks-fingerprint-lowercase",
                    "<mark>", "R2TQ9MZ7K4.example.a", "<a href=\"/v1/links?url=https%3A%2F%2Fa%2Eexample%2F1\">",
                    "value=\"https://a.example/1\"", "<main>", "<header>", "<footer>",
                ]
                for part in parts { #expect(answer.text.contains(part), "\(part)") }
                for response in [form, answer] {
                    #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                    #expect(
                        response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'; style-src 'sha256-")
                            == true
                    )
                    #expect(!response.text.contains("<script") && !response.text.contains(" style="))
                    #expect(response.body.readableBytes <= 60_000)
                }
                // A link may be pasted with blanks around it and without its scheme.
                let other = try await client.execute(uri: "/check?url=%20a.example%2F1%0A", method: .get)
                #expect(other.text.contains("<h1>https://a.example/1</h1>"))
            }
        }
    }

    private static func serveFiles(_ server: ServerFixture, app: String = "R2TQ9MZ7K4.example.a") {
        let root = "https://a.example/.well-known/"
        let apple = #"{"applinks": {"details": [{"appIDs": ["\#(app)"], "components": [{"/": "/1"}]}]}}"#
        server.sites.set(root + "apple-app-site-association", FakeSites.Document(apple))
        let print = Array(repeating: "5f", count: 32).joined(separator: ":")
        let android = """
            [{"relation": ["delegate_permission/common.handle_all_urls"],
              "target": {"namespace": "android_app", "package_name": "example.a",
                "sha256_cert_fingerprints": ["\(print)"]}}]
            """
        server.sites.set(root + "assetlinks.json", FakeSites.Document(android))
    }

    @Test func aHostileSiteCannotWriteIntoIt() async throws {
        let attack = #"</pre></title><script>alert(1)</script><img src=x onerror=alert(1)>'\" onfocus=alert(1) \u202E"#
        try await ServerFixture.run { server in
            Self.serveFiles(server, app: attack)
            for name in ["assetlinks.json", "windows-app-web-link"] {
                server.sites.set(
                    "https://a.example/.well-known/\(name)",
                    FakeSites.Document("[{\"relation\": [\"\(attack)\"]}]")
                )
            }
            server.sites.set(
                ServerFixture.page,
                FakeSites.Document(
                    "<meta property=al:ios:url content=\"a://<script>\"><meta property=al:ios:app_name content='<b>x'>"
                )
            )
            try await server.routes { client in
                for query in [
                    encoded(ServerFixture.page), encoded("https://a.example/<script>\"'>?<img>"),
                    encoded("\"><script>"),
                ] {
                    let page = try await client.execute(uri: "/check?url=\(query)", method: .get).text
                    #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"))
                    #expect(!page.contains("\u{202E}") && !page.contains("onerror=alert(1)>"))
                    // Each element of the page is one that the page writes itself.
                    let names = Set(page.matches(of: /<([a-zA-Z][a-zA-Z0-9]*)/).map { String($0.1) })
                    let known: Set<String> = [
                        "html", "head", "meta", "title", "style", "body", "header", "form", "label", "input", "button",
                        "main", "h1",
                        "h2", "h3", "p", "div", "article", "span", "pre", "code", "mark", "figure", "figcaption", "a",
                        "details",
                        "summary", "ul", "li", "strong", "footer",
                    ]
                    #expect(names.isSubset(of: known), "\(names.subtracting(known))")
                }
            }
        }
    }

    @Test func whatCannotBeAnsweredIsSaidOnAPage() async throws {
        var options = IndexServerOptions()
        options.requestsPerMinute = 4
        try await ServerFixture.run(options) { server in
            try await server.sockets { client in
                let cases = [
                    ("", 400, "No link"), ("%20", 400, "No link"), ("ftp%3A%2F%2Fa.example", 400, "Unusable URL"),
                    ("%FF", 400, "UTF-8"),
                ]
                for (text, status, title) in cases {
                    let response = try await client.execute(uri: "/check?url=\(text)", method: .get)
                    #expect(response.status.code == status && response.text.contains(title), "\(text)")
                    #expect(response.headers[.contentType] == "text/html; charset=utf-8")
                }
                var last = try await client.execute(uri: Self.check, method: .get)
                for _ in 0..<20 where last.status == .ok {
                    last = try await client.execute(uri: Self.check, method: .get)
                }
                #expect(last.status == .tooManyRequests && last.headers[.retryAfter] != nil)
            }
        }
    }

    @Test func whereKeysAreRequiredItNeedsOne() async throws {
        var options = IndexServerOptions()
        options.keys = .required
        try await ServerFixture.run(options) { server in
            let key = try await server.addKey("a")
            try await server.routes { client in
                let without = try await client.execute(uri: Self.check, method: .get)
                #expect(without.status == .unauthorized && without.headers[.wwwAuthenticate] == "Bearer")
                let with = try await client.execute(
                    uri: Self.check,
                    method: .get,
                    headers: [.authorization: "Bearer \(key.text)"]
                )
                #expect(with.status == .ok && with.headers[.cacheControl]?.hasPrefix("private, ") == true)
                #expect(with.headers[.vary] == "Authorization")
            }
        }
    }

    @Test func anOperatorCanTurnItOff() async throws {
        var options = IndexServerOptions()
        options.hasPage = false
        try await ServerFixture.run(options) { server in
            try await server.routes { client in
                for (path, status) in [("/", 400), (Self.check, 404), ("/?ids=\(encoded(ServerFixture.page))", 200)] {
                    let response = try await client.execute(uri: path, method: .get)
                    #expect(response.status.code == status, "\(path)")
                }
            }
        }
    }
}
