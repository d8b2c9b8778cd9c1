@_spi(Bolts) import BoltsPageFetching
import BoltsTasks
import BoltsTestSupport
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@_spi(Bolts) @testable import BoltsAppLinks

/// Tests requests for many URLs to an index, by the rules of fetching (L7).
@Suite(.timeLimit(.minutes(20))) struct IndexAppLinkResolverTests {
    private let clock = ManualClock()
    private let service: URL

    init() throws {
        service = try #require(URL(string: "https://index.example.com/links?v=1"))
    }

    private func resolver(
        _ pages: StubPages,
        _ set: (inout AppLinkIndexOptions) -> Void = { _ in }
    ) -> IndexAppLinkResolver {
        var options = AppLinkIndexOptions()
        set(&options)
        return IndexAppLinkResolver(
            serviceURL: service,
            accessToken: "s3cret&",
            options: options,
            fetcher: pages,
            clock: clock
        )
    }

    private static func page(_ path: String) -> URL {
        URL(string: "https://e.test/\(path)") ?? URL(fileURLWithPath: "/")
    }

    /// The ids of a request as most services read them.
    private static func ids(_ request: URL) -> [String] {
        let items = URLComponents(url: request, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return items.first { $0.name == "ids" }?.value?.split(separator: ",").map { String($0) } ?? []
    }

    /// A service with one app for each URL, which has the name of the end of the URL.
    private static func answering(_ fields: HTTPCacheFields = HTTPCacheFields()) -> StubPages {
        StubPages { request in
            let entries = ids(request.url)
                .map { id in
                    let name = id.split(separator: "/").last ?? ""
                    return #""\#(id)":{"app_links":{"ios":[{"url":"app://x","app_name":"\#(name)"}]}}"#
                }
            return StubPages.Page(body: "{\(entries.joined(separator: ","))}", fields: fields)
        }
    }

    private func gather(_ count: Int = 1) async {
        await clock.waitForSleepers(count)
        clock.advance(by: .milliseconds(5))
    }

    // MARK: - Requests

    @Test(.tags(.l6)) func URLsAskedForTogetherShareARequest() async throws {
        let pages = Self.answering()
        let resolver = resolver(pages)
        let tasks = ["a", "b", "a", "c"].map { resolver.appLink(for: Self.page($0)) }
        #expect(pages.requests.isEmpty)
        await gather()
        var names: [String?] = []
        for task in tasks { names.append(try await task.value.targets.first?.appName) }
        #expect(names == ["a", "b", "a", "c"])
        #expect(
            pages.requests.map { Self.ids($0.url) } == [["https://e.test/a", "https://e.test/b", "https://e.test/c"]]
        )
    }

    @Test(.tags(.l6)) func theRequestHasItsDocumentedForm() async throws {
        let pages = Self.answering()
        let resolver = resolver(pages) { $0.platforms = [.ios, .web] }
        let url = try #require(URL(string: "https://example.com/?a=1&b=2,3#x"))
        let task = resolver.appLink(for: url, cancellationToken: .none)
        await gather()
        #expect(try await task.value.targets.count == 1)
        #expect(
            pages.requests.first?.url.absoluteString
                == "https://index.example.com/links?v=1"
                + "&ids=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2%252C3%23x"
                + "&fields=app_links%7Bios%2Cweb%7D&access_token=s3cret%26"
        )
        #expect(pages.requests.first?.options.redirectLimit == 0)
        #expect(pages.requests.first?.options.addressPolicy == .publicOnly)
    }

    @Test(.tags(.th51, .l6)) func aRequestAsksForAtMostFiftyURLs() async throws {
        let pages = Self.answering()
        let resolver = resolver(pages)
        let tasks = (0..<120).map { resolver.appLink(for: Self.page("\($0)")) }
        #expect(pages.requests.map { Self.ids($0.url).count } == [50, 50])
        #expect(tasks[..<100].allSatisfy { $0.isCompleted })
        await gather(3)
        for (number, task) in tasks.enumerated() {
            #expect(try await task.value.targets.first?.appName == "\(number)")
        }
        #expect(pages.requests.map { Self.ids($0.url).count } == [50, 50, 20])
    }

    @Test(.tags(.l6)) func longURLsMakeMoreRequests() async throws {
        let pages = Self.answering()
        let resolver = resolver(pages)
        let long = String(repeating: "x", count: 2_500)
        let tasks = ["1", "2", "3", long + long + long, "4"].map { resolver.appLink(for: Self.page($0 + long)) }
        await gather(4)
        for task in tasks { #expect(try await task.value.targets.count == 1) }
        #expect(pages.requests.map { Self.ids($0.url).count } == [2, 1, 1, 1])
    }

    // MARK: - Cancellation

    @Test(.tags(.l6)) func aCancelledURLIsNotRequested() async throws {
        let pages = Self.answering()
        let resolver = resolver(pages)
        let source = CancellationTokenSource()
        let leaver = resolver.appLink(for: Self.page("a"), cancellationToken: source.token)
        let stayer = resolver.appLink(for: Self.page("b"), cancellationToken: .none)
        source.cancel()
        #expect(leaver.isCancelled)
        await gather()
        #expect(try await stayer.value.targets.count == 1)
        #expect(pages.requests.map { Self.ids($0.url) } == [["https://e.test/b"]])
        #expect(resolver.appLink(for: Self.page("a"), cancellationToken: source.token).isCancelled)
    }

    @Test(.tags(.l6)) func theRequestIsCancelledWithItsLastCaller() async {
        let gate = TaskCompletionSource<Void>()
        let pages = StubPages { _ in StubPages.Page(body: "{}", gate: gate.task) }
        let resolver = resolver(pages) { $0.batchLimit = 2 }
        let sources = [CancellationTokenSource(), CancellationTokenSource()]
        let tasks = sources.enumerated()
            .map { resolver.appLink(for: Self.page("\($0)"), cancellationToken: $1.token) }
        sources[0].cancel()
        #expect(pages.requests.first?.token.isCancellationRequested == false)
        sources[1].cancel()
        #expect(pages.requests.first?.token.isCancellationRequested == true)
        #expect(tasks.allSatisfy { $0.isCancelled })
        gate.set(result: ())
    }

    @Test(.tags(.l6)) func aBatchWithoutCallersIsNotSent() async {
        let pages = Self.answering()
        let resolver = resolver(pages)
        let source = CancellationTokenSource()
        _ = resolver.appLink(for: Self.page("a"), cancellationToken: source.token)
        source.cancel()
        let next = resolver.appLink(for: Self.page("b"), cancellationToken: .none)
        await gather(2)
        _ = try? await next.value
        #expect(pages.requests.map { Self.ids($0.url) } == [["https://e.test/b"]])
    }

    // MARK: - Failures

    @Test(.tags(.l6)) func aURLMissingFromTheResponseIsAnError() async throws {
        let pages = StubPages { _ in
            StubPages.Page(body: #"{"https://e.test/a":{"ios":[{"url":"app://x","app_name":"a"}]}}"#)
        }
        let resolver = resolver(pages) { $0.batchLimit = 2 }
        let tasks = ["a", "b"].map { resolver.appLink(for: Self.page($0)) }
        #expect(tasks[0].appName == "a")
        let error = try #require(tasks[1].error as? PageError)
        #expect(error.code == .notInIndex)
        #expect(error.description == "the index at index.example.com answered, but not about https://e.test/b")
    }

    @Test(
        .tags(.th52, .l7),
        arguments: [
            "Malformed access token s3cret&", "not s3cret%26", "No such id: https://e.test/b",
            "https%3A%2F%2Fe.test%2Fb",
        ]
    )
    func errorsDoNotRepeatTheServicesText(_ words: String) throws {
        let pages = StubPages { _ in StubPages.Page(body: #"{"error":{"message":"\#(words)"}}"#) }
        let resolver = resolver(pages) { $0.batchLimit = 2 }
        for task in ["a", "b"].map({ resolver.appLink(for: Self.page($0)) }) {
            let error = try #require(task.error as? PageError)
            #expect(error.code == .refusedByIndex)
            #expect(!"\(error) \(error.detail ?? "")".contains(words))
        }
    }

    @Test(.tags(.l6)) func otherServiceTextIsOnlyInTheDetail() throws {
        let pages = StubPages { _ in StubPages.Page(body: #"{"error":{"message":"too many calls"}}"#) }
        let task = resolver(pages) { $0.batchLimit = 1 }.appLink(for: Self.page("a"))
        #expect((task.error as? PageError)?.detail == "too many calls")
    }

    @Test(.tags(.th52, .l7)) func errorsOfOtherFetchersDoNotContainTheToken() throws {
        struct Failed: Error { let url: URL }
        let pages = StubPages { StubPages.Page(gate: BoltsTask(error: Failed(url: $0.url))) }
        let resolver = resolver(pages) { $0.batchLimit = 2 }
        for task in ["a", "b"].map({ resolver.appLink(for: Self.page($0)) }) {
            let error = try #require(task.error)
            #expect(!String(reflecting: error).contains("s3cret"))
            #expect("\(error)".hasPrefix("the index at index.example.com could not be reached"))
        }
    }

    @Test(.tags(.th52, .l7)) func errorsContainNeitherTheTokenNorOtherURLs() throws {
        let pages = StubPages { _ in StubPages.Page(status: 400) }
        let resolver = resolver(pages) { $0.batchLimit = 2 }
        let tasks = ["a", "b"].map { resolver.appLink(for: Self.page($0)) }
        for task in tasks {
            let error = try #require(task.error as? PageError)
            #expect(error.httpStatus == 400)
            #expect(error.description == "the index at index.example.com answered with status 400")
            #expect(!"\(error.hops) \(error.detail ?? "")".contains("s3cret"))
        }
    }

    /// This is the answer of Meta's service to a bad token.
    @Test(.tags(.l6), arguments: [400, 401, 403]) func aRefusalWithAnErrorStatusIsARefusal(status: Int) throws {
        let body = #"{"error":{"message":"Invalid OAuth access token.","type":"OAuthException","code":190}}"#
        let pages = StubPages { _ in StubPages.Page(status: status, body: body) }
        let task = resolver(pages) { $0.batchLimit = 1 }.appLink(for: Self.page("a"))
        let error = try #require(task.error as? PageError)
        #expect(error.code == .refusedByIndex)
        #expect(error.httpStatus == status)
        #expect(error.detail == "Invalid OAuth access token.")
    }

    @Test(.tags(.l7)) func aTruncatedResponseIsAnError() throws {
        let pages = StubPages { _ in StubPages.Page(body: "{}" + String(repeating: " ", count: 100)) }
        let task = resolver(pages) {
            $0.batchLimit = 1
            $0.fetchOptions.bodyLimit = 10
        }
        .appLink(for: Self.page("a"))
        let error = try #require(task.error as? PageError)
        #expect(error.code == .malformedIndexAnswer)
        #expect(error.description.contains("more than 10 bytes"))
    }

    @Test(.tags(.th53, .l7), arguments: ["file:///etc/passwd", "https://me:secret@e.test/", "app://x", "https://"])
    func nonPublicURLsAreNotSent(text: String) throws {
        let pages = Self.answering()
        let resolver = resolver(pages) { $0.batchLimit = 1 }
        let task = resolver.appLink(for: try #require(URL(string: text)))
        #expect(task.error is PageError)
        #expect(pages.requests.isEmpty)
    }

    // MARK: - Caching

    @Test(.tags(.l6)) func theFreshnessOfTheResponseIsPassedOn() {
        var fields = HTTPCacheFields()
        fields.cacheControl = "max-age=77"
        fields.entityTag = "\"v\""
        let resolver = resolver(Self.answering(fields)) { $0.batchLimit = 1 }
        let task = resolver.resolution(for: Self.page("a"), revalidating: nil, cancellationToken: .none)
        #expect(task.result?.cacheability == PageCacheability(timeToLive: .seconds(77)))
    }

    // MARK: - Over the network

    @Test(.tags(.l7)) func anIndexOverTheNetworkFollowsTheFetchRules() async throws {
        let server = try LoopbackServer { request, connection in
            if request.target.contains("elsewhere") { return connection.redirect(to: "http://127.0.0.1:1/") }
            connection.respond(200, ["Content-Type: application/json"], body: #"{"ios":[{"url":"app://1"}]}"#)
        }
        defer { server.stop() }
        var options = AppLinkIndexOptions()
        options.gatheringTime = .zero
        // The limits are long enough for a busy machine.
        options.fetchOptions.connectTimeout = .seconds(200)
        options.fetchOptions.responseTimeout = .seconds(200)
        options.fetchOptions.totalTimeout = .seconds(200)
        let refused = IndexAppLinkResolver(serviceURL: server.url("/"), accessToken: "t", options: options)
        let refusal = await #expect(throws: PageError.self) { try await refused.appLink(for: Self.page("a")) }
        #expect(refusal?.code == .notReachableOrNotAllowed)
        #expect(server.requests.isEmpty)
        options.fetchOptions.addressPolicy = .any
        let resolver = IndexAppLinkResolver(serviceURL: server.url("/"), accessToken: "t", options: options)
        #expect(try await resolver.appLink(for: Self.page("a")).targets.count == 1)
        #expect(server.requests.map(\.target) == ["/?ids=https%3A%2F%2Fe.test%2Fa&fields=app_links&access_token=t"])
        // The token is sent to no other server.
        let redirect = await #expect(throws: PageError.self) { try await resolver.appLink(for: Self.page("elsewhere")) }
        #expect(redirect?.code == .tooManyRedirects)
        #expect(server.requests.count == 2)
    }
}
