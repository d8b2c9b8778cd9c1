import Testing

@testable import BoltsBrowsers

/// Tests that a start that hangs is tried again within the common time limit.
@Suite struct BrowserStartTests {
    private let begin = ContinuousClock.now
    private let attempts = BrowserStartAttempts(timeout: .seconds(12))

    /// Simulates starts that hang, or end at once, before one that succeeds; returns the time before each start, and the limit of
    /// each.
    private func run(hangs: Int, ends: Int = 0) throws -> (browser: String?, starts: [(at: Duration, has: Duration)]) {
        var now = begin
        var starts: [(at: Duration, has: Duration)] = []
        let browser = try attempts.run(
            { end -> String? in
                starts.append((now - begin, end - now))
                if starts.count <= hangs {
                    now = end
                    throw BrowserCommandError.timedOut
                }
                now += .seconds(1)
                return starts.count <= hangs + ends ? nil : "browser"
            },
            now: { now }
        )
        return (browser, starts)
    }

    @Test(.tags(.l7)) func aHangingStartIsTriedAgain() throws {
        let (browser, starts) = try run(hangs: 1)
        #expect(browser == "browser")
        #expect(starts.map(\.at) == [.zero, .seconds(4)])
        #expect(starts.map(\.has) == [.seconds(4), .seconds(4)])
    }

    @Test(.tags(.l7)) func theLastStartHasTheTimeThatIsLeft() throws {
        let (browser, starts) = try run(hangs: 0, ends: 2)
        #expect(browser == "browser")
        #expect(starts.map(\.has) == [.seconds(4), .seconds(4), .seconds(10)])
    }

    @Test(.tags(.l7)) func nothingIsTriedWhenNoTimeIsLeft() {
        #expect(throws: BrowserCommandError.timedOut) { try run(hangs: 3) }
    }

    @Test(.tags(.l7)) func aBrowserThatAlwaysEndsAtOnceIsNoBrowser() throws {
        let (browser, starts) = try run(hangs: 0, ends: 3)
        #expect(browser == nil && starts.count == 3)
    }

    @Test(.tags(.l7)) func otherErrorsAreNotTriedAgain() {
        var count = 0
        #expect(throws: BrowserCommandError.unreachable) {
            try attempts.run { _ -> String? in
                count += 1
                throw BrowserCommandError.unreachable
            }
        }
        #expect(count == 1)
    }
}
