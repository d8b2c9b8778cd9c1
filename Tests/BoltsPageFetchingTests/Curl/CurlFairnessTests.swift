#if os(Linux)
import BoltsTasks
import FetchingStubs
import Foundation
import LoopbackServer
import Testing

@testable import BoltsPageFetching

extension FetchingOverSockets {
    @Suite(.tags(.l7), .timeLimit(.minutes(20)), .enabled(if: Transport.available.contains(.curl), "no libcurl"))
    struct CurlFairnessTests {
        /// Pages are counted instead of timed: every good page arrives, although no page of the silent host does.
        @Test(.tags(.th46), arguments: [false, true])
        func goodHostsArriveWhileOneHostHoldsAllItMay(_ trickles: Bool) async throws {
            let bad = try LoopbackServer(address: 0x7f00_0002) { _, connection in
                if trickles {
                    connection.send("HTTP/1.1 200 OK\r\n\r\n")
                    while connection.send("a"), !connection.waitForClose(milliseconds: 100) {}
                } else {
                    connection.waitForClose()
                }
            }
            let good = try LoopbackServer { request, connection in connection.respond(body: request.target) }
            var table = ["bad.test": [["127.0.0.2"]]]
            for number in 0..<20 { table["good\(number).test"] = [["127.0.0.1"]] }
            let fetcher = try #require(CurlPageFetcher(hosts: StubHosts(table), pool: TransferPool(limit: 10)))
            let patience = Duration.seconds(250)
            let source = CancellationTokenSource()
            let badTasks = (0..<40).map { _ in
                fetcher.start(bad.url(host: "bad.test"), token: source.token) {
                    ($0.responseTimeout, $0.totalTimeout) = (patience, patience)
                }
            }
            while bad.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            let goodTasks = (0..<100).map { number in
                fetcher.start(good.url("/\(number)", host: "good\(number % 20).test")) {
                    ($0.responseTimeout, $0.totalTimeout) = (patience, patience)
                }
            }
            for task in goodTasks { #expect(try await task.value.response.status == 200) }
            #expect(badTasks.allSatisfy { !$0.isCompleted })
            // One host gets at most four of ten places.
            #expect((1...4).contains(bad.connectionCount))
            source.cancel()
            #expect(badTasks.allSatisfy { $0.isCancelled })
        }
    }
}
#endif
