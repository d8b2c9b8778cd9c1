import Testing

@testable import PostgreSQLClient

/// Tests the decisions of the pool without a server and without a clock.
struct PoolStateTests {
    private final class Fake {}
    private typealias State = PoolState<Fake, Int>

    private let start = ContinuousClock.now
    private let backoff = Backoff(first: .milliseconds(100), limit: .seconds(1))
    private let away = PostgreSQLError(.connectionFailed, "away")

    private func state(connections: Int = 2, waiters: Int = 10) -> State {
        State(connectionLimit: connections, waiterLimit: waiters, backoff: backoff, patience: .seconds(5))
    }

    /// The actions as short texts.
    private func names(_ actions: [State.Action]) -> [String] {
        actions.compactMap { action in
            switch action {
            case .open: "open"
            case .openLater: "open later"
            case .expireLater: nil
            case .give(_, let waiter): "give to \(waiter)"
            case .fail(let waiter, let error): "fail \(waiter): \(error.code)"
            case .close: "close"
            }
        }
    }

    @Test func opensNoMoreConnectionsThanItsLimitAndServesCallersInTheirOrder() {
        var state = state(connections: 2)
        #expect(names(state.request(1, 1, now: start)) == ["open"])
        #expect(names(state.request(2, 2, now: start)) == ["open"])
        #expect(names(state.request(3, 3, now: start)).isEmpty)
        let (first, second) = (Fake(), Fake())
        #expect(names(state.opened(first, now: start)) == ["give to 1"])
        #expect(names(state.opened(second, now: start)) == ["give to 2"])
        #expect(names(state.returned(second, now: start)) == ["give to 3"])
        #expect(names(state.returned(first, now: start)).isEmpty)
        #expect(names(state.request(4, 4, now: start)) == ["give to 4"])
    }

    @Test func replacesAConnectionThatClosedWhileCallersWait() {
        var state = state(connections: 1)
        _ = state.request(1, 1, now: start)
        let connection = Fake()
        _ = state.opened(connection, now: start)
        _ = state.returned(connection, now: start)
        _ = state.request(1, 1, now: start)
        _ = state.request(2, 2, now: start)
        #expect(names(state.closed(connection, away, now: start)) == ["open"])
        #expect(names(state.opened(Fake(), now: start)) == ["give to 2"])
    }

    @Test func closesIdleConnectionsOnceOneBroke() {
        var state = state(connections: 2)
        _ = state.request(1, 1, now: start)
        _ = state.request(2, 2, now: start)
        let (first, second) = (Fake(), Fake())
        _ = state.opened(first, now: start)
        _ = state.opened(second, now: start)
        _ = state.returned(first, now: start)
        #expect(names(state.closed(second, away, now: start)) == ["close"])
        #expect(state.openCount == 0)
        #expect(names(state.closed(first, nil, now: start)).isEmpty)
    }

    @Test func waitsLongerAfterEachFailureAndOpensOneConnectionAtATime() {
        var state = state(connections: 5)
        _ = state.request(1, 1, now: start)
        #expect(names(state.openingFailed(away, now: start)) == ["open later"])
        #expect(names(state.request(2, 2, now: start)).isEmpty)
        #expect(names(state.openingIsDue(now: start + .milliseconds(100))) == ["open"])
        #expect(names(state.request(3, 3, now: start + .milliseconds(100))).isEmpty)
        let actions = state.openingFailed(away, now: start + .milliseconds(100))
        guard case .openLater(let wait) = actions.first else {
            Issue.record("no later attempt is planned")
            return
        }
        #expect(wait >= .milliseconds(100) && wait <= .milliseconds(200))
        #expect(names(state.openingIsDue(now: start + .seconds(1))) == ["open"])
        // The first connection must run a statement before others are opened.
        let connection = Fake()
        #expect(names(state.opened(connection, now: start + .seconds(1))) == ["give to 1"])
        #expect(names(state.returned(connection, now: start + .seconds(1))) == ["give to 2", "open"])
    }

    @Test func letsOneCallerWaitForADatabaseThatIsAwayForLongAndFailsTheOthersAtOnce() {
        var state = state(connections: 5)
        _ = state.request(1, 1, now: start)
        _ = state.openingFailed(away, now: start)
        #expect(names(state.request(2, 2, now: start + .seconds(4))).isEmpty)
        #expect(names(state.openingIsDue(now: start + .seconds(4))) == ["open"])
        #expect(names(state.openingFailed(away, now: start + .seconds(6))) == ["open later"])
        #expect(names(state.request(3, 3, now: start + .seconds(6))) == ["fail 3: connectionFailed"])
        _ = state.withdraw(1)
        _ = state.withdraw(2)
        #expect(names(state.request(4, 4, now: start + .seconds(7))).isEmpty)
        #expect(names(state.request(5, 5, now: start + .seconds(7))) == ["fail 5: connectionFailed"])
        #expect(names(state.openingIsDue(now: start + .seconds(8))) == ["open"])
        let connection = Fake()
        #expect(names(state.opened(connection, now: start + .seconds(8))) == ["give to 4"])
        #expect(names(state.request(6, 6, now: start + .seconds(8))).isEmpty)
        #expect(names(state.returned(connection, now: start + .seconds(8))) == ["give to 6"])
        #expect(names(state.request(7, 7, now: start + .seconds(8))) == ["open"])
    }

    @Test func backsOffFromADatabaseThatAcceptsConnectionsAndDropsThem() {
        var state = state(connections: 10, waiters: 1_000)
        var now = start
        var opened = 0
        var due: [ContinuousClock.Instant] = []
        /// Opens each requested connection, and loses it at its first statement.
        func perform(_ actions: [State.Action]) {
            for action in actions {
                switch action {
                case .open:
                    opened += 1
                    let connection = Fake()
                    perform(state.opened(connection, now: now))
                    perform(state.closed(connection, away, now: now))
                case .openLater(let wait): due.append(now + wait)
                default: break
                }
            }
        }
        for number in 0..<1_600 {
            // There are a hundred requests per second.
            perform(state.request(UInt64(number), number, now: now))
            now += .milliseconds(10)
            for time in due where time <= now {
                due.removeAll { $0 == time }
                perform(state.openingIsDue(now: now))
            }
        }
        // The first is immediate; the others are as with a server that refuses: up to 1 s apart, and never less than half of that.
        #expect((16...50).contains(opened), "\(opened)")
        #expect(state.openCount == 0)
    }

    @Test func aConnectionWhoseCallerWasCancelledProvesNothing() {
        var state = state(connections: 2)
        _ = state.request(1, 1, now: start)
        _ = state.openingFailed(away, now: start)
        _ = state.request(2, 2, now: start)
        _ = state.openingIsDue(now: start + .seconds(1))
        let connection = Fake()
        #expect(names(state.opened(connection, now: start + .seconds(1))) == ["give to 1"])
        #expect(names(state.returned(connection, hasRun: false, now: start + .seconds(1))) == ["give to 2"])
        #expect(names(state.request(3, 3, now: start + .seconds(1))).isEmpty)
        #expect(names(state.returned(connection, now: start + .seconds(1))) == ["give to 3"])
        #expect(names(state.request(4, 4, now: start + .seconds(1))) == ["open"])
    }

    @Test func oneTimerServesAllCallersThatWait() {
        var state = state(connections: 1, waiters: 1_000)
        var timers: [Duration] = []
        func count(_ actions: [State.Action]) -> [State.Action] {
            for case .expireLater(let wait) in actions { timers.append(wait) }
            return actions
        }
        for number in 0..<500 {
            _ = count(state.request(UInt64(number), number, now: start + .milliseconds(number)))
        }
        #expect(timers == [.seconds(5)])
        let connection = Fake()
        #expect(names(count(state.opened(connection, now: start + .seconds(1)))) == ["give to 0"])
        // The expired requests fail, and the timer is set for the next one.
        let failed = names(count(state.expiryIsDue(now: start + .seconds(5) + .milliseconds(99))))
        #expect(failed == (1...99).map { "fail \($0): busy" })
        #expect(timers == [.seconds(5), .milliseconds(1)])
        _ = state.close()
        #expect(count(state.expiryIsDue(now: start + .seconds(6))).isEmpty && timers.count == 2)
    }

    @Test func closesAConnectionThatHasBecomeOldAfterItsStatement() {
        var state = State(
            connectionLimit: 1,
            waiterLimit: 9,
            backoff: backoff,
            patience: .seconds(5),
            lifetime: .seconds(100)
        )
        _ = state.request(1, 1, now: start)
        let old = Fake()
        _ = state.opened(old, now: start)
        #expect(names(state.returned(old, now: start + .seconds(80))).isEmpty)
        #expect(names(state.request(2, 2, now: start + .seconds(120))) == ["give to 2"])
        _ = state.request(3, 3, now: start + .seconds(120))
        #expect(names(state.returned(old, now: start + .seconds(121))) == ["close", "open"])
        #expect(names(state.closed(old, nil, now: start + .seconds(121))).isEmpty)
        #expect(names(state.opened(Fake(), now: start + .seconds(121))) == ["give to 3"])
    }

    @Test func saysWhyACallerWaitedInVain() {
        var state = state(connections: 1)
        _ = state.request(1, 1, now: start)
        _ = state.openingFailed(away, now: start)
        #expect(names(state.expiryIsDue(now: start + .seconds(100))) == ["fail 1: connectionFailed"])
        #expect(state.withdraw(1) == nil)
    }

    @Test func failsEveryCallerAtOnceIfTheServerRefusesTheUser() {
        var state = state(connections: 1)
        _ = state.request(1, 1, now: start)
        _ = state.request(2, 2, now: start)
        let refusal = PostgreSQLError(.refused, "no such user", sqlState: "28000")
        #expect(names(state.openingFailed(refusal, now: start)) == ["fail 1: refused", "fail 2: refused"])
        #expect(state.waiterCount == 0)
    }

    @Test func refusesCallersBeyondItsLimit() {
        var state = state(connections: 1, waiters: 1)
        _ = state.request(1, 1, now: start)
        #expect(names(state.request(2, 2, now: start)) == ["fail 2: busy"])
    }

    @Test func closesWhatIsIdleReturnedOrOpenedAfterItWasClosed() {
        var state = state(connections: 3)
        for number in 1...3 { _ = state.request(UInt64(number), number, now: start) }
        let (first, second) = (Fake(), Fake())
        _ = state.opened(first, now: start)
        _ = state.opened(second, now: start)
        #expect(names(state.close()) == ["fail 3: closed"])
        #expect(names(state.returned(second, now: start)) == ["close"])
        #expect(names(state.opened(Fake(), now: start)) == ["close"])
        #expect(names(state.request(6, 6, now: start)) == ["fail 6: closed"])
    }

    @Test func backsOffBetweenHalfOfTheNominalWaitAndTheWholeUpToItsLimit() {
        for failures in 1...40 {
            let nominal = min(Duration.seconds(1), .milliseconds(100) * (1 << min(failures - 1, 20)))
            let wait = backoff.wait(afterFailures: failures)
            #expect(wait >= nominal / 2 && wait <= nominal)
        }
    }
}
