import SharedData
import Testing

@testable import BoltsPageFetching

/// Tests when each transfer starts, without threads.
@Suite(.tags(.l7)) struct TransferSchedulerTests {
    private typealias Scheduler = TransferScheduler<Int, Int>

    private func destination(_ host: String, _ address: String = "93.184.216.34") throws -> Scheduler.Destination {
        Scheduler.Destination(host: host, network: AddressBlock(try #require(HostAddress(address))))
    }

    /// Starts all transfers that may start.
    private func start(_ scheduler: inout Scheduler) -> [Int] {
        var started: [Int] = []
        while let next = scheduler.next() { started.append(next) }
        return started
    }

    @Test func transfersOfAHostStartInOrder() throws {
        var scheduler = Scheduler(limit: 5)
        for id in 1...4 { scheduler.add(id, id, to: try destination("a.test")) }
        // With two running there are three free places, and a host needs fewer than half of those.
        #expect(start(&scheduler) == [1, 2])
        #expect(scheduler.waitingCount == 2)
        scheduler.remove(1)
        #expect(start(&scheduler) == [3])
        for id in 2...4 { scheduler.remove(id) }
        #expect(scheduler.isEmpty)
    }

    @Test func aSingleTransferIsAlwaysAdmitted() throws {
        for limit in [-1, 0, 1, 2, 3] {
            var scheduler = Scheduler(limit: limit)
            scheduler.add(1, 1, to: try destination("a.test"))
            #expect(start(&scheduler) == [1])
        }
    }

    @Test(.tags(.th46)) func oneHostGetsAThirdAndOneNetworkHalf() throws {
        var host = Scheduler(limit: 100)
        for id in 0..<200 { host.add(id, id, to: try destination("bad.test")) }
        #expect(start(&host).count == 34)
        var network = Scheduler(limit: 100)
        for id in 0..<200 { network.add(id, id, to: try destination("\(id).test")) }
        #expect(start(&network).count == 50)
        // The addresses of a /64 are one network.
        var v6 = Scheduler(limit: 100)
        for id in 0..<200 { v6.add(id, id, to: try destination("\(id).test", "2001:4860::\(id)")) }
        #expect(start(&v6).count == 50)
    }

    @Test func manyNamesOfOneAddressShareItsLimit() throws {
        var scheduler = Scheduler(limit: 1_000, networkLimit: 8)
        for id in 0..<300 { scheduler.add(id, id, to: try destination("\(id).test")) }
        #expect(start(&scheduler).count == 8)
        // Other addresses do not wait for it.
        scheduler.add(300, 300, to: try destination("other.test", "93.184.216.35"))
        #expect(start(&scheduler) == [300])
        scheduler.remove(0)
        #expect(start(&scheduler).count == 1)
    }

    @Test func withoutAnAddressOnlyTheHostCounts() {
        var scheduler = Scheduler(limit: 100)
        for id in 0..<200 { scheduler.add(id, id, to: .init(host: "\(id).test", network: nil)) }
        #expect(start(&scheduler).count == 100)
    }

    @Test func hostsTakeTurns() throws {
        var scheduler = Scheduler(limit: 1)
        for id in 0..<50 { scheduler.add(id, id, to: try destination("bad.test", "1.1.1.1")) }
        scheduler.add(100, 100, to: try destination("good.test", "8.8.8.8"))
        scheduler.add(101, 101, to: try destination("other.test", "8.8.8.8"))
        var order: [Int] = []
        for _ in 0..<6 {
            guard let next = scheduler.next() else { break }
            order.append(next)
            scheduler.remove(next)
        }
        #expect(order == [0, 100, 1, 101, 2, 3])
    }

    @Test func aCancelledTransferTakesNoSlot() throws {
        var scheduler = Scheduler(limit: 1)
        for id in 1...4 { scheduler.add(id, id, to: try destination("a.test")) }
        #expect(start(&scheduler) == [1])
        for id in [2, 3, 9] { scheduler.remove(id) }
        #expect(start(&scheduler).isEmpty)
        scheduler.remove(1)
        scheduler.remove(1)
        #expect(start(&scheduler) == [4])
        #expect(scheduler.runningCount == 1)
    }

    @Test func aCancelledQueueLeavesNothingBehind() throws {
        var scheduler = Scheduler(limit: 1)
        scheduler.add(0, 0, to: try destination("a.test"))
        #expect(scheduler.next() == 0)
        for id in 1...10_000 { scheduler.add(id, id, to: try destination("\(id % 100).test")) }
        for id in 1...10_000 { scheduler.remove(id) }
        #expect(scheduler.waitingCount == 0)
        scheduler.remove(0)
        #expect(scheduler.isEmpty)
    }

    @Test func anySequenceOfEventsKeepsTheLimits() throws {
        var random = SeededRandom(seed: 7)
        for _ in 0..<100 {
            let limit = Int.random(in: 1...12, using: &random)
            var scheduler = Scheduler(limit: limit)
            var waiting: [Int: Scheduler.Destination] = [:]
            var running: [Int: Scheduler.Destination] = [:]
            for id in 0..<300 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    let address = "1.1.1.\(Int.random(in: 0..<3, using: &random))"
                    let place = try destination("\(Int.random(in: 0..<5, using: &random)).test", address)
                    scheduler.add(id, id, to: place)
                    waiting[id] = place
                case 2:
                    if let gone = (Array(running.keys) + Array(waiting.keys)).sorted().randomElement(using: &random) {
                        scheduler.remove(gone)
                        running[gone] = nil
                        waiting[gone] = nil
                    }
                default:
                    let free = limit - running.count
                    let mayStart = waiting.values.contains { place in
                        free > 0 && running.values.count { $0.network == place.network } < free
                            && 2 * running.values.count { $0.host == place.host } < free
                    }
                    let next = scheduler.next()
                    #expect((next != nil) == mayStart)
                    if let next { running[next] = waiting.removeValue(forKey: next) }
                }
                #expect(scheduler.runningCount == running.count && scheduler.waitingCount == waiting.count)
            }
        }
    }
}
