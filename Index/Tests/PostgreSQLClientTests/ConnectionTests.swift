import Dispatch
import Synchronization
import Testing

@testable import PostgreSQLClient

/// Tests a connection without a server.
struct ConnectionTests {
    @Test func aConnectionThatCannotBeWatchedIsRefusedAndNeverReportedAsOpenOrClosed() throws {
        // libpq fails at once, so there is no descriptor, as if the process had none left.
        let handle = try #require(LibPQHandle(connecting: ["host": "/nonexistent"]))
        let queue = DispatchQueue(label: "test")
        let reports = Mutex(0)
        let connection = PostgreSQLConnection(
            handle,
            host: 0,
            queue: queue,
            handlers: PostgreSQLConnection.Handlers(
                ready: { _, _ in reports.withLock { $0 += 1 } },
                closed: { _, _ in reports.withLock { $0 += 1 } }
            )
        )
        #expect(!queue.sync { connection.activate() })
        connection.close()
        queue.sync {}
        #expect(reports.withLock { $0 } == 0)
    }

    @Test func aTimeLimitThatDispatchCannotCountInNanosecondsIsNoLimit() {
        #expect(Duration.milliseconds(1_500).dispatchInterval == .nanoseconds(1_500_000_000))
        #expect((Duration.seconds(9_223_372_036) + .milliseconds(900)).dispatchInterval == .never)
        #expect(Duration.seconds(Int64.max).dispatchInterval == .never)
    }
}
