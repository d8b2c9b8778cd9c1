import Testing

@testable import BoltsPageFetching


/// Who is let in when, without threads.
@Suite struct AdmissionGateTests {
    private final class Gate {
        private var gate: AdmissionGate<Int, String>

        init(limit: Int) { gate = AdmissionGate(limit: limit) }

        var waitingCount: Int { gate.waitingCount }
        func enter(_ id: Int, _ visitor: String) -> Bool { gate.enter(id, visitor) }
        @discardableResult func leave(_ id: Int) -> String? { gate.leave(id) }
    }

    @Test func L7_soManyAreInAtATimeAndTheOthersComeInOrder() {
        let gate = Gate(limit: 2)
        #expect(gate.enter(1, "one"))
        #expect(gate.enter(2, "two"))
        #expect(!gate.enter(3, "three"))
        #expect(!gate.enter(4, "four"))
        #expect(gate.waitingCount == 2)
        #expect(gate.leave(1) == "three")
        #expect(gate.leave(3) == "four")
        #expect(gate.leave(2) == nil)
        #expect(gate.waitingCount == 0)
        #expect(gate.enter(5, "five"))
        #expect(!gate.enter(6, "six"))
    }

    @Test func L7_whoeverLeavesTheLineTakesNobodysPlace() {
        let gate = Gate(limit: 1)
        #expect(gate.enter(1, "one"))
        for id in 2...4 { #expect(!gate.enter(id, "\(id)")) }
        #expect(gate.leave(2) == nil)
        #expect(gate.leave(3) == nil)
        #expect(gate.leave(1) == "4")
        #expect(gate.leave(4) == nil)
        #expect(gate.enter(5, "five"))
    }

    @Test func L7_leavingTwiceOrUnseenDoesNoHarm() {
        let gate = Gate(limit: 1)
        #expect(gate.leave(9) == nil)
        #expect(gate.enter(1, "one"))
        #expect(!gate.enter(2, "two"))
        #expect(gate.leave(1) == "two")
        #expect(gate.leave(1) == nil)
        #expect(!gate.enter(3, "three"))
        #expect(gate.leave(2) == "three")
    }

    @Test func L7_aLongLineThatIsGivenUpCostsNothingAfterwards() {
        let gate = Gate(limit: 1)
        #expect(gate.enter(0, "0"))
        for id in 1...10_000 { #expect(!gate.enter(id, "\(id)")) }
        for id in 1..<10_000 { gate.leave(id) }
        #expect(gate.waitingCount == 1)
        #expect(gate.leave(0) == "10000")
        #expect(gate.waitingCount == 0)
    }
}
