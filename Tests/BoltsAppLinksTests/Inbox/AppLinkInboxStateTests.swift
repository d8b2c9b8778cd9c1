import SharedData
import Testing

@testable import BoltsAppLinks

/// Tests that every link is delivered once and in order, whatever the order of events.
@Suite struct AppLinkInboxStateTests {
    /// An inbox in which the test makes the steps of threads.
    private struct Simulation {
        typealias State = AppLinkInboxState<Int, Int>

        var state: State
        /// The deliveries that executors were given, including those that have run.
        var scheduled: [Int] = []
        var running: [Int] = []
        var delivered: [Int] = []
        var dropped: [Int] = []
        var sent = 0
        /// The number of each reader, and whether it has read before.
        var readers: [(number: Int, hasRead: Bool)] = []
        /// The waiting readers, by their number in the state.
        var waits: [Int: Int] = [:]

        init(capacity: Int) {
            state = State(capacity: capacity)
        }

        static func link(_ number: Int) -> AppLinkURL {
            AppLinkURL(text: "app://\(number)", events: MeasurementEventCenter(notificationCenter: nil))
        }

        static func number(_ link: AppLinkURL) -> Int { Int(link.inputText.dropFirst(6)) ?? -1 }

        mutating func perform(_ action: State.Action) {
            switch action {
            case .none: break
            case .schedule(_, let delivery): scheduled.append(delivery)
            case .give(let link, let reader):
                #expect(waits.removeValue(forKey: reader) != nil)
                delivered.append(Self.number(link))
            }
        }

        mutating func receive() {
            sent += 1
            let (dropped, action) = state.receive(Self.link(sent))
            if let dropped { self.dropped.append(Self.number(dropped)) }
            perform(action)
        }

        @discardableResult
        mutating func setHandler() -> Int {
            let (number, ended, _, action) = state.set(0)
            if let ended { #expect(waits.removeValue(forKey: ended) != nil) }
            perform(action)
            return number
        }

        @discardableResult
        mutating func begin(_ delivery: Int) -> Bool {
            guard state.begin(delivery) else { return false }
            #expect(running.isEmpty)
            running.append(delivery)
            return true
        }

        mutating func take(_ delivery: Int) {
            let (taken, action) = state.take(delivery)
            if let taken {
                delivered.append(Self.number(taken.0))
            } else {
                running.removeAll { $0 == delivery }
            }
            perform(action)
        }

        mutating func read(_ index: Int) {
            guard !waits.values.contains(index) else { return }
            let wait = state.makeNumber()
            let (reading, ended, _) = state.read(
                wait,
                number: readers[index].number,
                isFirst: !readers[index].hasRead,
                wait: wait
            )
            readers[index].hasRead = true
            if let ended { #expect(waits.removeValue(forKey: ended) != nil) }
            switch reading {
            case .link(let link): delivered.append(Self.number(link))
            case .wait: waits[wait] = index
            case .over: break
            }
        }

        mutating func cancelWait(_ wait: Int) {
            if let reader = state.cancelWait(wait) { #expect(waits.removeValue(forKey: reader) != nil) }
            state.endWait(wait)
        }

        /// Lets a handler receive all remaining links.
        mutating func finish() {
            setHandler()
            while let delivery = scheduled.popLast() {
                begin(delivery)
                while let delivery = running.last { take(delivery) }
            }
        }
    }

    @Test(.tags(.l6), arguments: 1...4) func anySequenceOfEventsDeliversOnceAndInOrder(capacity: Int) {
        var random = SeededRandom(seed: UInt64(capacity))
        for _ in 0..<300 {
            var simulation = Simulation(capacity: capacity)
            var handlers: [Int] = []
            for _ in 0..<60 {
                switch Int.random(in: 0..<12, using: &random) {
                case 0...2: simulation.receive()
                case 3: handlers.append(simulation.setHandler())
                case 4:
                    if let handler = handlers.randomElement(using: &random) {
                        _ = simulation.state.removeHandler(handler)
                    }
                case 5: if let handler = handlers.last { _ = simulation.state.removeHandler(handler) }
                // Executors run what they were given in any order, late, and twice.
                case 6:
                    if let delivery = simulation.scheduled.randomElement(using: &random) { simulation.begin(delivery) }
                case 7...8: if let delivery = simulation.running.last { simulation.take(delivery) }
                case 9:
                    if let delivery = simulation.scheduled.randomElement(using: &random) {
                        simulation.state.lose(delivery)
                    }
                case 10:
                    if Bool.random(using: &random) || simulation.readers.isEmpty {
                        simulation.readers.append((simulation.state.makeNumber(), false))
                    }
                    simulation.read(Int.random(in: 0..<simulation.readers.count, using: &random))
                default:
                    if let wait = simulation.waits.keys.sorted().randomElement(using: &random) {
                        simulation.cancelWait(wait)
                    }
                }
                #expect(simulation.state.count <= capacity)
            }
            simulation.finish()
            #expect(simulation.delivered == simulation.delivered.sorted())
            #expect(
                (simulation.delivered + simulation.dropped).sorted()
                    == Array(0..<simulation.sent).map { $0 + 1 }
            )
            #expect(simulation.waits.isEmpty)
        }
    }

    @Test(.tags(.l6)) func aLaterHandlerWaitsForTheRunningOne() {
        var simulation = Simulation(capacity: 4)
        simulation.setHandler()
        simulation.receive()
        simulation.receive()
        simulation.begin(simulation.scheduled[0])
        simulation.take(simulation.running[0])
        simulation.setHandler()
        #expect(simulation.scheduled.count == 1)
        simulation.take(simulation.running[0])
        #expect(simulation.scheduled.count == 2)
        #expect(simulation.delivered == [1])
    }

    @Test(.tags(.l6)) func aLaterReaderWaitsForTheRunningHandler() {
        var simulation = Simulation(capacity: 4)
        simulation.setHandler()
        simulation.receive()
        simulation.receive()
        simulation.begin(simulation.scheduled[0])
        simulation.take(simulation.running[0])
        simulation.readers.append((simulation.state.makeNumber(), false))
        simulation.read(0)
        #expect(simulation.waits.count == 1)
        #expect(simulation.delivered == [1])
        simulation.take(simulation.running[0])
        #expect(simulation.waits.isEmpty)
        #expect(simulation.delivered == [1, 2])
    }

    @Test(.tags(.l6)) func aDeliveryThatRunsTwiceDeliversOnce() {
        var simulation = Simulation(capacity: 4)
        simulation.setHandler()
        simulation.receive()
        let delivery = simulation.scheduled[0]
        let begun = (0..<2).map { _ in simulation.begin(delivery) }
        #expect(begun == [true, false])
        simulation.take(delivery)
        simulation.take(delivery)
        let begunLate = simulation.begin(delivery)
        #expect(!begunLate)
        #expect(simulation.delivered == [1])
    }

    @Test(.tags(.l6)) func aWaitCancelledBeforeItBeginsTakesNoLink() {
        var simulation = Simulation(capacity: 4)
        simulation.receive()
        let number = simulation.state.makeNumber()
        let wait = simulation.state.makeNumber()
        #expect(simulation.state.cancelWait(wait) == nil)
        guard case .over = simulation.state.read(1, number: number, isFirst: true, wait: wait).outcome else {
            Issue.record("the wait began")
            return
        }
        #expect(simulation.state.count == 1)
    }
}
