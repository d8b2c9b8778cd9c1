import BoltsTasks
import BoltsTestSupport
import FetchingStubs
import Foundation
import Synchronization
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests repeated requests, with pages in memory and a manual clock.
@Suite(.tags(.l7), .timeLimit(.minutes(20))) struct RepeatingPageFetcherTests {
    /// A page or an error for each request in turn; the last one is repeated.
    private final class Script: PageFetching {
        enum Step: Sendable {
            case page(String)
            case error(PageError)
            /// The beginning of a page, and then the end of the connection.
            case broken(String)
        }

        private let steps: [Step]
        let requests = Mutex<[(url: URL, options: PageFetchOptions)]>([])

        init(_ steps: Step...) { self.steps = steps }

        var count: Int { requests.withLock { $0.count } }

        func fetch(
            _ url: URL,
            options: PageFetchOptions,
            into consumer: any PageConsuming,
            cancellationToken: CancellationToken
        ) -> BoltsTask<FetchedPage> {
            let number = requests.withLock { requests in
                requests.append((url, options))
                return requests.count
            }
            let response = PageResponse(url: url, status: 200, contentType: nil)
            func send(_ text: String) throws {
                try consumer.begin(response)
                let bytes = Array(text.utf8)[...]
                _ = try consumer.consume(bytes.span)
            }
            do {
                switch steps[min(number, steps.count) - 1] {
                case .error(let error): throw error
                case .broken(let text):
                    try send(text)
                    throw PageError(.interrupted, "the connection was closed")
                case .page(let text):
                    try send(text)
                    let hops = [PageHop(url: url, status: 200)]
                    let count = text.utf8.count
                    return BoltsTask(
                        result: FetchedPage(requestedURL: url, response: response, hops: hops, byteCount: count)
                    )
                }
            } catch {
                return BoltsTask(error: error)
            }
        }
    }

    /// Keeps the body of the last page that began.
    private final class Body: RestartablePageConsuming {
        let text = Mutex("")
        func begin(_ response: PageResponse) { text.withLock { $0 = "" } }
        func consume(_ chunk: Span<UInt8>) -> Bool {
            let bytes = chunk.indices.map { chunk[$0] }
            text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
            return true
        }
    }

    private final class Record: Sendable {
        private let state = Mutex<[RetriedFetch]>([])
        var fetches: [RetriedFetch] { state.withLock { $0 } }
        func add(_ fetch: RetriedFetch) { state.withLock { $0.append(fetch) } }
    }

    private let clock = ManualClock()
    private let retried = Record()

    private func polite(_ pages: any PageFetching, retries: Int = 2, pause: Duration = .zero) -> HostLimitedPageFetcher
    {
        var options = HostLimitOptions()
        options.initialPause = .zero
        options.retryLimit = retries
        options.requestInterval = pause
        return HostLimitedPageFetcher(pages, options: options, clock: clock)
            .recording { [retried] in retried.add($0) }
    }

    private func fetch(
        _ fetcher: some PageFetching,
        _ text: String = "https://a.test/",
        timeout: Duration = .seconds(10),
        into consumer: any PageConsuming = Body(),
        token: CancellationToken = .none
    ) throws -> BoltsTask<FetchedPage> {
        var options = PageFetchOptions()
        options.totalTimeout = timeout
        return fetcher.fetch(
            try #require(URL(string: text)),
            options: options,
            into: consumer,
            cancellationToken: token
        )
    }

    private static func status(_ status: Int, retryAfter: String? = nil) -> PageError {
        var fields = HTTPCacheFields()
        fields.retryAfter = retryAfter
        let hop = PageHop(url: URL(string: "https://a.test/")!, status: status, cacheFields: fields)
        let wait = HTTPFreshness.retryAfter(hop, now: .now).map { Duration.seconds($0) }
        return PageError(.httpStatus, "status \(status)", httpStatus: status, retryAfter: wait, hops: [hop])
    }

    /// Advances the clock until a task has completed; at most one part of the task sleeps.
    ///
    /// While nobody sleeps, a part of the task is still running. The clock waits for it, so that no time passes meanwhile.
    private func finish(_ task: BoltsTask<FetchedPage>) async throws {
        while !task.isCompleted {
            try Task.checkCancellation()
            if clock.sleeperCount > 0 {
                clock.advance(by: .milliseconds(250))
            } else {
                try await Task.sleep(for: .milliseconds(1))
            }
        }
    }

    @Test(arguments: [
        (status(502), "status 502"), (status(503), "status 503"), (status(504), "status 504"),
        (status(429), "status 429"), (PageError(.timedOut, "late"), "no answer in time"),
        (PageError(.interrupted, "lost"), "a lost connection"),
    ])
    func whatMayPassIsAskedAgain(_ error: PageError, _ reason: String) async throws {
        let script = Script(.error(error), .page("whole"))
        let body = Body()
        let task = try fetch(polite(script), into: body)
        try await finish(task)
        #expect(task.result?.response.status == 200 && body.text.withLock { $0 } == "whole")
        let fetches = retried.fetches
        #expect(fetches.map(\.tries) == [2] && fetches.first?.reason == reason && fetches.first?.isAnswered == true)
    }

    @Test(arguments: [
        status(404), status(403), status(500), PageError(.notReachableOrNotAllowed, "x"),
        PageError(.untrustedConnection, "x"), PageError(.malformedResponse, "x"), PageError(.tooManyRedirects, "x"),
    ])
    func whatWouldFailAgainIsAskedOnce(_ error: PageError) throws {
        let script = Script(.error(error))
        #expect((try fetch(polite(script)).error as? PageError)?.code == error.code)
        #expect(script.count == 1 && retried.fetches.isEmpty)
    }

    @Test func aServerThatKeepsFailingIsReportedAsIfAskedOnce() async throws {
        let script = Script(.error(Self.status(503)))
        let task = try fetch(polite(script, retries: 3))
        try await finish(task)
        #expect((task.error as? PageError)?.httpStatus == 503)
        #expect(script.count == 4)
        let fetches = retried.fetches
        #expect(fetches.map(\.tries) == [4] && fetches.first?.isAnswered == false)
        let once = Script(.error(Self.status(503)))
        #expect(try fetch(polite(once, retries: 0)).isFaulted && once.count == 1)
    }

    @Test func theTimeOfRetryAfterIsWaitedForIfItFits() async throws {
        let script = Script(.error(Self.status(429, retryAfter: "7")), .page("whole"))
        let task = try fetch(polite(script))
        // The delay of the policy is over long before the pause of the host.
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(500))
        // The two timers are that of the time limit and that of the host's pause.
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(6))
        #expect(script.count == 1 && !task.isCompleted)
        clock.advance(by: .milliseconds(500))
        #expect(try await task.value.response.status == 200)
        // The rest of the ten seconds is the time limit of the second request.
        let left = try #require(script.requests.withLock { $0.last?.options.totalTimeout })
        #expect(left <= .seconds(3), "\(left)")
    }

    @Test(arguments: ["11", "3600", "Fri, 31 Dec 2999 23:59:59 GMT"])
    func aPauseThatIsTooLongEndsTheFetchAtOnce(_ retryAfter: String) throws {
        let script = Script(.error(Self.status(503, retryAfter: retryAfter)), .page("whole"))
        let fetcher = polite(script)
        let error = try fetch(fetcher).error as? PageError
        #expect(error?.httpStatus == 503 && script.count == 1)
        // The host has requested the pause, so its other pages are not requested either.
        #expect((try fetch(fetcher, "https://a.test/b").error as? PageError)?.code == .hostPaused)
        #expect(try fetch(fetcher, "https://b.test/").result != nil)
    }

    @Test func noRequestIsMadeAfterTheTimeOfTheFetch() async throws {
        let script = Script(.error(PageError(.timedOut, "late")))
        let task = try fetch(polite(script, retries: 1_000), timeout: .seconds(6))
        try await finish(task)
        #expect((task.error as? PageError)?.code == .timedOut)
        #expect((2...8).contains(script.count), "\(script.count)")
        #expect(script.requests.withLock { $0.allSatisfy { $0.options.totalTimeout <= .seconds(6) } })
    }

    @Test func aPageThatBrokeOffIsReadFromItsBeginningOrNotAgain() async throws {
        let body = Body()
        let script = Script(.broken("half"), .page("whole"))
        let task = try fetch(polite(script), into: body)
        try await finish(task)
        #expect(task.result != nil && body.text.withLock { $0 } == "whole")
        let other = Script(.broken("half"), .page("whole"))
        let plain = try fetch(polite(other), into: PageCollector())
        #expect((plain.error as? PageError)?.code == .interrupted && other.count == 1)
    }

    @Test func cancellingEndsTheWaitForAnotherTry() async throws {
        let script = Script(.error(Self.status(503)), .page("whole"))
        let cancellation = CancellationTokenSource()
        let task = try fetch(polite(script), token: cancellation.token)
        await clock.waitForSleepers(1)
        cancellation.cancel()
        #expect(task.isCancelled)
        clock.advance(by: .seconds(60))
        #expect(script.count == 1 && retried.fetches.isEmpty)
    }

    @Test func requestsToOneHostStartWithAPauseBetweenThem() async throws {
        let (clock, times) = (clock, Times())
        let start = clock.now
        let pages = StubPages { request in
            if request.url.host() == "a.test" { times.add(start.duration(to: clock.now)) }
            return StubPages.Page(body: "x")
        }
        let fetcher = polite(pages, pause: .seconds(1))
        let tasks = try (0..<4).map { try fetch(fetcher, "https://a.test/\($0)", timeout: .seconds(1_000)) }
        #expect(try fetch(fetcher, "https://b.test/").result != nil)
        #expect(times.list == [.zero] && tasks[0].result != nil)
        for number in 1...3 {
            // The timers are that of each time limit and that of the pause.
            await clock.waitForSleepers(5 - number)
            clock.advance(by: .milliseconds(999))
            #expect(times.list.count == number)
            clock.advance(by: .milliseconds(1))
            _ = try await tasks[number].value
        }
        // A request after the end of the last one also waits.
        let late = try fetch(fetcher, "https://a.test/late", timeout: .seconds(1_000))
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(1))
        _ = try await late.value
        #expect(times.list == (0...4).map { .seconds($0) })
    }

    private final class Times: Sendable {
        private let state = Mutex<[Duration]>([])
        var list: [Duration] { state.withLock { $0 } }
        func add(_ time: Duration) { state.withLock { $0.append(time) } }
    }
}
