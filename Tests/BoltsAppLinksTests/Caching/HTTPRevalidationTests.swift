import BoltsTasks
import BoltsPageFetching
import BoltsTestSupport
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests which header fields a cache of pages follows, and which validators it sends.
@Suite(.timeLimit(.minutes(20))) struct HTTPRevalidationTests {
    let body = "<meta property=al:ios:url content=app://1><meta property=al:ios:app_name content=one>"

    func fields(_ control: String, tag: String? = nil) -> HTTPCacheFields {
        var fields = HTTPCacheFields()
        fields.cacheControl = control
        fields.entityTag = tag
        return fields
    }

    @Test(.tags(.l6)) func pagesAreCachedAsTheirFieldsAllow() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let body = body
        let fields = fields("max-age=100", tag: "\"v1\"")
        let pages = StubPages { request in
            request.options.validator == nil
                ? StubPages.Page(body: body, fields: fields) : StubPages.Page(status: 304, fields: fields)
        }
        let clock = ManualClock()
        let cache = CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: pages), clock: clock)
        #expect(cache.appLink(for: url).appName == "one")
        clock.advance(by: .seconds(99))
        #expect(cache.appLink(for: url).appName == "one")
        #expect(pages.requests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(cache.appLink(for: url).appName == "one")
        #expect(pages.requests.count == 2)
        let validator = PageValidator(url: url, entityTag: "\"v1\"", cacheFields: fields)
        #expect(pages.requests.last?.options.validator == validator)
        clock.advance(by: .seconds(99))
        #expect(cache.appLink(for: url).appName == "one")
        #expect(pages.requests.count == 2)
    }

    @Test(.tags(.l6)) func unrequestedNotModifiedIsAnError() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let resolver = HTTPAppLinkResolver(fetcher: StubPages { _ in StubPages.Page(status: 304) })
        #expect((resolver.appLink(for: url).error as? PageError)?.httpStatus == 304)
    }

    @Test(.tags(.l7)) func aStalePageIsAskedForWithItsEntityTag() async throws {
        let body = body
        let server = try LoopbackServer { request, connection in
            if request.target == "/start" { return connection.redirect(to: "/page") }
            if request.values("If-None-Match") == ["\"v1\""] {
                return connection.respond(304, ["ETag: \"v1\"", "Cache-Control: max-age=7"])
            }
            connection.respond(200, ["Content-Type: text/html", "ETag: \"v1\"", "Cache-Control: no-cache"], body: body)
        }
        defer { server.stop() }
        var fetch = PageFetchOptions.loopback
        fetch.readsErrorPages = true
        var options = HTTPCacheOptions()
        options.minimumTimeToLive = .zero
        let clock = ManualClock()
        let cache = CachingAppLinkResolver(HTTPAppLinkResolver(fetchOptions: fetch), options: options, clock: clock)
        for _ in 0..<3 {
            #expect(try await cache.appLink(for: server.url("/start")).targets.first?.appName == "one")
        }
        // A temporary redirect without cache fields is requested each time.
        #expect(server.requests.map { $0.values("If-None-Match") } == [[], [], [], ["\"v1\""], [], ["\"v1\""]])
        #expect(server.requests.map { $0.values("If-Modified-Since") }.joined().isEmpty)
    }
}

extension HTTPRevalidationTests {
    private func page(_ fields: HTTPCacheFields) -> StubPages.Page { StubPages.Page(body: body, fields: fields) }

    @Test(.tags(.l6)) func aNotModifiedRenewsTheCacheFields() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let (first, silent) = (fields("max-age=100", tag: "\"v1\""), fields("max-age=10", tag: nil))
        let page = page(first)
        let answers = [page, StubPages.Page(status: 304), StubPages.Page(status: 304, fields: silent)]
        let pages = StubPages { request in answers[min(request.number, 2)] }
        let clock = ManualClock()
        var options = HTTPCacheOptions()
        options.minimumTimeToLive = .zero
        let cache = CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: pages), options: options, clock: clock)
        for (wait, count) in [(0, 1), (99, 1), (1, 2), (99, 2), (1, 3), (9, 3), (1, 4)] {
            clock.advance(by: .seconds(wait))
            #expect(cache.appLink(for: url).appName == "one")
            #expect(pages.requests.count == count)
        }
        #expect(pages.requests.last?.options.validator?.entityTag == "\"v1\"")
    }

    @Test(.tags(.l6)) func aNotModifiedForAnotherVersionFetchesThePage() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let page = page(fields("max-age=100", tag: "\"v1\""))
        let other = StubPages.Page(status: 304, fields: fields("max-age=100", tag: "\"v2\""))
        let pages = StubPages { request in request.options.validator == nil ? page : other }
        let clock = ManualClock()
        let cache = CachingAppLinkResolver(HTTPAppLinkResolver(fetcher: pages), clock: clock)
        #expect(cache.appLink(for: url).appName == "one")
        clock.advance(by: .seconds(100))
        #expect(cache.appLink(for: url).appName == "one")
        #expect(pages.requests.map { $0.options.validator != nil } == [false, true, false])
    }

    @Test(.tags(.l7)) func retryAfterAgeAndStaleIfErrorReachTheCache() async throws {
        let server = try LoopbackServer { [body] request, connection in
            switch request.target {
            case "/busy": connection.respond(503, ["Retry-After: 1000", "Cache-Control: no-store"], body: "busy")
            default:
                connection.respond(
                    200,
                    [
                        "Content-Type: text/html", "Cache-Control: max-age=100", "Cache-Control: stale-if-error=9",
                        "Age: 60",
                    ],
                    body: body
                )
            }
        }
        defer { server.stop() }
        let resolver = HTTPAppLinkResolver(fetchOptions: .loopback)
        let clock = ManualClock()
        let cache = CachingAppLinkResolver(resolver, clock: clock)
        for wait in [0, 999] {
            clock.advance(by: .seconds(wait))
            await #expect(throws: PageError.self) { try await cache.appLink(for: server.url("/busy")) }
            #expect(server.requests.count == 1)
        }
        clock.advance(by: .seconds(1))
        _ = try? await cache.appLink(for: server.url("/busy"))
        #expect(server.requests.count == 2)
        let resolution = try await resolver.resolution(
            for: server.url("/"),
            revalidating: nil,
            cancellationToken: .none
        )
        .value
        #expect(resolution.cacheability.timeToLive == .seconds(40))
        #expect(resolution.cacheability.staleIfError == .seconds(9))
    }
}
