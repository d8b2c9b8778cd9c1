@_spi(Bolts) import BoltsSiteCheck
import Foundation
import HTTPTypes
import LinkIndexServer
import LinkIndexTestSupport
import Testing

/// Tests the page with the form for a link.
@Suite(.timeLimit(.minutes(20))) struct PageTests {
    private static let check = "/check?url=\(encoded(ServerFixture.page))"

    @Test func asksForALinkAndShowsTheAnswer() async throws {
        try await ServerFixture.run { server in
            Self.serveFiles(server)
            try await server.routes { client in
                let form = try await client.get("/")
                #expect(form.status == .ok && form.text.contains("<form action=\"/check\" method=\"get\""))
                let answer = try await client.get(Self.check)
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
                for text in [
                    "%20a.example%2F1%0A", "+A.EXAMPLE%2F1+", "HTTPS%3A%2F%2Fa.example%2F1",
                    "Look+at+this%3A+https%3A%2F%2Fa.example%2F1",
                ] {
                    let other = try await client.get("/check?url=\(text)")
                    #expect(other.text.lowercased().contains("<h1>https://a.example/1</h1>"), "\(text)")
                }
            }
        }
    }

    private static func serveFiles(_ server: ServerFixture, app: String = "R2TQ9MZ7K4.example.a") {
        let root = "https://a.example/.well-known/"
        let apple = #"{"applinks": {"details": [{"appIDs": ["\#(app)"], "components": [{"/": "/1"}]}]}}"#
        server.sites.set(root + "apple-app-site-association", apple)
        let print = Array(repeating: "5f", count: 32).joined(separator: ":")
        let android = """
            [{"relation": ["delegate_permission/common.handle_all_urls"],
              "target": {"namespace": "android_app", "package_name": "example.a",
                "sha256_cert_fingerprints": ["\(print)"]}}]
            """
        server.sites.set(root + "assetlinks.json", android)
    }

    @Test func aHostileSiteCannotWriteIntoIt() async throws {
        let attack = #"</pre></title><script>alert(1)</script><img src=x onerror=alert(1)>'\" onfocus=alert(1) \u202E"#
        try await ServerFixture.run { server in
            Self.serveFiles(server, app: attack)
            for name in ["assetlinks.json", "windows-app-web-link"] {
                server.sites.set("https://a.example/.well-known/\(name)", "[{\"relation\": [\"\(attack)\"]}]")
            }
            server.sites.set(
                ServerFixture.page,
                "<meta property=al:ios:url content=\"a://<script>\"><meta property=al:ios:app_name content='<b>x'>"
            )
            try await server.routes { client in
                for query in [
                    encoded(ServerFixture.page), encoded("https://a.example/<script>\"'>?<img>"),
                    encoded("\"><script>"),
                ] {
                    let page = try await client.get("/check?url=\(query)").text
                    #expect(!page.contains("<script") && !page.contains("<img") && !page.contains("<b>"))
                    #expect(!page.contains("\u{202E}") && !page.contains("onerror=alert(1)>"))
                    // The page has only elements that it writes itself.
                    let names = Set(page.matches(of: /<([a-zA-Z][a-zA-Z0-9]*)/).map { String($0.1) })
                    let known: Set<String> = [
                        "html", "head", "meta", "title", "style", "body", "header", "form", "label", "input", "button",
                        "main", "h1", "h2", "h3", "p", "div", "article", "span", "pre", "code", "mark", "figure",
                        "figcaption", "a", "details", "summary", "ul", "li", "strong", "footer",
                    ]
                    #expect(names.isSubset(of: known), "\(names.subtracting(known))")
                }
            }
        }
    }

    /// Each file and tag has the maximum size that is read, and only characters that are longer in HTML.
    @Test func itHas60kBAtMostWhateverTheSiteHas() async throws {
        func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let odd = many("'&<>", 400)
        let ids = (0..<200).map { "\"R2TQ9MZ7K4.\($0)\(odd)\"" }.joined(separator: ",")
        let paths = (0..<40).map { "{\"/\": \"/\($0)\(odd)\", \"comment\": \"\(odd)\"}" }.joined(separator: ",")
        let statement = { (number: Int) in
            """
            {"relation": ["delegate_permission/common.handle_all_urls\(odd)"], "target": {"namespace": "android_app",
            "package_name": "a.\(number)\(odd)", "sha256_cert_fingerprints": ["\(odd)"]}}
            """
        }
        let files = [
            "apple-app-site-association":
                "{\"applinks\": {\"details\": [{\"appIDs\": [\(ids)], \"components\": [\(paths)]}]}}",
            "assetlinks.json": "[\((0..<80).map(statement).joined(separator: ",\n"))]",
            "windows-app-web-link": "[{\"packageFamilyName\": \"\(odd)\", \"paths\": [\"\(many(odd, 20))\"]}]",
        ]
        let tags = (0..<20).map {
            "<meta property=al:ios:url content=\"a\($0)://\(odd)\"><meta property=al:ios:app_name content=\"\(odd)\">"
        }
        let links = [
            ServerFixture.page, "https://a.example/?" + many("&'", 3_900), "https://a.example/?" + many("%26", 2_600),
            many("&<\"'", 2_500), "ftp://" + many("'", 160_000), many("e\u{301}", 400) + many("\u{301}", 30_000),
        ]
        try await ServerFixture.run(.with { $0.requestsPerMinute = 0 }) { server in
            for (name, text) in files {
                server.sites.set("https://a.example/.well-known/\(name)", text)
            }
            for link in links { server.sites.set(link, tags.joined()) }
            try await server.routes { client in
                for link in links {
                    let page = try await client.get("/check?url=\(encoded(link))")
                    #expect(page.body.readableBytes <= 60_000, "\(link.prefix(60))")
                    #expect(page.text.hasSuffix("</html>\n"))
                }
                // A part without room is omitted completely, and the page says so.
                let page = try await client.get(Self.check).text
                #expect(page.contains("The same answer as JSON") && page.contains("class=\"word\""))
                #expect(page.matches(of: /<details/).count == page.matches(of: /<\/details>/).count)
            }
        }
    }

    @Test func whatCannotBeAnsweredIsSaidOnAPage() async throws {
        try await ServerFixture.sockets(.with { $0.requestsPerMinute = 9 }) { _, client in
            let cases = [
                ("", 400, "No link"), ("%20", 400, "No link"), ("ftp%3A%2F%2Fa.example", 400, "Unusable URL"),
                ("%FF", 400, "UTF-8"), ("a.example+1", 400, "has a blank"),
                ("a%3A%2F%2F1", 400, "begins with the scheme a."),
                ("tel%3A%2B15550100", 400, "begins with the scheme tel."), ("example", 400, "a host with a path"),
            ]
            for (text, status, title) in cases {
                let response = try await client.get("/check?url=\(text)")
                #expect(response.status.code == status && response.text.contains(title), "\(text)")
                #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            }
            var last = try await client.get(Self.check)
            for _ in 0..<20 where last.status == .ok {
                last = try await client.get(Self.check)
            }
            #expect(last.status == .tooManyRequests && last.headers[.retryAfter] != nil)
        }
    }

    @Test func whereKeysAreRequiredItNeedsOne() async throws {
        try await ServerFixture.run(.with { $0.keys = .required }) { server in
            let key = try await server.addKey("a")
            try await server.routes { client in
                let without = try await client.get(Self.check)
                #expect(without.status == .unauthorized && without.headers[.wwwAuthenticate] == "Bearer")
                let with = try await client.get(Self.check, [.authorization: "Bearer \(key.text)"])
                #expect(with.status == .ok && with.headers[.cacheControl]?.hasPrefix("private, ") == true)
                #expect(with.headers[.vary] == "Authorization")
            }
        }
    }

    @Test func anOperatorCanTurnItOff() async throws {
        try await ServerFixture.routes(.with { $0.hasPage = false }) { _, client in
            for (path, status) in [("/", 400), (Self.check, 404), ("/?ids=\(encoded(ServerFixture.page))", 200)] {
                let response = try await client.get(path)
                #expect(response.status.code == status, "\(path)")
            }
        }
    }
}
