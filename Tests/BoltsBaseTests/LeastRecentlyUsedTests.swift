import SharedData
import Testing

import BoltsBase

/// Tests which entries a cache forgets first.
@Suite struct LeastRecentlyUsedTests {
    @Test func theLeastRecentlyUsedIsRemovedFirst() {
        var kept = LeastRecentlyUsed<String, Int>(capacity: 3)
        #expect(kept.set(1, for: "a") == [])
        #expect(kept.set(2, for: "b") == [])
        #expect(kept.set(3, for: "c") == [])
        #expect(kept.use("a") == 1)
        #expect(kept.set(4, for: "d") == [2])
        #expect(kept.use("b") == nil)
        #expect(kept.keys == ["d", "a", "c"])
        #expect(kept.set(5, for: "c") == [3])
        #expect(kept.keys == ["c", "d", "a"])
    }

    @Test func nothingIsKeptWithoutCapacity() {
        var kept = LeastRecentlyUsed<String, Int>(capacity: 0)
        #expect(kept.set(1, for: "a") == [1])
        #expect(kept.count == 0)
        #expect(LeastRecentlyUsed<String, Int>(capacity: -5).capacity == 0)
    }

    /// Each step has the same result as a list that is searched.
    @Test func anySequenceOfOperationsMatchesAPlainList() {
        var random = SeededRandom(seed: 41)
        for capacity in 1...5 {
            var kept = LeastRecentlyUsed<String, Int>(capacity: capacity, costLimit: 20)
            var model: [(key: String, value: Int, cost: Int)] = []
            for step in 0..<2_000 {
                let key = "\(Int.random(in: 0..<8, using: &random))"
                let place = model.firstIndex { $0.key == key }
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    #expect(kept.use(key) == place.map { model[$0].value })
                    if let place { model.insert(model.remove(at: place), at: 0) }
                case 1:
                    let cost = Int.random(in: 0..<24, using: &random)
                    var gone = place.map { [model.remove(at: $0).value] } ?? []
                    if cost <= 20 {
                        while model.count >= capacity || model.reduce(cost, { $0 + $1.cost }) > 20 {
                            gone.append(model.removeLast().value)
                        }
                        model.insert((key, step, cost), at: 0)
                    } else {
                        gone.append(step)
                    }
                    #expect(kept.set(step, for: key, cost: cost) == gone)
                default:
                    #expect(kept.remove(key) == place.map { model.remove(at: $0).value })
                }
                #expect(kept.keys == model.map(\.key))
                #expect(kept.count == model.count)
                #expect(kept.cost == model.reduce(0) { $0 + $1.cost })
            }
        }
    }
}
