import Testing

@testable import BoltsPageFetching

/// Tests when each name is looked up, without threads.
@Suite(.tags(.l7), .timeLimit(.minutes(20))) struct LookUpSchedulerTests {
    private typealias Scheduler = LookUpScheduler<Int>

    private func start(_ scheduler: inout Scheduler) -> [String] {
        var started: [String] = []
        while let next = scheduler.next() { started.append(next.name) }
        return started
    }

    @Test func waitersForOneNameShareALookUp() {
        var scheduler = Scheduler()
        #expect(!scheduler.add(1, for: "a.test").isRunning)
        #expect(!scheduler.add(2, for: "a.test").isRunning)
        #expect(start(&scheduler) == ["a.test"])
        #expect(scheduler.add(3, for: "a.test").isRunning)
        #expect(start(&scheduler).isEmpty)
        #expect(scheduler.finish("a.test").sorted() == [1, 2, 3])
        #expect(scheduler.finish("a.test").isEmpty)
        #expect(scheduler.runningCount == 0 && scheduler.activeCount == 0)
    }

    @Test func oneDomainHasFourLookUps() {
        var scheduler = Scheduler()
        for number in 0..<32 { _ = scheduler.add(number, for: "n\(number).bad.test") }
        _ = scheduler.add(100, for: "good.example")
        #expect(start(&scheduler) == ["n0.bad.test", "good.example", "n1.bad.test", "n2.bad.test", "n3.bad.test"])
        _ = scheduler.finish("n0.bad.test")
        #expect(start(&scheduler) == ["n4.bad.test"])
    }

    @Test(.tags(.th47)) func anAbandonedLookUpMakesRoomForOtherDomainsOnly() {
        var scheduler = Scheduler(limits: .init(active: 2, perDomain: 2, threads: 4))
        let ids = (0..<3).map { scheduler.add($0, for: "n\($0).bad.test").id }
        _ = scheduler.add(9, for: "good.example")
        _ = scheduler.add(10, for: "fine.example")
        #expect(start(&scheduler) == ["n0.bad.test", "good.example"])
        #expect(scheduler.leave(ids[0]) == 0)
        #expect(scheduler.leave(ids[0]) == nil)
        // n0 still blocks a thread of its domain.
        #expect(scheduler.runningCount == 2 && scheduler.activeCount == 1)
        #expect(start(&scheduler) == ["fine.example"])
        #expect(scheduler.finish("good.example") == [9])
        #expect(start(&scheduler) == ["n1.bad.test"])
        #expect(scheduler.leave(ids[1]) == 1)
        #expect(scheduler.runningCount == 3 && scheduler.activeCount == 1)
        // Two look-ups of the domain block their threads.
        #expect(start(&scheduler).isEmpty)
        #expect(scheduler.finish("n0.bad.test").isEmpty)
        #expect(start(&scheduler) == ["n2.bad.test"])
    }

    @Test func aLaterWaiterJoinsTheAbandonedLookUp() {
        var scheduler = Scheduler()
        let first = scheduler.add(1, for: "a.test").id
        #expect(start(&scheduler) == ["a.test"])
        #expect(scheduler.leave(first) == 1)
        #expect(scheduler.activeCount == 0)
        #expect(scheduler.add(2, for: "a.test").isRunning)
        #expect(scheduler.activeCount == 1)
        #expect(scheduler.finish("a.test") == [2])
        #expect(scheduler.activeCount == 0)
    }

    @Test func aLookUpWithoutWaitersDoesNotStart() {
        var scheduler = Scheduler()
        let ids = ["a.test", "b.test"].map { scheduler.add(1, for: $0).id }
        #expect(scheduler.leave(ids[0]) == 1)
        #expect(start(&scheduler) == ["b.test"])
        #expect(scheduler.waitingCount == 0)
    }

    /// If each waiter copied all others, this would take many minutes.
    @Test func aWaiterOfANameTakesTheSameTimeHoweverManyThereAre() {
        var scheduler = Scheduler()
        let ids = (0..<200_000).map { scheduler.add($0, for: "a.test").id }
        #expect(ids.allSatisfy { scheduler.leave($0) != nil })
        #expect(scheduler.waitingCount == 0)
    }

    @Test func threadsAreBounded() {
        var scheduler = Scheduler()
        for number in 0..<1_000 {
            let id = scheduler.add(number, for: "n\(number).one.example").id
            if scheduler.next() != nil { _ = scheduler.leave(id) }
        }
        #expect(scheduler.runningCount == 4)
        var many = Scheduler()
        for number in 0..<1_000 {
            let id = many.add(number, for: "n\(number).test").id
            if many.next() != nil { _ = many.leave(id) }
            let other = many.add(number, for: "bad\(number).d\(number).test").id
            if many.next() != nil { _ = many.leave(other) }
        }
        #expect(many.runningCount <= 96)
    }

    @Test(arguments: [
        ("example.com", "example.com"), ("a.b.example.com", "example.com"), ("localhost", "localhost"),
        ("www.example.co.uk", "example.co.uk"), ("example.co.uk", "example.co.uk"), ("a.b.com.au", "b.com.au"),
        ("www.example.de", "example.de"), ("a.b.example.info", "example.info"), ("a.b.c.de", "b.c.de"), ("", ""),
    ])
    func theDomainIsTheRegistrableOne(_ name: String, _ domain: String) {
        #expect(RegistrableDomain.of(name) == domain)
    }
}
