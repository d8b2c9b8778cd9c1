import BoltsAppLinks
import BoltsAppLinksUI
import BoltsHummingbird
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServerTestClient
import Testing

/// Tags and banners in the responses of a Hummingbird server.
@Suite(.timeLimit(.minutes(20))) struct AppLinksMiddlewareTests {
    static let tags = [MetaTag(property: "al:ios:url", content: "recipes://42")]
    static let markup = "<meta property=\"al:ios:url\" content=\"recipes://42\">\n"
    static let page = "<!doctype html><html><head><title>Pie</title></head><body><h1>Pie</h1></body></html>"
    static let tagged = page.replacing("</head>", with: markup + "</head>")
    /// The URL of a visit that an app started.
    static let visit =
        "/?al_applink_data=%7B%22referer_app_link%22%3A%7B%22url%22%3A%22notes%3A%2F%2F7%22%2C%22app_name%22%3A%22Notes%22%7D%7D"

    /// A server whose every path answers with the same response.
    private func application(
        tags: [MetaTag] = Self.tags,
        respond: @escaping @Sendable (Request) -> Response
    ) -> some ApplicationProtocol {
        let router = Router(options: .autoGenerateHeadEndpoints)
        router.add(middleware: AppLinksMiddleware(tags: { _ in tags }))
        router.get("/") { request, _ in respond(request) }
        return Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0))
        )
    }

    private static func html(_ fields: HTTPFields = [:], status: HTTPResponse.Status = .ok) -> Response {
        html(page, status: status, fields)
    }

    private static func html(
        _ text: String,
        status: HTTPResponse.Status = .ok,
        _ fields: HTTPFields = [:]
    ) -> Response {
        var fields = fields
        if !fields.contains(.contentType) { fields[.contentType] = "text/html; charset=utf-8" }
        return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    @Test(arguments: [ServerTestWay.routes, .socket]) func tagsGoToTheHeadOfAPage(_ way: ServerTestWay) async throws {
        try await application { _ in Self.html() }.test(way) { client in
            let response = try await client.execute(uri: "/", method: .get)
            #expect(String(buffer: response.body) == Self.tagged)
            #expect(response.headers[.contentLength] == nil)
        }
    }

    @Test func aStreamStaysAStream() async throws {
        let application = application { _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html"],
                body: ResponseBody { writer in
                    for byte in Self.page.utf8 { try await writer.write(ByteBuffer(bytes: [byte])) }
                    try await writer.finish(nil)
                }
            )
        }
        try await application.test(.socket) { client in
            let response = try await client.execute(uri: "/", method: .get)
            #expect(String(buffer: response.body) == Self.tagged)
        }
    }

    @Test func aVisitorWhomAnAppSentGetsTheWayBack() async throws {
        try await application { _ in
            Self.html([.eTag: "\"1\"", .lastModified: "Sun, 22 Nov 2026 10:00:00 GMT", .cacheControl: "public"])
        }.test(.routes) { client in
            let response = try await client.execute(
                uri: Self.visit,
                method: .get,
                headers: [.acceptLanguage: "xx, en;q=0.5, fr;q=0.9"]
            )
            let body = String(buffer: response.body)
            #expect(body.contains("href=\"notes://7"))
            #expect(body.contains("<body><style>"))
            #expect(body.contains("lang=\"fr\""))
            #expect(body.contains(Self.markup))
            #expect(response.headers[.cacheControl] == "private, no-store")
            #expect(response.headers[.vary] == "Accept-Language")
            #expect(response.headers[.eTag] == nil)
            #expect(response.headers[.lastModified] == nil)
        }
    }

    @Test func aLinkBackToARefusedSchemeIsNotShown() async throws {
        let visit = Self.visit.replacing("notes%3A", with: "javascript%3A")
        try await application { _ in Self.html() }.test(.routes) { client in
            let response = try await client.execute(uri: visit, method: .get)
            #expect(String(buffer: response.body) == Self.tagged)
            #expect(response.headers[.cacheControl] == nil)
        }
    }

    static let unchanged: [(String, Response)] = [
        ("another type", html([.contentType: "application/json"])),
        ("no type", Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))),
        ("compressed", html([.contentEncoding: "gzip"])),
        ("an error", html([:], status: .notFound)),
    ]

    @Test(arguments: unchanged.indices) func otherResponsesPassUnchanged(index: Int) async throws {
        let (name, original) = Self.unchanged[index]
        var expected = original
        expected.headers[.eTag] = "\"1\""
        let response = expected
        try await application { _ in response }.test(.routes) { client in
            let received = try await client.execute(uri: "/", method: .get)
            #expect(String(buffer: received.body) == Self.page, "\(name)")
            #expect(received.headers[.eTag] == "\"1\"", "\(name)")
            #expect(received.headers[.contentLength] == "\(Self.page.utf8.count)", "\(name)")
        }
    }

    @Test(arguments: [
        ("<title>x</title><body>x", "text/html; charset=utf-16"),
        ("<meta charset=iso-2022-jp><title>x</title><body>x", "text/html"), ("no page", "text/html"),
        ("<frameset><frame src=a></frameset>", "text/html"),
    ])
    func theBytesOfAnUnsuitablePageAreUnchanged(_ page: String, _ type: String) async throws {
        try await application { _ in Self.html(page, [.contentType: type]) }.test(.routes) { client in
            let received = try await client.execute(uri: "/", method: .get)
            #expect(String(buffer: received.body) == page)
        }
    }

    @Test(arguments: [ServerTestWay.routes, .socket])
    func headHasTheFieldsOfGetAndNoBody(_ way: ServerTestWay) async throws {
        try await application { _ in Self.html([.eTag: "\"1\""]) }.test(way) { client in
            let get = try await client.execute(uri: "/", method: .get)
            let head = try await client.execute(uri: "/", method: .head)
            #expect(head.body.readableBytes == 0)
            for name in [HTTPField.Name.eTag, .contentType, .cacheControl, .vary] {
                #expect(head.headers[name] == get.headers[name], "\(name)")
            }
            #expect(head.headers[.contentLength] != "\(Self.page.utf8.count)")
        }
    }

    @Test func entityTagsDependOnTheTags() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let isKnown = request.headers[.ifNoneMatch]?.contains("\"1\"") == true
            return isKnown ? Response(status: .notModified, headers: [.eTag: "\"1\""]) : Self.html([.eTag: "\"1\""])
        }
        func entityTag(_ tags: [MetaTag], _ known: String? = nil) async throws -> (HTTPResponse.Status, String?) {
            var answer: (HTTPResponse.Status, String?)?
            try await application(tags: tags, respond: respond).test(.routes) { client in
                var fields = HTTPFields()
                fields[.ifNoneMatch] = known
                let response = try await client.execute(uri: "/", method: .get, headers: fields)
                answer = (response.status, response.headers[.eTag])
            }
            return try #require(answer)
        }
        let other = [MetaTag(property: "al:ios:url", content: "recipes://43")]
        let (status, first) = try await entityTag(Self.tags)
        let tag = try #require(first)
        #expect(status == .ok && tag.hasPrefix("\"1-al"))
        #expect(try await entityTag(other).1 != tag)
        for known in [tag, "\"a,b\", W/\(tag)", "\"x\" , \(tag)"] {
            let (status, again) = try await entityTag(Self.tags, known)
            #expect(status == .notModified && again == tag, "\(known)")
        }
        // The page is the same, but its tags are not.
        let (changed, new) = try await entityTag(other, tag)
        #expect(changed == .ok && new != tag)
        // The page was in a cache before it had tags.
        let (untagged, tagged) = try await entityTag(Self.tags, "\"1\"")
        #expect(untagged == .ok && tagged == tag)
    }

    @Test func aPageIsSentIfItHasTheEntityTagThatIsAskedFor() async throws {
        let respond: @Sendable (Request) -> Response = { request in
            let isMatch = request.headers[.ifMatch].map { $0 == "*" || $0.contains("\"1\"") } ?? true
            return isMatch ? Self.html([.eTag: "\"1\""]) : Response(status: .preconditionFailed)
        }
        try await application(respond: respond).test(.routes) { client in
            let page = try await client.execute(uri: "/", method: .get)
            let tag = try #require(page.headers[.eTag])
            for condition in [tag, "\"x\", \(tag)", "*"] {
                let response = try await client.execute(uri: "/", method: .get, headers: [.ifMatch: condition])
                #expect(response.status == .ok && response.headers[.eTag] == tag, "\(condition)")
                #expect(String(buffer: response.body) == Self.tagged)
            }
            for condition in ["\"x\"", "\"1-al1f\""] {
                let response = try await client.execute(uri: "/", method: .get, headers: [.ifMatch: condition])
                #expect(response.status == .preconditionFailed, "\(condition)")
            }
        }
    }

    private static let conditions: [HTTPFields] = [
        [.ifNoneMatch: "\"1\""], [.ifModifiedSince: "Sun, 22 Nov 2026 10:00:00 GMT"],
        [.ifNoneMatch: "\"1-al1f\"", .ifModifiedSince: "Sun, 22 Nov 2026 10:00:00 GMT"],
    ]

    /// Answers a conditional request with status 304; If-None-Match has precedence.
    @Sendable
    private static func conditional(_ request: Request, _ whole: Response) -> Response {
        let isKnown =
            request.headers[.ifNoneMatch].map { $0.contains("\"1\"") } ?? request.headers.contains(.ifModifiedSince)
        return isKnown ? Response(status: .notModified, headers: [.eTag: "\"1\""]) : whole
    }

    @Test(arguments: conditions)
    func aPageThatWasCachedBeforeItHadTagsIsSentWithThem(_ condition: HTTPFields) async throws {
        try await application { Self.conditional($0, Self.html([.eTag: "\"1\""])) }.test(.routes) { client in
            let response = try await client.execute(uri: "/", method: .get, headers: condition)
            #expect(response.status == .ok && String(buffer: response.body) == Self.tagged)
            #expect(response.headers[.eTag]?.hasPrefix("\"1-al") == true)
        }
    }

    @Test func whatIsNotAPageKeepsItsEntityTag() async throws {
        let image = Self.html([.eTag: "\"1\"", .contentType: "image/png"])
        try await application { Self.conditional($0, image) }.test(.routes) { client in
            for fields in [[.accept: "image/*,*/*;q=0.8"], [:]] as [HTTPFields] {
                var fields = fields
                fields[.ifNoneMatch] = "\"1\""
                let response = try await client.execute(uri: "/", method: .get, headers: fields)
                #expect(response.status == .notModified && response.headers[.eTag] == "\"1\"")
            }
        }
    }

    @Test func aPartOfAPageIsSentAsAWhole() async throws {
        try await application { request in
            guard request.headers[.range] != nil else { return Self.html([.acceptRanges: "bytes"]) }
            return Self.html("<!d", status: .partialContent, [.contentRange: "bytes 0-2/85"])
        }.test(.routes) { client in
            let response = try await client.execute(uri: "/", method: .get, headers: [.range: "bytes=0-2"])
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == Self.tagged)
            #expect(response.headers[.acceptRanges] == nil)
        }
    }

    @Test func withoutTagsAndBannerNothingIsTouched() async throws {
        try await application(tags: []) { _ in Self.html([.eTag: "\"1\""]) }.test(.routes) { client in
            let response = try await client.execute(uri: "/", method: .get)
            #expect(String(buffer: response.body) == Self.page)
            #expect(response.headers[.eTag] == "\"1\"")
            #expect(response.headers[.contentLength] == "\(Self.page.utf8.count)")
        }
    }
}
