import LinkIndex
import Testing

struct ByteBoundedCacheTests {
    @Test func theLeastRecentlyUsedValueIsRemovedFirst() {
        let cache = ByteBoundedCache<String, Int>(byteCapacity: 30)
        for (number, key) in ["a", "b", "c"].enumerated() { cache.set(number, for: key, byteCount: 10) }
        #expect(cache.value(for: "a") == 0)
        cache.set(3, for: "d", byteCount: 10)
        #expect(cache.value(for: "b") == nil)
        #expect(cache.value(for: "a") == 0 && cache.value(for: "c") == 2 && cache.value(for: "d") == 3)
        #expect(cache.byteCount == 30 && cache.count == 3)
    }

    @Test func aValueThatIsTooLargeIsNotKeptAndReplacesTheEarlierOne() {
        let cache = ByteBoundedCache<String, Int>(byteCapacity: 30)
        cache.set(1, for: "a", byteCount: 10)
        cache.set(2, for: "a", byteCount: 31)
        #expect(cache.value(for: "a") == nil && cache.byteCount == 0)
    }

    @Test func valuesOfNoSizeAreBoundedToo() {
        let cache = ByteBoundedCache<Int, Int>(byteCapacity: 10)
        for number in 0..<1_000 { cache.set(number, for: number, byteCount: 0) }
        #expect(cache.count == 10)
    }

    @Test func anyOrderOfChangesLeavesTheSumAndTheOrderRight() {
        var generator = SystemRandomNumberGenerator()
        let cache = ByteBoundedCache<Int, Int>(byteCapacity: 100)
        var model: [(key: Int, size: Int)] = []
        for _ in 0..<5_000 {
            let key = Int.random(in: 0..<20, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                let isKnown = model.contains { $0.key == key }
                #expect((cache.value(for: key) != nil) == isKnown)
                if let place = model.firstIndex(where: { $0.key == key }) { model.append(model.remove(at: place)) }
            case 1:
                cache.remove(key)
                model.removeAll { $0.key == key }
            default:
                let size = Int.random(in: 1...40, using: &generator)
                cache.set(key, for: key, byteCount: size)
                model.removeAll { $0.key == key }
                while model.reduce(0, { $0 + $1.size }) > 100 - size { model.removeFirst() }
                model.append((key, size))
            }
            #expect(cache.byteCount == model.reduce(0) { $0 + $1.size })
        }
    }
}
