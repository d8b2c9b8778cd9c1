import BoltsTasks
import FetchingStubs
import Foundation
import Synchronization
import Testing

@testable import BoltsPageFetching

/// A fetch over a transport that does what the test says.
@Suite(.tags(.l7), .timeLimit(.minutes(20))) struct PageFetchTests {
    /// Sends nothing.
    private struct Transport: PageTransport {
        func load(_ request: PageRequest, for fetch: PageFetch) {}
        func end(_ request: Int, of fetch: PageFetch) {}
    }

    private func fetch() throws -> PageFetch {
        let url = try #require(URL(string: "http://8.8.8.8/"))
        let options = PageFetchOptions()
        return PageFetch(
            try FetchStateMachine(url, options: options, pinning: .all),
            options: options,
            hosts: StubHosts([:]),
            consumer: PageCollector(),
            transport: Transport()
        )
    }

    /// The result is on its way to another thread then.
    @Test func aFetchThatHasJustEndedIsCancelledBeforeCancelReturns() throws {
        for _ in 0..<200 {
            let source = CancellationTokenSource()
            let fetch = try fetch()
            let task = fetch.start(source.token)
            #expect(fetch.began(request: 1))
            #expect(fetch.received(FetchStateMachine.Head(status: 200, byteCount: 0), request: 1))
            fetch.ended(request: 1)
            source.cancel()
            #expect(task.isCompleted && (task.isCancelled || task.result != nil))
        }
    }

    @Test func aTokenThatOutlivesTheFetchDoesNotKeepIt() async throws {
        let source = CancellationTokenSource()
        weak var fetch: PageFetch?
        do {
            let started = try self.fetch()
            fetch = started
            let task = started.start(source.token)
            _ = started.began(request: 1)
            started.failed(TransportProblem(kind: .malformed, detail: "it ends here"), request: 1)
            _ = try? await task.value
        }
        for _ in 0..<1_000 where fetch != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(fetch == nil)
        source.cancel()
    }
}
