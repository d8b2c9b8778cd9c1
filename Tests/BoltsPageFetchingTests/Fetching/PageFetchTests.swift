import BoltsTasks
import BoltsTestSupport
import FetchingStubs
import Foundation
import Testing

@testable import BoltsPageFetching

/// Tests a fetch over a transport that the test controls.
@Suite(.tags(.l7), .timeLimit(.minutes(20))) struct PageFetchTests {
    /// A transport that sends nothing.
    private struct Transport: PageTransport {
        func load(_ request: PageRequest, for fetch: PageFetch) {}
        func end(_ request: Int, of fetch: PageFetch) {}
    }

    private func fetch(resultsOn executor: BoltsExecutor = .queue(.global())) throws -> PageFetch {
        let url = try #require(URL(string: "http://8.8.8.8/"))
        let options = PageFetchOptions()
        return PageFetch(
            try FetchStateMachine(url, options: options, pinning: .all),
            options: options,
            hosts: StubHosts([:]),
            consumer: PageCollector(),
            transport: Transport(),
            resultExecutor: executor
        )
    }

    /// At that time the result is on its way to another thread.
    @Test func aFetchThatHasJustEndedIsCancelledBeforeCancelReturns() throws {
        let results = ManualExecutor()
        let source = CancellationTokenSource()
        let fetch = try fetch(resultsOn: results.executor)
        let task = fetch.start(source.token)
        #expect(fetch.began(request: 1))
        #expect(fetch.received(FetchStateMachine.Head(status: 200, byteCount: 0), request: 1))
        fetch.ended(request: 1)
        #expect(results.count == 1)
        #expect(!task.isCompleted)
        source.cancel()
        #expect(task.isCancelled)
        results.runAll()
        #expect(task.isCancelled)
    }

    @Test func theResultIsDeliveredByItsExecutor() throws {
        let results = ManualExecutor()
        let fetch = try fetch(resultsOn: results.executor)
        let task = fetch.start(.none)
        #expect(fetch.began(request: 1))
        #expect(fetch.received(FetchStateMachine.Head(status: 200, byteCount: 0), request: 1))
        fetch.ended(request: 1)
        #expect(!task.isCompleted)
        results.runAll()
        #expect(task.result?.byteCount == 0)
    }

    @Test func aTokenThatOutlivesTheFetchDoesNotKeepIt() throws {
        let results = ManualExecutor()
        let source = CancellationTokenSource()
        weak var fetch: PageFetch?
        do {
            let started = try self.fetch(resultsOn: results.executor)
            fetch = started
            let task = started.start(source.token)
            _ = started.began(request: 1)
            started.failed(TransportProblem(kind: .malformed, detail: "it ends here"), request: 1)
            results.runAll()
            #expect(task.isFaulted)
        }
        #expect(fetch == nil)
        source.cancel()
    }
}
