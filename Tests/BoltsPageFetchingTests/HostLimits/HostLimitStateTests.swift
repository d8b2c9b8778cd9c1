import SharedData
import Testing

@_spi(Bolts) @testable import BoltsPageFetching

/// Tests when each fetch of a host starts, without tasks and timers.
@Suite(.tags(.l7), .timeLimit(.minutes(20))) struct HostLimitStateTests {
    /// A state machine as a class, so that events can be in expectations.
    private final class Machine {
        private var state: HostLimitState

        init(_ options: HostLimitOptions) { state = HostLimitState(options: options) }

        var statistics: HostLimitStatistics { state.statistics }

        func enter(_ id: Int, _ host: String, deadline: Duration, now: Duration) -> HostLimitState.Entry {
            state.enter(id, host, deadline: deadline, now: now).0
        }

        func enterAndWait(_ id: Int, _ host: String, deadline: Duration, now: Duration) -> Duration? {
            let (entry, wakeUp) = state.enter(id, host, deadline: deadline, now: now)
            #expect(entry == .wait)
            return wakeUp
        }

        /// Enters with a deadline far away.
        func enter(_ id: Int, _ host: String = "a.test", now: Duration = .zero) -> HostLimitState.Entry {
            enter(id, host, deadline: .seconds(100_000), now: now)
        }

        func isPaused(_ host: String, now: Duration) -> Bool { state.isPaused(host, now: now) }

        func leave(_ id: Int) -> Bool { state.leave(id) }

        func finish(_ id: Int, _ outcome: HostLimitState.Outcome, now: Duration) -> HostLimitState.Changes {
            state.finish(id, outcome, now: now)
        }

        func wake(_ host: String, now: Duration) -> HostLimitState.Changes { state.wake(host, now: now) }
    }

    private func machine(_ change: (inout HostLimitOptions) -> Void = { _ in }) -> Machine {
        var options = HostLimitOptions()
        options.concurrency = 2
        change(&options)
        return Machine(options)
    }

    @Test func aHostRunsUpToTheLimitAndTheOthersWaitInOrder() {
        let state = machine()
        #expect((1...5).map { state.enter($0, "a.test") } == [.start, .start, .wait, .wait, .wait])
        #expect(state.enter(6, "b.test") == .start)
        #expect(state.finish(2, .answered, now: .zero).started == [3])
        #expect(state.leave(4))
        #expect(!state.leave(4))
        #expect(state.finish(1, .unknown, now: .zero).started == [5])
        #expect(state.statistics == HostLimitStatistics(runningFetchCount: 3, waitingFetchCount: 0, hostCount: 2))
    }

    @Test func aLimitBelowOneStillFetches() {
        let state = machine { $0.concurrency = 0 }
        #expect(state.enter(1) == .start)
        #expect(state.enter(2) == .wait)
    }

    /// If each event copied the queue, this would take many minutes.
    @Test func eachEventOfAHostTakesTheSameTimeHoweverManyWait() {
        let state = machine { $0.concurrency = 1 }
        let count = 200_000
        #expect((1...count).count { state.enter($0) == .start } == 1)
        #expect(state.statistics.waitingFetchCount == count - 1)
        #expect((1..<count).allSatisfy { state.finish($0, .answered, now: .zero).started == [$0 + 1] })
        #expect(state.finish(count, .answered, now: .zero).started == [])
        #expect(state.statistics == HostLimitStatistics())
    }

    @Test func aHostThatRefusesIsStillPaused() {
        let state = machine()
        _ = state.enter(1)
        _ = state.finish(1, .overloaded(retryAfter: .seconds(30)), now: .zero)
        for id in 2...3 {
            #expect(state.enter(id, "a.test", deadline: .seconds(10), now: .zero) == .refuse(.seconds(30)))
        }
        #expect(state.isPaused("a.test", now: .seconds(29)))
    }

    @Test func anIdleHostIsForgotten() {
        let state = machine()
        for id in 1...100 {
            _ = state.enter(id, "host-\(id).test")
            _ = state.finish(id, id.isMultiple(of: 2) ? .answered : .unknown, now: .zero)
        }
        #expect(state.statistics.hostCount == 0)
    }

    @Test func anOverloadedHostIsPausedForItsRetryAfter() {
        let state = machine()
        _ = state.enter(1)
        #expect(state.finish(1, .overloaded(retryAfter: .seconds(30)), now: .seconds(5)).wakeUp == nil)
        #expect(state.isPaused("a.test", now: .seconds(34)))
        #expect(state.enterAndWait(2, "a.test", deadline: .seconds(60), now: .seconds(10)) == .seconds(35))
        // One timer for a host is enough.
        #expect(state.enterAndWait(3, "a.test", deadline: .seconds(60), now: .seconds(10)) == nil)
        #expect(state.enter(4, "a.test", deadline: .seconds(35), now: .seconds(10)) == .refuse(.seconds(25)))
        #expect(state.enter(5, "b.test", now: .seconds(10)) == .start)
        // Until the host succeeds, there is only one request at a time.
        #expect(state.wake("a.test", now: .seconds(35)).started == [2])
        #expect(state.finish(2, .unknown, now: .seconds(36)).started == [3])
        #expect(state.enter(6, now: .seconds(36)) == .wait)
        #expect(state.enter(7, now: .seconds(36)) == .wait)
        #expect(state.finish(3, .answered, now: .seconds(37)).started == [6, 7])
    }

    @Test func aWakeUpThatComesTooEarlyIsRepeated() {
        let state = machine()
        _ = state.enter(1)
        _ = state.enter(2)
        _ = state.finish(1, .overloaded(retryAfter: .seconds(10)), now: .zero)
        #expect(state.enterAndWait(3, "a.test", deadline: .seconds(99), now: .zero) == .seconds(10))
        // The other fetch, which was already running, extends the pause.
        _ = state.finish(2, .overloaded(retryAfter: .seconds(20)), now: .seconds(1))
        #expect(state.wake("a.test", now: .seconds(10)).wakeUp == .seconds(21))
        #expect(state.wake("a.test", now: .seconds(21)).started == [3])
    }

    @Test func aPauseRefusesWhoeverCannotWaitForItsEnd() {
        let state = machine { $0.concurrency = 1 }
        _ = state.enter(1)
        for (id, deadline) in [(2, 10), (3, 50), (4, 29), (5, 31)] {
            #expect(state.enter(id, "a.test", deadline: .seconds(deadline), now: .zero) == .wait)
        }
        let changes = state.finish(1, .overloaded(retryAfter: .seconds(30)), now: .zero)
        #expect(changes.refused == [2, 4])
        #expect(changes.pause == .seconds(30))
        #expect(changes.wakeUp == .seconds(30))
        #expect(state.leave(5))
        #expect(state.wake("a.test", now: .seconds(30)).started == [3])
    }

    @Test func withoutRetryAfterThePauseGrowsUpToTheMaximum() {
        let state = machine {
            $0.initialPause = .seconds(2)
            $0.pauseLimit = .seconds(15)
        }
        var now = Duration.zero
        var pauses: [Duration] = []
        for id in 1...5 {
            _ = state.enter(id, now: now)
            _ = state.finish(id, .overloaded(retryAfter: nil), now: now)
            guard case .refuse(let pause) = state.enter(-id, "a.test", deadline: now, now: now) else { break }
            pauses.append(pause)
            now += pause
        }
        #expect(pauses == [2, 4, 8, 15, 15].map { .seconds($0) })
        // An answer ends the series.
        _ = state.enter(10, now: now)
        _ = state.finish(10, .answered, now: now)
        #expect(state.statistics.hostCount == 0)
    }

    @Test func fetchesThatRanTogetherCountAsOneOverload() {
        let state = machine { $0.concurrency = 3 }
        for id in 1...3 { _ = state.enter(id) }
        for id in 1...2 { _ = state.finish(id, .overloaded(retryAfter: nil), now: .zero) }
        // The third one started before the pause, so its answer does not end it.
        _ = state.finish(3, .answered, now: .zero)
        #expect(state.enter(4, "a.test", deadline: .zero, now: .zero) == .refuse(.seconds(1)))
    }

    @Test func retryAfterHasAnUpperBoundAndMayBeZero() {
        let state = machine()
        _ = state.enter(1)
        _ = state.finish(1, .overloaded(retryAfter: .seconds(Int64.max)), now: .zero)
        #expect(state.enter(2, "a.test", deadline: .zero, now: .zero) == .refuse(.seconds(3_600)))
        _ = state.enter(3, "b.test")
        _ = state.finish(3, .overloaded(retryAfter: .seconds(-4)), now: .zero)
        #expect(state.enter(4, "b.test") == .start)
    }

    @Test func aPauseThatAnOldFetchReportsAfterTheHostRecoveredIsRemembered() {
        let state = machine { $0.pauseLimit = .seconds(5) }
        #expect(state.enter(1) == .start)
        #expect(state.enter(2) == .start)
        _ = state.finish(1, .overloaded(retryAfter: .seconds(1)), now: .zero)
        #expect(state.enter(3, now: .seconds(10)) == .start)
        _ = state.finish(3, .answered, now: .seconds(11))
        _ = state.finish(2, .overloaded(retryAfter: .seconds(60)), now: .seconds(12))
        #expect(state.isPaused("a.test", now: .seconds(13)))
        #expect(!state.isPaused("a.test", now: .seconds(17)))
    }

    @Test func aPauseThatEndedLongAgoDoesNotCount() {
        let state = machine { $0.pauseLimit = .seconds(60) }
        _ = state.enter(1)
        _ = state.finish(1, .overloaded(retryAfter: nil), now: .zero)
        #expect((2...3).map { state.enter($0, now: .seconds(61)) } == [.start, .start])
    }

    @Test func onlyABoundedNumberOfIdleHostsIsRemembered() {
        let state = machine { $0.rememberedHostLimit = 10 }
        for id in 1...1_000 {
            _ = state.enter(id, "host-\(id).test")
            _ = state.finish(id, .overloaded(retryAfter: nil), now: .zero)
            // A requested host is not the least recently used one.
            if id > 1 { _ = state.enter(-id, "host-1.test", deadline: .zero, now: .zero) }
        }
        #expect(state.statistics.hostCount == 10)
        #expect(state.isPaused("host-1.test", now: .zero))
        #expect(state.isPaused("host-1000.test", now: .zero))
        #expect(!state.isPaused("host-2.test", now: .zero))
    }

    /// Random events never lose a fetch and never exceed a limit.
    @Test func noFetchIsLost() {
        var random = SeededRandom(seed: 11)
        for limit in 1...3 {
            var options = HostLimitOptions()
            options.concurrency = limit
            options.rememberedHostLimit = 3
            var state = HostLimitState(options: options)
            var now = Duration.zero
            var (running, waiting): ([Int: String], [Int: String]) = ([:], [:])
            var wakeUps: [String: Duration] = [:]
            var (ended, lastID) = (0, 0)
            func apply(_ changes: HostLimitState.Changes, to host: String) {
                for id in changes.started { running[id] = waiting.removeValue(forKey: id) }
                for id in changes.refused where waiting.removeValue(forKey: id) != nil { ended += 1 }
                if let end = changes.wakeUp { wakeUps[host] = end }
            }
            func finishAny() {
                guard let (id, host) = running.min(by: { $0.key < $1.key }) else { return }
                running[id] = nil
                ended += 1
                let pause: Duration? = Bool.random(using: &random) ? .seconds(5) : nil
                let outcomes: [HostLimitState.Outcome] = [.answered, .unknown, .overloaded(retryAfter: pause)]
                apply(state.finish(id, outcomes.randomElement(using: &random) ?? .unknown, now: now), to: host)
            }
            func wakeDue() {
                for (host, end) in wakeUps where end <= now {
                    wakeUps[host] = nil
                    apply(state.wake(host, now: now), to: host)
                }
            }
            for _ in 0..<20_000 {
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    lastID += 1
                    let host = "host-\(Int.random(in: 0..<6, using: &random)).test"
                    let deadline = now + .seconds(Int.random(in: 1...40, using: &random))
                    let (entry, wakeUp) = state.enter(lastID, host, deadline: deadline, now: now)
                    switch entry {
                    case .start: running[lastID] = host
                    case .wait: waiting[lastID] = host
                    case .refuse: ended += 1
                    }
                    if let wakeUp { wakeUps[host] = wakeUp }
                case 2: finishAny()
                case 3:
                    if let id = waiting.keys.min(), state.leave(id) {
                        waiting[id] = nil
                        ended += 1
                    }
                default:
                    now += .seconds(1)
                    wakeDue()
                }
                let perHost = Dictionary(grouping: running.values) { $0 }.mapValues(\.count)
                guard perHost.values.allSatisfy({ $0 <= limit }) else {
                    Issue.record("more than \(limit) fetches of a host run")
                    return
                }
            }
            while !running.isEmpty || !wakeUps.isEmpty {
                finishAny()
                now += .seconds(60)
                wakeDue()
            }
            #expect(waiting.isEmpty)
            #expect(ended == lastID)
            #expect(state.statistics.hostCount <= 3)
        }
    }
}
