import BoltsTasks
import BoltsTestSupport
import FetchingStubs
import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests the limits for hosts, with pages in memory and a manual clock.
@Suite(.tags(.l7), .timeLimit(.minutes(20))) struct HostLimitedPageFetcherTests {
    private let clock = ManualClock()

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func fetcher(limit: Int = 2, _ pages: any PageFetching) -> HostLimitedPageFetcher {
        var options = HostLimitOptions()
        options.concurrency = limit
        return HostLimitedPageFetcher(pages, options: options, clock: clock)
    }

    private func fetch(
        _ fetcher: HostLimitedPageFetcher,
        _ text: String,
        timeout: Duration = .seconds(10),
        token: CancellationToken = .none
    ) throws -> BoltsTask<FetchedPage> {
        var options = PageFetchOptions()
        options.totalTimeout = timeout
        return fetcher.fetch(try url(text), options: options, into: PageCollector(), cancellationToken: token)
    }

    private func overloaded(_ retryAfter: String?, date: String? = nil) -> HTTPCacheFields {
        var fields = HTTPCacheFields()
        fields.retryAfter = retryAfter
        fields.date = date
        return fields
    }

    @Test func oneSlowHostDoesNotDelayAnother() throws {
        let gate = TaskCompletionSource<Void>()
        let pages = StubPages { request in
            StubPages.Page(gate: request.url.host() == "slow.test" ? gate.task : BoltsTask(result: ()))
        }
        let fetcher = fetcher(pages)
        let slow = try (0..<1_000).map { try fetch(fetcher, "http://slow.test/\($0)") }
        let fast = try fetch(fetcher, "https://fast.test/")
        #expect(fast.isCompleted && fast.error == nil)
        #expect(fetcher.statistics.runningFetchCount == 2)
        #expect(fetcher.statistics.waitingFetchCount == 998)
        gate.set(result: ())
        #expect(slow.allSatisfy { $0.isCompleted && $0.error == nil })
        #expect(pages.requests.count == 1_001)
        #expect(fetcher.statistics == HostLimitStatistics())
    }

    @Test(arguments: [
        ("30", nil), (" 30 ", nil), ("Sun, 22 Nov 2026 10:00:30 GMT", "Sun, 22 Nov 2026 10:00:00 GMT"),
    ])
    func retryAfterPausesTheWholeHost(_ retryAfter: String, _ date: String?) async throws {
        let fields = overloaded(retryAfter, date: date)
        let pages = StubPages { $0.number == 0 ? StubPages.Page(status: 429, fields: fields) : StubPages.Page() }
        let fetcher = fetcher(pages)
        let first = try fetch(fetcher, "http://a.test/1")
        #expect((first.error as? PageError)?.httpStatus == 429)
        // The cases are too little time, another page on another scheme's port, the host's pause, and another host.
        let refused = try #require(try fetch(fetcher, "http://a.test/2").error as? PageError)
        #expect(refused.code == .hostPaused)
        #expect(refused.retryAfter == .seconds(30))
        #expect(refused.description.contains("a.test"))
        #expect(try fetch(fetcher, "https://a.test/").error as? PageError != nil)
        #expect(try fetch(fetcher, "http://b.test/").error == nil)
        let patient = try fetch(fetcher, "http://a.test/3", timeout: .seconds(40))
        // The two timers are that of the time limit and that of the host's pause.
        await clock.waitForSleepers(2)
        #expect(!patient.isCompleted)
        clock.advance(by: .seconds(30))
        #expect(try await patient.value.response.status == 200)
        // The remaining time is the time limit of the request.
        #expect(pages.requests.last?.options.totalTimeout == .seconds(10))
        #expect(pages.requests.count == 3)
    }

    @Test func anInvalidRetryAfterPausesForTheDefault() throws {
        let fields = overloaded("soon")
        let fetcher = fetcher(StubPages { _ in StubPages.Page(status: 503, fields: fields) })
        _ = try fetch(fetcher, "http://a.test/")
        let refused = try fetch(fetcher, "http://a.test/", timeout: .milliseconds(500)).error as? PageError
        #expect(refused?.retryAfter == .seconds(1))
    }

    @Test func aWaitingFetchIsCancelledAtOnce() throws {
        let gate = TaskCompletionSource<Void>()
        let pages = StubPages { _ in StubPages.Page(gate: gate.task) }
        let fetcher = fetcher(limit: 1, pages)
        let first = try fetch(fetcher, "http://a.test/1")
        let cancellation = CancellationTokenSource()
        let second = try fetch(fetcher, "http://a.test/2", token: cancellation.token)
        let third = try fetch(fetcher, "http://a.test/3")
        cancellation.cancel()
        #expect(second.isCancelled)
        gate.set(result: ())
        #expect(first.error == nil && third.error == nil)
        #expect(pages.requests.map(\.url.path) == ["/1", "/3"])
        #expect(fetcher.statistics == HostLimitStatistics())
    }

    @Test func cancellingARunningFetchLetsTheNextOneStart() throws {
        let gate = TaskCompletionSource<Void>()
        let pages = StubPages { StubPages.Page(gate: $0.number == 0 ? gate.task : BoltsTask(result: ())) }
        let fetcher = fetcher(limit: 1, pages)
        let cancellation = CancellationTokenSource()
        let first = try fetch(fetcher, "http://a.test/1", token: cancellation.token)
        let second = try fetch(fetcher, "http://a.test/2")
        cancellation.cancel()
        #expect(first.isCancelled)
        #expect(second.isCompleted && second.error == nil)
        #expect(try fetch(fetcher, "http://a.test/", token: cancellation.token).isCancelled)
        #expect(pages.requests.count == 2)
    }

    @Test func aFetchThatWaitsForTooLongTimesOut() async throws {
        let gate = TaskCompletionSource<Void>()
        let fetcher = fetcher(limit: 1, StubPages { _ in StubPages.Page(gate: gate.task) })
        let first = try fetch(fetcher, "http://a.test/1")
        let second = try fetch(fetcher, "http://a.test/2")
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(10))
        await #expect { try await second.value } throws: { ($0 as? PageError)?.code == .timedOut }
        gate.set(result: ())
        #expect(first.error == nil)
        #expect(fetcher.statistics == HostLimitStatistics())
    }

    @Test func aRedirectWaitsForTheHostThatItLeadsTo() throws {
        let gate = TaskCompletionSource<Void>()
        let fetcher = fetcher(
            limit: 1,
            RedirectingPages(
                ["http://short.test/": "http://long.test/a", "http://long.test/a": "/b"],
                gates: ["http://long.test/slow": gate.task]
            )
        )
        let slow = try fetch(fetcher, "http://long.test/slow")
        let redirected = try fetch(fetcher, "http://short.test/")
        #expect(!redirected.isCompleted)
        #expect(try fetch(fetcher, "http://short.test/free").error == nil)
        gate.set(result: ())
        let page = try #require(redirected.result)
        #expect(slow.error == nil)
        #expect(page.requestedURL == (try url("http://short.test/")))
        #expect(page.hops.map(\.status) == [302, 302, 200])
        let urls = ["http://short.test/", "http://long.test/a", "http://long.test/b"]
        #expect(page.hops.map(\.url.absoluteString) == urls)
        #expect(fetcher.statistics == HostLimitStatistics())
    }

    @Test func theHostOfTheResponseIsPausedAndNotTheOneThatRedirected() throws {
        let fetcher = fetcher(
            RedirectingPages(["http://short.test/": "http://long.test/"], statuses: ["http://long.test/": 503])
        )
        let error = try fetch(fetcher, "http://short.test/", timeout: .milliseconds(10)).error as? PageError
        #expect(error?.httpStatus == 503)
        #expect(error?.hops.map(\.status) == [302, 503])
        #expect(try fetch(fetcher, "http://short.test/other").error == nil)
        let refused = try fetch(fetcher, "http://short.test/", timeout: .milliseconds(10)).error as? PageError
        #expect(refused?.code == .hostPaused)
        #expect(refused?.hops.map(\.status) == [302])
        #expect(fetcher.statistics.runningFetchCount == 0)
    }

    @Test func redirectsKeepTheRulesOfTheOptions() throws {
        let fetcher = fetcher(
            RedirectingPages([
                "http://a.test/loop": "http://b.test/loop", "http://b.test/loop": "http://a.test/loop",
                "https://a.test/": "http://b.test/", "http://a.test/file": "file:///etc/passwd",
                "http://a.test/0": "/1", "http://a.test/1": "/2", "http://a.test/2": "/3", "http://a.test/3": "/4",
                "http://a.test/4": "/5", "http://a.test/5": "/6",
            ])
        )
        func code(_ text: String) throws -> PageError.Code? { (try fetch(fetcher, text).error as? PageError)?.code }
        #expect(try code("http://a.test/loop") == .redirectLoop)
        #expect(try code("https://a.test/") == .redirectRefused)
        #expect(try code("http://a.test/file") == .redirectRefused)
        #expect(try code("http://a.test/0") == .tooManyRedirects)
        #expect(try code("http://a.test/1") == nil)
        #expect(try code("ftp://a.test/") == .schemeNotAllowed)
        #expect(fetcher.statistics == HostLimitStatistics())
    }

    /// Here each redirect is a separate fetch, which does not know the previous hosts.
    @Test(
        .tags(.th88),
        arguments: [
            ("https://a.test/1", ["1", "2"]), ("https://a.test/3", ["3"]), ("https://b.test/4", []),
            ("https://a.test/5", ["5"]), ("http://a.test/6", []),
        ]
    )
    func fieldsForAnOriginLeaveItWithNoRedirect(_ first: String, _ paths: [String]) throws {
        let locations = [
            "https://a.test/1": "/2", "https://a.test/2": "https://b.test/4", "https://b.test/4": "https://a.test/5",
            "https://a.test/3": "https://c.test/", "https://c.test/": "https://b.test/4",
            "http://a.test/6": "https://a.test/5",
        ]
        for retryLimit in [0, 2] {
            let sent = Sent()
            var limits = HostLimitOptions()
            limits.retryLimit = retryLimit
            let pages = RedirectingPages(locations) { sent.add($0) }
            let fetcher = HostLimitedPageFetcher(pages, options: limits, clock: clock)
            var options = PageFetchOptions()
            options.originFields = try OriginHeaderFields(origin: url("https://a.test/"), [("Authorization", "x")])
            let task = fetcher.fetch(try url(first), options: options, into: PageCollector(), cancellationToken: .none)
            #expect(task.result?.response.url == (try url("https://a.test/5")))
            #expect(sent.paths == paths, "\(retryLimit) retries")
        }
    }

    /// The paths of the requests that had credentials.
    private final class Sent: Sendable {
        private let state = Mutex<[String]>([])
        var paths: [String] { state.withLock { $0 } }

        func add(_ request: PageRequest) {
            guard request.fields.contains(where: { $0.name == "Authorization" }) else { return }
            state.withLock { $0.append(request.target.url.lastPathComponent) }
        }
    }

    @Test func aFetchThatStartsOrIsRefusedAtOnceLeavesNoForgottenTask() throws {
        let fields = overloaded("30")
        let fetcher = fetcher(StubPages { _ in StubPages.Page(status: 429, fields: fields) })
        let count = try ForgottenTasks.count {
            let tasks = [try fetch(fetcher, "http://a.test/"), try fetch(fetcher, "http://a.test/")]
            #expect(tasks.map { ($0.error as? PageError)?.code } == [.httpStatus, .hostPaused])
        }
        #expect(count == 0)
    }
}

/// Pages that redirect, through the state machine of the real fetchers.
private struct RedirectingPages: PageFetching {
    let locations: [String: String]
    let statuses: [String: Int]
    let gates: [String: BoltsTask<Void>]
    let record: @Sendable (PageRequest) -> Void

    init(
        _ locations: [String: String],
        statuses: [String: Int] = [:],
        gates: [String: BoltsTask<Void>] = [:],
        record: @escaping @Sendable (PageRequest) -> Void = { _ in }
    ) {
        (self.locations, self.statuses, self.gates, self.record) = (locations, statuses, gates, record)
    }

    func fetch(
        _ url: URL,
        options: PageFetchOptions,
        into consumer: any PageConsuming,
        cancellationToken: CancellationToken
    ) -> BoltsTask<FetchedPage> {
        (gates[url.absoluteString] ?? BoltsTask(result: ())).continueOnSuccessWith(.immediate) { _ in
            var machine = try FetchStateMachine(url, options: options, pinning: .none)
            guard case .resolve(_, let request) = machine.enter(),
                let address = HostAddress("93.184.216.34"),
                case .load(let load) = machine.resolved(.success([address]), request: request),
                machine.began(request: load.number)
            else { throw PageError(.malformedURL, "the test's page was not requested") }
            record(load)
            let text = load.target.url.absoluteString
            let location = locations[text]
            let head = FetchStateMachine.Head(
                status: location == nil ? statuses[text] ?? 200 : 302,
                location: location,
                byteCount: 0
            )
            switch machine.received(head, request: load.number) {
            case .fail(let error): throw error
            case .begin:
                guard case .finish(let page) = machine.ended(request: load.number) else { break }
                return page
            default: break
            }
            throw PageError(.malformedURL, "the test's fetcher was told to follow a redirect")
        }
    }
}
